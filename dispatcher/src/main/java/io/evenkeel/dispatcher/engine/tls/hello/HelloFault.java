// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls.hello;

/** The reasons for which the first octets of a client are no ClientHello. */
public enum HelloFault {
    /** The octets begin like a request of HTTP: the client does not know that TLS is spoken here. */
    PLAIN_HTTP("plain-http"),
    /** The octets begin like nothing that TLS has. */
    NOT_TLS("not-tls"),
    /** The message, or its way on the wire, is longer than {@link ClientHello#MOST_OCTETS}. */
    TOO_LONG("hello-too-long"),
    /** A length leads out of what it is in, or a field has a value that the RFC does not allow. */
    MALFORMED("bad-hello"),
    /** The server name is none that DNS could have. */
    BAD_NAME("bad-server-name");

    private final String word;

    HelloFault(String word) {
        this.word = word;
    }

    /** The reason in one word, for logs and metrics. */
    public String word() {
        return word;
    }
}
