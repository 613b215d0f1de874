// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

import java.nio.charset.StandardCharsets;

/**
 * Reads the BIN form: base 64, padded or not, of the protocol buffer {@code xds.data.orca.v3.OrcaLoadReport}.
 *
 * <p>Unknown fields are skipped, as protocol buffers want it. A field of 0 is usually not sent, and then it is absent
 * here.
 */
final class ReportBinary {

    /** The fields by their numbers. */
    private static final String[] FIELDS = {
        "",
        "cpu_utilization",
        "mem_utilization",
        "rps",
        "request_cost",
        "utilization",
        "rps_fractional",
        "eps",
        "named_metrics",
        "application_utilization"
    };

    private static final int KEY = 1;
    private static final int VALUE = 2;
    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int LENGTH = 2;
    private static final int FIXED32 = 5;

    private final byte[] plain = new byte[LoadReport.MOST_OCTETS];
    private final int[] codes = new int[FIELDS.length];
    private int at;

    ReportBinary(ReportFields fields) {
        for (int i = 0; i < FIELDS.length; i++) {
            byte[] name = FIELDS[i].getBytes(StandardCharsets.US_ASCII);
            codes[i] = fields.field(name, 0, name.length);
        }
    }

    boolean read(byte[] octets, int from, int to, ReportFields fields) {
        int end = decode(octets, from, to);
        at = 0;
        while (at < end) {
            long tag = varint(end);
            int type = (int) (tag & 7);
            long number = tag >>> 3;
            int code = number < codes.length && tag > 0 ? codes[(int) number] : ReportFields.FOREIGN;
            if (tag < 8 || !field(code, (int) number, type, end, fields)) {
                return false;
            }
        }
        return at == end;
    }

    private boolean field(int code, int number, int type, int end, ReportFields fields) {
        if (code >= 0 && code < ReportFields.NAMED && type == FIXED64) {
            return at + 8 <= end && put(code, fixed64(), fields);
        }
        if ((code == ReportFields.NAMED || code == ReportFields.OTHERS) && type == LENGTH) {
            long size = varint(end);
            return size >= 0 && size <= end - at && entry(code, number, at + (int) size, fields);
        }
        return skip(type, end);
    }

    /** One entry of a map is a message of a key and a value. */
    private boolean entry(int map, int number, int end, ReportFields fields) {
        int keyFrom = at;
        int keyTo = at;
        double value = 0;
        while (at < end) {
            long tag = varint(end);
            if (tag == (KEY << 3 | LENGTH)) {
                long size = varint(end);
                if (size < 0 || size > end - at) {
                    return false;
                }
                keyFrom = at;
                at += (int) size;
                keyTo = at;
            } else if (tag == (VALUE << 3 | FIXED64) && at + 8 <= end) {
                value = fixed64();
            } else if (tag < 8 || !skip((int) (tag & 7), end)) {
                return false;
            }
        }
        int code = map == ReportFields.NAMED ? fields.named(plain, keyFrom, keyTo) : ReportFields.FOREIGN;
        return at == end && fields.first(plain, keyFrom, keyTo, number) && put(code, value, fields);
    }

    private static boolean put(int code, double value, ReportFields fields) {
        boolean finite = Math.abs(value) <= Double.MAX_VALUE;
        return finite && fields.put(code, fields.shift(code) == 0 ? value : value * 100);
    }

    private boolean skip(int type, int end) {
        long size;
        switch (type) {
            case VARINT:
                return varint(end) != -1;
            case FIXED64:
                size = 8;
                break;
            case LENGTH:
                size = varint(end);
                break;
            case FIXED32:
                size = 4;
                break;
            default:
                return false;
        }
        if (size < 0 || size > end - at) {
            return false;
        }
        at += (int) size;
        return true;
    }

    /** The next number of variable length; -1 when it is cut off, too long, or negative, which nothing here is. */
    private long varint(int end) {
        long number = 0;
        for (int shift = 0; shift < 63 && at < end; shift += 7) {
            byte octet = plain[at++];
            number |= (long) (octet & 0x7f) << shift;
            if (octet >= 0) {
                return number;
            }
        }
        return -1;
    }

    private double fixed64() {
        long bits = 0;
        for (int i = 7; i >= 0; i--) {
            bits = bits << 8 | (plain[at + i] & 0xff);
        }
        at += 8;
        return Double.longBitsToDouble(bits);
    }

    /** Decodes into {@link #plain}; the length, or -1 for what is not base 64. */
    private int decode(byte[] octets, int from, int to) {
        int end = to;
        while (end > from && to - end < 2 && octets[end - 1] == '=') {
            end--;
        }
        boolean cut = (end - from) % 4 == 1 || (end != to && (to - from) % 4 != 0);
        int size = 0;
        int bits = 0;
        for (int i = from; i < end; i++) {
            int digit = digit(octets[i]);
            if (digit < 0 || cut) {
                return -1;
            }
            bits = bits << 6 | digit;
            int phase = (i - from) & 3;
            if (phase > 0) {
                plain[size++] = (byte) (bits >> (6 - 2 * phase));
            }
        }
        return size;
    }

    private static int digit(byte octet) {
        if (octet >= 'A' && octet <= 'Z') {
            return octet - 'A';
        }
        if (octet >= 'a' && octet <= 'z') {
            return octet - 'a' + 26;
        }
        if (octet >= '0' && octet <= '9') {
            return octet - '0' + 52;
        }
        return octet == '+' ? 62 : octet == '/' ? 63 : -1;
    }
}
