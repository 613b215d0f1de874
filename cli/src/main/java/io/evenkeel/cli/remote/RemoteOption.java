// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import io.evenkeel.admin.AdminFiles;
import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.dispatcher.settings.AdminSettings;
import io.evenkeel.dispatcher.settings.SettingsException;
import io.evenkeel.dispatcher.settings.file.SettingsFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options that say which dispatcher is meant, and where its token comes from.
 *
 * <p>Address: {@code --admin}; else what the dispatcher of {@code -c} left beside its configuration, or else what that configuration
 * says; without either option the one dispatcher that left word in this folder, or else the default address. Token:
 * {@code EVENKEEL_ADMIN_TOKEN}, else the one left beside the configuration, else the configuration's.
 */
public final class RemoteOption {

    private static final String TOKEN_VARIABLE = "EVENKEEL_ADMIN_TOKEN";
    private static final URI DEFAULT = URI.create("http://127.0.0.1:8111");

    @Option(
            names = "--admin",
            paramLabel = "URL",
            description = "Address of the admin server (default: found through -c, else " + "http://127.0.0.1:8111).")
    private @Nullable URI admin;

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "The configuration file the dispatcher runs with.")
    private @Nullable Path config;

    /** Whether the command line says which one. */
    public boolean isGiven() {
        return admin != null || config != null;
    }

    /** The dispatcher that is meant; fails with a reason when that cannot be known. */
    public RemoteDispatcher connect() {
        try {
            return find();
        } catch (IOException e) {
            throw CommandException.failed(
                    "what the dispatcher left for the command line cannot be read: " + e.getMessage());
        }
    }

    private RemoteDispatcher find() throws IOException {
        String token = System.getenv(TOKEN_VARIABLE);
        List<AdminFiles> here = config == null ? AdminFiles.in(Path.of("")) : List.of(AdminFiles.beside(config));
        for (AdminFiles files : here) {
            URI left = files.url().orElse(null);
            boolean meant = admin == null ? here.size() == 1 : admin.equals(left);
            if (left != null && meant) {
                return new RemoteDispatcher(left, first(token, files.token().orElse(null), configured()));
            }
        }
        if (admin != null) {
            return new RemoteDispatcher(checked(admin), first(token, configured(), null));
        }
        return new RemoteDispatcher(config == null ? DEFAULT : address(config), first(token, configured(), null));
    }

    private static @Nullable String first(@Nullable String one, @Nullable String two, @Nullable String three) {
        if (one != null) {
            return one;
        }
        return two != null ? two : three;
    }

    private @Nullable String configured() {
        return config == null ? null : settings(config).token();
    }

    private static URI address(Path config) {
        AdminSettings settings = settings(config);
        if (settings.address() == null) {
            throw CommandException.failed(config + " has no admin.address, so its dispatcher cannot be reached");
        }
        return URI.create("http://" + settings.address());
    }

    private static AdminSettings settings(Path config) {
        try {
            return SettingsFile.open(config).load().admin();
        } catch (SettingsException e) {
            throw CommandException.failed(
                    config + " has errors, so the address of its dispatcher is not known; give it with --admin, or see"
                            + " 'evenkeel validate -c " + config + "'");
        }
    }

    private static URI checked(URI url) {
        if (!"http".equals(url.getScheme()) || url.getHost() == null) {
            throw CommandException.failed("--admin wants an address such as " + DEFAULT + ", not '" + url + "'");
        }
        return url;
    }
}
