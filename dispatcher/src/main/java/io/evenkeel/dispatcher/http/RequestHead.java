// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.text.FieldNames;
import java.util.Arrays;
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

    /** Dispatchers of this kind that a request has passed when it is taken to go round between them. */
    private static final int MOST_PASSES = 10;

    private static final byte[] REFERER = Octets.ascii("referer");
    private static final byte[] USER_AGENT = Octets.ascii("user-agent");

    final RequestLine line = new RequestLine();
    final FieldLines lines = new FieldLines();
    final KnownFields known = new KnownFields(line, lines);
    byte[] octets = new byte[0];

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
        int first = line.read(source, i, to, limits.target());
        if (first < 0) {
            refusal = line.refusal;
            return tooLarge(first, from, to, limits);
        }
        int end = lines.read(source, first, to, limits.fields(), false);
        if (end == FieldLines.REFUSED) {
            refusal = lines.refusal;
            return REFUSED;
        }
        if (end == FieldLines.INCOMPLETE || end - from > limits.head()) {
            return tooLarge(end, from, to, limits);
        }
        refusal = known.read(source, limits);
        if (refusal == Refusal.BODY_TOO_LARGE && !namesHost()) {
            refusal = Refusal.BAD_HOST;
        }
        return refusal == null && address() ? end : REFUSED;
    }

    /**
     * Reads the head of a client, as {@link #read} does, and refuses a request that goes round between dispatchers. The
     * head that is written for a node names one dispatcher more, so it is read again with {@link #read}.
     *
     * @return index behind the head, {@link #INCOMPLETE} or {@link #REFUSED}
     */
    public int take(byte[] source, int from, int to, RequestLimits limits) {
        int end = read(source, from, to, limits);
        if (end > 0 && known.passes >= MOST_PASSES) {
            refusal = Refusal.LOOP;
            return REFUSED;
        }
        return end;
    }

    private int tooLarge(int end, int from, int to, RequestLimits limits) {
        if (end != REFUSED && to - from > limits.head()) {
            refusal = Refusal.HEAD_TOO_LARGE;
            return REFUSED;
        }
        return end;
    }

    /**
     * Checks target and Host and settles which of them names the host (RFC 9112 §3.2, §3.3). A missing or malformed
     * Host is told before what the gateway does not do, because 400 is the only answer to it.
     */
    private boolean address() {
        boolean connects = line.method == Method.CONNECT;
        if (!connects && !line.target.understand(octets, line.method)) {
            return refused(Refusal.BAD_TARGET);
        }
        if (!namesHost()) {
            return refused(Refusal.BAD_HOST);
        }
        if (connects) {
            return refused(Refusal.NOT_ALLOWED);
        }
        return !known.expectsOther || refused(Refusal.BAD_EXPECTATION);
    }

    /** True for a well-formed Host, and in HTTP/1.0 for none. */
    private boolean namesHost() {
        int host = known.hostLine;
        return host < 0 ? line.minor == 0 : RequestTarget.isHost(octets, lines.valueAt[host], lines.valueEnd[host]);
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
        return known.framing;
    }

    /** Octets of the body when {@link #framing} is LENGTH. */
    public long contentLength() {
        return known.contentLength;
    }

    /**
     * Fields that do not pass in the trailer section of the body: those given, and those that Connection nominates,
     * which belong to one connection wherever they stand. Allocates for a chunked body of a message that nominates any.
     */
    public FieldNames unwantedTrailers(FieldNames others) {
        return known.framing == Framing.CHUNKED ? known.options.unwanted(octets, others) : others;
    }

    /** True when the client waits for 100 (Continue) before it sends the body; never for HTTP/1.0. */
    public boolean expectsContinue() {
        return known.expectsContinue && line.minor == 1;
    }

    /** True when the client wants to send further requests on its connection (RFC 9112 §9.3). */
    public boolean keepsAlive() {
        return line.minor == 0 ? known.options.keepAlive && !known.options.close : !known.options.close;
    }

    /** True when the request asks to leave HTTP behind in a way this gateway passes on. */
    public boolean upgrades() {
        return known.options.upgrade
                && known.upgradeLine >= 0
                && line.minor == 1
                && known.framing == Framing.NONE
                && !ConnectionOptions.namesH2c(
                        octets, lines.valueAt[known.upgradeLine], lines.valueEnd[known.upgradeLine]);
    }

    /** The protocols that {@link #upgrades} offers to go on with, in a new array. */
    public byte[] offeredProtocols() {
        int line = known.upgradeLine;
        return Arrays.copyOfRange(octets, lines.valueAt[line], lines.valueEnd[line]);
    }

    /** Max-Forwards of an OPTIONS or TRACE request; -1 when absent. */
    public int maxForwards() {
        return line.method == Method.TRACE || line.method == Method.OPTIONS ? known.maxForwards : -1;
    }

    public RequestTarget target() {
        return line.target;
    }

    /** Start of the host that counts, in the array that was read; see {@link #hostEnd}. */
    public int hostAt() {
        return line.target.isAbsolute()
                ? line.target.authorityAt
                : known.hostLine < 0 ? 0 : lines.valueAt[known.hostLine];
    }

    /** End of the host that counts; equal to {@link #hostAt} when the request names none. */
    public int hostEnd() {
        return line.target.isAbsolute()
                ? line.target.authorityEnd
                : known.hostLine < 0 ? 0 : lines.valueEnd[known.hostLine];
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
