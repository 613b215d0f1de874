// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.tls;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The TLS of a listener.
 *
 * @param certificates those of files; the first is for clients that name none of the others' hosts
 * @param versions those that are spoken; never empty
 * @param strictSni true when a client that names no host of any certificate is refused
 * @param clients the certificates of clients
 * @param issued those that are got by ACME; without certificates of files there is at least one
 * @param rationHandshakes share of the processors above which full handshakes are refused; 1 for never
 */
public record ListenerTls(
        List<ServerCertificate> certificates,
        Set<TlsVersion> versions,
        boolean strictSni,
        ClientCertificates clients,
        List<AcmeCertificate> issued,
        double rationHandshakes) {

    public ListenerTls {
        certificates = List.copyOf(certificates);
        versions = Set.copyOf(versions);
        issued = List.copyOf(issued);
    }

    /** Certificates, and every handshake is taken. */
    public ListenerTls(
            List<ServerCertificate> certificates,
            Set<TlsVersion> versions,
            boolean strictSni,
            ClientCertificates clients,
            List<AcmeCertificate> issued) {
        this(certificates, versions, strictSni, clients, issued, 1);
    }

    /** Certificates of files. */
    public ListenerTls(
            List<ServerCertificate> certificates,
            Set<TlsVersion> versions,
            boolean strictSni,
            ClientCertificates clients) {
        this(certificates, versions, strictSni, clients, List.of());
    }

    /** Certificates with the defaults for all else. */
    public ListenerTls(List<ServerCertificate> certificates) {
        this(certificates, EnumSet.allOf(TlsVersion.class), false, ClientCertificates.NONE);
    }

    /** The files whose content is part of these settings. */
    public Set<Path> files() {
        Set<Path> files = new LinkedHashSet<>();
        for (ServerCertificate each : certificates) {
            files.add(each.certificate());
            files.add(each.key());
            add(files, each.staple());
        }
        add(files, clients.ca());
        add(files, clients.crl());
        return files;
    }

    private static void add(Set<Path> files, @Nullable Path file) {
        if (file != null) {
            files.add(file);
        }
    }
}
