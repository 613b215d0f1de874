// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.mcmp.McmpMessage.McmpField;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads messages: method, target, and the fields of the body, which is encoded like a form. Bounded, and without a
 * state; never fails but by {@link McmpException}.
 */
final class McmpReader {

    /** The most octets of a body. */
    static final int MOST_OCTETS = 16 * 1024;

    /** The most fields of a message. */
    static final int MOST_FIELDS = 64;

    private static final int LONGEST_NAME = 64;

    private McmpReader() {}

    /**
     * Reads a message.
     *
     * @param target as it stands in the request line; its path may have a prefix, as {@code proxyURL} sets it
     */
    static McmpMessage read(String method, String target, byte[] body) throws McmpException {
        McmpCommand command = McmpCommand.of(method);
        if (command == null) {
            throw McmpException.syntax("Command is not supported");
        }
        if (body.length > MOST_OCTETS) {
            throw McmpException.syntax("The message has more than " + MOST_OCTETS + " bytes");
        }
        return new McmpMessage(command, target.endsWith("/*"), fields(body));
    }

    private static List<McmpField> fields(byte[] body) throws McmpException {
        List<McmpField> fields = new ArrayList<>();
        int end = body.length;
        while (end > 0 && (body[end - 1] == '\r' || body[end - 1] == '\n')) {
            end--;
        }
        for (int at = 0; at < end; ) {
            int stop = indexOf(body, at, end, (byte) '&');
            if (stop > at) {
                if (fields.size() == MOST_FIELDS) {
                    throw McmpException.syntax("The message has more than " + MOST_FIELDS + " fields");
                }
                fields.add(field(body, at, stop));
            }
            at = stop + 1;
        }
        return fields;
    }

    private static McmpField field(byte[] body, int from, int to) throws McmpException {
        int equals = indexOf(body, from, to, (byte) '=');
        if (equals == to || equals == from || equals - from > LONGEST_NAME) {
            throw McmpException.syntax("Can't parse MCMP message: a field is no name=value");
        }
        return new McmpField(decoded(body, from, equals), decoded(body, equals + 1, to));
    }

    private static int indexOf(byte[] octets, int from, int to, byte wanted) {
        int at = from;
        while (at < to && octets[at] != wanted) {
            at++;
        }
        return at;
    }

    /** Decodes what a form encodes. What is left is printable ASCII: nothing else is in any field of the protocol. */
    private static String decoded(byte[] octets, int from, int to) throws McmpException {
        byte[] plain = new byte[to - from];
        int length = 0;
        for (int i = from; i < to; i++) {
            int octet = octets[i];
            if (octet == '+') {
                octet = ' ';
            } else if (octet == '%') {
                int high = i + 2 < to ? Octets.hex(octets[i + 1]) : -1;
                int low = i + 2 < to ? Octets.hex(octets[i + 2]) : -1;
                if (high < 0 || low < 0) {
                    throw McmpException.syntax("Can't parse MCMP message: a percent sign encodes nothing");
                }
                octet = high << 4 | low;
                i += 2;
            }
            if (octet < ' ' || octet > '~' || octet == '<' || octet == '>' || octet == '"' || octet == '\'') {
                throw McmpException.syntax("Can't parse MCMP message. It might have contained illegal symbols");
            }
            plain[length++] = (byte) octet;
        }
        return new String(plain, 0, length, StandardCharsets.US_ASCII);
    }
}
