// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.sim;

import io.evenkeel.cli.terminal.Screen;
import io.evenkeel.simulator.study.Study;
import java.io.PrintWriter;

/** The progress of a study, on one line of a terminal that is wiped at the end; nothing elsewhere. Any thread. */
final class Meter implements Study.ProgressListener, AutoCloseable {

    private static final int WIDTH = 40;

    private final PrintWriter err;
    private final boolean isShown = Screen.isErrorTerminal();
    private int shown;

    Meter(PrintWriter err) {
        this.err = err;
    }

    @Override
    public synchronized void done(int runs, int of) {
        if (isShown && runs > shown) {
            shown = runs;
            int full = WIDTH * runs / of;
            err.printf("\r%s%s %d of %d runs", "#".repeat(full), ".".repeat(WIDTH - full), runs, of);
            err.flush();
        }
    }

    @Override
    public synchronized void close() {
        if (shown > 0) {
            err.print("\r\u001b[K");
            err.flush();
            shown = 0;
        }
    }
}
