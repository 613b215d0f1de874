// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.tls;

import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ParsedSection.Item;
import io.evenkeel.config.tls.AcmeCertificate;
import io.evenkeel.config.tls.ClientCertificates;
import io.evenkeel.config.tls.Identity;
import io.evenkeel.config.tls.ListenerTls;
import io.evenkeel.config.tls.ServerCertificate;
import io.evenkeel.config.tls.TlsVersion;
import io.evenkeel.config.yaml.Problems;
import io.evenkeel.config.yaml.TextPlace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the TLS of listeners, and says what is wrong, weak or expensive about it. */
final class ListenerTlsCheck {

    private static final int LEAST_RSA = 2048;
    private static final int MOST_RSA = 3072;
    private static final String ADD_EC =
            "add an EC (P-256) certificate for the same names; it is used for all clients that can";

    private final TlsFiles files;
    private final Problems problems;

    ListenerTlsCheck(TlsFiles files) {
        this.files = files;
        this.problems = files.problems();
    }

    /** The TLS of a listener; null when it has none, or none that can be used. */
    @Nullable
    ListenerTls read(ParsedSection listener) {
        ParsedSection tls = listener.block("tls");
        if (tls == null) {
            return null;
        }
        Map<ParsedSection, Identity> known = new HashMap<>();
        List<ServerCertificate> certificates = new ArrayList<>();
        List<AcmeCertificate> issued = new ArrayList<>();
        for (ParsedSection each : tls.blocks("certificates")) {
            AcmeCertificate names = AcmeCheck.names(each);
            if (names != null) {
                issued.add(names);
            }
            ServerCertificate certificate = certificate(each);
            if (certificate != null) {
                known.put(each, certificate.identity());
                certificates.add(certificate);
            }
        }
        advise(tls.blocks("certificates").stream().filter(known::containsKey).toList(), known);
        Set<TlsVersion> versions = versions(tls);
        Double ration = tls.find("ration-handshakes", Double.class);
        ClientCertificates clients = new ClientsCheck(files).read(tls.block("clients"));
        return certificates.isEmpty() && issued.isEmpty()
                ? null
                : new ListenerTls(
                        certificates,
                        versions,
                        Boolean.TRUE.equals(tls.find("strict-sni", Boolean.class)),
                        clients,
                        issued,
                        ration == null ? 1 : ration);
    }

    private @Nullable ServerCertificate certificate(ParsedSection block) {
        Path certificate = files.path(block, "certificate");
        Path key = files.path(block, "key");
        Path staple = files.path(block, "ocsp");
        if (certificate == null || key == null) {
            if (!block.gives("acme")) {
                incomplete(block);
            }
            return null;
        }
        Identity identity = files.identity(block, certificate, key);
        String stapled = staple == null ? null : files.staple(block, "ocsp", staple);
        return identity == null ? null : new ServerCertificate(certificate, key, identity, staple, stapled);
    }

    private void incomplete(ParsedSection block) {
        for (String name : List.of("certificate", "key")) {
            if (!block.gives(name)) {
                problems.error(
                        block.place(),
                        "'" + name + "' is missing",
                        "name the files of certificate and key, or write acme: HOST for one that is got by ACME");
            }
        }
    }

    private Set<TlsVersion> versions(ParsedSection tls) {
        Item item = tls.item("versions");
        Set<TlsVersion> versions = EnumSet.noneOf(TlsVersion.class);
        if (item != null) {
            item.items().forEach(each -> versions.add((TlsVersion) each.value()));
        }
        if (versions.equals(EnumSet.of(TlsVersion.TLS_1_2))) {
            problems.warning(
                    tls.placeOf("versions"),
                    "without TLS 1.3 a new client waits for one round trip more, and its handshake is easier to read",
                    "add 1.3");
        }
        return versions.isEmpty() ? EnumSet.allOf(TlsVersion.class) : versions;
    }

    /** Warns of certificates that are weak, expensive, of no name, or never used. */
    private void advise(List<ParsedSection> blocks, Map<ParsedSection, Identity> known) {
        Map<String, TextPlace> taken = new HashMap<>();
        for (ParsedSection block : blocks) {
            Identity identity = known.get(block);
            if (identity == null) {
                continue;
            }
            TextPlace place = block.placeOf("certificate");
            KeyStrength strength = KeyStrength.of(identity);
            List<String> names = new ArrayList<>(identity.names().hosts());
            if (names.isEmpty() && identity.names().addresses().isEmpty()) {
                problems.warning(
                        place,
                        "no client will believe the certificate, because it has no alternative names",
                        "request one with subjectAltName");
            }
            weak(place, strength);
            boolean expensive =
                    strength.rsa() && blocks.stream().noneMatch(other -> isBetter(identity, known.get(other)));
            if (expensive && strength.bits() >= LEAST_RSA) {
                problems.warning(
                        place,
                        "an RSA certificate costs about three times the CPU of an EC one for each new client"
                                + (strength.bits() > MOST_RSA
                                        ? ", and one of " + strength.bits() + " bits far more"
                                        : ""),
                        ADD_EC);
            }
            int again = 0;
            TextPlace first = place;
            for (String name : names) {
                TextPlace before = taken.putIfAbsent(name + " " + strength.rsa(), place);
                again += before == null ? 0 : 1;
                first = before == null ? first : before;
            }
            if (again > 0 && again == names.size()) {
                problems.warning(
                        place,
                        "this certificate is never used, because an earlier one has the same names and kind of key",
                        "the earlier one is on line " + first.line());
            }
        }
    }

    private void weak(TextPlace place, KeyStrength strength) {
        if (strength.rsa() && strength.bits() < LEAST_RSA) {
            problems.error(place, "the key has " + strength.bits() + " bits, which can be broken", "use EC (P-256)");
        } else if (!strength.rsa() && strength.bits() != 256 && strength.bits() != 384) {
            problems.warning(place, "many clients cannot use an EC key of " + strength.bits() + " bits", "use P-256");
        }
        if (strength.brokenHash()) {
            problems.warning(place, "the certificate is signed with SHA-1 or MD5, which no client believes", null);
        }
    }

    /** True for an EC certificate that has all names of an RSA one. */
    private static boolean isBetter(Identity rsa, @Nullable Identity other) {
        return other != null
                && !KeyStrength.of(other).rsa()
                && rsa.names().hosts().stream()
                        .allMatch(name -> other.names().hosts().contains(name)
                                || other.names().cover(name));
    }
}
