// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import io.evenkeel.config.tls.CertificateNames;
import io.evenkeel.config.tls.Identity;
import io.evenkeel.dispatcher.engine.tls.ticket.TicketKey;
import java.security.interfaces.ECPublicKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that new TLS connections of a server with one certificate have in common.
 *
 * <p>Its maker owns it and {@link #release}s it once; connections that are open then go on and free it with the last of
 * them. Threads: any.
 */
public abstract class TlsContext {

    private final Identity identity;
    private final CertificateNames names;
    private final TlsRules rules;

    TlsContext(Identity identity, TlsRules rules) {
        this.identity = identity;
        this.names = identity.names();
        this.rules = rules;
    }

    /**
     * Makes a context, which takes some ms and for the first one of a process up to a second.
     *
     * @param staple the answer of OCSP about the certificate, in DER, for clients that ask; null for none
     * @throws IllegalArgumentException when the certificate or its key cannot be used; the message says why
     */
    public static TlsContext server(Identity identity, TlsRules rules, byte @Nullable [] staple) {
        return server(TlsProvider.here(), identity, rules, staple);
    }

    /** The same with an implementation of the caller's choice, which must be there. */
    public static TlsContext server(TlsProvider provider, Identity identity, TlsRules rules, byte @Nullable [] staple) {
        return switch (provider) {
            case NATIVE -> new NativeContext(identity, rules, staple);
            case JAVA -> new JavaContext(identity, rules);
        };
    }

    /** The certificate and its key. */
    public final Identity identity() {
        return identity;
    }

    /** The names that the certificate is for. */
    public final CertificateNames names() {
        return names;
    }

    public final TlsRules rules() {
        return rules;
    }

    /** The bits of the curve of an ECDSA certificate; 0 for RSA. */
    public final int curveBits() {
        return identity.certificate().getPublicKey() instanceof ECPublicKey key
                ? key.getParams().getOrder().bitLength()
                : 0;
    }

    /**
     * Sets the keys of session tickets; before the first call, clients cannot resume beyond this context, if at all.
     * Does nothing with {@link TlsProvider#JAVA}.
     *
     * @param keys the first one closes new tickets, all open those that come back
     */
    public abstract void ticketKeys(List<TicketKey> keys);

    /** A codec for one connection, which the caller releases; null when this context was released. */
    abstract @Nullable TlsCodec open();

    /** Takes no new connections any more. */
    public abstract void release();
}
