// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

/** The request methods that a gateway treats in a way of their own (RFC 9110 §9). */
public enum Method {
    GET(true),
    HEAD(true),
    OPTIONS(true),
    TRACE(true),
    CONNECT(false),
    /** Any other: passed on, and taken to have effects on the server. */
    OTHER(false);

    private final boolean safe;

    Method(boolean safe) {
        this.safe = safe;
    }

    /** True when the method has no effect on the server, so that a request may be sent twice (RFC 9110 §9.2.1). */
    public boolean safe() {
        return safe;
    }

    static Method of(byte[] octets, int from, int to) {
        return switch (octets[from]) {
            case 'G' -> GET.orOther(octets, from, to);
            case 'H' -> HEAD.orOther(octets, from, to);
            case 'O' -> OPTIONS.orOther(octets, from, to);
            case 'T' -> TRACE.orOther(octets, from, to);
            case 'C' -> CONNECT.orOther(octets, from, to);
            default -> OTHER;
        };
    }

    private Method orOther(byte[] octets, int from, int to) {
        String name = name();
        if (to - from != name.length()) {
            return OTHER;
        }
        for (int i = 0; i < to - from; i++) {
            if (octets[from + i] != name.charAt(i)) {
                return OTHER;
            }
        }
        return this;
    }
}
