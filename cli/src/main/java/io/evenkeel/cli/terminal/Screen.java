// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The terminal that output may go to. */
public final class Screen {

    /** Moves to the upper left corner and clears the screen. */
    public static final String CLEAR = "\u001b[H\u001b[2J";

    private Screen() {}

    /**
     * True when standard output is a terminal, so that it may be redrawn; asks Linux, because Java can tell from
     * version 22 on only.
     */
    public static boolean isTerminal() {
        return isTerminal(1);
    }

    /** True when standard output is a terminal and NO_COLOR is not set. */
    public static boolean isColored() {
        String noColor = System.getenv("NO_COLOR");
        return isTerminal() && (noColor == null || noColor.isEmpty());
    }

    /** True when standard error is a terminal, so that progress may be shown there. */
    public static boolean isErrorTerminal() {
        return isTerminal(2);
    }

    /** True when standard input is a terminal, so that somebody may be asked there. */
    public static boolean isInputTerminal() {
        return isTerminal(0);
    }

    private static boolean isTerminal(int descriptor) {
        try {
            Path out = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor));
            return (out.startsWith("/dev/pts") || out.toString().startsWith("/dev/tty"))
                    && !"dumb".equals(System.getenv("TERM"));
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
