// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.patch;

/**
 * A change of structure that cannot be made without touching more of the text than it should; the text itself can be
 * edited instead.
 */
public final class ConfigPatchException extends Exception {

    private static final long serialVersionUID = 1L;

    private final int line;

    /**
     * @param line of the obstacle, counted from 1; 0 for the file as a whole
     */
    public ConfigPatchException(int line, String sentence) {
        super(sentence);
        this.line = line;
    }

    public int line() {
        return line;
    }

    /** The obstacle, as a sentence without a full stop. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
