// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.tls;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The TLS of connections to the nodes of a cluster.
 *
 * @param verify false when any certificate is believed
 * @param ca file of the authorities, absolute; null for those that this Java trusts
 * @param authorities the content of that file; null for those that this Java trusts
 * @param name the name that is asked for and that the certificate must have; null for the host of the request
 * @param certificate file of the own certificate that nodes are shown, absolute; null for none
 * @param key file of its private key, absolute; null for none
 * @param identity the content of the two; null for none
 */
public record NodeTls(
        boolean verify,
        @Nullable Path ca,
        @Nullable List<X509Certificate> authorities,
        @Nullable String name,
        @Nullable Path certificate,
        @Nullable Path key,
        @Nullable Identity identity) {

    public NodeTls {
        authorities = authorities == null ? null : List.copyOf(authorities);
    }

    /** The files whose content is part of these settings. */
    public Set<Path> files() {
        Set<Path> files = new LinkedHashSet<>();
        for (Path file : new Path[] {ca, certificate, key}) {
            if (file != null) {
                files.add(file);
            }
        }
        return files;
    }
}
