// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.tls;

import io.evenkeel.config.disk.BoundedFile;
import io.evenkeel.config.disk.StateFolder;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.tls.Identity;
import io.evenkeel.config.tls.IdentityException;
import io.evenkeel.config.tls.PemFile;
import io.evenkeel.config.yaml.FileGate;
import io.evenkeel.config.yaml.Problems;
import io.evenkeel.config.yaml.TextPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the files that a section names; what is wrong with them is among the problems. */
final class TlsFiles {

    private static final int LONGEST_STAPLE = 64 << 10;

    /** The beginning of an answer of OCSP that is one: a status, which is 0. */
    private static final byte[] SUCCESSFUL = {0x0a, 1, 0};

    private final Problems problems;
    private final String file;
    private final FileGate gate;

    /**
     * @param file the configuration's path, beside which relative paths begin
     * @param gate says which files may be read
     */
    TlsFiles(Problems problems, String file, FileGate gate) {
        this.problems = problems;
        this.file = file;
        this.gate = gate;
    }

    Problems problems() {
        return problems;
    }

    /**
     * The place of a file that the dispatcher keeps for this configuration, by the end of its name.
     *
     * @param state the folder as the configuration names it; null when it does not
     */
    Path own(@Nullable String state, String end) {
        Path config = Path.of(file);
        return StateFolder.of(config, state).resolve(StateFolder.prefix(config) + end);
    }

    /** The path under a key; null when it is absent, is none or may not be read. */
    @Nullable
    Path path(ParsedSection section, String name) {
        String text = section.find(name, String.class);
        if (text == null) {
            return null;
        }
        String obstacle = gate.obstacle(name, text);
        if (obstacle != null) {
            problems.error(
                    section.placeOf(name),
                    "'" + name + "' may not be changed to this from the console: " + obstacle,
                    FileGate.REMEDY);
            return null;
        }
        try {
            return Path.of(file).toAbsolutePath().resolveSibling(text).normalize();
        } catch (InvalidPathException e) {
            problems.error(section.placeOf(name), "'" + text + "' is not a path", null);
            return null;
        }
    }

    /** Certificate and key of a section; null when they cannot be used. */
    @Nullable
    Identity identity(ParsedSection section, Path certificate, Path key) {
        String password = section.find("key-password", String.class);
        try {
            Identity identity = Identity.read(certificate, key, password);
            String oddity = identity.oddity(Instant.now());
            if (oddity != null) {
                problems.warning(section.placeOf("certificate"), oddity, null);
            }
            if (password == null && isOpenToAll(key)) {
                problems.warning(
                        section.placeOf("key"), "everybody on this machine may read " + key, "chmod o-r " + key);
            }
            return identity;
        } catch (IdentityException e) {
            problems.error(place(section, e.part()), String.valueOf(e.getMessage()), e.hint());
            return null;
        }
    }

    private static TextPlace place(ParsedSection section, IdentityException.Part part) {
        return switch (part) {
            case CERTIFICATE -> section.placeOf("certificate");
            case KEY -> section.placeOf("key");
            case PASSWORD -> section.placeOf("key-password");
        };
    }

    private static boolean isOpenToAll(Path key) {
        try {
            return Files.getPosixFilePermissions(key).contains(PosixFilePermission.OTHERS_READ);
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** The authorities in a file; empty when it cannot be used. */
    List<X509Certificate> authorities(ParsedSection section, String name, Path path) {
        try {
            List<X509Certificate> all = PemFile.certificates(path);
            Instant now = Instant.now();
            for (X509Certificate each : all) {
                Instant until = each.getNotAfter().toInstant();
                if (now.isAfter(until)) {
                    problems.warning(
                            section.placeOf(name),
                            "the authority '" + each.getSubjectX500Principal().getName() + "' has expired on "
                                    + Identity.day(until),
                            null);
                }
            }
            return all;
        } catch (IdentityException e) {
            problems.error(section.placeOf(name), String.valueOf(e.getMessage()), e.hint());
            return List.of();
        }
    }

    /** The lists of revoked certificates in a file; empty when it cannot be used. */
    List<X509CRL> revocations(ParsedSection section, String name, Path path) {
        try {
            List<X509CRL> all = PemFile.revocations(path);
            for (X509CRL each : all) {
                Date next = each.getNextUpdate();
                if (next != null && next.toInstant().isBefore(Instant.now())) {
                    problems.warning(
                            section.placeOf(name),
                            "a newer list of revoked certificates was due on " + Identity.day(next.toInstant()),
                            "what was revoked since is not known");
                }
            }
            return all;
        } catch (IdentityException e) {
            problems.error(section.placeOf(name), String.valueOf(e.getMessage()), e.hint());
            return List.of();
        }
    }

    /** The OCSP answer in a file in Base64; null when it cannot be used. */
    @Nullable
    String staple(ParsedSection section, String name, Path path) {
        String why;
        try {
            byte[] octets =
                    Files.isRegularFile(path) ? BoundedFile.read(path, 1 << 20, "an answer of OCSP") : new byte[0];
            if (octets.length > 0 && octets.length <= LONGEST_STAPLE && isAnswer(octets)) {
                return Base64.getEncoder().encodeToString(octets);
            }
            why = Files.isRegularFile(path)
                    ? path + " is not a successful answer of OCSP in DER"
                    : "there is no file " + path;
        } catch (IOException e) {
            why = path + " cannot be read: " + e.getMessage();
        }
        problems.error(section.placeOf(name), why, "openssl ocsp -respout FILE writes one");
        return null;
    }

    private static boolean isAnswer(byte[] der) {
        int status = der.length > 2 && der[0] == 0x30 ? 2 + (der[1] < 0 ? der[1] & 0x7f : 0) : der.length;
        if (status + SUCCESSFUL.length > der.length) {
            return false;
        }
        for (int i = 0; i < SUCCESSFUL.length; i++) {
            if (der[status + i] != SUCCESSFUL[i]) {
                return false;
            }
        }
        return true;
    }
}
