// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import io.evenkeel.dispatcher.kit.Message;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One request as raw text and what must become of it.
 *
 * @param statuses of an answer of the dispatcher's own; empty when it must be forwarded
 * @param check what the node must have got; where {@code forwardable} is false it is never called
 * @param inBody the fault lies behind the head, so that a head sent alone before it may reach a node
 */
public record RequestCase(
        String name, String raw, Set<Integer> statuses, boolean forwardable, boolean inBody, Consumer<Message> check) {

    static RequestCase refused(String name, int status, String raw) {
        return new RequestCase(name, raw, Set.of(status), false, false, m -> {});
    }

    static RequestCase refused(String name, Set<Integer> statuses, String raw) {
        return new RequestCase(name, raw, statuses, false, false, m -> {});
    }

    static RequestCase refusedBody(String name, String raw) {
        return new RequestCase(name, raw, Set.of(400), false, true, m -> {});
    }

    static RequestCase forwarded(String name, String raw, Consumer<Message> check) {
        return new RequestCase(name, raw, Set.of(), true, false, check);
    }

    static RequestCase either(String name, Set<Integer> statuses, String raw, Consumer<Message> check) {
        return new RequestCase(name, raw, statuses, true, false, check);
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
