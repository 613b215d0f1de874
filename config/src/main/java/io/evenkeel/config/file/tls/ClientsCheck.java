// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.tls;

import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.tls.ClientCertificates;
import io.evenkeel.config.tls.ClientCertificates.Verify;
import io.evenkeel.config.yaml.Problems;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the rule for clients' certificates, and says what is wrong with it. */
final class ClientsCheck {

    /** Fields that mean something to servers; those that mean something to the dispatcher cannot be removed. */
    private static final Set<String> TAKEN = Set.of(
            "authorization",
            "cache-control",
            "cookie",
            "dnt",
            "from",
            "last-event-id",
            "link",
            "origin",
            "pragma",
            "prefer",
            "priority",
            "range",
            "referer",
            "traceparent",
            "tracestate",
            "upgrade-insecure-requests",
            "user-agent",
            "x-requested-with");

    private static final List<String> FAMILIES =
            List.of("accept", "access-control-", "content-", "if-", "proxy-", "sec-", "x-forwarded-");

    private final TlsFiles files;
    private final Problems problems;

    ClientsCheck(TlsFiles files) {
        this.files = files;
        this.problems = files.problems();
    }

    /** The rule in a section; {@link ClientCertificates#NONE} when there is none that could be used. */
    ClientCertificates read(@Nullable ParsedSection block) {
        Verify verify = block == null ? null : block.find("verify", Verify.class);
        if (block == null || verify == null) {
            return ClientCertificates.NONE;
        }
        Path ca = files.path(block, "ca");
        Path crl = files.path(block, "crl");
        if (verify == Verify.NONE) {
            for (String key : List.of("ca", "crl", "header")) {
                if (block.gives(key)) {
                    problems.warning(
                            block.keyPlace(key),
                            "'" + key + "' does nothing, because clients are not asked for a certificate",
                            "add verify: required, or optional");
                }
            }
            return ClientCertificates.NONE;
        }
        if (!block.gives("ca")) {
            problems.error(
                    block.placeOf("verify"),
                    "no certificate of a client could be checked, because no authority is named",
                    "add ca: FILE with the certificate of the authority that issues them");
        }
        List<X509Certificate> authorities = ca == null ? List.of() : files.authorities(block, "ca", ca);
        List<X509CRL> revoked = crl == null ? List.of() : files.revocations(block, "crl", crl);
        if (!authorities.isEmpty() && !revoked.isEmpty()) {
            compare(block, authorities, revoked);
        }
        String header = block.find("header", String.class);
        if (header != null && hasMeaning(header)) {
            problems.error(
                    block.placeOf("header"),
                    "'" + header + "' cannot tell the subject: it means something else to every server, and would be"
                            + " taken out of the requests of all clients",
                    "choose a name of its own, such as X-Client-Subject");
        }
        return new ClientCertificates(verify, ca, authorities, crl, revoked, header);
    }

    /** Warns of a list that no authority has signed, and of an authority without a list. */
    private void compare(ParsedSection block, List<X509Certificate> authorities, List<X509CRL> revoked) {
        boolean foreign = false;
        for (X509CRL list : revoked) {
            if (authorities.stream().noneMatch(each -> isBy(each, list))) {
                foreign = true;
                problems.warning(
                        block.placeOf("crl"),
                        "a list of revoked certificates was not signed by an authority of 'ca', but by '"
                                + list.getIssuerX500Principal().getName() + "'",
                        "a client whose authority has no list here is refused; an authority between that of 'ca' and the"
                                + " clients may have one");
            }
        }
        for (X509Certificate authority : foreign ? List.<X509Certificate>of() : authorities) {
            if (revoked.stream().noneMatch(list -> isBy(authority, list))) {
                problems.warning(
                        block.placeOf("crl"),
                        "every client with a certificate of '"
                                + authority.getSubjectX500Principal().getName()
                                + "' is refused, because it has no list of revoked certificates here",
                        "add its list to the file");
            }
        }
    }

    private static boolean isBy(X509Certificate authority, X509CRL list) {
        if (!list.getIssuerX500Principal().equals(authority.getSubjectX500Principal())) {
            return false;
        }
        try {
            list.verify(authority.getPublicKey());
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static boolean hasMeaning(String header) {
        // Some servers read an underscore as a hyphen.
        String name = header.toLowerCase(Locale.ROOT).replace('_', '-');
        return TAKEN.contains(name) || FAMILIES.stream().anyMatch(name::startsWith);
    }
}
