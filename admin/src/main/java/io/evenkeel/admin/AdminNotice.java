// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.config.tls.Identity;
import io.evenkeel.dispatcher.log.EventLogger;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The notice that a running server leaves for the command line: its address, its token if it has made one, and its
 * certificate. Serving goes on where a file cannot be written, and the event log says what the user has to do.
 *
 * <p>Threads: any, since each of the files is replaced as a whole.
 */
final class AdminNotice {

    private static final int TOKEN_OCTETS = 24;

    private final @Nullable AdminFiles files;
    private final EventLogger log;

    /** @param files null to leave nothing */
    AdminNotice(@Nullable AdminFiles files, EventLogger log) {
        this.files = files;
        this.log = log;
    }

    /** A token that nobody can guess. */
    static String newToken() {
        byte[] random = new byte[TOKEN_OCTETS];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /**
     * Leaves the address, in the place of all that an earlier server has left.
     *
     * @param token the one that the server has made; null when the configuration has one
     */
    void leaveAddress(AdminUrls urls, @Nullable String token) {
        if (files == null) {
            return;
        }
        try {
            files.remove();
            files.writeUrl(urls.here());
            if (token != null) {
                files.writeToken(token);
            }
        } catch (IOException e) {
            log.warn("the command line will not find this dispatcher by its configuration, because " + files.tokenPath()
                    + " cannot be written: " + e + "; set admin.token and pass --admin " + urls.open());
        }
    }

    /** Leaves the certificate that clients are shown. */
    void leaveCertificate(Identity identity) {
        try {
            if (files != null) {
                files.writeCertificate(identity.pem());
            }
        } catch (IOException e) {
            log.warn("the command line may not trust the admin server, because its certificate cannot be left: " + e);
        }
    }

    /** Takes back all that was left. */
    void remove() {
        try {
            if (files != null) {
                files.remove();
            }
        } catch (IOException e) {
            log.warn("could not remove the admin files: " + e);
        }
    }
}
