// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import java.util.List;

/**
 * The outcome of a change of the configuration file.
 *
 * @param lines changes when applied, for people; problems when invalid or refused, each as {@code validate} prints
 *     it; else empty
 */
public record ConfigChange(Verdict verdict, List<String> lines) {

    public ConfigChange {
        lines = List.copyOf(lines);
    }

    /** The way it ended. All except the first leave the file as it was. */
    public enum Verdict {
        /** The file has the new text, and it is in force. */
        APPLIED,
        /** The file had this text already. */
        UNCHANGED,
        /** Another writer changed the file since the author read it. */
        CHANGED_ON_DISK,
        /** The text has errors. */
        INVALID,
        /** The text has no errors but could not be put in force; the old one was put back. */
        REFUSED
    }
}
