// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import io.evenkeel.cli.terminal.Screen;
import java.io.PrintWriter;

/**
 * The place on the screen where the demo shows its figures: rewritten in place on a terminal, one line now and then
 * elsewhere. Bold headings are left out when {@code NO_COLOR} is set. For one thread.
 */
final class LiveTable {

    private static final long EVERY_LINE_SECONDS = 3;

    private final PrintWriter out;
    private final boolean isTerminal;
    private final boolean isColored;
    private int height;

    LiveTable(PrintWriter out) {
        this.out = out;
        this.isTerminal = Screen.isTerminal();
        String noColor = System.getenv("NO_COLOR");
        this.isColored = isTerminal && (noColor == null || noColor.isEmpty());
    }

    /**
     * Shows a moment.
     *
     * @param seconds since the demo was ready
     */
    void show(long seconds, DemoTable now) {
        if (isTerminal) {
            draw(now.table() + "%d s   %s\n%s\n".formatted(seconds, now.line(), now.broken()));
        } else if (seconds > 0 && seconds % EVERY_LINE_SECONDS == 0) {
            String broken = now.broken();
            out.println("%d s   %s%s".formatted(seconds, now.line(), broken.isEmpty() ? "" : "   " + broken));
            out.flush();
        }
    }

    /** Shows the last moment, which stays. */
    void end(long seconds, DemoTable last) {
        String text = last.table() + "%d s   %s\n".formatted(seconds, last.line()) + last.breakLines();
        if (isTerminal) {
            draw(text);
        } else {
            out.print(text);
            out.flush();
        }
    }

    private void draw(String text) {
        if (height > 0) {
            out.print("\033[" + height + "A\033[J");
        }
        int end = text.indexOf('\n');
        out.print(isColored ? "\033[1m" + text.substring(0, end) + "\033[0m" + text.substring(end) : text);
        out.flush();
        height = (int) text.lines().count();
    }
}
