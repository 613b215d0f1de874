// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.diff;

/**
 * A line of a difference.
 *
 * @param before number in the old text, from 1; 0 when it is not in there
 * @param after number in the new text, from 1; 0 when it is not in there
 */
public record DiffLine(Kind kind, int before, int after, String text) {

    /** The place of a line. */
    public enum Kind {
        SAME(" "),
        REMOVED("−"),
        ADDED("+"),
        /** Lines that are in both and not shown; the text says how many. */
        LEFT_OUT("…");

        private final String sign;

        Kind(String sign) {
            this.sign = sign;
        }

        public String sign() {
            return sign;
        }
    }
}
