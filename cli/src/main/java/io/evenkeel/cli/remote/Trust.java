// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import io.evenkeel.config.tls.Authorities;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The rule for believing admin servers.
 *
 * <p>A server that shows the very certificate of a dispatcher of this machine is believed under every name. All others
 * need a certificate for the name from an authority. Refusals give the reason, and on a line of its own the remedy.
 */
final class Trust extends Authorities {

    private final Supplier<Collection<X509Certificate>> own;
    private final boolean hasOwn;

    private Trust(
            @Nullable Supplier<Collection<X509Certificate>> own,
            @Nullable List<X509Certificate> authorities,
            String authority) {
        super(authorities, authority);
        this.own = own == null ? List::of : own;
        this.hasOwn = own != null;
    }

    /**
     * Makes connections with this trust.
     *
     * @param own certificates of this machine's dispatcher, asked for when a server has shown its own; null when
     *     none is known
     * @param authorities certificates of authorities, or of servers; null for those that this Java trusts
     * @param authority the file they are from, for messages
     */
    static SSLSocketFactory sockets(
            @Nullable Supplier<Collection<X509Certificate>> own,
            @Nullable List<X509Certificate> authorities,
            String authority) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Trust(own, authorities, authority)}, null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no TLS", e);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        if (own.get().contains(chain[0])) {
            return;
        }
        try {
            super.checkServerTrusted(chain, type, socket);
        } catch (UntrustedException e) {
            throw new UntrustedException(e.fault(), e.getMessage() + "\n" + remedy(e.fault()), e);
        }
    }

    private String remedy(Fault fault) {
        return switch (fault) {
            case EXPIRED ->
                "Renew it; the dispatcher takes a new one up by itself, or on 'evenkeel reload' on its machine with -c.";
            case NOT_YET_VALID -> "Look at the clocks of both machines.";
            case OTHER_NAMES -> "Give one of them in --admin, or -c FILE on its machine.";
            case NOBODY_VOUCHES ->
                (hasOwn ? "It is not the one of the dispatcher of this folder or -c either. " : "")
                        + "Give the certificate of that authority, or the server's own, with --admin-ca FILE; on its machine"
                        + " -c FILE is enough.";
        };
    }
}
