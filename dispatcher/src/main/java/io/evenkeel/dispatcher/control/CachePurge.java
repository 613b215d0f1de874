// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

/**
 * An order to forget stored answers.
 *
 * @param value the URL, its begin, or the tag; empty for all
 */
public record CachePurge(Kind kind, String value) {

    /** The answers that are meant. */
    public enum Kind {
        /** Those of one URL. */
        URL,
        /** Those whose URLs begin alike. */
        PREFIX,
        /** Those whose node has put a tag on them: {@code Cache-Tag} or {@code Surrogate-Key}. */
        TAG,
        ALL
    }
}
