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

    /** The name of a field about the origin of a request, spelt with underscores; nobody is believed. */
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

    /** May carry the session of the console, which is none of the nodes' business. */
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
        switch (to - from) {
            case 2:
                return first == 't' && Octets.equalsLower(octets, from, to, TE) ? HOP : OTHER;
            case 3:
                return first == 'v' && Octets.equalsLower(octets, from, to, VIA_NAME) ? VIA : OTHER;
            case 4:
                if (first == 'h') {
                    return Octets.equalsLower(octets, from, to, HOST_NAME) ? HOST : OTHER;
                }
                return first == 'd' && Octets.equalsLower(octets, from, to, DATE_NAME) ? DATE : OTHER;
            case 6:
                if (first == 'c') {
                    return Octets.equalsLower(octets, from, to, COOKIE_NAME) ? COOKIE : OTHER;
                }
                return first == 'e' && Octets.equalsLower(octets, from, to, EXPECT_NAME) ? EXPECT : OTHER;
            case 7:
                if (first == 't') {
                    return Octets.equalsLower(octets, from, to, TRAILER_NAME) ? TRAILER : OTHER;
                }
                return first == 'u' && Octets.equalsLower(octets, from, to, UPGRADE_NAME) ? UPGRADE : OTHER;
            case 9:
                if (first == 'x') {
                    return origin(octets, from, to, X_REAL_IP_NAME, X_REAL_IP);
                }
                return first == 'f' && Octets.equalsLower(octets, from, to, FORWARDED_NAME) ? FORWARDED : OTHER;
            case 10:
                if (first == 'c') {
                    return Octets.equalsLower(octets, from, to, CONNECTION_NAME) ? CONNECTION : OTHER;
                }
                if (first == 's') {
                    return Octets.equalsLower(octets, from, to, SET_COOKIE_NAME) ? SET_COOKIE : OTHER;
                }
                if (first == 't') {
                    return Octets.equalsLower(octets, from, to, TRACESTATE_NAME) ? TRACESTATE : OTHER;
                }
                return first == 'k' && Octets.equalsLower(octets, from, to, KEEP_ALIVE_NAME) ? KEEP_ALIVE : OTHER;
            case 11:
                return first == 't' && Octets.equalsLower(octets, from, to, TRACEPARENT_NAME) ? TRACEPARENT : OTHER;
            case 12:
                return first == 'm' && Octets.equalsLower(octets, from, to, MAX_FORWARDS_NAME) ? MAX_FORWARDS : OTHER;
            case 14:
                if (first == 'c') {
                    return Octets.equalsLower(octets, from, to, CONTENT_LENGTH_NAME) ? CONTENT_LENGTH : OTHER;
                }
                return first == 'h' && Octets.equalsLower(octets, from, to, HTTP2_SETTINGS_NAME) ? HOP : OTHER;
            case 15:
                return first == 'x' ? origin(octets, from, to, FOR_NAME, X_FORWARDED_FOR) : OTHER;
            case 16:
                if (first == 'x') {
                    byte name = origin(octets, from, to, XF_HOST_NAME, X_FORWARDED_HOST);
                    return name != OTHER ? name : origin(octets, from, to, XF_PORT_NAME, X_FORWARDED_PORT);
                }
                return first == 'p' && Octets.equalsLower(octets, from, to, PROXY_CONNECTION_NAME) ? HOP : OTHER;
            case 17:
                if (first == 't') {
                    return Octets.equalsLower(octets, from, to, TRANSFER_ENCODING_NAME) ? TRANSFER_ENCODING : OTHER;
                }
                return first == 'x' ? origin(octets, from, to, PROTO_NAME, X_FORWARDED_PROTO) : OTHER;
            case 21:
                return first == 'e' && Octets.equalsLower(octets, from, to, LOAD_REPORT_NAME) ? LOAD_REPORT : OTHER;
            case 25:
                return first == 'e' && Octets.equalsLower(octets, from, to, LOAD_BINARY_NAME)
                        ? LOAD_REPORT_BINARY
                        : OTHER;
            default:
                return OTHER;
        }
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
