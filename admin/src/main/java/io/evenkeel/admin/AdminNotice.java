// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.config.tls.Identity;
import io.evenkeel.dispatcher.log.EventLogger;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The notice that a running server leaves for the command line: its address, its token if it has made one, and its
 * certificate. Serving goes on where a file cannot be written. The event log then says what the user has to do, and the
 * file is tried again every ten seconds: a full disk is free again long before the dispatcher is restarted.
 *
 * <p>Threads: any. One of its own, {@code admin-notice}, is there while something could not be left.
 */
final class AdminNotice {

    private static final int TOKEN_OCTETS = 24;
    private static final String FOR_CHANGES = "; to change something before, set admin.token and start again";
    private static final Duration AGAIN = Duration.ofSeconds(10);

    private final @Nullable AdminFiles files;
    private final EventLogger log;

    /** The attempt to leave the address, which failed; null when it is left. */
    private @Nullable Leaving address;

    /** The same of the certificate. */
    private @Nullable Leaving certificate;

    /** Tries again what could not be left; null when there is nothing. */
    private @Nullable Thread patient;

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
    synchronized void leaveAddress(AdminUrls urls, @Nullable String token) {
        AdminFiles there = files;
        if (there == null) {
            return;
        }
        boolean isFound = false;
        try {
            there.remove();
            there.writeUrl(urls.here());
            isFound = true;
            if (token != null) {
                there.writeToken(token);
            }
        } catch (IOException e) {
            log.warn(isFound ? noChanges(there, e) : notFound(there, urls, token != null, e));
            address = () -> leave(there, urls, token);
            tryAgain();
        }
    }

    private static void leave(AdminFiles there, AdminUrls urls, @Nullable String token) throws IOException {
        there.writeUrl(urls.here());
        if (token != null) {
            there.writeToken(token);
        }
    }

    /** The address cannot be left; a configuration with a port has it all the same. */
    private static String notFound(AdminFiles there, AdminUrls urls, boolean hasToken, IOException e) {
        return "commands find this dispatcher only by --admin " + urls.open()
                + ", or by -c FILE where that names its port"
                + (hasToken ? ", and those that change something are refused" : "") + ", because " + there.urlPath()
                + (hasToken ? " and " + there.tokenPath() : "") + " cannot be written: " + e + "; that is tried again"
                + (hasToken ? FOR_CHANGES : "");
    }

    private static String noChanges(AdminFiles there, IOException e) {
        return "commands that change something are refused, and those that only read are not, because "
                + there.tokenPath() + " cannot be written: " + e + "; that is tried again" + FOR_CHANGES;
    }

    /** Leaves the certificate that clients are shown. */
    synchronized void leaveCertificate(Identity identity) {
        AdminFiles there = files;
        if (there == null) {
            return;
        }
        certificate = null;
        try {
            there.writeCertificate(identity.pem());
        } catch (IOException e) {
            log.warn("the command line may not trust the admin server, because its certificate cannot be left, which"
                    + " is tried again: " + e);
            certificate = () -> there.writeCertificate(identity.pem());
            tryAgain();
        }
    }

    /** Takes back all that was left. */
    synchronized void remove() {
        address = null;
        certificate = null;
        if (patient != null) {
            patient.interrupt();
            patient = null;
        }
        try {
            if (files != null) {
                files.remove();
            }
        } catch (IOException e) {
            log.warn("could not remove the admin files: " + e);
        }
    }

    private void tryAgain() {
        if (patient == null) {
            patient = new Thread(this::untilLeft, "admin-notice");
            patient.setDaemon(true);
            patient.start();
        }
    }

    private void untilLeft() {
        try {
            do {
                Thread.sleep(AGAIN.toMillis());
            } while (!leaveOwed());
        } catch (InterruptedException removed) {
            // nothing is to be left any more
        } finally {
            over();
        }
    }

    private synchronized void over() {
        if (patient == Thread.currentThread()) {
            patient = null;
        }
    }

    /** Leaves what could not be left before; false while it still cannot. */
    synchronized boolean leaveOwed() {
        if (address == null && certificate == null) {
            return true;
        }
        try {
            if (address != null) {
                address.leave();
                address = null;
            }
            if (certificate != null) {
                certificate.leave();
                certificate = null;
            }
        } catch (IOException e) {
            return false;
        }
        patient = null;
        log.info("the files by which the command line finds this dispatcher are there now");
        return true;
    }

    /** An attempt to write what belongs together. */
    private interface Leaving {

        void leave() throws IOException;
    }
}
