// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge.login;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.RequestHead;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The field {@code Authorization} of a request (RFC 9110 §11.6.2), which a request may have once. */
final class AuthorizationField {

    private static final byte[] FIELD = Octets.ascii("authorization");

    private AuthorizationField() {}

    /**
     * The text behind the scheme; null when there is none, or more than one, or another scheme, or too much.
     *
     * @param scheme in lower case, with the blank behind it
     */
    static @Nullable String of(RequestHead head, byte[] scheme, int longest) {
        int line = head.lineBefore(head.fields(), FIELD);
        if (line < 0 || head.lineBefore(line, FIELD) >= 0) {
            return null;
        }
        int from = head.valueAt(line) + scheme.length;
        int to = head.valueEnd(line);
        return from < to && to - from <= longest && Octets.equalsLower(head.octets(), head.valueAt(line), from, scheme)
                ? new String(head.octets(), from, to - from, StandardCharsets.ISO_8859_1).strip()
                : null;
    }
}
