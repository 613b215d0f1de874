// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import io.evenkeel.config.tls.Identity;
import io.evenkeel.dispatcher.engine.tls.ticket.TicketKey;
import io.evenkeel.dispatcher.engine.tls.ticket.TicketKeys;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/** A context of Java's own TLS, for machines that the native library does not know. */
final class JavaContext extends TlsContext {

    private static final char[] NO_PASSWORD = {};

    private final SSLContext context;
    private volatile boolean released;

    /** @throws IllegalArgumentException when the certificate or its key cannot be used */
    JavaContext(Identity identity, TlsRules rules) {
        super(identity, rules);
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry(
                    "own", identity.key(), NO_PASSWORD, identity.chain().toArray(X509Certificate[]::new));
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, NO_PASSWORD);
            context = SSLContext.getInstance("TLS");
            TrustManager[] trust = rules.authorities() == null ? null : new TrustManager[] {rules.authorities()};
            context.init(keys.getKeyManagers(), trust, null);
            context.getServerSessionContext().setSessionTimeout((int) TicketKeys.LIFE.toSeconds());
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalArgumentException("TLS cannot use the " + identity + ": " + e.getMessage(), e);
        }
    }

    /** Does nothing: Java keeps the keys of its tickets to itself. */
    @Override
    public void ticketKeys(List<TicketKey> keys) {}

    @Override
    @Nullable
    TlsCodec open() {
        if (released) {
            return null;
        }
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(rules().javaVersions());
        parameters.setCipherSuites(NativeContext.CIPHERS.toArray(String[]::new));
        parameters.setUseCipherSuitesOrder(true);
        parameters.setApplicationProtocols(rules().protocols().toArray(String[]::new));
        switch (rules().demand()) {
            case NONE -> parameters.setNeedClientAuth(false);
            case OPTIONAL -> parameters.setWantClientAuth(true);
            case REQUIRED -> parameters.setNeedClientAuth(true);
        }
        engine.setSSLParameters(parameters);
        return new JavaCodec(engine);
    }

    @Override
    public void release() {
        released = true;
    }
}
