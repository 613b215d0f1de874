// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import io.evenkeel.dispatcher.settings.tls.CertificateNames;
import io.evenkeel.dispatcher.settings.tls.Identity;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Which admin servers are believed to be who they say.
 *
 * <p>One that shows the very certificate that a dispatcher of this machine uses is, whatever the name it was reached by. All others need a
 * certificate for that name from an authority. Refusals say what is wrong and what to do.
 */
final class Trust extends X509ExtendedTrustManager {

    /** Why a server is not believed: what is wrong, and on a line of its own what to do. */
    static final class Refusal extends CertificateException {

        private static final long serialVersionUID = 1L;

        Refusal(String message, Throwable cause) {
            super(message, cause);
        }
    }

    private final Supplier<Collection<X509Certificate>> own;
    private final boolean hasOwn;
    private final X509ExtendedTrustManager authorities;
    private final String authority;

    private Trust(
            Supplier<Collection<X509Certificate>> own,
            boolean hasOwn,
            X509ExtendedTrustManager authorities,
            String authority) {
        this.own = own;
        this.hasOwn = hasOwn;
        this.authorities = authorities;
        this.authority = authority;
    }

    /**
     * Makes connections with this trust.
     *
     * @param own certificates of this machine's dispatcher, asked for when a server has shown its own; null when none is known
     * @param authorities certificates of authorities, or of servers; null for those that this Java trusts
     * @param authority the file they are from, for messages
     */
    static SSLSocketFactory sockets(
            @Nullable Supplier<Collection<X509Certificate>> own,
            @Nullable List<X509Certificate> authorities,
            String authority) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            Trust trust = new Trust(own == null ? List::of : own, own != null, manager(authorities), authority);
            context.init(null, new TrustManager[] {trust}, null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("this Java has no TLS", e);
        }
    }

    private static X509ExtendedTrustManager manager(@Nullable List<X509Certificate> authorities)
            throws GeneralSecurityException, IOException {
        KeyStore store = null;
        if (authorities != null) {
            store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (int i = 0; i < authorities.size(); i++) {
                store.setCertificateEntry("authority-" + i, authorities.get(i));
            }
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        for (TrustManager each : factory.getTrustManagers()) {
            if (each instanceof X509ExtendedTrustManager manager) {
                return manager;
            }
        }
        throw new GeneralSecurityException("no manager for X.509");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        if (own.get().contains(chain[0])) {
            return;
        }
        try {
            authorities.checkServerTrusted(chain, type, socket);
        } catch (CertificateException e) {
            throw new Refusal(reason(chain, type), e);
        }
    }

    private String reason(X509Certificate[] chain, String type) {
        X509Certificate shown = chain[0];
        Instant now = Instant.now();
        if (now.isAfter(shown.getNotAfter().toInstant())) {
            return "its certificate has expired on "
                    + Identity.day(shown.getNotAfter().toInstant())
                    + "\nRenew it; the dispatcher takes a new one up by itself, or on 'evenkeel reload' on its machine with -c.";
        } else if (now.isBefore(shown.getNotBefore().toInstant())) {
            return "its certificate is not valid before "
                    + Identity.day(shown.getNotBefore().toInstant())
                    + "\nLook at the clocks of both machines.";
        } else if (isVouchedFor(chain, type, authorities)) {
            return "its certificate is for other names: " + CertificateNames.of(shown)
                    + "\nGive one of them in --admin, or -c FILE on its machine.";
        }
        String issuer = shown.getIssuerX500Principal().getName();
        return "its certificate was issued by '" + issuer + "', which " + authority + " does not vouch for\n"
                + (hasOwn ? "It is not the one of the dispatcher of this folder or -c either. " : "")
                + "Give the certificate of that authority, or the server's own, with --admin-ca FILE; on its machine"
                + " -c FILE is enough.";
    }

    /** The name that it was reached by is left out. */
    private static boolean isVouchedFor(X509Certificate[] chain, String type, X509TrustManager authorities) {
        try {
            authorities.checkServerTrusted(chain, type);
            return true;
        } catch (CertificateException e) {
            return false;
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        authorities.checkServerTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        authorities.checkServerTrusted(chain, type, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        authorities.checkClientTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        authorities.checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        authorities.checkClientTrusted(chain, type, engine);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return authorities.getAcceptedIssuers();
    }
}
