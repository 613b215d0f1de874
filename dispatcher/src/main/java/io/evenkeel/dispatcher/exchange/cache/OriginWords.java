// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache;

import io.evenkeel.config.listener.OriginField;
import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import java.nio.charset.StandardCharsets;

/**
 * The words of a trusted peer about the origin of a request, as far as they go on to nodes and could change their
 * answers: they belong to the key. Of all others the gateway says it itself, out of what is in the key.
 */
final class OriginWords {

    private static final byte[] PROTO = Octets.ascii("x-forwarded-proto");
    private static final byte[] HOST = Octets.ascii("x-forwarded-host");
    private static final byte[] PORT = Octets.ascii("x-forwarded-port");
    private static final byte[] FORWARDED = Octets.ascii("forwarded");
    private static final byte[] FOR = Octets.ascii("for=");
    private static final byte[] BY = Octets.ascii("by=");

    private OriginWords() {}

    static String of(RequestHead head, Origin origin) {
        if (!origin.trusted()) {
            return "";
        }
        HeadBuffer told = new HeadBuffer(64);
        for (int k = 0; k < head.fields(); k++) {
            boolean plain = (head.isNamed(k, PROTO) && origin.believes(OriginField.X_FORWARDED_PROTO))
                    || (head.isNamed(k, HOST) && origin.believes(OriginField.X_FORWARDED_HOST))
                    || (head.isNamed(k, PORT) && origin.believes(OriginField.X_FORWARDED_PORT));
            if (plain) {
                told.addLower(head.octets(), head.nameAt(k), head.nameEnd(k));
                told.add((byte) ':');
                told.add(head.octets(), head.valueAt(k), head.valueEnd(k));
                told.endLine();
            } else if (head.isNamed(k, FORWARDED) && origin.believes(OriginField.FORWARDED)) {
                told.add((byte) ';');
                withoutAddresses(head.octets(), head.valueAt(k), head.valueEnd(k), told);
                told.endLine();
            }
        }
        return new String(told.octets(), 0, told.length(), StandardCharsets.ISO_8859_1);
    }

    /** Adds the pairs of a Forwarded value but those that name clients and proxies. */
    private static void withoutAddresses(byte[] octets, int from, int to, HeadBuffer out) {
        int at = from;
        while (at < to) {
            int end = pairEnd(octets, at, to);
            while (at < end && (octets[at] == ' ' || octets[at] == '\t')) {
                at++;
            }
            boolean address = isNamed(octets, at, end, FOR) || isNamed(octets, at, end, BY);
            if (!address) {
                out.add(octets, at, end);
                out.add((byte) ';');
            }
            at = end + 1;
        }
    }

    private static boolean isNamed(byte[] octets, int from, int to, byte[] name) {
        return to - from >= name.length && Octets.equalsLower(octets, from, from + name.length, name);
    }

    private static int pairEnd(byte[] octets, int from, int to) {
        boolean quoted = false;
        for (int i = from; i < to; i++) {
            if (octets[i] == '"') {
                quoted = !quoted;
            } else if (!quoted && (octets[i] == ';' || octets[i] == ',')) {
                return i;
            }
        }
        return to;
    }
}
