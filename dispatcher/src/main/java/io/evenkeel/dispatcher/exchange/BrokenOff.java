// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.tunnel.TunnelEnd;
import org.jspecify.annotations.Nullable;

/** The side that broke an exchange off before its answer was whole, with HAProxy's letter for it. */
enum BrokenOff {
    CLIENT('C', "client"),
    /**
     * The client took no more of its answer, or sent no more of its request, in time; nothing moved in its tunnel.
     */
    CLIENT_LATE('c', "client"),
    NODE('S', "node"),
    NODE_LATE('s', "node"),
    /** An administrator cut the node's connections. */
    CUT('K', "dispatcher"),
    /** The dispatcher had no room for more of the request, or of the answer to a client that is behind. */
    FULL('R', "dispatcher"),
    /** An error of the dispatcher's own. */
    FAULT('I', "dispatcher");

    private final char letter;
    private final String word;

    BrokenOff(char letter, String word) {
        this.letter = letter;
        this.word = word;
    }

    /** The side that ended a tunnel; null when both did. */
    static @Nullable BrokenOff of(TunnelEnd end) {
        return switch (end) {
            case FINISHED -> null;
            case CLIENT_BROKE -> CLIENT;
            case NODE_BROKE -> NODE;
            case IDLE -> CLIENT_LATE;
            case ABORTED -> CUT;
        };
    }

    char letter() {
        return letter;
    }

    /** The side as a word, for traces. */
    String word() {
        return word;
    }

    /** True when the client did not get what it was owed: a client that goes away fails no request. */
    boolean isFailure() {
        return this != CLIENT && this != CLIENT_LATE;
    }
}
