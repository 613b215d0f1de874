// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An answer to a message.
 *
 * @param error the kind of error, {@code SYNTAX} or {@code MEM}; null for success
 * @param text the body, or what is wrong
 */
public record McmpAnswer(@Nullable String error, String text) {

    /** The version of the protocol. */
    static final String PROTOCOL = "0.2.1";

    static McmpAnswer ok(String text) {
        return new McmpAnswer(null, text);
    }

    static McmpAnswer refused(McmpException why) {
        return new McmpAnswer(why.kind().name(), why.kind() + ": " + why.text());
    }

    /** An error of what is around the protocol, such as a head that is none. */
    public static McmpAnswer malformed(String why) {
        return refused(McmpException.syntax(why));
    }

    /** The answer as it goes over the wire. */
    public byte[] toOctets(boolean keepsAlive) {
        String close = keepsAlive ? "" : "Connection: close\r\n";
        String mess = error == null ? "" : text.replaceAll("[^ -~]", "?");
        String head = error == null
                ? "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
                : "HTTP/1.1 500 ERROR\r\nVersion: " + PROTOCOL + "\r\nType: " + error + "\r\nMess: " + mess + "\r\n";
        byte[] body = error == null ? text.getBytes(StandardCharsets.UTF_8) : new byte[0];
        byte[] first = (head + close + "Content-Length: " + body.length + "\r\n\r\n").getBytes(StandardCharsets.UTF_8);
        byte[] whole = new byte[first.length + body.length];
        System.arraycopy(first, 0, whole, 0, first.length);
        System.arraycopy(body, 0, whole, first.length, body.length);
        return whole;
    }
}
