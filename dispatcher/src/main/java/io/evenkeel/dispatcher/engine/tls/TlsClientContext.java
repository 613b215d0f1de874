// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import io.evenkeel.config.tls.CertificateNames;
import io.evenkeel.config.tls.Identity;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.ReferenceCountedOpenSslContext;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.internal.tcnative.SSL;
import io.netty.util.IllegalReferenceCountException;
import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * All that new TLS connections of a client have in common: whom it believes, the certificate that it shows, and the
 * sessions that servers have given it.
 *
 * <p>A session is continued at the address and for the name that it was made for, within an hour; the
 * server's name and the days of its certificate are looked at each time. Sessions are native memory and end with the
 * context. Its maker owns it and {@link #release}s it once. Threads: any.
 */
public final class TlsClientContext {

    private static final String[] VERSIONS = {"TLSv1.2", "TLSv1.3"};

    /** The longest time after which a session is continued. */
    private static final Duration SESSION_LIFE = Duration.ofHours(1);

    /** Sessions at most, of some kB each; the oldest go first. Servers give one or two in a handshake. */
    private static final int MOST_SESSIONS = 1024;

    private static final long QUIET_NS = 1_000_000_000;
    private static final long AGAIN_NS = 600_000_000_000L;
    private static final int MOST_SAID = 64;
    private static final char[] NO_PASSWORD = {};

    private final boolean verifies;
    private final List<String> protocols;
    private final @Nullable ReferenceCountedOpenSslContext nativeContext;
    private final javax.net.ssl.@Nullable SSLContext javaContext;
    /** The failures that were said and the times at which they were, the latest last; guards {@link #saidNs}, too. */
    private final Map<String, Long> said = new LinkedHashMap<>();

    private long saidNs;
    private volatile boolean released;

    /**
     * Makes a context, which takes some ms and for the first one of a process up to a second.
     *
     * @param authorities confirm the certificates of servers; null when every certificate is believed
     * @param own the certificate that servers are shown when they ask; null for none
     * @param protocols those that are offered by ALPN, the preferred one first; none for no offer
     * @throws IllegalArgumentException when something cannot be used; the message says why
     */
    public TlsClientContext(
            @Nullable X509ExtendedTrustManager authorities, @Nullable Identity own, List<String> protocols) {
        verifies = authorities != null;
        this.protocols = List.copyOf(protocols);
        ChainTrust trust = new ChainTrust(authorities);
        try {
            if (TlsProvider.here() == TlsProvider.NATIVE) {
                nativeContext = nativeContext(trust, own, this.protocols);
                javaContext = null;
            } else {
                nativeContext = null;
                javaContext = javaContext(trust, own);
            }
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalArgumentException("TLS cannot be a client: " + e.getMessage(), e);
        }
    }

    private static ReferenceCountedOpenSslContext nativeContext(
            ChainTrust trust, @Nullable Identity own, List<String> protocols) throws SSLException {
        SslContextBuilder builder = SslContextBuilder.forClient()
                .sslProvider(SslProvider.OPENSSL_REFCNT)
                .protocols(VERSIONS)
                .ciphers(NativeContext.CIPHERS)
                .option(OpenSslContextOption.USE_TASKS, false)
                .endpointIdentificationAlgorithm(null)
                .trustManager(trust)
                .sessionCacheSize(MOST_SESSIONS)
                .sessionTimeout(SESSION_LIFE.toSeconds());
        if (own != null) {
            builder.keyManager(own.key(), own.chain().toArray(X509Certificate[]::new));
        }
        if (!protocols.isEmpty()) {
            builder.applicationProtocolConfig(new ApplicationProtocolConfig(
                    ApplicationProtocolConfig.Protocol.ALPN,
                    ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                    ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                    protocols));
        }
        ReferenceCountedOpenSslContext made = (ReferenceCountedOpenSslContext) builder.build();
        made.sessionContext().setSessionCacheEnabled(true);
        return made;
    }

    private static javax.net.ssl.SSLContext javaContext(ChainTrust trust, @Nullable Identity own)
            throws GeneralSecurityException, IOException {
        KeyManager[] keys = null;
        if (own != null) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("own", own.key(), NO_PASSWORD, own.chain().toArray(X509Certificate[]::new));
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, NO_PASSWORD);
            keys = factory.getKeyManagers();
        }
        javax.net.ssl.SSLContext context = javax.net.ssl.SSLContext.getInstance("TLS");
        context.init(keys, new TrustManager[] {trust}, null);
        context.getClientSessionContext().setSessionCacheSize(MOST_SESSIONS);
        context.getClientSessionContext().setSessionTimeout((int) SESSION_LIFE.toSeconds());
        return context;
    }

    /**
     * A codec for one connection, which the caller releases; null when this context was released.
     *
     * @param name of the server, asked for if it is a host name that TLS can ask for
     * @param address of the server, whose sessions are used with it alone
     * @throws IllegalStateException when Java's TLS does not begin
     */
    @Nullable
    TlsCodec open(String name, InetSocketAddress address) {
        if (released) {
            return null;
        }
        boolean hasName = !NetUtil.isValidIpV4Address(name) && !NetUtil.isValidIpV6Address(name);
        ReferenceCountedOpenSslContext octets = nativeContext;
        if (octets == null) {
            return javaCodec(name, hasName, address);
        }
        ReferenceCountedOpenSslEngine engine;
        try {
            engine = (ReferenceCountedOpenSslEngine)
                    octets.newEngine(ByteBufAllocator.DEFAULT, sessionKey(name, address), address.getPort());
        } catch (IllegalReferenceCountException e) {
            return null;
        }
        if (hasName) {
            SSL.setTlsExtHostName(engine.sslPointer(), name);
        }
        return NativeCodec.client(engine);
    }

    /** Stands for the server where sessions are kept; with the slash it cannot be a host name that is asked for. */
    private static String sessionKey(String name, InetSocketAddress address) {
        return "/" + name + address;
    }

    private @Nullable TlsCodec javaCodec(String name, boolean hasName, InetSocketAddress address) {
        if (javaContext == null) {
            return null;
        }
        SSLEngine engine = javaContext.createSSLEngine(sessionKey(name, address), address.getPort());
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(VERSIONS);
        parameters.setApplicationProtocols(protocols.toArray(String[]::new));
        if (hasName) {
            parameters.setServerNames(asked(name));
        }
        engine.setSSLParameters(parameters);
        try {
            engine.beginHandshake();
        } catch (SSLException e) {
            throw new IllegalStateException("TLS does not begin: " + e.getMessage(), e);
        }
        return new JavaCodec(engine);
    }

    /**
     * The name as Java's TLS asks for it; none when it cannot: the Host of a request may be no name of DNS, such as
     * {@code my_app}.
     */
    private static List<SNIServerName> asked(String name) {
        try {
            return List.of(new SNIHostName(name));
        } catch (IllegalArgumentException e) {
            return List.of();
        }
    }

    /**
     * Compares the certificate of a server with the name that was asked for, and its days with today: that of a
     * session that is continued was believed earlier. A server that fails loses its sessions, because it may get
     * another certificate, which only a full handshake shows.
     *
     * @throws TlsFailure when it is for other names or has expired
     */
    void check(TlsCodec codec, String name) throws TlsFailure {
        if (!verifies) {
            return;
        }
        try {
            compare(codec, name);
        } catch (TlsFailure e) {
            codec.forgetSessions();
            throw e;
        }
    }

    private static void compare(TlsCodec codec, String name) throws TlsFailure {
        X509Certificate shown = codec.peerCertificate();
        if (shown == null) {
            throw new TlsFailure("the server has no certificate", null);
        }
        CertificateNames names = CertificateNames.of(shown);
        if (!names.cover(name)) {
            throw TlsFailure.otherNames("its certificate is for " + names + ", not for " + name);
        }
        Instant until = shown.getNotAfter().toInstant();
        if (Instant.now().isAfter(until)) {
            throw new TlsFailure("its certificate has expired on " + Identity.day(until), null);
        }
    }

    /**
     * True when a failure is to be said: failures come as fast as clients do, and checks find the same one again and
     * again. So each is said once in ten minutes at most, and one in a second. The last {@value #MOST_SAID} are known.
     *
     * @param what the node and the failure, in words
     */
    public boolean maySayFailure(String what, long nowNs) {
        synchronized (said) {
            Long last = said.get(what);
            boolean same = last != null && nowNs - last < AGAIN_NS;
            if (same || (!said.isEmpty() && nowNs - saidNs < QUIET_NS)) {
                return false;
            }
            saidNs = nowNs;
            said.remove(what);
            said.put(what, nowNs);
            if (said.size() > MOST_SAID) {
                said.remove(said.keySet().iterator().next());
            }
            return true;
        }
    }

    /** True once {@link #release} was called: no connection is made any more. */
    public boolean isReleased() {
        return released;
    }

    /** Takes no new connections any more. */
    public void release() {
        released = true;
        if (nativeContext != null) {
            nativeContext.release();
        }
    }
}
