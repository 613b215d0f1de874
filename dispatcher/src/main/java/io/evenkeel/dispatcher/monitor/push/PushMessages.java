// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor.push;

import org.jspecify.annotations.Nullable;

/**
 * Takes and answers the messages of agents that push.
 *
 * <p>Threads: any but an event loop. Never throws for what a stranger sent.
 */
public interface PushMessages {

    /** The most octets a message may have; a longer body may be cut off behind one more than that. */
    int MOST_OCTETS = io.evenkeel.wire.push.PushReader.MOST_OCTETS;

    /**
     * The header values that prove who sent a message; null where there is none.
     *
     * @param authorization {@code Authorization}
     * @param time {@code Evenkeel-Time}
     * @param nonce {@code Evenkeel-Nonce}
     * @param seal {@code Evenkeel-Seal}
     */
    record Credentials(
            @Nullable String authorization,
            @Nullable String time,
            @Nullable String nonce,
            @Nullable String seal) {}

    /** The proof in the head of a message before its body is read. */
    enum PushProof {
        /** The message shows the token of a cluster. */
        KNOWN,
        /** The message is sealed, and whether the seal is right can be said once the body is there. */
        POSSIBLE,
        /** No body can make it believed. */
        NONE
    }

    /** Looks at the head of a message; a service that cannot tell from it says so. */
    default PushProof proof(Credentials shown) {
        return PushProof.POSSIBLE;
    }

    /**
     * The answer to a message, as {@code application/json}.
     *
     * @param status 200; 400, 401, 403, 404, 405, 409, 413 or 503 with a refusal as body
     */
    record Answer(int status, String body) {}

    /**
     * Takes a message. What it asks for is said in the body; the target only matters for the seal.
     *
     * @param target as it stands in the request line, with its query
     * @param remoteHost address of the sender, without port and brackets
     * @param nowMs wall clock
     */
    Answer answer(String method, String target, Credentials credentials, String remoteHost, byte[] body, long nowMs);
}
