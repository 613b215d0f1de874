// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.tls;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * The hosts that a certificate is for, from its field of alternative names; browsers look at no other field.
 *
 * @param hosts names, perhaps with {@code *.} in front, in lower case
 * @param addresses IP addresses
 * @param subject for people, when there are neither names nor addresses
 */
public record CertificateNames(List<String> hosts, List<String> addresses, String subject) {

    private static final int DNS = 2;
    private static final int IP = 7;

    /** The names of a certificate. */
    public static CertificateNames of(X509Certificate certificate) {
        List<String> hosts = new ArrayList<>();
        List<String> addresses = new ArrayList<>();
        try {
            Collection<List<?>> all = certificate.getSubjectAlternativeNames();
            for (List<?> each : all == null ? List.<List<?>>of() : all) {
                int kind = (Integer) each.get(0);
                if (kind == DNS) {
                    hosts.add(String.valueOf(each.get(1)).toLowerCase(Locale.ROOT));
                } else if (kind == IP) {
                    addresses.add(String.valueOf(each.get(1)));
                }
            }
        } catch (CertificateParsingException e) {
            // a field that cannot be read names no host
            hosts.clear();
            addresses.clear();
        }
        return new CertificateNames(
                List.copyOf(hosts),
                List.copyOf(addresses),
                certificate.getSubjectX500Principal().getName());
    }

    /** True when the certificate is for a host name or IP address. */
    public boolean cover(String host) {
        String name = host.indexOf(':') < 0 ? host.toLowerCase(Locale.ROOT) : written(host);
        int dot = name.indexOf('.');
        return hosts.contains(name)
                || addresses.contains(name)
                || (dot > 0 && hosts.contains("*" + name.substring(dot)));
    }

    /** An IPv6 address as Java writes it, whatever its zeros. */
    private static String written(String address) {
        try {
            return InetAddress.getByName(address).getHostAddress();
        } catch (UnknownHostException e) {
            return address;
        }
    }

    /** The names as text for people. */
    @Override
    public String toString() {
        List<String> all = new ArrayList<>(hosts);
        all.addAll(addresses);
        return all.isEmpty() ? "'" + subject + "' (no host names)" : String.join(", ", all);
    }
}
