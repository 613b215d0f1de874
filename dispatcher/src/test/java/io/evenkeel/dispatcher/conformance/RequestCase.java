// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import io.evenkeel.dispatcher.kit.Message;
import java.util.function.Consumer;

/**
 * One request as raw text and what must become of it.
 *
 * @param status of an answer of the dispatcher's own; {@link #FORWARDED} when it must reach a node
 * @param inBody the fault lies behind the head, so that a head sent alone before it may reach a node
 * @param check of the request that the node got; never called for a refused one
 */
public record RequestCase(String name, String raw, int status, boolean inBody, Consumer<Message> check) {

    static final int FORWARDED = 0;

    static RequestCase refused(String name, int status, String raw) {
        return new RequestCase(name, raw, status, false, m -> {});
    }

    static RequestCase refusedBody(String name, String raw) {
        return new RequestCase(name, raw, 400, true, m -> {});
    }

    static RequestCase forwarded(String name, String raw, Consumer<Message> check) {
        return new RequestCase(name, raw, FORWARDED, false, check);
    }

    /** Method of the request as far as it can be told; decides whether the answer has a body. */
    String method() {
        return raw.startsWith("HEAD ") ? "HEAD" : "GET";
    }

    @Override
    public String toString() {
        return name;
    }
}
