// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.config.text.Octets;
import java.nio.charset.StandardCharsets;
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

    private static final int LONGEST_METHOD = 32;
    private static final int LONGEST_HOST = 1024;
    private static final byte[] CHUNKED = Octets.ascii("chunked");
    private static final byte[] CONTINUE = Octets.ascii("100-continue");
    private static final byte[] REFERER = Octets.ascii("referer");
    private static final byte[] USER_AGENT = Octets.ascii("user-agent");
    private static final byte[] VERSION = Octets.ascii("HTTP/");

    final FieldLines lines = new FieldLines();
    final ConnectionOptions options = new ConnectionOptions();
    final RequestTarget target = new RequestTarget();
    byte[] octets = new byte[0];
    int start;
    int methodEnd;
    /** The end of the request line, behind its CR LF. */
    int lineEnd;

    /** Line numbers of the fields a proxy needs to know; -1 when absent. */
    int hostLine;

    int upgradeLine;

    private int minor;
    private Method method = Method.OTHER;
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
        method = Method.OTHER;
        int i = from;
        while (i + 1 < to && source[i] == Octets.CR && source[i + 1] == Octets.LF) {
            i += 2;
        }
        start = i;
        int fields = readLine(i, to, limits);
        if (fields < 0) {
            return tooLarge(fields, from, to, limits);
        }
        lineEnd = fields;
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
            return refuse(Refusal.HEAD_TOO_LARGE);
        }
        return end;
    }

    /** Reads METHOD SP TARGET SP VERSION CR LF; returns the index behind it, or a code. */
    private int readLine(int from, int to, RequestLimits limits) {
        int i = from;
        while (i < to && Octets.token(octets[i]) != 0) {
            i++;
        }
        if (i - from > LONGEST_METHOD) {
            return refuse(Refusal.BAD_METHOD);
        }
        if (i == to) {
            return INCOMPLETE;
        }
        if (octets[i] != Octets.SP || i == from) {
            boolean half = octets[i] == Octets.CR && i == from && i + 1 == to;
            return half ? INCOMPLETE : refuse(i == from ? Refusal.BAD_METHOD : Refusal.BAD_REQUEST_LINE);
        }
        methodEnd = i;
        method = Method.of(octets, from, i);
        int targetAt = ++i;
        int stop = (int) Math.min(to, (long) targetAt + limits.target() + 1);
        while (i < stop && Octets.isTarget(octets[i])) {
            i++;
        }
        if (i - targetAt > limits.target()) {
            return refuse(Refusal.TARGET_TOO_LONG);
        }
        if (i == to) {
            return INCOMPLETE;
        }
        if (octets[i] != Octets.SP) {
            boolean lineEnd = octets[i] == Octets.CR || octets[i] == Octets.LF;
            return refuse(lineEnd ? Refusal.BAD_REQUEST_LINE : Refusal.BAD_TARGET);
        }
        target.at = targetAt;
        target.end = i;
        return readVersion(i + 1, to);
    }

    private int readVersion(int from, int to) {
        int whole = Math.min(VERSION.length, to - from);
        for (int k = 0; k < whole; k++) {
            if (octets[from + k] != VERSION[k]) {
                return refuse(Refusal.BAD_VERSION);
            }
        }
        if (to - from < 10) {
            return Octets.controlAt(octets, from, Math.min(to, from + 8)) < Math.min(to, from + 8)
                    ? refuse(Refusal.BAD_VERSION)
                    : INCOMPLETE;
        }
        byte major = octets[from + 5];
        byte minorDigit = octets[from + 7];
        if (!Octets.isDigit(major) || octets[from + 6] != '.' || !Octets.isDigit(minorDigit)) {
            return refuse(Refusal.BAD_VERSION);
        }
        if (octets[from + 8] != Octets.CR || octets[from + 9] != Octets.LF) {
            boolean end = octets[from + 8] == Octets.LF || octets[from + 8] == Octets.CR;
            return refuse(end ? Refusal.BAD_LINE_END : Refusal.BAD_VERSION);
        }
        if (major != '1') {
            return refuse(Refusal.VERSION_NOT_SUPPORTED);
        }
        minor = minorDigit == '0' ? 0 : 1;
        return from + 10;
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
        int lengthLine = -1;
        int codingLine = -1;
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
                    if (!Octets.equalsLower(octets, from, to, CONTINUE)) {
                        return refused(Refusal.BAD_EXPECTATION);
                    }
                    expectsContinue = true;
                }
                case FieldName.UPGRADE -> upgradeLine = k;
                case FieldName.MAX_FORWARDS -> maxForwards = smallNumber(from, to);
                default -> {}
            }
        }
        return frame(lengthLine, codingLine, limits) && address();
    }

    private boolean frame(int lengthLine, int codingLine, RequestLimits limits) {
        if (codingLine >= 0) {
            if (lengthLine >= 0) {
                return refused(Refusal.LENGTH_AND_CODING);
            }
            boolean chunked =
                    Octets.equalsLower(octets, lines.valueAt[codingLine], lines.valueEnd[codingLine], CHUNKED);
            if (!chunked || minor == 0) {
                return refused(Refusal.BAD_TRANSFER_CODING);
            }
            framing = Framing.CHUNKED;
        } else if (lengthLine >= 0) {
            contentLength = length(octets, lines.valueAt[lengthLine], lines.valueEnd[lengthLine]);
            if (contentLength < 0) {
                return refused(Refusal.BAD_LENGTH);
            }
            if (contentLength > limits.body()) {
                return refused(Refusal.BODY_TOO_LARGE);
            }
            framing = contentLength == 0 ? Framing.NONE : Framing.LENGTH;
        }
        return method != Method.TRACE || framing == Framing.NONE || refused(Refusal.BAD_TRACE);
    }

    /** Checks target and Host and settles which of them names the host (RFC 9112 §3.2, §3.3). */
    private boolean address() {
        if (method == Method.CONNECT) {
            return refused(Refusal.NOT_ALLOWED);
        }
        if (!target.understand(octets, method)) {
            return refused(Refusal.BAD_TARGET);
        }
        if (hostLine < 0) {
            return minor == 0 || refused(Refusal.BAD_HOST);
        }
        int from = lines.valueAt[hostLine];
        int to = lines.valueEnd[hostLine];
        boolean fine = to - from <= LONGEST_HOST && RequestTarget.isAuthority(octets, from, to);
        return fine || refused(Refusal.BAD_HOST);
    }

    /** A Content-Length value; -1 when it is malformed or above {@link Long#MAX_VALUE}. */
    static long length(byte[] octets, int from, int to) {
        if (from == to) {
            return -1;
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = octets[i] - '0';
            if (digit < 0 || digit > 9 || value > (Long.MAX_VALUE - digit) / 10) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    private int smallNumber(int from, int to) {
        long value = length(octets, from, to);
        return value < 0 ? -1 : (int) Math.min(value, Integer.MAX_VALUE);
    }

    private boolean refused(Refusal why) {
        refusal = why;
        return false;
    }

    private int refuse(Refusal why) {
        refusal = why;
        return REFUSED;
    }

    /** The reason the head was refused. */
    public Refusal refusal() {
        return refusal == null ? Refusal.INTERNAL : refusal;
    }

    /** The method; of a refused head, OTHER unless it was read before the reason to refuse. */
    public Method method() {
        return method;
    }

    /** 0 for HTTP/1.0, 1 for HTTP/1.1 and later minor versions. */
    public int minorVersion() {
        return minor;
    }

    public Framing framing() {
        return framing;
    }

    /** Octets of the body when {@link #framing} is LENGTH. */
    public long contentLength() {
        return contentLength;
    }

    /** True when the client waits for 100 (Continue) before it sends the body; never for HTTP/1.0. */
    public boolean expectsContinue() {
        return expectsContinue && minor == 1;
    }

    /** True when the client wants to send further requests on its connection (RFC 9112 §9.3). */
    public boolean keepsAlive() {
        return minor == 0 ? options.keepAlive && !options.close : !options.close;
    }

    /** True when the request asks to leave HTTP behind in a way this gateway passes on. */
    public boolean upgrades() {
        return options.upgrade && upgradeLine >= 0 && minor == 1 && framing == Framing.NONE && !isH2c();
    }

    /** HTTP/2 in clear text would take the requests inside it past every check made here. */
    private boolean isH2c() {
        int from = lines.valueAt[upgradeLine];
        int to = lines.valueEnd[upgradeLine];
        for (int i = from; i + 2 < to; i++) {
            if ((octets[i] | 0x20) == 'h' && octets[i + 1] == '2' && (octets[i + 2] | 0x20) == 'c') {
                return true;
            }
        }
        return false;
    }

    /** Max-Forwards of an OPTIONS or TRACE request; -1 when absent. */
    public int maxForwards() {
        return method == Method.TRACE || method == Method.OPTIONS ? maxForwards : -1;
    }

    public RequestTarget target() {
        return target;
    }

    /** Start of the host that counts, in the array that was read; see {@link #hostEnd}. */
    public int hostAt() {
        return target.isAbsolute() ? target.authorityAt : hostLine < 0 ? 0 : lines.valueAt[hostLine];
    }

    /** End of the host that counts; equal to {@link #hostAt} when the request names none. */
    public int hostEnd() {
        return target.isAbsolute() ? target.authorityEnd : hostLine < 0 ? 0 : lines.valueEnd[hostLine];
    }

    /** The array that was read. */
    public byte[] octets() {
        return octets;
    }

    /** The offset of the method. */
    public int methodAt() {
        return start;
    }

    /** The offset behind the method. */
    public int methodEnd() {
        return methodEnd;
    }

    /** The number of field lines. */
    public int fields() {
        return lines.count;
    }

    public int valueAt(int line) {
        return lines.valueAt[line];
    }

    public int valueEnd(int line) {
        return lines.valueEnd[line];
    }

    public boolean isReferer(int line) {
        return Octets.equalsLower(octets, lines.at[line], lines.nameEnd[line], REFERER);
    }

    public boolean isUserAgent(int line) {
        return Octets.equalsLower(octets, lines.at[line], lines.nameEnd[line], USER_AGENT);
    }

    /** The value of the first field of a name in lower case; null when absent. Allocates: for errors and logs. */
    public @Nullable String field(String lowerName) {
        byte[] wanted = Octets.ascii(lowerName);
        for (int k = 0; k < lines.count; k++) {
            if (Octets.equalsLower(octets, lines.at[k], lines.nameEnd[k], wanted)) {
                return new String(
                        octets, lines.valueAt[k], lines.valueEnd[k] - lines.valueAt[k], StandardCharsets.ISO_8859_1);
            }
        }
        return null;
    }

    /** The request line without its CR LF, as it came. Allocates: for logs. */
    public String requestLine() {
        return new String(octets, start, lineEnd - 2 - start, StandardCharsets.ISO_8859_1);
    }
}
