// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import io.evenkeel.config.tls.Identity;
import io.evenkeel.config.tls.ListenerTls;
import io.evenkeel.config.tls.ServerCertificate;
import io.evenkeel.dispatcher.engine.TestCertificates;
import io.evenkeel.dispatcher.engine.tls.TlsCertificates;
import io.evenkeel.dispatcher.engine.tls.TlsContext;
import io.evenkeel.dispatcher.engine.tls.TlsRules;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * The layer between a listener and its clients: none, or TLS.
 *
 * <p>All that may differ for a test body that runs under both is here and in {@link TlsSocket}.
 */
public enum Cover {
    /** Clear text. */
    NONE("http", "80"),
    /** TLS 1.3 with a certificate for {@link #HOST}. */
    TLS("https", "443");

    /** The cover of listeners for which a test says nothing: {@code -Dcover=tls}, else none. */
    public static final Cover OF_THIS_RUN =
            valueOf(System.getProperty("cover", "none").toUpperCase(Locale.ROOT));

    private static final String HOST = "localhost";

    private final String scheme;
    private final String usualPort;

    Cover(String scheme, String usualPort) {
        this.scheme = scheme;
        this.usualPort = usualPort;
    }

    private static final class Certificates {
        static final Identity IDENTITY = TestCertificates.ecdsa(HOST);
        static final ListenerTls LISTENER =
                new ListenerTls(List.of(new ServerCertificate(Path.of("test.pem"), Path.of("test.pem"), IDENTITY)));
        static final SSLContext CLIENT = TestCertificates.clientContext(null);
    }

    /** The scheme by which nodes are told of it. */
    public String scheme() {
        return scheme;
    }

    /** The port of a {@code Host} without one. */
    public String usualPort() {
        return usualPort;
    }

    /** The settings of a listener; null without TLS. */
    public @Nullable ListenerTls listener() {
        return this == NONE ? null : Certificates.LISTENER;
    }

    /** The certificates of a listener that was made by hand; null without TLS. */
    public @Nullable TlsCertificates certificates() {
        return this == NONE
                ? null
                : new TlsCertificates(
                        List.of(TlsContext.server(Certificates.IDENTITY, TlsRules.of(List.of("http/1.1")), null)),
                        false);
    }

    /** The engine of a client that knows the certificate and offers these protocols by ALPN. */
    static SSLEngine client(int port, String... protocols) {
        SSLEngine engine = Certificates.CLIENT.createSSLEngine(HOST, port);
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setProtocols(new String[] {"TLSv1.3"});
        parameters.setApplicationProtocols(protocols);
        engine.setSSLParameters(parameters);
        return engine;
    }
}
