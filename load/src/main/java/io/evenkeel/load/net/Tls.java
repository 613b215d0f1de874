// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.net;

import io.evenkeel.config.tls.Authorities;
import io.evenkeel.config.tls.Authorities.Fault;
import io.evenkeel.load.ServerTrust;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.util.NetUtil;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;

/**
 * TLS towards one server. For any thread.
 *
 * <p>Each visitor begins with a handshake from the beginning, because a new visitor cannot resume. So each has a
 * context of its own, because Java keeps what could be resumed there; unless visits are told to resume, so has each
 * connection. The server hears the name of the URL (SNI), which its certificate must be for.
 */
final class Tls {

    private final String host;
    private final int port;
    private final boolean isBlind;
    private final TrustManager[] trust;

    Tls(String host, int port, ServerTrust trust) {
        this.host = host;
        this.port = port;
        this.isBlind = trust.isBlind();
        this.trust = isBlind
                ? InsecureTrustManagerFactory.INSTANCE.getTrustManagers()
                : new TrustManager[] {new Authorities(trust.authorities(), trust.from())};
    }

    /**
     * The handler that a new connection begins with; it has no timeout of its own.
     *
     * @param context holds what may be resumed
     */
    SslHandler handler(SSLContext context) {
        SSLEngine engine = context.createSSLEngine(host, port);
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        if (!isBlind) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        if (!NetUtil.isValidIpV4Address(host) && !NetUtil.isValidIpV6Address(host)) {
            parameters.setServerNames(List.of(new SNIHostName(host)));
        }
        engine.setSSLParameters(parameters);
        SslHandler handler = new SslHandler(engine);
        handler.setHandshakeTimeoutMillis(0);
        return handler;
    }

    /** A context in which nothing is kept yet. */
    SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no TLS", e);
        }
    }

    /** The reason for which a handshake failed, and its remedy. */
    static String reason(Throwable failure) {
        String last = "the server has closed the connection";
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof Authorities.UntrustedException refusal) {
                return refusal.getMessage() + remedy(refusal.fault());
            } else if (each instanceof NotSslRecordException) {
                return "the server does not use TLS there; if it is http, write http:// in the URL";
            } else if (each instanceof SSLException && each.getMessage() != null) {
                last = each.getMessage();
            }
        }
        return last;
    }

    private static String remedy(Fault fault) {
        return switch (fault) {
            case EXPIRED, NOT_YET_VALID -> "; with -k it is not checked";
            case OTHER_NAMES -> "; write one of them in the URL, or -k to skip the check";
            case NOBODY_VOUCHES ->
                "; give that authority's certificate or the server's own with --ca FILE, or -k" + " to skip the check";
        };
    }
}
