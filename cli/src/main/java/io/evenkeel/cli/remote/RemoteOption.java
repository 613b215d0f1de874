// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import io.evenkeel.admin.AdminFiles;
import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.cli.terminal.OptionTitle;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.config.tls.IdentityException;
import io.evenkeel.config.tls.PemFile;
import io.evenkeel.config.tls.TlsSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * The options that name the dispatcher, and the source of its token.
 *
 * <p>Address: {@code --admin}; else the one that the dispatcher of {@code -c} left beside its configuration, or else
 * the one in that configuration; without either option the one dispatcher that left its files in this folder, or else
 * the default address. Token: {@code EVENKEEL_ADMIN_TOKEN}, else the one left beside the configuration, else the
 * configuration's. Trust of an https URL: {@link Trust}.
 */
@OptionTitle("The running dispatcher")
public final class RemoteOption {

    private static final String TOKEN_VARIABLE = "EVENKEEL_ADMIN_TOKEN";
    private static final URI DEFAULT = URI.create("http://127.0.0.1:8111");

    @Option(
            names = "--admin",
            paramLabel = "URL",
            converter = AdminUrl.class,
            description = "Address of the admin server (default: found through -c, else " + "http://127.0.0.1:8111).")
    private @Nullable URI admin;

    @Option(
            names = "--admin-ca",
            paramLabel = "FILE",
            description =
                    "PEM file of the authority that issued the certificate of an https:// URL, or of that certificate itself"
                            + " (default: those Java trusts, and the own certificate of a dispatcher found through -c).")
    private @Nullable Path authority;

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "The configuration file the dispatcher runs with.")
    private @Nullable Path config;

    /** Reads the address of an admin server: {@code http://HOST:PORT} or {@code https://HOST:PORT}. */
    static final class AdminUrl implements ITypeConverter<URI> {

        @Override
        public URI convert(String text) {
            if (!text.startsWith("http://") && !text.startsWith("https://")) {
                String rest = text.replaceFirst("^[A-Za-z][A-Za-z0-9+.-]*://", "");
                throw new TypeConversionException("'" + text + "' is not an http or https URL; write http://" + rest
                        + ", or https://" + rest + " when it has admin.tls");
            }
            try {
                URI url = URI.create(text);
                if (url.getHost() != null) {
                    return url;
                }
            } catch (IllegalArgumentException e) {
                // told below
            }
            throw new TypeConversionException("'" + text + "' is not the URL of a host; write http://HOST:PORT");
        }
    }

    /** True when the command line names a dispatcher. */
    public boolean isGiven() {
        return admin != null || config != null;
    }

    /** The configuration that the command line names; null without one. */
    public @Nullable Path config() {
        return config;
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
        String variable = System.getenv(TOKEN_VARIABLE);
        String token = variable == null || variable.isBlank() ? null : variable;
        List<AdminFiles> here = config == null ? AdminFiles.in(Path.of("")) : List.of(AdminFiles.beside(config));
        for (AdminFiles files : here) {
            URI left = files.url().orElse(null);
            boolean meant = admin == null ? here.size() == 1 : admin.equals(left);
            if (left != null && meant) {
                String known = first(token, files.token().orElse(null));
                return dispatcher(left, known == null ? configured() : known, files);
            }
        }
        AdminFiles files = config == null ? null : here.get(0);
        if (admin != null) {
            return dispatcher(admin, first(token, configured()), files);
        }
        return dispatcher(config == null ? DEFAULT : address(config), first(token, configured()), files);
    }

    /**
     * @param files left by a dispatcher of this machine; null when none is meant
     */
    private RemoteDispatcher dispatcher(URI url, @Nullable String token, @Nullable AdminFiles files) {
        return new RemoteDispatcher(
                url,
                token,
                () -> Trust.sockets(
                        files == null ? null : own(files),
                        authority == null ? null : authorities(authority),
                        authority == null ? "the trust store of this Java" : authority.toString()));
    }

    private Supplier<Collection<X509Certificate>> own(AdminFiles files) {
        return () -> certificates(files);
    }

    private static List<X509Certificate> authorities(Path file) {
        try {
            return PemFile.certificates(file);
        } catch (IdentityException e) {
            throw CommandException.failed("--admin-ca: " + e.getMessage());
        }
    }

    /**
     * The certificates that the dispatcher shows: those it left itself, and those of its configuration when it could
     * leave none.
     */
    private Collection<X509Certificate> certificates(AdminFiles files) {
        try {
            Path left = files.certificate().orElse(null);
            if (left != null) {
                return PemFile.certificates(left);
            }
            TlsSettings tls = config == null
                    ? null
                    : SettingsFile.open(config).load().admin().tls();
            return tls == null ? List.of() : List.of(tls.identity().certificate());
        } catch (IdentityException | SettingsException e) {
            return List.of();
        }
    }

    private static @Nullable String first(@Nullable String one, @Nullable String two) {
        return one != null ? one : two;
    }

    private @Nullable String configured() {
        return config == null ? null : settings(config).token();
    }

    private static URI address(Path config) {
        AdminSettings settings = settings(config);
        if (settings.address() == null) {
            throw CommandException.failed(config + " has no admin.address, so its dispatcher cannot be reached");
        }
        return URI.create((settings.tls() == null ? "http://" : "https://") + settings.address());
    }

    private static AdminSettings settings(Path config) {
        if (Files.notExists(config)) {
            throw CommandException.missing(config);
        }
        try {
            return SettingsFile.open(config).load().admin();
        } catch (SettingsException e) {
            throw CommandException.failed(
                    config + " has errors, so the address of its dispatcher is not known; give it with --admin, or see"
                            + " 'evenkeel validate -c " + config + "'");
        }
    }
}
