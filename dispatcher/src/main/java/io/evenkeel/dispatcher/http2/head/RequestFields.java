// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.head;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.FieldName;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import io.evenkeel.dispatcher.http2.hpack.HpackEncoder;

/**
 * Writes requests to nodes as field blocks of HTTP/2, out of the heads that {@code RequestWriter} writes: what is about
 * a connection of HTTP/1.1 is left out, and Host becomes the authority. Stateless.
 */
public final class RequestFields {

    private static final byte[] TRAILERS = Octets.ascii("te: trailers\r\n");

    /** Octets of {@code te: trailers} and of the four pseudo-fields, without the values that a head gives them. */
    private static final int ALWAYS = 5 * FieldBlock.FIELD_OVERHEAD
            + ":method".length()
            + ":scheme".length()
            + "https".length()
            + ":authority".length()
            + ":path".length()
            + "te".length()
            + "trailers".length();

    /** The shortest line of a field, a name and a colon, has four octets and counts 33. */
    private static final int MOST_GROWTH = 9;

    private RequestFields() {}

    /**
     * True when the fields of a request count no more than its receiver takes, each with 32 octets beside its name and
     * its value (RFC 9113 §6.5.2). Costs a comparison, unless the head is near the limit.
     *
     * @param head a whole head that asks for no upgrade
     * @param most what they may count
     */
    public static boolean fit(HeadBuffer head, long most) {
        return head.length() <= (most - ALWAYS) / MOST_GROWTH || size(head) <= most;
    }

    private static int size(HeadBuffer head) {
        byte[] octets = head.octets();
        int length = head.length();
        int methodTo = Octets.indexOf(octets, 0, length, Octets.SP);
        int targetTo = Octets.indexOf(octets, methodTo + 1, length, Octets.SP);
        int i = Octets.indexOf(octets, targetTo, length, Octets.LF) + 1;
        int size = ALWAYS + targetTo - 1;
        while (octets[i] != Octets.CR) {
            int end = Octets.indexOf(octets, i, length, Octets.LF) - 1;
            int colon = Octets.indexOf(octets, i, end, (byte) ':');
            byte name = FieldName.of(octets, i, colon);
            int value = Octets.afterBlanks(octets, colon + 1, end);
            int count = Octets.beforeBlanks(octets, value, end) - value;
            if (name == FieldName.HOST) {
                size += count;
            } else if (stays(name)) {
                size += colon - i + count + FieldBlock.FIELD_OVERHEAD;
            }
            i = end + 2;
        }
        return size;
    }

    /**
     * Writes the block of a request behind whatever is in {@code out}.
     *
     * @param head a whole head that asks for no upgrade
     * @param https true when the connection is encrypted
     * @param trailers true to say that an answer may have trailers, which gRPC demands
     */
    public static void write(HeadBuffer head, boolean https, boolean trailers, HpackEncoder encoder, HeadBuffer out) {
        byte[] octets = head.octets();
        int length = head.length();
        int methodTo = Octets.indexOf(octets, 0, length, Octets.SP);
        int targetTo = Octets.indexOf(octets, methodTo + 1, length, Octets.SP);
        int fields = Octets.indexOf(octets, targetTo, length, Octets.LF) + 1;
        encoder.begin(out);
        encoder.method(octets, 0, methodTo, out);
        encoder.scheme(https, out);
        authority(octets, fields, length, encoder, out);
        encoder.path(octets, methodTo + 1, targetTo, out);
        int i = fields;
        while (octets[i] != Octets.CR) {
            int end = Octets.indexOf(octets, i, length, Octets.LF) - 1;
            int colon = Octets.indexOf(octets, i, end, (byte) ':');
            if (stays(FieldName.of(octets, i, colon))) {
                encoder.line(octets, i, colon, end, out);
            }
            i = end + 2;
        }
        if (trailers) {
            encoder.lines(TRAILERS, 0, TRAILERS.length, out);
        }
    }

    /** Host is the first field as a rule. */
    private static void authority(byte[] octets, int from, int to, HpackEncoder encoder, HeadBuffer out) {
        int i = from;
        while (octets[i] != Octets.CR) {
            int end = Octets.indexOf(octets, i, to, Octets.LF) - 1;
            int colon = Octets.indexOf(octets, i, end, (byte) ':');
            if (FieldName.of(octets, i, colon) == FieldName.HOST) {
                int value = Octets.afterBlanks(octets, colon + 1, end);
                encoder.authority(octets, value, Octets.beforeBlanks(octets, value, end), out);
                return;
            }
            i = end + 2;
        }
    }

    private static boolean stays(byte name) {
        return switch (name) {
            case FieldName.HOST,
                    FieldName.CONNECTION,
                    FieldName.KEEP_ALIVE,
                    FieldName.HOP,
                    FieldName.UPGRADE,
                    FieldName.TRANSFER_ENCODING -> false;
            default -> true;
        };
    }
}
