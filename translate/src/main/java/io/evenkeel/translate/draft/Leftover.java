// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.draft;

import io.evenkeel.translate.source.SourceLine;

/**
 * A setting of the other product that is not in the new configuration, or acts differently there.
 *
 * @param at its line
 * @param setting the words of the line, without secrets
 * @param effect one sentence without a full stop: what is lost, what is different, or why nothing is needed
 * @param advice the remedy; empty when there is nothing to do
 */
public record Leftover(Kind kind, SourceLine at, String setting, String effect, String advice) {

    /** The weight of a leftover. */
    public enum Kind {
        /** Evenkeel has nothing that does this. */
        MISSING("no counterpart"),
        /** Taken over, and Evenkeel does it in another way. */
        DIFFERENT("acts differently"),
        /** Evenkeel does this by itself, or in another place. */
        NEEDLESS("not needed here");

        private final String title;

        Kind(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }
}
