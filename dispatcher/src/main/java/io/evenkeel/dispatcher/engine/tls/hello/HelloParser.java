// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls.hello;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads the body of a ClientHello that is whole. One use. */
final class HelloParser {

    /** Clients send about twenty. */
    private static final int MOST_EXTENSIONS = 100;

    private static final int LONGEST_NAME = 255;

    private static final int RANDOM = 32;
    private static final int LONGEST_SESSION_ID = 32;

    private static final int SERVER_NAME = 0;
    private static final int STATUS_REQUEST = 5;
    private static final int SUPPORTED_GROUPS = 10;
    private static final int SIGNATURE_ALGORITHMS = 13;
    private static final int ALPN = 16;
    private static final int SESSION_TICKET = 35;
    private static final int PRE_SHARED_KEY = 41;
    private static final int SUPPORTED_VERSIONS = 43;

    /** A length or value that is not allowed; without a trace, because strangers make it. */
    private static final class BadHello extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final HelloFault fault;

        private BadHello(HelloFault fault) {
            super(fault.word(), null, false, false);
            this.fault = fault;
        }
    }

    private final int[] seen = new int[MOST_EXTENSIONS];
    private int bits;
    private @Nullable String serverName;
    private byte[] protocols = HelloFields.NO_PROTOCOLS;

    /** The fields of the message that was read without a fault. */
    HelloFields fields() {
        return new HelloFields(serverName, protocols, bits);
    }

    /** The fault of a body; null when it has none. */
    @Nullable
    HelloFault read(ByteBuf octets, int at, int length) {
        try {
            body(octets, at, at + length);
            return null;
        } catch (BadHello e) {
            return e.fault;
        }
    }

    private void body(ByteBuf in, int start, int end) {
        int at = start;
        within(at + 2 + RANDOM + 1, end);
        int version = in.getUnsignedShort(at);
        if (version >>> 8 != 3) {
            throw new BadHello(HelloFault.OTHER_VERSION);
        }
        at += 2 + RANDOM;
        int session = in.getUnsignedByte(at);
        at += 1 + session;
        within(at + 2, end);
        int suites = in.getUnsignedShort(at);
        at += 2;
        if (session > LONGEST_SESSION_ID || suites == 0 || (suites & 1) != 0) {
            throw new BadHello(HelloFault.MALFORMED);
        }
        within(at + suites + 1, end);
        suites(in, at, at + suites);
        at += suites;
        int compressions = in.getUnsignedByte(at);
        at += 1;
        within(at + compressions, end);
        if (in.indexOf(at, at + compressions, (byte) 0) < 0) {
            throw new BadHello(HelloFault.FORBIDDEN);
        }
        at += compressions;
        boolean versions = at < end && extensions(in, at, end);
        if (!versions && version >= 0x0303) {
            bits |= HelloFields.TLS_1_2;
        }
    }

    private static void within(int at, int end) {
        if (at > end) {
            throw new BadHello(HelloFault.MALFORMED);
        }
    }

    /** Looks for a suite of ECDHE with ECDSA and an AEAD. */
    private void suites(ByteBuf in, int start, int end) {
        for (int at = start; at < end; at += 2) {
            int suite = in.getUnsignedShort(at);
            if (suite == 0xc02b || suite == 0xc02c || suite == 0xcca9) {
                bits |= HelloFields.ECDSA_SUITE;
            }
        }
    }

    /** True when one of them lists the versions. */
    private boolean extensions(ByteBuf in, int start, int end) {
        within(start + 2, end);
        int at = start + 2;
        if (at + in.getUnsignedShort(start) != end) {
            throw new BadHello(HelloFault.MALFORMED);
        }
        boolean versions = false;
        for (int count = 0; at < end; count++) {
            within(at + 4, end);
            int type = in.getUnsignedShort(at);
            int from = at + 4;
            at = from + in.getUnsignedShort(at + 2);
            within(at, end);
            once(type, count);
            if (type == PRE_SHARED_KEY && at != end) {
                throw new BadHello(HelloFault.FORBIDDEN);
            }
            versions |= type == SUPPORTED_VERSIONS;
            extension(in, type, from, at);
        }
        return versions;
    }

    private void once(int type, int count) {
        if (count == MOST_EXTENSIONS) {
            throw new BadHello(HelloFault.MALFORMED);
        }
        for (int i = 0; i < count; i++) {
            if (seen[i] == type) {
                throw new BadHello(HelloFault.FORBIDDEN);
            }
        }
        seen[count] = type;
    }

    private void extension(ByteBuf in, int type, int from, int to) {
        switch (type) {
            case SERVER_NAME -> serverName = name(in, from, to);
            case STATUS_REQUEST -> bits |= HelloFields.STAPLE;
            case SUPPORTED_GROUPS -> {
                bits |= HelloFields.CURVES;
                pairs(in, from, to, true);
            }
            case SIGNATURE_ALGORITHMS -> pairs(in, from, to, false);
            case ALPN -> protocols = protocols(in, from, to);
            case SESSION_TICKET -> bits |= to > from ? HelloFields.TICKET : 0;
            case PRE_SHARED_KEY -> bits |= HelloFields.PRE_SHARED_KEY;
            case SUPPORTED_VERSIONS -> versions(in, from, to);
            default -> {
                // of no consequence here
            }
        }
    }

    /** A list of names of which one may be a host's (RFC 6066 §3). */
    private static String name(ByteBuf in, int from, int to) {
        within(from + 5, to);
        int length = in.getUnsignedShort(from + 3);
        // Other kinds of names were never defined, and clients send one name.
        if (in.getUnsignedShort(from) != to - from - 2
                || in.getByte(from + 2) != 0
                || from + 5 + length != to
                || length == 0
                || length > LONGEST_NAME + 1) {
            throw new BadHello(HelloFault.MALFORMED);
        }
        int end = in.getByte(to - 1) == '.' ? to - 1 : to;
        byte[] name = new byte[end - (from + 5)];
        boolean border = true;
        for (int i = 0; i < name.length; i++) {
            int c = lower(in.getByte(from + 5 + i));
            boolean dot = c == '.';
            if (dot ? border : !isOfName(c)) {
                throw new BadHello(HelloFault.BAD_NAME);
            }
            border = dot;
            name[i] = (byte) c;
        }
        if (border || name.length > LONGEST_NAME) {
            throw new BadHello(HelloFault.BAD_NAME);
        }
        return new String(name, StandardCharsets.ISO_8859_1);
    }

    private static int lower(int c) {
        return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
    }

    private static boolean isOfName(int c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    }

    /** A list of numbers of two octets. */
    private void pairs(ByteBuf in, int from, int to, boolean curves) {
        within(from + 2, to);
        int length = in.getUnsignedShort(from);
        int at = from + 2;
        if (at + length != to || length == 0 || (length & 1) != 0) {
            throw new BadHello(HelloFault.MALFORMED);
        }
        for (; at < to; at += 2) {
            int number = in.getUnsignedShort(at);
            bits |= curves ? curve(number) : scheme(number);
        }
    }

    private static int curve(int number) {
        return switch (number) {
            case 23 -> HelloFields.CURVE_P256;
            case 24 -> HelloFields.CURVE_P384;
            case 25 -> HelloFields.CURVE_P521;
            default -> 0;
        };
    }

    private static int scheme(int number) {
        return switch (number) {
            case 0x0403 -> HelloFields.ECDSA_P256;
            case 0x0503 -> HelloFields.ECDSA_P384;
            case 0x0603 -> HelloFields.ECDSA_P521;
            default -> 0;
        };
    }

    private void versions(ByteBuf in, int from, int to) {
        within(from + 1, to);
        int length = in.getUnsignedByte(from);
        if (from + 1 + length != to || length == 0 || (length & 1) != 0) {
            throw new BadHello(HelloFault.MALFORMED);
        }
        for (int at = from + 1; at < to; at += 2) {
            int version = in.getUnsignedShort(at);
            bits |= version == 0x0304 ? HelloFields.TLS_1_3 : version == 0x0303 ? HelloFields.TLS_1_2 : 0;
        }
    }

    /** The names without the length of their list (RFC 7301 §3.1). */
    private static byte[] protocols(ByteBuf in, int from, int to) {
        within(from + 2, to);
        if (from + 2 + in.getUnsignedShort(from) != to || from + 2 == to) {
            throw new BadHello(HelloFault.MALFORMED);
        }
        int at = from + 2;
        while (at < to) {
            int length = in.getUnsignedByte(at);
            at += 1 + length;
            if (length == 0) {
                throw new BadHello(HelloFault.MALFORMED);
            }
        }
        within(at, to);
        byte[] names = new byte[to - from - 2];
        in.getBytes(from + 2, names);
        return names;
    }
}
