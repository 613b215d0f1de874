// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.tls.CertificateNames;
import io.evenkeel.config.tls.Identity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Addresses of an admin server.
 *
 * @param here for programs on this machine, by the address where it listens
 * @param open for people, who may be on another machine
 */
record AdminUrls(URI here, URI open) {

    private static final String LOCAL = "localhost";

    /**
     * Those of a server that listens.
     *
     * @param host as configured
     * @param identity null for plain HTTP
     */
    static AdminUrls of(String host, int port, @Nullable Identity identity) throws IOException {
        InetAddress address = InetAddress.getByName(host);
        String reachable =
                address.isAnyLocalAddress() ? InetAddress.getLoopbackAddress().getHostAddress() : host;
        String scheme = identity == null ? "http://" : "https://";
        URI here = URI.create(scheme + new HostPort(reachable, port));
        if (identity == null || identity.names().cover(host)) {
            return new AdminUrls(here, here);
        }
        CertificateNames names = identity.names();
        Optional<String> named = address.isLoopbackAddress()
                ? Optional.of(LOCAL).filter(names::cover)
                : Stream.of(
                                names.hosts(),
                                names.addresses(),
                                List.of(InetAddress.getLocalHost().getHostName()),
                                List.of(LOCAL))
                        .flatMap(List::stream)
                        .filter(each -> names.cover(each) && !each.startsWith("*"))
                        .min(Comparator.comparing(AdminUrls::isNear));
        return new AdminUrls(here, URI.create(scheme + new HostPort(named.orElse(reachable), port)));
    }

    /** True for a name that means the machine itself; sorted by this, names for other machines come first. */
    private static boolean isNear(String name) {
        return name.equals(LOCAL) || name.startsWith("127.") || name.equals("0:0:0:0:0:0:0:1");
    }
}
