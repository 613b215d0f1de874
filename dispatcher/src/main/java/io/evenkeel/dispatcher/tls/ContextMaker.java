// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tls;

import io.evenkeel.config.tls.ClientCertificates;
import io.evenkeel.config.tls.Identity;
import io.evenkeel.config.tls.ListenerTls;
import io.evenkeel.config.tls.ServerCertificate;
import io.evenkeel.config.tls.TlsVersion;
import io.evenkeel.dispatcher.control.CertificateView;
import io.evenkeel.dispatcher.engine.tls.TlsContext;
import io.evenkeel.dispatcher.engine.tls.TlsRules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CRLException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes contexts of the certificates of a listener. */
final class ContextMaker {

    private ContextMaker() {}

    /**
     * A certificate at work.
     *
     * @param settings that the context was made of
     * @param protocols that may be chosen by ALPN
     * @param clients the rule for clients' certificates
     * @param versions those that are spoken
     * @param bound that a ticket of it must not be used beyond
     * @param view of it for people
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by its other parts, of which it is made
    record Made(
            ServerCertificate settings,
            List<String> protocols,
            ClientCertificates clients,
            Set<TlsVersion> versions,
            TlsContext context,
            byte[] bound,
            CertificateView view) {

        boolean fits(ServerCertificate wanted, List<String> wantedProtocols, ListenerTls tls) {
            return settings.equals(wanted)
                    && protocols.equals(wantedProtocols)
                    && clients.equals(tls.clients())
                    && versions.equals(tls.versions());
        }
    }

    /**
     * The certificates of a listener in its order, each once.
     *
     * @param shown those of the settings and those that were got for it
     * @param present those in force, used again where nothing about them differs
     * @throws IOException when one cannot be used; then nothing was made
     */
    static List<Made> make(ListenerTls tls, List<ServerCertificate> shown, List<String> protocols, List<Made> present)
            throws IOException {
        List<Made> all = new ArrayList<>();
        List<TlsContext> fresh = new ArrayList<>();
        try {
            TlsRules rules = rules(tls, protocols);
            for (ServerCertificate each : new LinkedHashSet<>(shown)) {
                Made made = present.stream()
                        .filter(known -> known.fits(each, protocols, tls))
                        .findFirst()
                        .orElse(null);
                if (made == null) {
                    TlsContext context = TlsContext.server(each.identity(), rules, staple(each));
                    fresh.add(context);
                    byte[] bound = bound(each.identity(), tls.clients());
                    made = new Made(
                            each, protocols, tls.clients(), tls.versions(), context, bound, CertificateView.of(each));
                }
                all.add(made);
            }
            return List.copyOf(all);
        } catch (IllegalArgumentException e) {
            fresh.forEach(TlsContext::release);
            throw new IOException(e.getMessage(), e);
        }
    }

    private static byte @Nullable [] staple(ServerCertificate certificate) {
        String staple = certificate.stapled();
        return staple == null ? null : Base64.getDecoder().decode(staple);
    }

    private static TlsRules rules(ListenerTls tls, List<String> protocols) throws IOException {
        Set<TlsRules.Version> versions = EnumSet.noneOf(TlsRules.Version.class);
        tls.versions().forEach(each -> versions.add(TlsRules.Version.valueOf(each.name())));
        ClientCertificates clients = tls.clients();
        return switch (clients.verify()) {
            case NONE -> new TlsRules(versions, protocols, TlsRules.Demand.NONE, null);
            case OPTIONAL -> new TlsRules(versions, protocols, TlsRules.Demand.OPTIONAL, ClientTrust.of(clients));
            case REQUIRED -> new TlsRules(versions, protocols, TlsRules.Demand.REQUIRED, ClientTrust.of(clients));
        };
    }

    /** The fingerprint of a certificate and of the rule for clients: who is let in by one is not let in by another. */
    static byte[] bound(Identity identity, ClientCertificates clients) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(identity.certificate().getEncoded());
            digest.update(clients.verify().name().getBytes(StandardCharsets.US_ASCII));
            for (X509Certificate each : clients.authorities()) {
                digest.update(each.getEncoded());
            }
            for (X509CRL each : clients.revoked()) {
                digest.update(each.getEncoded());
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException | CertificateEncodingException | CRLException e) {
            throw new IllegalArgumentException("a certificate that was read cannot be written", e);
        }
    }
}
