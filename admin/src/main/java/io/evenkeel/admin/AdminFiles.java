// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.config.ClusterKey;
import io.evenkeel.config.disk.OwnerFile;
import io.evenkeel.config.disk.StateFolder;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The files that a running dispatcher leaves for the command line: {@code .evenkeel/NAME.url} and, when the
 * configuration sets no token, {@code .evenkeel/NAME.token}, and with TLS {@code .evenkeel/NAME.pem}, its certificate,
 * beside the configuration file {@code NAME.yaml} or in the folder that it names. Accounts, the log of changes, the
 * orders of administrators to nodes and the cluster key are there too. Only the owner can read them.
 */
public final class AdminFiles {

    private static final String FOLDER = ".evenkeel";
    private static final int SHORTEST_KEY = 32;

    private final Path url;
    private final Path token;
    private final Path certificate;
    private final Path users;
    private final Path lastUse;
    private final Path audit;
    private final Path history;
    private final Path nodes;
    private final Path alerts;
    private final Path clusterKey;

    private AdminFiles(Path folder, String name) {
        this.url = folder.resolve(name + ".url");
        this.token = folder.resolve(name + ".token");
        this.certificate = folder.resolve(name + ".pem");
        this.users = folder.resolve(name + ".users.json");
        this.lastUse = folder.resolve(name + ".lastuse.json");
        this.audit = folder.resolve(name + ".audit.jsonl");
        this.history = folder.resolve(name + ".history");
        this.alerts = folder.resolve(name + ".alerts.json");
        this.nodes = folder.resolve(name + ".nodes.json");
        this.clusterKey = folder.resolve(name + ".cluster.key");
    }

    /** The files of the dispatcher that runs with a configuration file. */
    public static AdminFiles beside(Path config) {
        return new AdminFiles(StateFolder.of(config), StateFolder.prefix(config));
    }

    /** The files of every dispatcher that left files for configurations in a folder, beside them. */
    public static List<AdminFiles> in(Path configs) throws IOException {
        Path folder = configs.resolve(FOLDER);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> String.valueOf(entry.getFileName()))
                    .filter(name -> name.endsWith(".url"))
                    .sorted()
                    .map(name -> new AdminFiles(folder, name.substring(0, name.length() - ".url".length())))
                    .toList();
        }
    }

    /** The address of that dispatcher's admin server; nothing when it does not run or could not write. */
    public Optional<URI> url() throws IOException {
        return read(url).map(URI::create);
    }

    /** The token that it made; nothing when the configuration has one. */
    public Optional<String> token() throws IOException {
        return read(token);
    }

    /** A file with the certificate that it shows, in PEM; nothing when it speaks plain HTTP. */
    public Optional<Path> certificate() {
        return Files.exists(certificate) ? Optional.of(certificate) : Optional.empty();
    }

    /** The file that holds the address, for messages. */
    Path urlPath() {
        return url;
    }

    /** The file that holds the token, for messages. */
    public Path tokenPath() {
        return token;
    }

    /** The file of accounts and API tokens; stays when the dispatcher ends. */
    public Path users() {
        return users;
    }

    /** The file of the times at which users and tokens were last there; stays when the dispatcher ends. */
    public Path lastUse() {
        return lastUse;
    }

    /** The log of changes; stays when the dispatcher ends. */
    public Path audit() {
        return audit;
    }

    /** Orders of administrators to nodes; they stay when the dispatcher ends. */
    public Path nodes() {
        return nodes;
    }

    /**
     * The cluster key of this dispatcher, for as long as the configuration names none. It stays when the dispatcher
     * ends, so that cookies outlive a restart.
     *
     * @param make gives a new key when there is none, or one that could be guessed
     * @throws IOException when the file cannot be read or written, or has a part of a key, which stays there
     */
    public String clusterKey(Supplier<String> make) throws IOException {
        String there = read(clusterKey).orElse("");
        if (ClusterKey.isPart(there)) {
            throw new IOException(clusterKey + " has " + there.length() + " hexadecimal digits of " + ClusterKey.DIGITS
                    + ", so it was cut: put it back from a backup, or remove it and a new one is made");
        }
        if (there.length() >= SHORTEST_KEY) {
            return there;
        }
        String made = make.get();
        write(clusterKey, made);
        return made;
    }

    /** The file that holds the cluster key, for messages. */
    public Path clusterKeyPath() {
        return clusterKey;
    }

    /** The file of silences and of alerts that go on. */
    Path alerts() {
        return alerts;
    }

    /** The folder of the history, unless the configuration names another. */
    Path history() {
        return history;
    }

    void writeUrl(URI value) throws IOException {
        write(url, value.toString());
    }

    void writeToken(String value) throws IOException {
        write(token, value);
    }

    /** @param pem a block with its line ends */
    void writeCertificate(String pem) throws IOException {
        write(certificate, pem.stripTrailing());
    }

    /** Removes address, token and certificate; a file that is not there is not an error. */
    void remove() throws IOException {
        Files.deleteIfExists(url);
        Files.deleteIfExists(token);
        Files.deleteIfExists(certificate);
    }

    private static Optional<String> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        String text = Files.readString(file, StandardCharsets.UTF_8).strip();
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private static void write(Path file, String text) throws IOException {
        OwnerFile.replace(file, text + "\n");
    }
}
