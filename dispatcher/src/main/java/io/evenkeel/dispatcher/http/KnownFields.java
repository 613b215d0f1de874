// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.text.FieldNumber;
import io.evenkeel.dispatcher.http.text.ViaValue;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a request head that a proxy acts on: framing, expectation, Max-Forwards, and the lines of Host, Upgrade
 * and Cookie. Valid until the next {@link #read}; allocates nothing.
 */
final class KnownFields {

    private static final byte[] CHUNKED = Octets.ascii("chunked");
    private static final byte[] CONTINUE = Octets.ascii("100-continue");

    final ConnectionOptions options = new ConnectionOptions();

    /** Line numbers; -1 when absent. */
    int hostLine;

    int upgradeLine;

    /** The first line of cookies. */
    int cookieLine;

    Framing framing = Framing.NONE;

    /** Octets of the body when {@link #framing} is LENGTH. */
    long contentLength;

    /** True when 100-continue is expected, whatever the version of the request. */
    boolean expectsContinue;

    /** True when anything else is expected, which nobody here knows. */
    boolean expectsOther;

    /** Max-Forwards, whatever the method; -1 when absent or no number. */
    int maxForwards;

    /** The number of dispatchers of this kind that the request has passed. */
    int passes;

    private byte[] octets = new byte[0];
    private final RequestLine line;
    private final FieldLines lines;

    KnownFields(RequestLine line, FieldLines lines) {
        this.line = line;
        this.lines = lines;
    }

    /** Reads the lines of a head; the result says why the request is refused, and is null when it is not. */
    @Nullable
    Refusal read(byte[] source, RequestLimits limits) {
        octets = source;
        options.clear();
        framing = Framing.NONE;
        contentLength = 0;
        expectsContinue = false;
        expectsOther = false;
        maxForwards = -1;
        passes = 0;
        hostLine = -1;
        upgradeLine = -1;
        cookieLine = -1;
        int lengthLine = -1;
        int codingLine = -1;
        int expectLine = -1;
        int hopsLine = -1;
        for (int k = 0; k < lines.count; k++) {
            int from = lines.valueAt[k];
            int to = lines.valueEnd[k];
            switch (lines.name[k]) {
                case FieldName.HOST -> {
                    if (hostLine >= 0) {
                        return Refusal.BAD_HOST;
                    }
                    hostLine = k;
                }
                case FieldName.CONTENT_LENGTH -> {
                    if (lengthLine >= 0) {
                        return Refusal.BAD_LENGTH;
                    }
                    lengthLine = k;
                }
                case FieldName.TRANSFER_ENCODING -> {
                    if (codingLine >= 0) {
                        return Refusal.BAD_TRANSFER_CODING;
                    }
                    codingLine = k;
                }
                case FieldName.CONNECTION -> options.add(octets, from, to);
                case FieldName.EXPECT -> {
                    expects(from, to);
                    expectLine = k;
                }
                case FieldName.VIA -> passes += ViaValue.passes(octets, from, to);
                case FieldName.UPGRADE -> upgradeLine = k;
                case FieldName.COOKIE -> cookieLine = cookieLine < 0 ? k : cookieLine;
                case FieldName.MAX_FORWARDS -> {
                    maxForwards = hops(from, to);
                    hopsLine = k;
                }
                default -> {}
            }
        }
        if (options.nominates()) {
            forgetNominated(expectLine, hopsLine);
        }
        return frame(lengthLine, codingLine, limits);
    }

    /** Takes a list of expectations, whose empty elements say nothing. */
    private void expects(int from, int to) {
        for (int at = from; at < to; ) {
            int end = Octets.indexOf(octets, at, to, (byte) ',');
            int stop = end;
            at = Octets.afterBlanks(octets, at, stop);
            stop = Octets.beforeBlanks(octets, at, stop);
            if (stop > at) {
                boolean known = Octets.equalsLower(octets, at, stop, CONTINUE);
                expectsContinue |= known;
                expectsOther |= !known;
            }
            at = end + 1;
        }
    }

    /** The number of a Max-Forwards, of which more than an int holds are as good as the most; -1 when it is none. */
    private int hops(int from, int to) {
        for (int i = from; i < to; i++) {
            if (!Octets.isDigit(octets[i])) {
                return -1;
            }
        }
        long number = FieldNumber.of(octets, from, to);
        return from < to && number < 0 ? Integer.MAX_VALUE : (int) Math.min(number, Integer.MAX_VALUE);
    }

    /** Forgets what Connection nominates; a request that may go no farther still goes no farther. */
    private void forgetNominated(int expectLine, int hopsLine) {
        expectsContinue &= !isNominated(expectLine);
        maxForwards = maxForwards > 0 && isNominated(hopsLine) ? -1 : maxForwards;
    }

    /** True when Connection nominates a field for removal; a negative number is that of no field. */
    boolean isNominated(int k) {
        return k >= 0 && options.nominates() && options.nominates(octets, lines.at[k], lines.nameEnd[k]);
    }

    private @Nullable Refusal frame(int lengthLine, int codingLine, RequestLimits limits) {
        if (codingLine >= 0) {
            if (lengthLine >= 0) {
                return Refusal.LENGTH_AND_CODING;
            }
            boolean chunked =
                    Octets.equalsLower(octets, lines.valueAt[codingLine], lines.valueEnd[codingLine], CHUNKED);
            if (!chunked || line.minor == 0) {
                return Refusal.BAD_TRANSFER_CODING;
            }
            framing = Framing.CHUNKED;
        } else if (lengthLine >= 0) {
            contentLength = FieldNumber.of(octets, lines.valueAt[lengthLine], lines.valueEnd[lengthLine]);
            if (contentLength < 0) {
                return Refusal.BAD_LENGTH;
            }
            if (contentLength > limits.body()) {
                return Refusal.BODY_TOO_LARGE;
            }
            framing = contentLength == 0 ? Framing.NONE : Framing.LENGTH;
        }
        return line.method == Method.TRACE && framing != Framing.NONE ? Refusal.BAD_TRACE : null;
    }
}
