// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.report;

import java.util.List;

/**
 * A step of a reload of all members.
 *
 * @param round the reload, drawn by chance
 * @param good of an answer: the configuration was accepted, or is in force
 * @param lines of an answer: problems, or else changes
 */
public record ReloadStep(long round, Kind kind, boolean good, List<String> lines) {

    public ReloadStep {
        lines = List.copyOf(lines);
    }

    /** A question. */
    public ReloadStep(long round, Kind kind) {
        this(round, kind, true, List.of());
    }

    /** The kinds of steps; their names are those on the wire. */
    public enum Kind {
        /** Everybody is to check its configuration. */
        CHECK,
        /** The answer to that. */
        CHECKED,
        /** Everybody is to put it in force. */
        APPLY,
        /** The answer to that. */
        APPLIED
    }
}
