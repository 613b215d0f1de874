// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.tls.Identity;
import io.evenkeel.config.tls.IdentityException;
import io.evenkeel.config.tls.TlsSettings;
import io.evenkeel.config.yaml.Problems;
import io.evenkeel.config.yaml.TextPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Checks that the certificate that a file names can be used; it is read at that moment. One use. */
final class TlsCheck {

    private final Problems problems;
    private final String file;

    /** @param file the configuration's path, beside which relative paths begin */
    TlsCheck(Problems problems, String file) {
        this.problems = problems;
        this.file = file;
    }

    /**
     * The settings of a section's {@code tls}; null when there is none, or when it cannot be used, which is then among
     * the problems.
     */
    @Nullable
    TlsSettings read(ParsedSection owner) {
        ParsedSection tls = owner.block("tls");
        Path certificate = tls == null ? null : path(tls, "certificate");
        Path key = tls == null ? null : path(tls, "key");
        if (tls == null || certificate == null || key == null) {
            return null;
        }
        String password = tls.find("key-password", String.class);
        try {
            Identity identity = Identity.read(certificate, key, password);
            String oddity = identity.oddity(Instant.now());
            if (oddity != null) {
                problems.warning(tls.placeOf("certificate"), oddity, null);
            }
            if (password == null && isOpenToAll(key)) {
                problems.warning(tls.placeOf("key"), "everybody on this machine may read " + key, "chmod o-r " + key);
            }
            Duration hsts = tls.find("hsts", Duration.class);
            return new TlsSettings(certificate, key, identity, hsts == null ? Duration.ZERO : hsts);
        } catch (IdentityException e) {
            problems.error(place(tls, e.part()), String.valueOf(e.getMessage()), e.hint());
            return null;
        }
    }

    private static TextPlace place(ParsedSection tls, IdentityException.Part part) {
        return switch (part) {
            case CERTIFICATE -> tls.placeOf("certificate");
            case KEY -> tls.placeOf("key");
            case PASSWORD -> tls.placeOf("key-password");
        };
    }

    private @Nullable Path path(ParsedSection tls, String name) {
        String text = tls.find(name, String.class);
        if (text == null) {
            return null;
        }
        try {
            return Path.of(file).toAbsolutePath().resolveSibling(text).normalize();
        } catch (InvalidPathException e) {
            problems.error(tls.placeOf(name), "'" + text + "' is not a path", null);
            return null;
        }
    }

    private static boolean isOpenToAll(Path key) {
        try {
            return Files.getPosixFilePermissions(key).contains(PosixFilePermission.OTHERS_READ);
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
