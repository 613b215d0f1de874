// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls.hello;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ClientHello of a connection (RFC 8446 §4.1.2, RFC 5246 §7.4.1.2): reads it from the first octets, in one record
 * or in several, and answers what it says.
 *
 * <p>Strict: every length must fit exactly, an extension stands once, and {@code pre_shared_key} is the last. The
 * octets of one record are read where they are; a message in several records is copied once. An object serves one
 * connection. Threads: that of the connection's loop.
 */
public final class ClientHello {

    /**
     * The longest message, and the most octets on the wire that are looked at; those with post-quantum keys have 2 kB.
     */
    public static final int MOST_OCTETS = 16 << 10;

    private static final int RECORD_HEADER = 5;
    private static final int MESSAGE_HEADER = 4;
    private static final int HANDSHAKE = 22;
    private static final int CLIENT_HELLO = 1;

    /** The knowledge after a look at the octets so far. */
    public enum State {
        /** They could still become a ClientHello. */
        MORE,
        /** The message is whole, and the accessors answer. */
        WHOLE,
        /** They cannot become one; {@link ClientHello#fault} says why. */
        BAD
    }

    private State state = State.MORE;
    private @Nullable HelloFault fault;

    /** Begin of the next record, counted from the first octet. */
    private int nextRecord;

    private int records;

    /** Octets of the message in the records that were seen whole. */
    private int gathered;

    /** The message's length with its header; 0 while it is not known. */
    private int length;

    private HelloFields fields = HelloFields.NONE;

    /**
     * Looks at the octets so far and moves no index. The answer stays once it is not {@link State#MORE}.
     *
     * @param octets all octets of the connection from the first octet of TLS, so never fewer than before
     */
    public State read(ByteBuf octets) {
        if (state == State.MORE) {
            HelloFault why = look(octets);
            if (why != null) {
                fault = why;
                state = State.BAD;
            }
        }
        return state;
    }

    private @Nullable HelloFault look(ByteBuf octets) {
        int start = octets.readerIndex();
        int readable = octets.readableBytes();
        if (records == 0 && readable > 0) {
            HelloFault why = begin(octets, start, readable);
            if (why != null) {
                return why;
            }
        }
        while (readable - nextRecord >= RECORD_HEADER) {
            int at = start + nextRecord;
            int size = octets.getUnsignedShort(at + 3);
            if (octets.getUnsignedByte(at) != HANDSHAKE || octets.getUnsignedByte(at + 1) != 3 || size == 0) {
                return HelloFault.OUT_OF_PLACE;
            }
            int end = nextRecord + RECORD_HEADER + size;
            if (end > MOST_OCTETS + RECORD_HEADER) {
                return HelloFault.TOO_LONG;
            }
            if (records == 0 && readable >= RECORD_HEADER + MESSAGE_HEADER) {
                HelloFault why = header(octets, at + RECORD_HEADER, size);
                if (why != null) {
                    return why;
                }
            }
            if (readable < end) {
                return null;
            }
            nextRecord = end;
            gathered += size;
            records++;
            if (length > 0 && gathered >= length) {
                return whole(octets, start);
            }
            if (length == 0 && gathered >= MESSAGE_HEADER) {
                ByteBuf joined = joined(octets, start);
                HelloFault why = header(joined, 0, gathered);
                if (why != null) {
                    return why;
                }
                if (gathered >= length) {
                    return whole(octets, start);
                }
            }
        }
        return null;
    }

    /** The first octets, before a whole record is there. */
    private static @Nullable HelloFault begin(ByteBuf octets, int start, int readable) {
        int first = octets.getUnsignedByte(start);
        if (first != HANDSHAKE) {
            return first >= 'A' && first <= 'Z' ? HelloFault.PLAIN_HTTP : HelloFault.NOT_TLS;
        }
        return readable > 1 && octets.getUnsignedByte(start + 1) != 3 ? HelloFault.NOT_TLS : null;
    }

    private @Nullable HelloFault header(ByteBuf octets, int at, int size) {
        if (size < MESSAGE_HEADER) {
            return null;
        }
        if (octets.getUnsignedByte(at) != CLIENT_HELLO) {
            return HelloFault.OUT_OF_PLACE;
        }
        length = MESSAGE_HEADER + octets.getUnsignedMedium(at + 1);
        return length > MOST_OCTETS ? HelloFault.TOO_LONG : null;
    }

