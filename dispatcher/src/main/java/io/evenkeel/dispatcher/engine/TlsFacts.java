// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of a TLS handshake.
 *
 * @param version such as {@code TLSv1.3}
 * @param cipher such as {@code TLS_AES_128_GCM_SHA256}
 * @param protocol chosen by ALPN, such as {@code http/1.1}; null when the client named none
 * @param serverName the host that the client named, in lower case; null when it named none
 * @param resumed true when an earlier session was continued, so that no certificate was shown
 * @param clientSubject the subject of the client's certificate, as RFC 2253 writes it; null when it showed none
 */
public record TlsFacts(
        String version,
        String cipher,
        @Nullable String protocol,
        @Nullable String serverName,
        boolean resumed,
        @Nullable String clientSubject) {

    /** The name of HTTP/2 in ALPN. */
    public static final String HTTP2 = "h2";

    /** The name of HTTP/1.1 in ALPN. */
    public static final String HTTP1 = "http/1.1";

    /**
     * The name of a protocol that is only a handshake: an authority looks at the certificate that proves a name
     * (RFC 8737).
     */
    public static final String PROOF = "acme-tls/1";

    /** True when the handshake was all that the client may have: nobody checked it for anything else. */
    public boolean provesName() {
        return PROOF.equals(protocol);
    }

    /** True when the handshake has chosen HTTP/2. */
    public boolean http2() {
        return HTTP2.equals(protocol);
    }
}
