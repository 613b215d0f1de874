// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.certificate;

import io.evenkeel.config.tls.AcmeSettings;
import io.evenkeel.dispatcher.certificate.Certifier.Wanted;
import java.io.IOException;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * The certifier of a dispatcher: loaded when a configuration wants certificates by ACME for the first time, so that the
 * libraries it brings cost nothing otherwise. Threads: {@link #follow}, {@link #begin} and {@link #close} are serial;
 * {@link #view} is for any thread.
 */
public final class Certifiers implements AutoCloseable {

    private final CertificateDesk desk;
    private volatile @Nullable Certifier certifier;

    /** @param desk for the certifier */
    public Certifiers(CertificateDesk desk) {
        this.desk = desk;
    }

    /**
     * {@link Certifier#follow}.
     *
     * @throws IOException also when the module is missing
     */
    public void follow(@Nullable AcmeSettings settings, List<Wanted> wanted) throws IOException {
        Certifier present = certifier;
        if (present == null && !wanted.isEmpty()) {
            present = load();
            certifier = present;
        }
        if (present != null) {
            present.follow(settings, wanted);
        }
    }

    private Certifier load() throws IOException {
        return ServiceLoader.load(CertifierProvider.class, Certifiers.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IOException(
                        "certificates by ACME need the jar evenkeel-acme and its libraries, which are not there"))
                .open(desk);
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
