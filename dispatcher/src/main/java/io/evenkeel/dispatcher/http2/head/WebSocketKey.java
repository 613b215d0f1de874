// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.head;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.ResponseHead;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * The key of one opening handshake of a WebSocket towards a node (RFC 6455 §4.1), for a client of HTTP/2, which has
 * none (RFC 8441 §5). The client never sees the node's proof that it knows the protocol, so it is checked here.
 */
public final class WebSocketKey {

    /** Random octets in a key. */
    public static final int OCTETS = 16;

    private static final byte[] GUID = Octets.ascii("258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
    private static final byte[] ACCEPT = Octets.ascii("sec-websocket-accept");
    private static final byte[] UPGRADE = Octets.ascii("upgrade");
    private static final byte[] WEBSOCKET = Octets.ascii("websocket");

    private final byte[] text;
    private final byte[] proof;

    /**
     * A key.
     *
     * @param random {@link #OCTETS} octets, fresh for each handshake
     */
    public WebSocketKey(byte[] random) {
        text = Base64.getEncoder().encode(random);
        proof = Base64.getEncoder().encode(sha1(text, GUID));
    }

    private static byte[] sha1(byte[] first, byte[] second) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            digest.update(first);
            return digest.digest(second);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-1", e);
        }
    }

    /** The value of Sec-WebSocket-Key. */
    byte[] text() {
        return text;
    }

    /**
     * True when a 101 goes on with a WebSocket and nothing else, and has the one Sec-WebSocket-Accept that belongs to
     * this key (RFC 6455 §4.1).
     */
    public boolean isProvedBy(ResponseHead head) {
        int proofs = 0;
        int upgrades = 0;
        byte[] octets = head.octets();
        for (int k = 0; k < head.fields(); k++) {
            if (Octets.equalsLower(octets, head.nameAt(k), head.nameEnd(k), UPGRADE)) {
                if (!Octets.equalsLower(octets, head.valueAt(k), head.valueEnd(k), WEBSOCKET)) {
                    return false;
                }
                upgrades++;
            } else if (isAccept(head, k)) {
                boolean same = Arrays.equals(octets, head.valueAt(k), head.valueEnd(k), proof, 0, proof.length);
                if (!same) {
                    return false;
                }
                proofs++;
            }
        }
        return proofs == 1 && upgrades == 1;
    }

    static boolean isAccept(ResponseHead head, int k) {
        return Octets.equalsLower(head.octets(), head.nameAt(k), head.nameEnd(k), ACCEPT);
    }
}
