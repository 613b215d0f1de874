// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.yaml;

/**
 * The place of a word in a text.
 *
 * @param line counted from 1
 * @param column counted from 1, in code points
 * @param length in code points, at least 1
 */
public record TextPlace(int line, int column, int length) {

    /** The first character of a text. */
    public static final TextPlace START = new TextPlace(1, 1, 1);
}
