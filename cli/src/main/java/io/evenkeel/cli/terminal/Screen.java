// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The terminal that output may go to. */
public final class Screen {

    /** Moves to the upper left corner and clears the screen. */
    public static final String CLEAR = "\u001b[H\u001b[2J";

    private static final int USUAL_COLUMNS = 80;
    private static final int LEAST_COLUMNS = 60;
    private static final int MOST_COLUMNS = 160;

    private Screen() {}

    /**
     * Columns for text: those of the variable COLUMNS, else those of the terminal, else {@value #USUAL_COLUMNS}; from
     * {@value #LEAST_COLUMNS} to {@value #MOST_COLUMNS}. Starts a program to ask the terminal.
     */
    public static int columns() {
        String variable = System.getenv("COLUMNS");
        String known = variable != null ? variable : isTerminal() ? asked() : "";
        int columns = known.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(known) : USUAL_COLUMNS;
        return Math.max(LEAST_COLUMNS, Math.min(MOST_COLUMNS, columns));
    }

    /** A terminal's size in characters. */
    public record Size(int columns, int lines) {}

    /** The size of the terminal that standard output goes to; null when it is none, or does not tell. */
    public static @Nullable Size size() {
        if (!isTerminal()) {
            return null;
        }
        String[] size = stty().split(" ", -1);
        boolean known = size.length == 2 && size[0].matches("[1-9][0-9]{0,4}") && size[1].matches("[1-9][0-9]{0,4}");
        return known ? new Size(Integer.parseInt(size[1]), Integer.parseInt(size[0])) : null;
    }

    /** The columns of the terminal; empty when it does not tell. */
    private static String asked() {
        return stty().replaceFirst("^[0-9]+ ", "");
    }

    /** Rows and columns, as {@code stty size} says them; empty when it cannot be had. */
    private static String stty() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .start();
            String answer = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return answer.strip();
        } catch (IOException e) {
            return "";
        }
    }

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
