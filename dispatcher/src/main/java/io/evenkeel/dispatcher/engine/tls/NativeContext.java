// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import io.evenkeel.config.tls.Identity;
import io.evenkeel.dispatcher.engine.tls.ticket.TicketKey;
import io.evenkeel.dispatcher.engine.tls.ticket.TicketKeys;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.OpenSslSessionTicketKey;
import io.netty.handler.ssl.ReferenceCountedOpenSslContext;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.IllegalReferenceCountException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** A context of BoringSSL, made by Netty. */
final class NativeContext extends TlsContext {

    /** Suites with an ephemeral key exchange and an AEAD, as all suites of TLS 1.3 are. */
    static final List<String> CIPHERS = List.of(
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    private static final String[] GROUPS = {"X25519MLKEM768", "X25519", "P-256", "P-384"};

    private final ReferenceCountedOpenSslContext context;
    private final byte @Nullable [] staple;

    /** @throws IllegalArgumentException when the certificate or its key cannot be used */
    NativeContext(Identity identity, TlsRules rules, byte @Nullable [] staple) {
        super(identity, rules);
        this.staple = staple == null ? null : staple.clone();
        try {
            context = (ReferenceCountedOpenSslContext) builder(identity, rules).build();
        } catch (SSLException e) {
            throw new IllegalArgumentException("TLS cannot use the " + identity + ": " + e.getMessage(), e);
        }
        context.sessionContext().setSessionCacheEnabled(false);
        context.sessionContext().setSessionTimeout((int) TicketKeys.LIFE.toSeconds());
    }

    private SslContextBuilder builder(Identity identity, TlsRules rules) {
        X509Certificate[] chain = identity.chain().toArray(X509Certificate[]::new);
        SslContextBuilder builder = SslContextBuilder.forServer(identity.key(), chain)
                .sslProvider(SslProvider.OPENSSL_REFCNT)
                .protocols(rules.javaVersions())
                .ciphers(CIPHERS)
                .option(OpenSslContextOption.GROUPS, GROUPS)
                .option(OpenSslContextOption.USE_TASKS, false)
                .enableOcsp(staple != null);
        if (!rules.protocols().isEmpty()) {
            builder.applicationProtocolConfig(new ApplicationProtocolConfig(
                    Protocol.ALPN,
                    SelectorFailureBehavior.NO_ADVERTISE,
                    SelectedListenerFailureBehavior.ACCEPT,
                    rules.protocols()));
        }
        if (rules.authorities() != null) {
            builder.trustManager(new ChainTrust(rules.authorities()))
                    .clientAuth(rules.demand() == TlsRules.Demand.REQUIRED ? ClientAuth.REQUIRE : ClientAuth.OPTIONAL);
        }
        return builder;
    }

    @Override
    public void ticketKeys(List<TicketKey> keys) {
        context.sessionContext()
                .setTicketKeys(keys.stream()
                        .map(key -> new OpenSslSessionTicketKey(key.name(), key.hmac(), key.aes()))
                        .toArray(OpenSslSessionTicketKey[]::new));
    }

    @Override
    @Nullable
    TlsCodec open() {
        try {
            // An engine counts itself last, when another thread may have freed what it was made of.
            context.retain();
        } catch (IllegalReferenceCountException e) {
            return null;
        }
        ReferenceCountedOpenSslEngine engine;
        try {
            engine = (ReferenceCountedOpenSslEngine) context.newEngine(ByteBufAllocator.DEFAULT);
        } finally {
            context.release();
        }
        if (staple != null) {
            engine.setOcspResponse(staple);
        }
        return NativeCodec.server(engine, rules().authorities() != null);
    }

    @Override
    public void release() {
        context.release();
    }
}
