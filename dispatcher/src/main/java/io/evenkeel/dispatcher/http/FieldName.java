// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import io.evenkeel.config.text.Octets;

/** The field names that a proxy must understand, as small numbers. */
public final class FieldName {

    public static final byte OTHER = 0;
    public static final byte HOST = 1;
    public static final byte CONTENT_LENGTH = 2;
    public static final byte TRANSFER_ENCODING = 3;
    public static final byte CONNECTION = 4;
    public static final byte EXPECT = 5;
    public static final byte UPGRADE = 6;
    public static final byte MAX_FORWARDS = 7;
    public static final byte DATE = 8;
    public static final byte KEEP_ALIVE = 9;

    /** Meant for one connection only: Proxy-Connection, TE, HTTP2-Settings. */
    public static final byte HOP = 10;

    /** The name of a field about the origin of a request, spelt with underscores; it never reaches a node. */
    public static final byte ORIGIN = 11;

    public static final byte X_FORWARDED_FOR = 12;
    public static final byte X_FORWARDED_PROTO = 13;
    public static final byte X_FORWARDED_HOST = 14;
    public static final byte FORWARDED = 15;
    public static final byte VIA = 16;

    /** The load report of a node, which never reaches a client. */
    public static final byte LOAD_REPORT = 17;

    /** The same under the name it had while it was binary only. */
    public static final byte LOAD_REPORT_BINARY = 18;

    public static final byte X_FORWARDED_PORT = 19;

    /** May carry the session of the console, which nodes must not see. */
    public static final byte COOKIE = 20;

    /** Announces the fields of a trailer section. */
    public static final byte TRAILER = 21;

    public static final byte X_REAL_IP = 22;

    /** Sets a cookie, perhaps that of a session. */
    public static final byte SET_COOKIE = 23;

    /** Names the trace of a request, and the caller in it. */
    public static final byte TRACEPARENT = 24;

    /** Carries the words of systems for traces to each other. */
    public static final byte TRACESTATE = 25;

    private static final byte[] TRACESTATE_NAME = Octets.ascii("tracestate");
    private static final byte[] TRACEPARENT_NAME = Octets.ascii("traceparent");
    private static final byte[] TE = Octets.ascii("te");
    private static final byte[] VIA_NAME = Octets.ascii("via");
    private static final byte[] DATE_NAME = Octets.ascii("date");
    private static final byte[] HOST_NAME = Octets.ascii("host");
    private static final byte[] COOKIE_NAME = Octets.ascii("cookie");
    private static final byte[] EXPECT_NAME = Octets.ascii("expect");
    private static final byte[] TRAILER_NAME = Octets.ascii("trailer");
    private static final byte[] UPGRADE_NAME = Octets.ascii("upgrade");
    private static final byte[] FORWARDED_NAME = Octets.ascii("forwarded");
    private static final byte[] X_REAL_IP_NAME = Octets.ascii("x-real-ip");
    private static final byte[] CONNECTION_NAME = Octets.ascii("connection");
    private static final byte[] SET_COOKIE_NAME = Octets.ascii("set-cookie");
    private static final byte[] KEEP_ALIVE_NAME = Octets.ascii("keep-alive");
    private static final byte[] MAX_FORWARDS_NAME = Octets.ascii("max-forwards");
    private static final byte[] CONTENT_LENGTH_NAME = Octets.ascii("content-length");
    private static final byte[] HTTP2_SETTINGS_NAME = Octets.ascii("http2-settings");
    private static final byte[] FOR_NAME = Octets.ascii("x-forwarded-for");
    private static final byte[] PROXY_CONNECTION_NAME = Octets.ascii("proxy-connection");
    private static final byte[] XF_HOST_NAME = Octets.ascii("x-forwarded-host");
    private static final byte[] XF_PORT_NAME = Octets.ascii("x-forwarded-port");
    private static final byte[] TRANSFER_ENCODING_NAME = Octets.ascii("transfer-encoding");
    private static final byte[] PROTO_NAME = Octets.ascii("x-forwarded-proto");
    private static final byte[] LOAD_REPORT_NAME = Octets.ascii("endpoint-load-metrics");
    private static final byte[] LOAD_BINARY_NAME = Octets.ascii("endpoint-load-metrics-bin");

    private FieldName() {}

