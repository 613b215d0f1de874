// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import io.evenkeel.dispatcher.kit.Message;
import java.util.function.Consumer;

/**
 * One answer of a node as raw text and what the client must see of it.
 *
 * @param method of the request that it answers
 * @param closes the node closes the connection behind it
 */
public record ResponseCase(
        String name, String method, String raw, boolean closes, Expected expected, Consumer<Message> check) {

    /** The outcome for the client. */
    enum Expected {
        /** The answer, whole. */
        PASSED,
        /** An answer 502 of the dispatcher. */
        BAD_GATEWAY,
        /** An answer that is visibly not whole, because the node ends too early. */
        CUT,
        /** 502 for an answer that comes in one piece; one that is visibly not whole when its head comes before. */
        MALFORMED
    }

    static ResponseCase passed(String name, String raw, Consumer<Message> check) {
        return new ResponseCase(name, "GET", raw, false, Expected.PASSED, check);
    }

    static ResponseCase passed(String name, String method, String raw, Consumer<Message> check) {
        return new ResponseCase(name, method, raw, false, Expected.PASSED, check);
    }

    static ResponseCase bad(String name, String raw) {
        return new ResponseCase(name, "GET", raw, true, Expected.BAD_GATEWAY, m -> {});
    }

    static ResponseCase cut(String name, String raw) {
        return new ResponseCase(name, "GET", raw, true, Expected.CUT, m -> {});
    }

    static ResponseCase malformed(String name, String raw) {
        return new ResponseCase(name, "GET", raw, true, Expected.MALFORMED, m -> {});
    }

    ResponseCase closing() {
        return new ResponseCase(name, method, raw, true, expected, check);
    }

    @Override
    public String toString() {
        return name;
    }
}
