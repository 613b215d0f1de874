// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls.hello;

/** The reasons for which the first octets of a client are no ClientHello. */
public enum HelloFault {
    /** The octets begin like a request of HTTP: the client does not know that TLS is spoken here. */
    PLAIN_HTTP("plain-http", HelloFault.PROTOCOL_VERSION),
    /** The octets begin like nothing that TLS has. */
    NOT_TLS("not-tls", HelloFault.PROTOCOL_VERSION),
    /** The message, or its way on the wire, is longer than {@link ClientHello#MOST_OCTETS}. */
    TOO_LONG("hello-too-long", HelloFault.DECODE_ERROR),
    /** A length leads out of what it is in, or a field cannot be of such a length. */
    MALFORMED("bad-hello", HelloFault.DECODE_ERROR),
    /** Another message or record stands where the hello, or nothing, must be. */
    OUT_OF_PLACE("bad-hello", HelloFault.UNEXPECTED_MESSAGE),
    /** The message is well-formed and says what the RFC forbids. */
    FORBIDDEN("bad-hello", HelloFault.ILLEGAL_PARAMETER),
    /** The message is of a version before SSL 3 or of none that there is. */
    OTHER_VERSION("bad-hello", HelloFault.PROTOCOL_VERSION),
    /** The server name is none that DNS could have. */
    BAD_NAME("bad-server-name", HelloFault.UNRECOGNIZED_NAME);

    private static final int UNEXPECTED_MESSAGE = 10;
    private static final int ILLEGAL_PARAMETER = 47;
    private static final int DECODE_ERROR = 50;
    private static final int PROTOCOL_VERSION = 70;
    private static final int UNRECOGNIZED_NAME = 112;

    private final String word;
    private final int alert;

    HelloFault(String word, int alert) {
        this.word = word;
        this.alert = alert;
    }

    /** The reason in one word, for logs and metrics. */
    public String word() {
        return word;
    }

    /** The number of the alert that tells it to a client of TLS (RFC 8446 §6.2). */
    public int alert() {
        return alert;
    }
}