    /** The number of the name in {@code [from, to)}, which is not empty and holds token characters only. */
    public static byte of(byte[] octets, int from, int to) {
        int first = octets[from] | 0x20;
        return switch (to - from) {
            case 2 -> first == 't' ? known(octets, from, to, TE, HOP) : OTHER;
            case 3 -> first == 'v' ? known(octets, from, to, VIA_NAME, VIA) : OTHER;
            case 4 ->
                switch (first) {
                    case 'h' -> known(octets, from, to, HOST_NAME, HOST);
                    case 'd' -> known(octets, from, to, DATE_NAME, DATE);
                    default -> OTHER;
                };
            case 6 ->
                switch (first) {
                    case 'c' -> known(octets, from, to, COOKIE_NAME, COOKIE);
                    case 'e' -> known(octets, from, to, EXPECT_NAME, EXPECT);
                    default -> OTHER;
                };
            case 7 ->
                switch (first) {
                    case 't' -> known(octets, from, to, TRAILER_NAME, TRAILER);
                    case 'u' -> known(octets, from, to, UPGRADE_NAME, UPGRADE);
                    default -> OTHER;
                };
            case 9 ->
                switch (first) {
                    case 'x' -> origin(octets, from, to, X_REAL_IP_NAME, X_REAL_IP);
                    case 'f' -> known(octets, from, to, FORWARDED_NAME, FORWARDED);
                    default -> OTHER;
                };
            case 10 ->
                switch (first) {
                    case 'c' -> known(octets, from, to, CONNECTION_NAME, CONNECTION);
                    case 's' -> known(octets, from, to, SET_COOKIE_NAME, SET_COOKIE);
                    case 't' -> known(octets, from, to, TRACESTATE_NAME, TRACESTATE);
                    case 'k' -> known(octets, from, to, KEEP_ALIVE_NAME, KEEP_ALIVE);
                    default -> OTHER;
                };
            case 11 -> first == 't' ? known(octets, from, to, TRACEPARENT_NAME, TRACEPARENT) : OTHER;
            case 12 -> first == 'm' ? known(octets, from, to, MAX_FORWARDS_NAME, MAX_FORWARDS) : OTHER;
            case 14 ->
                switch (first) {
                    case 'c' -> known(octets, from, to, CONTENT_LENGTH_NAME, CONTENT_LENGTH);
                    case 'h' -> known(octets, from, to, HTTP2_SETTINGS_NAME, HOP);
                    default -> OTHER;
                };
            case 15 -> first == 'x' ? origin(octets, from, to, FOR_NAME, X_FORWARDED_FOR) : OTHER;
            case 16 ->
                switch (first) {
                    case 'x' -> forwardedHostOrPort(octets, from, to);
                    case 'p' -> known(octets, from, to, PROXY_CONNECTION_NAME, HOP);
                    default -> OTHER;
                };
            case 17 ->
                switch (first) {
                    case 't' -> known(octets, from, to, TRANSFER_ENCODING_NAME, TRANSFER_ENCODING);
                    case 'x' -> origin(octets, from, to, PROTO_NAME, X_FORWARDED_PROTO);
                    default -> OTHER;
                };
            case 21 -> first == 'e' ? known(octets, from, to, LOAD_REPORT_NAME, LOAD_REPORT) : OTHER;
            case 25 -> first == 'e' ? known(octets, from, to, LOAD_BINARY_NAME, LOAD_REPORT_BINARY) : OTHER;
            default -> OTHER;
        };
    }

    private static byte known(byte[] octets, int from, int to, byte[] name, byte number) {
        return Octets.equalsLower(octets, from, to, name) ? number : OTHER;
    }

    private static byte forwardedHostOrPort(byte[] octets, int from, int to) {
        byte host = origin(octets, from, to, XF_HOST_NAME, X_FORWARDED_HOST);
        return host != OTHER ? host : origin(octets, from, to, XF_PORT_NAME, X_FORWARDED_PORT);
    }

    /**
     * The name itself is {@code exact}; the same with underscores, which some servers read as the same name, is ORIGIN.
     */
    private static byte origin(byte[] octets, int from, int to, byte[] name, byte exact) {
        if (Octets.equalsLower(octets, from, to, name)) {
            return exact;
        }
        return Octets.equalsLoosely(octets, from, to, name) ? ORIGIN : OTHER;
    }
}
