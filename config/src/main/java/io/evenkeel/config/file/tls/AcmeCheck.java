// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.tls;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.disk.StateFolder;
import io.evenkeel.config.listener.ListenerSettings.Protocol;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ParsedSection.Item;
import io.evenkeel.config.tls.AcmeCertificate;
import io.evenkeel.config.tls.AcmeSettings;
import io.evenkeel.config.tls.AcmeSettings.ExternalAccount;
import io.evenkeel.config.tls.AcmeSettings.Proof;
import io.evenkeel.config.yaml.Problems;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the authority that issues certificates by ACME, and checks that it could issue those that listeners want. */
final class AcmeCheck {

    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+");
    private static final Pattern EMAIL = Pattern.compile("[^@\\s,;]+@[^@\\s,;]+");
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    private final TlsFiles files;
    private final Problems problems;

    AcmeCheck(TlsFiles files) {
        this.files = files;
        this.problems = files.problems();
    }

    /** The names of a certificate that is got by ACME; null when it is one of files, or a name is wrong. */
    static @Nullable AcmeCertificate names(ParsedSection certificate) {
        Item list = certificate.item("acme");
        if (list == null || list.items().isEmpty()) {
            return null;
        }
        return new AcmeCertificate(list.items().stream()
                .map(item -> withoutRoot(item.text().toLowerCase(Locale.ROOT)))
                .toList());
    }

    private static String withoutRoot(String name) {
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }

    /** The authority of a configuration; null when there is none, or none that can be used. */
    @Nullable
    AcmeSettings read(ParsedSection file) {
        List<ParsedSection> wanting = new ArrayList<>();
        for (ParsedSection listener : file.blocks("listeners")) {
            ParsedSection tls = listener.block("tls");
            List<ParsedSection> certificates = tls == null ? List.of() : tls.blocks("certificates");
            for (ParsedSection each : certificates) {
                if (each.gives("acme")) {
                    wanting.add(each);
                    check(each);
                }
            }
        }
        ParsedSection acme = file.block("acme");
        if (acme == null) {
            if (!wanting.isEmpty()) {
                problems.error(
                        wanting.get(0).keyPlace("acme"),
                        "no authority is named that could issue this certificate",
                        "add to the file: acme: {email: you@example.org, accept-terms: true}");
            }
            return null;
        }
        Path ca = files.path(acme, "ca");
        Path state = files.path(acme, "state");
        if (wanting.isEmpty()) {
            problems.warning(
                    acme.place(),
                    "no listener wants a certificate by ACME",
                    "add to the tls of a listener: certificates: [{acme: shop.example.org}]");
            return null;
        }
        Path folder = state == null ? files.own(file.find(StateFolder.KEY, String.class), ".acme") : state;
        return settings(acme, reach(file, acme, wanting), ca, folder);
    }

    private void check(ParsedSection certificate) {
        for (String other : List.of("certificate", "key", "key-password", "ocsp")) {
            if (certificate.gives(other)) {
                problems.error(
                        certificate.keyPlace(other),
                        "'" + other + "' and 'acme' exclude each other: a certificate is of files, or is got by ACME",
                        "make two certificates of them, each with its own dash");
            }
        }
        Item list = certificate.item("acme");
        for (Item each : list == null ? List.<Item>of() : list.items()) {
            if (each.text().startsWith("*")) {
                problems.error(
                        each.place(),
                        "a wildcard can only be proved by dns-01, which is not supported",
                        "list the names themselves, or let another program get the certificate and name its files");
            } else if (ADDRESS.matcher(each.text()).matches() || !each.text().contains(".")) {
                problems.error(
                        each.place(),
                        "'" + each.text()
                                + "' is not a domain name, and an authority issues certificates for domain names only",
                        "give the whole name, such as shop.example.org");
            }
        }
    }

    /** Looks whether the authority can reach a listener; null when it cannot. */
    private @Nullable Proof reach(ParsedSection file, ParsedSection acme, List<ParsedSection> wanting) {
        List<ParsedSection> plain = new ArrayList<>();
        boolean plain80 = false;
        boolean secure443 = false;
        for (ParsedSection listener : file.blocks("listeners")) {
            HostPort address = listener.find("address", HostPort.class);
            int port = address == null ? 0 : address.port();
            if (listener.block("tls") != null) {
                secure443 |= port == HTTPS_PORT;
            } else if (listener.find("protocol", Protocol.class) == Protocol.HTTP) {
                plain.add(listener);
                plain80 |= port == HTTP_PORT;
            }
        }
        Proof proof = acme.find("challenge", Proof.class);
        if (proof == Proof.HTTP_01 && plain.isEmpty()) {
            problems.error(
                    acme.placeOf("challenge"),
                    "http-01 needs a listener of plain HTTP, and there is none",
                    "add one on port 80, or write challenge: tls-alpn-01");
            return null;
        }
        boolean found = switch (proof == null ? Proof.AUTO : proof) {
            case HTTP_01 -> plain80;
            case TLS_ALPN_01 -> secure443;
            case AUTO -> plain80 || secure443;
        };
        if (!found) {
            String ports = proof == Proof.HTTP_01
                    ? "port 80"
                    : proof == Proof.TLS_ALPN_01 ? "port 443" : "port 80 (plain HTTP) or 443";
            problems.warning(
                    wanting.get(0).keyPlace("acme"),
                    "the authority asks on " + ports + ", and no such listener is there",
                    "add one, or let your network lead that port to a listener");
        }
        return proof;
    }

    private @Nullable AcmeSettings settings(ParsedSection acme, @Nullable Proof proof, @Nullable Path ca, Path folder) {
        if (!Boolean.TRUE.equals(acme.find("accept-terms", Boolean.class))) {
            problems.error(
                    acme.placeOf("accept-terms"),
                    "no certificate is issued unless you accept the terms of service of the authority",
                    "read them on its web site and write accept-terms: true");
        }
        URI directory = directory(acme);
        String email = acme.find("email", String.class);
        if (email != null && !EMAIL.matcher(email).matches()) {
            problems.error(acme.placeOf("email"), "'" + email + "' is not an e-mail address", null);
        }
        if (ca != null) {
            files.authorities(acme, "ca", ca);
        }
        ParsedSection external = acme.block("external-account");
        String id = external == null ? null : external.find("id", String.class);
        String key = external == null ? null : external.find("hmac-key", String.class);
        return directory == null || proof == null
                ? null
                : new AcmeSettings(
                        directory,
                        email,
                        folder,
                        ca,
                        proof,
                        acme.find("profile", String.class),
                        id == null || key == null ? null : new ExternalAccount(id, key));
    }

    private @Nullable URI directory(ParsedSection acme) {
        String text = acme.find("directory", String.class);
        if (text == null) {
            return null;
        }
        try {
            URI directory = URI.create(text);
            if ("https".equals(directory.getScheme()) && directory.getHost() != null) {
                return directory;
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        problems.error(
                acme.placeOf("directory"),
                "'" + text + "' is not the address of a directory of ACME",
                "it begins with https://, as " + AcmeSettings.LETS_ENCRYPT + " does");
        return null;
    }
}
