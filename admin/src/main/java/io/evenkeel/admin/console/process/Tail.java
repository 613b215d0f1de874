// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;

/**
 * The end of a log file as lines, oldest first. Text that a terminal or a browser would not show as a character, such
 * as escape sequences and marks that turn the direction of writing, is written as {@code \}{@code u001b}.
 *
 * @param lines at most {@value #MOST_LINES}
 * @param whole true when the file has no other lines with these words
 */
public record Tail(List<String> lines, boolean whole) {

    private static final int MOST_LINES = 1000;
    private static final int MOST_OCTETS = 1 << 20;
    private static final int LONGEST = 4000;

    public Tail {
        lines = List.copyOf(lines);
    }

    /**
     * Reads the last {@value #MOST_OCTETS} octets.
     *
     * @param words text that must stand in a line, in upper or lower case; empty for all lines
     */
    public static Tail of(Path file, String words) throws IOException {
        ByteBuffer octets;
        boolean begins;
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            long from = Math.max(0, in.size() - MOST_OCTETS);
            begins = from == 0;
            octets = ByteBuffer.allocate((int) Math.min(MOST_OCTETS, in.size() - from));
            int read = 0;
            while (octets.hasRemaining() && read >= 0) {
                read = in.read(octets, from + octets.position());
            }
        }
        String text = StandardCharsets.UTF_8.decode(octets.flip()).toString();
        String complete = begins ? text : text.substring(text.indexOf('\n') + 1);
        String wanted = words.toLowerCase(Locale.ROOT);
        List<String> found = complete.lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).contains(wanted))
                .toList();
        List<String> last = found.subList(Math.max(0, found.size() - MOST_LINES), found.size());
        return new Tail(last.stream().map(Tail::visible).toList(), begins && last.size() == found.size());
    }

    private static String visible(String line) {
        StringBuilder text = new StringBuilder(line.length());
        line.chars().limit(LONGEST).forEach(c -> {
            int type = Character.getType((char) c);
            if (c == '\t') {
                text.append("    ");
            } else if (type == Character.CONTROL || type == Character.FORMAT || type == Character.LINE_SEPARATOR) {
                text.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                text.append((char) c);
            }
        });
        return line.length() > LONGEST ? text.append(" …").toString() : text.toString();
    }
}
