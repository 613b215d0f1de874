// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.text.FieldNames;
import org.jspecify.annotations.Nullable;

/**
 * One request head, read from a byte array into offsets.
 *
 * <p>An object is used for head after head; what it says is valid until the next {@link #read}. Reading costs one pass
 * over the octets and allocates nothing.
 */
public final class RequestHead {

    /** The head does not end within the octets given. */
    public static final int INCOMPLETE = FieldLines.INCOMPLETE;

    /** The head is malformed or too large; {@link #refusal} says how. */
    public static final int REFUSED = FieldLines.REFUSED;

    private static final byte[] CHUNKED = Octets.ascii("chunked");
    private static final byte[] CONTINUE = Octets.ascii("100-continue");
    private static final byte[] REFERER = Octets.ascii("referer");
    private static final byte[] USER_AGENT = Octets.ascii("user-agent");

    final RequestLine line = new RequestLine();
    final FieldLines lines = new FieldLines();
    final ConnectionOptions options = new ConnectionOptions();
    byte[] octets = new byte[0];

    /** Line numbers of the fields a proxy needs to know; -1 when absent. */
    int hostLine;

    int upgradeLine;

    /** The first line of cookies. */
    int cookieLine;

    private Framing framing = Framing.NONE;
    private long contentLength;
    private boolean expectsContinue;
    private int maxForwards;
    private @Nullable Refusal refusal;

    /**
     * Reads a head that starts at {@code from}, skipping empty lines before it (RFC 9112 §2.2).
     *
     * @return index behind the head, {@link #INCOMPLETE} or {@link #REFUSED}
     */
    public int read(byte[] source, int from, int to, RequestLimits limits) {
        octets = source;
        refusal = null;
        int i = from;
        while (i + 1 < to && source[i] == Octets.CR && source[i + 1] == Octets.LF) {
            i += 2;
        }
        int fields = line.read(source, i, to, limits.target());
        if (fields < 0) {
            refusal = line.refusal;
            return tooLarge(fields, from, to, limits);
        }
        int end = lines.read(source, fields, to, limits.fields(), false);
        if (end == FieldLines.REFUSED) {
            refusal = lines.refusal;
            return REFUSED;
        }
        if (end == FieldLines.INCOMPLETE || end - from > limits.head()) {
            return tooLarge(end, from, to, limits);
        }
        return understand(limits) ? end : REFUSED;
    }

    private int tooLarge(int end, int from, int to, RequestLimits limits) {
        if (end != REFUSED && to - from > limits.head()) {
            refusal = Refusal.HEAD_TOO_LARGE;
            return REFUSED;
        }
        return end;
    }

