// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import io.netty.handler.ssl.OpenSsl;
import java.util.Optional;

/** The implementations of TLS. */
public enum TlsProvider {
    /** BoringSSL, which comes with Netty for Linux on x86-64 and AArch64. */
    NATIVE,
    /** Java's own: several times as expensive, keeps the keys of its tickets to itself, and staples nothing. */
    JAVA;

    /** The system property that chooses Java's with the value {@code java}. */
    public static final String PROPERTY = "evenkeel.tls";

    /** The one that new contexts of this process use. */
    public static TlsProvider here() {
        return "java".equals(System.getProperty(PROPERTY)) || !OpenSsl.isAvailable() ? JAVA : NATIVE;
    }

    /**
     * The reason for Java's TLS in this process and all that it cannot do, in a sentence; empty for BoringSSL, which
     * can do all of it.
     */
    public static Optional<String> limits() {
        return here() == NATIVE
                ? Optional.empty()
                : Optional.of("TLS is Java's own, because there is no native library for this machine or -D" + PROPERTY
                        + "=java is set: it takes several times the CPU, continues no session of another process,"
                        + " staples no OCSP answer, has no X25519MLKEM768, and sends no answer to a client of TLS 1.2"
                        + " that has ended its output");
    }
}
