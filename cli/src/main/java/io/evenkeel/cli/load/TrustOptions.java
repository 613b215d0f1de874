// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.load;

import io.evenkeel.cli.terminal.OptionTitle;
import io.evenkeel.config.tls.IdentityException;
import io.evenkeel.config.tls.PemFile;
import io.evenkeel.load.ServerTrust;
import io.evenkeel.load.UserBehaviour;
import io.evenkeel.load.UserRequests;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for trust in https servers. */
@OptionTitle("Servers of https")
final class TrustOptions {

    @Option(
            names = "--ca",
            paramLabel = "FILE",
            description =
                    "PEM file of the authority that issued the certificate of an https:// URL, or of that certificate itself"
                            + " (default: those Java trusts).")
    private @Nullable Path authority;

    @Option(
            names = {"-k", "--insecure"},
            description = "Accept every certificate of an https server.")
    private boolean isBlind;

    /** The same work, with servers that are believed as the options say. */
    UserBehaviour of(UserBehaviour work) {
        Path file = authority;
        if (file == null && !isBlind) {
            return work;
        }
        if (!UserRequests.isSecure(work.pages().root())) {
            throw PageOptions.usage("--ca and -k belong to a URL that begins with https://");
        }
        if (file == null) {
            return work.trusting(ServerTrust.BLIND);
        }
        if (isBlind) {
            throw PageOptions.usage("--ca and -k exclude each other");
        }
        try {
            return work.trusting(new ServerTrust(PemFile.certificates(file), file.toString(), false));
        } catch (IdentityException e) {
            throw PageOptions.usage("--ca: " + e.getMessage());
        }
    }
}
