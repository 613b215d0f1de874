// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.source;

import java.nio.file.Path;

/**
 * A line of a file that is translated.
 *
 * @param file the path as it was given or included
 * @param number counted from 1; 0 for the file as a whole
 */
public record SourceLine(Path file, int number) {

    /** A text for a terminal and for comments: control characters and other ends of lines are question marks. */
    public static String visible(String text) {
        return text.replaceAll("[\\p{Cc}\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069]", "?");
    }

    /** {@code file:line}, as compilers write it. */
    @Override
    public String toString() {
        return number == 0 ? file.toString() : file + ":" + number;
    }

    /** The same with a path that is as short as it can be beside the first file. */
    public String beside(Path first) {
        Path folder = first.toAbsolutePath().normalize().getParent();
        Path whole = file.toAbsolutePath().normalize();
        Path shown = folder != null && whole.startsWith(folder) ? folder.relativize(whole) : whole;
        return new SourceLine(shown, number).toString();
    }
}
