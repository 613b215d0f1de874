// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import java.util.List;
import java.util.Set;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a server for its handshakes, the same for each of its certificates.
 *
 * @param versions at least one
 * @param protocols those that may be chosen by ALPN, the preferred one first; empty when the extension is passed over
 * @param demand the treatment of clients without a certificate
 * @param authorities confirm the certificates of clients; null when none is asked for
 */
public record TlsRules(
        Set<Version> versions,
        List<String> protocols,
        Demand demand,
        @Nullable X509ExtendedTrustManager authorities) {

    /** A version of TLS. */
    public enum Version {
        TLS_1_2("TLSv1.2"),
        TLS_1_3("TLSv1.3");

        private final String name;

        Version(String name) {
            this.name = name;
        }

        /** The name that Java knows it by. */
        String javaName() {
            return name;
        }
    }

    /** The treatment of clients without a certificate. */
    public enum Demand {
        /** No certificate is asked for. */
        NONE,
        /** One is asked for and checked, and clients without one are let in. */
        OPTIONAL,
        /** Clients without one that the authorities confirm are refused. */
        REQUIRED
    }

    public TlsRules {
        versions = Set.copyOf(versions);
        protocols = List.copyOf(protocols);
        if (versions.isEmpty()) {
            throw new IllegalArgumentException("no version of TLS");
        }
        if ((demand == Demand.NONE) != (authorities == null)) {
            throw new IllegalArgumentException("client certificates need authorities, and these a demand");
        }
    }

    /** Both versions and no client certificates. */
    public static TlsRules of(List<String> protocols) {
        return new TlsRules(Set.of(Version.values()), protocols, Demand.NONE, null);
    }

    String[] javaVersions() {
        return versions.stream().sorted().map(Version::javaName).toArray(String[]::new);
    }
}
