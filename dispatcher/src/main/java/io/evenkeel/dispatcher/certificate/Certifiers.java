// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.certificate;

import io.evenkeel.config.Settings;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.listener.ListenerSettings.Protocol;
import io.evenkeel.config.tls.AcmeCertificate;
import io.evenkeel.config.tls.AcmeSettings;
import io.evenkeel.config.tls.AcmeSettings.Proof;
import io.evenkeel.config.tls.ListenerTls;
import io.evenkeel.dispatcher.certificate.Certifier.Wanted;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * The certifier of a dispatcher: loaded when a configuration wants certificates by ACME for the first time, so that the
 * libraries it brings cost nothing otherwise. Threads: {@link #prepare}, {@link #begin} and {@link #close} are serial;
 * {@link #view} is for any thread.
 */
public final class Certifiers implements AutoCloseable {

    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    private final CertifierContext context;
    private volatile @Nullable Certifier certifier;

    /** @param context for the certifier */
    public Certifiers(CertifierContext context) {
        this.context = context;
    }

    /**
     * {@link Certifier#prepare} for the certificates that listeners want.
     *
     * @throws IOException also when the module is missing
     */
    public void prepare(Settings settings) throws IOException {
        Certifier present = certifier;
        List<Wanted> wanted = wanted(settings);
        if (present == null && !wanted.isEmpty()) {
            present = load();
            certifier = present;
        }
        if (present != null) {
            present.prepare(settings.acme(), wanted);
        }
    }

    /** The certificates of all listeners, each once, with the ways to prove their names. */
    static List<Wanted> wanted(Settings settings) {
        AcmeSettings acme = settings.acme();
        Map<AcmeCertificate, Wanted> wanted = new LinkedHashMap<>();
        for (ListenerSettings listener : settings.listeners()) {
            ListenerTls tls = listener.tls();
            if (acme != null && tls != null) {
                tls.issued().forEach(names -> wanted.putIfAbsent(names, new Wanted(names, proofs(settings, acme))));
            }
        }
        return List.copyOf(wanted.values());
    }

    /** Those for which there is a listener where the authority asks; else those that a network may lead to one. */
    private static List<Proof> proofs(Settings settings, AcmeSettings acme) {
        if (acme.proof() != Proof.AUTO) {
            return List.of(acme.proof());
        }
        List<ListenerSettings> plain = settings.listeners().stream()
                .filter(each -> each.tls() == null && each.protocol() == Protocol.HTTP)
                .toList();
        boolean page = plain.stream().anyMatch(each -> each.address().port() == HTTP_PORT);
        boolean certificate = settings.listeners().stream()
                .anyMatch(each -> each.tls() != null && each.address().port() == HTTPS_PORT);
        if (page == certificate) {
            return plain.isEmpty() ? List.of(Proof.TLS_ALPN_01) : List.of(Proof.HTTP_01, Proof.TLS_ALPN_01);
        }
        return List.of(page ? Proof.HTTP_01 : Proof.TLS_ALPN_01);
    }

    private Certifier load() throws IOException {
        return ServiceLoader.load(CertifierProvider.class, Certifiers.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IOException(
                        "certificates by ACME need the jar evenkeel-acme and its libraries, which are not there"))
                .open(context);
    }

    /** {@link Certifier#begin}. */
    public void begin() {
        Certifier present = certifier;
        if (present != null) {
            present.begin();
        }
    }

    /** {@link Certifier#view}; empty when none is wanted. */
    public List<IssueView> view() {
        Certifier present = certifier;
        return present == null ? List.of() : present.view();
    }

    @Override
    public void close() {
        Certifier present = certifier;
        if (present != null) {
            present.close();
        }
    }
}
