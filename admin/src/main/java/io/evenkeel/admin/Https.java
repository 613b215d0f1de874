// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.config.tls.Identity;
import io.evenkeel.config.tls.TlsSettings;
import io.evenkeel.dispatcher.log.EventLogger;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.DetectorConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * TLS 1.2 and 1.3 on the admin server's port, with the certificate of the settings in force.
 *
 * <p>Each new connection looks whether that is still the certificate it knows, so that a renewed certificate needs no
 * command, and connections that are open keep theirs. Plain HTTP is let through to a handler that can say what is
 * wrong.
 *
 * <p>Threads: those of the server; a change is made under this object's lock.
 */
final class Https {

    private static final char[] IN_MEMORY = "in memory only".toCharArray();

    private final TlsSettings first;
    private final Supplier<@Nullable TlsSettings> inForce;
    private final Consumer<Identity> shown;
    private final EventLogger log;
    private final SslContextFactory.Server tls = new SslContextFactory.Server();
    private volatile Identity known;

    /**
     * Not yet listening.
     *
     * @param first in force until there are others
     * @param inForce null when TLS is to end, which waits for the next start
     * @param shown hears of each identity but the first, before a client sees it
     * @throws IOException when Java cannot use the identity
     */
    Https(TlsSettings first, Supplier<@Nullable TlsSettings> inForce, Consumer<Identity> shown, EventLogger log)
            throws IOException {
        this.log = log;
        this.first = first;
        this.known = first.identity();
        this.inForce = inForce;
        this.shown = shown;
        try {
            tls.setSslContext(context(known));
        } catch (GeneralSecurityException e) {
            throw new IOException("the " + known + " cannot be used: " + e.getMessage(), e);
        }
        tls.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        tls.setRenegotiationAllowed(false);
    }

    /** The factories with which a connector speaks both. */
    ConnectionFactory[] factories(HttpConfiguration http) {
        // There is one certificate for every name that a client came by; the client judges whether the name is right.
        http.addCustomizer(new SecureRequestCustomizer(false));
        HttpConnectionFactory inside = new HttpConnectionFactory(http);
        SslConnectionFactory outside = new SslConnectionFactory(tls, inside.getProtocol()) {
            @Override
            public Connection newConnection(Connector connector, EndPoint endPoint) {
                takeUp();
                return super.newConnection(connector, endPoint);
            }
        };
        return new ConnectionFactory[] {new DetectorConnectionFactory(outside), inside};
    }

    /** The time for which browsers shall come by HTTPS only, once they have come so; 0 for not at all. */
    long httpsOnlySeconds() {
        return settings().hsts().toSeconds();
    }

    private TlsSettings settings() {
        TlsSettings now = inForce.get();
        return now == null ? first : now;
    }

    private void takeUp() {
        Identity wanted = settings().identity();
        if (!wanted.equals(known)) {
            change(wanted);
        }
    }

    private synchronized void change(Identity wanted) {
        if (wanted.equals(known)) {
            return;
        }
        try {
            SSLContext context = context(wanted);
            shown.accept(wanted);
            tls.reload(factory -> factory.setSslContext(context));
            log.info("new connections get the " + wanted);
        } catch (Exception e) {
            log.error("the " + wanted + " cannot be used, the old one stays in use", e);
        }
        known = wanted;
    }

    private static SSLContext context(Identity identity) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("admin", identity.key(), IN_MEMORY, identity.chain().toArray(new X509Certificate[0]));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, IN_MEMORY);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }
}