    /** Makes sense of the fields; false when the request is refused. */
    private boolean understand(RequestLimits limits) {
        options.clear();
        framing = Framing.NONE;
        contentLength = 0;
        expectsContinue = false;
        maxForwards = -1;
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
                        return refused(Refusal.BAD_HOST);
                    }
                    hostLine = k;
                }
                case FieldName.CONTENT_LENGTH -> {
                    if (lengthLine >= 0) {
                        return refused(Refusal.BAD_LENGTH);
                    }
                    lengthLine = k;
                }
                case FieldName.TRANSFER_ENCODING -> {
                    if (codingLine >= 0) {
                        return refused(Refusal.BAD_TRANSFER_CODING);
                    }
                    codingLine = k;
                }
                case FieldName.CONNECTION -> options.add(octets, from, to);
                case FieldName.EXPECT -> {
                    if (!expects(from, to)) {
                        return refused(Refusal.BAD_EXPECTATION);
                    }
                    expectLine = k;
                }
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
        return frame(lengthLine, codingLine, limits) && address();
    }

    /** Takes a list of expectations, whose empty elements say nothing; false when one is unknown here. */
    private boolean expects(int from, int to) {
        for (int at = from; at < to; ) {
            int end = Octets.indexOf(octets, at, to, (byte) ',');
            int stop = end;
            while (at < stop && FieldLines.isBlank(octets[at])) {
                at++;
            }
            while (stop > at && FieldLines.isBlank(octets[stop - 1])) {
                stop--;
            }
            if (stop > at) {
                if (!Octets.equalsLower(octets, at, stop, CONTINUE)) {
                    return false;
                }
                expectsContinue = true;
            }
            at = end + 1;
        }
        return true;
    }

    /** The number of a Max-Forwards, of which more than an int holds are as good as the most; -1 when it is none. */
    private int hops(int from, int to) {
        for (int i = from; i < to; i++) {
            if (!Octets.isDigit(octets[i])) {
                return -1;
            }
        }
        long number = FieldLines.number(octets, from, to);
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

    private boolean frame(int lengthLine, int codingLine, RequestLimits limits) {
        if (codingLine >= 0) {
            if (lengthLine >= 0) {
                return refused(Refusal.LENGTH_AND_CODING);
            }
            boolean chunked =
                    Octets.equalsLower(octets, lines.valueAt[codingLine], lines.valueEnd[codingLine], CHUNKED);
            if (!chunked || line.minor == 0) {
                return refused(Refusal.BAD_TRANSFER_CODING);
            }
            framing = Framing.CHUNKED;
        } else if (lengthLine >= 0) {
            contentLength = FieldLines.number(octets, lines.valueAt[lengthLine], lines.valueEnd[lengthLine]);
            if (contentLength < 0) {
                return refused(Refusal.BAD_LENGTH);
            }
            if (contentLength > limits.body()) {
                return refused(Refusal.BODY_TOO_LARGE);
            }
            framing = contentLength == 0 ? Framing.NONE : Framing.LENGTH;
        }
        return line.method != Method.TRACE || framing == Framing.NONE || refused(Refusal.BAD_TRACE);
    }

    /** Checks target and Host and settles which of them names the host (RFC 9112 §3.2, §3.3). */
    private boolean address() {
        if (line.method == Method.CONNECT) {
            return refused(Refusal.NOT_ALLOWED);
        }
        if (!line.target.understand(octets, line.method)) {
            return refused(Refusal.BAD_TARGET);
        }
        if (hostLine < 0) {
            return line.minor == 0 || refused(Refusal.BAD_HOST);
        }
        return RequestTarget.isHost(octets, lines.valueAt[hostLine], lines.valueEnd[hostLine])
                || refused(Refusal.BAD_HOST);
    }

    private boolean refused(Refusal why) {
        refusal = why;
        return false;
    }

    /** The reason the head was refused. */
    public Refusal refusal() {
        return refusal == null ? Refusal.INTERNAL : refusal;
    }

    /** The method; of a refused head, OTHER unless it was read before the reason to refuse. */
    public Method method() {
        return line.method;
    }

    /** 0 for HTTP/1.0, 1 for HTTP/1.1 and later minor versions. */
    public int minorVersion() {
        return line.minor;
    }

    public Framing framing() {
        return framing;
    }

    /** Octets of the body when {@link #framing} is LENGTH. */
    public long contentLength() {
        return contentLength;
    }

    /**
     * Fields that do not pass in the trailer section of the body: those given, and those that Connection nominates,
     * which belong to one connection wherever they stand. Allocates for a chunked body of a message that nominates any.
     */
    public FieldNames unwantedTrailers(FieldNames others) {
        return framing == Framing.CHUNKED ? options.unwanted(octets, others) : others;
    }

    /** True when the client waits for 100 (Continue) before it sends the body; never for HTTP/1.0. */
    public boolean expectsContinue() {
        return expectsContinue && line.minor == 1;
    }

    /** True when the client wants to send further requests on its connection (RFC 9112 §9.3). */
    public boolean keepsAlive() {
        return line.minor == 0 ? options.keepAlive && !options.close : !options.close;
    }

    /** True when the request asks to leave HTTP behind in a way this gateway passes on. */
    public boolean upgrades() {
        return options.upgrade
                && upgradeLine >= 0
                && line.minor == 1
                && framing == Framing.NONE
                && !ConnectionOptions.namesH2c(octets, lines.valueAt[upgradeLine], lines.valueEnd[upgradeLine]);
    }

    /** Max-Forwards of an OPTIONS or TRACE request; -1 when absent. */
    public int maxForwards() {
        return line.method == Method.TRACE || line.method == Method.OPTIONS ? maxForwards : -1;
    }

    public RequestTarget target() {
        return line.target;
    }

    /** Start of the host that counts, in the array that was read; see {@link #hostEnd}. */
    public int hostAt() {
        return line.target.isAbsolute() ? line.target.authorityAt : hostLine < 0 ? 0 : lines.valueAt[hostLine];
    }

    /** End of the host that counts; equal to {@link #hostAt} when the request names none. */
    public int hostEnd() {
        return line.target.isAbsolute() ? line.target.authorityEnd : hostLine < 0 ? 0 : lines.valueEnd[hostLine];
    }

    /** The array that was read. */
    public byte[] octets() {
        return octets;
    }

    /** The offset of the method. */
    public int methodAt() {
        return line.start;
    }

    /** The offset behind the method. */
    public int methodEnd() {
        return line.methodEnd;
    }

    /** The offset behind the head, its empty line included. */
    public int end() {
        return lines.at[lines.count] + 2;
    }

    /** The number of field lines. */
    public int fields() {
        return lines.count;
    }

    /** Start of the name of a field line. */
    public int nameAt(int number) {
        return lines.at[number];
    }

    /** End of the name. */
    public int nameEnd(int number) {
        return lines.nameEnd[number];
    }

    public int valueAt(int number) {
        return lines.valueAt[number];
    }

    public int valueEnd(int number) {
        return lines.valueEnd[number];
    }

    /**
     * The number of the last line of a name in lower case, of those with a lower number than {@code before}; -1: none.
     */
    public int lineBefore(int before, byte[] lowerName) {
        int line = before - 1;
        while (line >= 0 && !lines.isNamed(octets, line, lowerName)) {
            line--;
        }
        return line;
    }

    public boolean isTraceparent(int number) {
        return lines.name[number] == FieldName.TRACEPARENT;
    }

    public boolean isTracestate(int number) {
        return lines.name[number] == FieldName.TRACESTATE;
    }

    public boolean isReferer(int number) {
        return lines.isNamed(octets, number, REFERER);
    }

    public boolean isUserAgent(int number) {
        return lines.isNamed(octets, number, USER_AGENT);
    }

    /** True when a field has a name, which is given in lower case. */
    public boolean isNamed(int number, byte[] lowerName) {
        return lines.isNamed(octets, number, lowerName);
    }

    /** The value of the first field of a name in lower case; null when absent. Allocates: for errors and logs. */
    public @Nullable String field(String lowerName) {
        return lines.value(octets, Octets.ascii(lowerName));
    }
}
