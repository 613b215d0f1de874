// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import io.evenkeel.dispatcher.kit.Message.Field;
import java.util.ArrayList;
import java.util.List;

/**
 * The head of a request, without the framing of a protocol.
 *
 * @param target path and query
 * @param authority host and perhaps port
 */
public record Question(String method, String target, String authority, List<Field> fields) {

    /** A question for host {@code a}. */
    public static Question of(String method, String target) {
        return new Question(method, target, "a", List.of());
    }

    public static Question get(String target) {
        return of("GET", target);
    }

    public static Question post(String target) {
        return of("POST", target);
    }

    public Question at(String newAuthority) {
        return new Question(method, target, newAuthority, fields);
    }

    /** The same with a further field. */
    public Question with(String name, String value) {
        List<Field> more = new ArrayList<>(fields);
        more.add(new Field(name, value));
        return new Question(method, target, authority, more);
    }
}
