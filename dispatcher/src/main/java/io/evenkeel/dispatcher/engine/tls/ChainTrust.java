// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The trust in certificates, judged by the chain alone: the engine at hand knows nothing of a handshake that goes past
 * it. Clients have no name that must fit; the name of a server is compared once the handshake is over, also for a
 * session that is continued.
 *
 * <p>The last refusal of a server is remembered for the thread that asked, because the TLS library passes on no more
 * than that there was one. Threads: any.
 */
final class ChainTrust extends X509ExtendedTrustManager {

    private static final ThreadLocal<@Nullable CertificateException> LAST = new ThreadLocal<>();

    private final @Nullable X509ExtendedTrustManager authorities;

    /** @param authorities null when every certificate is believed */
    ChainTrust(@Nullable X509ExtendedTrustManager authorities) {
        this.authorities = authorities;
    }

    /** The last refusal of a server on this thread, once; null when there was none. */
    static @Nullable CertificateException refusal() {
        CertificateException last = LAST.get();
        if (last != null) {
            LAST.remove();
        }
        return last;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        if (authorities == null) {
            return;
        }
        try {
            authorities.checkServerTrusted(chain, type);
        } catch (CertificateException e) {
            LAST.set(e);
            throw e;
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        checkServerTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        checkServerTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        if (authorities != null) {
            authorities.checkClientTrusted(chain, type);
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        checkClientTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return authorities == null ? new X509Certificate[0] : authorities.getAcceptedIssuers();
    }
}