    private @Nullable HelloFault whole(ByteBuf octets, int start) {
        if (gathered > length) {
            // A client must wait for the answer before it says anything else.
            return HelloFault.OUT_OF_PLACE;
        }
        HelloParser parser = new HelloParser();
        HelloFault why = records == 1
                ? parser.read(octets, start + RECORD_HEADER + MESSAGE_HEADER, length - MESSAGE_HEADER)
                : parser.read(joined(octets, start), MESSAGE_HEADER, length - MESSAGE_HEADER);
        if (why == null) {
            fields = parser.fields();
            state = State.WHOLE;
        }
        return why;
    }

    /** The octets of the message in the records that were seen whole, without the records' headers. */
    private ByteBuf joined(ByteBuf octets, int start) {
        byte[] message = new byte[gathered];
        int filled = 0;
        for (int at = 0; at < nextRecord; ) {
            int size = octets.getUnsignedShort(start + at + 3);
            octets.getBytes(start + at + RECORD_HEADER, message, filled, size);
            filled += size;
            at += RECORD_HEADER + size;
        }
        return Unpooled.wrappedBuffer(message);
    }

    /** The reason of {@link State#BAD}; null in any other state. */
    public @Nullable HelloFault fault() {
        return fault;
    }

    /** The octets on the wire up to the end of the message. */
    public int octets() {
        return nextRecord;
    }

    /** The host that the client wants, in lower case and without a dot at its end; null when it does not say. */
    public @Nullable String serverName() {
        return fields.serverName();
    }

    /** True when the client offers TLS 1.3. */
    public boolean offersTls13() {
        return fields.has(HelloFields.TLS_1_3);
    }

    /** True when the client offers TLS 1.2. */
    public boolean offersTls12() {
        return fields.has(HelloFields.TLS_1_2);
    }

    /** True when the client says which protocols it speaks inside (ALPN). */
    public boolean namesProtocols() {
        return fields.protocols().length > 0;
    }

    /** True when the client speaks a protocol inside, such as {@code h2} or {@code http/1.1}. */
    public boolean offers(String protocol) {
        byte[] names = fields.protocols();
        for (int at = 0; at < names.length; at += 1 + (names[at] & 0xff)) {
            if (equal(names, at, protocol)) {
                return true;
            }
        }
        return false;
    }

    private static boolean equal(byte[] names, int at, String protocol) {
        if ((names[at] & 0xff) != protocol.length()) {
            return false;
        }
        for (int i = 0; i < protocol.length(); i++) {
            if (names[at + 1 + i] != (byte) protocol.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** The protocols that the client speaks inside, in its order; for logs and tests. */
    public List<String> protocols() {
        byte[] names = fields.protocols();
        List<String> all = new ArrayList<>();
        for (int at = 0; at < names.length; at += 1 + (names[at] & 0xff)) {
            all.add(new String(names, at + 1, names[at] & 0xff, StandardCharsets.ISO_8859_1));
        }
        return all;
    }

    /**
     * True when the client can check an ECDSA signature by a key on a curve.
     *
     * @param bits of the curve: 256, 384 or 521, those of NIST; no other is known
     * @param tls13 true when the server would speak TLS 1.3 with a client that can
     */
    public boolean takesEcdsa(int bits, boolean tls13) {
        int scheme = switch (bits) {
            case 256 -> HelloFields.ECDSA_P256;
            case 384 -> HelloFields.ECDSA_P384;
            case 521 -> HelloFields.ECDSA_P521;
            default -> 0;
        };
        if (scheme == 0) {
            return false;
        }
        if (tls13 && offersTls13()) {
            // Since TLS 1.3 a scheme names hash and curve.
            return fields.has(scheme);
        }
        int curve = scheme << HelloFields.SCHEME_TO_CURVE;
        return fields.hasAny(HelloFields.ECDSA_P256 | HelloFields.ECDSA_P384 | HelloFields.ECDSA_P521)
                && fields.has(HelloFields.ECDSA_SUITE)
                && (fields.has(curve) || !fields.has(HelloFields.CURVES));
    }

    /** True when the client wants to continue an earlier session: by a ticket, or by the key of one. */
    public boolean resumes() {
        return fields.hasAny(HelloFields.PRE_SHARED_KEY | HelloFields.TICKET);
    }

    /** True when the client would check a staple of OCSP. */
    public boolean wantsStaple() {
        return fields.has(HelloFields.STAPLE);
    }
}
