// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import io.evenkeel.config.SyslogAddress;
import io.evenkeel.config.disk.BoundedFile;
import io.evenkeel.config.disk.StateFolder;
import io.evenkeel.config.file.alert.CommandFence;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.yaml.FileGate;
import io.evenkeel.config.yaml.Problems;
import io.evenkeel.config.yaml.References;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The files that a text may name when it comes from the console and not from the dispatcher's host. The right to change
 * the configuration there is not the right to write, empty and show every file of the process's user.
 *
 * <p>Files must be in one of the given folders or below, links followed. They must not be the configuration itself, a
 * file that the dispatcher keeps in {@code .evenkeel} or {@code state-dir}, or one of its private keys. A value of the
 * configuration in force stays allowed at the same keys and nowhere else: neither at a key of the same name elsewhere
 * nor at a place to which an alias takes it. Any thread.
 */
final class Fence implements FileGate {

    private static final String OWN_FOLDER = ".evenkeel";
    private static final String OWNED = "the dispatcher keeps its own files there";
    private static final String SYSTEM_SOCKET = "/dev/log";

    private final List<Path> folders;
    private final Path config;
    private final FileGate beside;
    private final @Nullable ParsedSection inForce;
    private final Set<References.PlacedValue> present;

    /**
     * Makes the fence for one text.
     *
     * @param folders in which files may be
     * @param config the configuration file
     * @param inForce the configuration in force; null for none
     * @param text of the configuration in force
     */
    Fence(List<Path> folders, Path config, @Nullable ParsedSection inForce, String text) {
        this.folders = folders.stream().map(Fence::real).toList();
        this.config = config;
        this.beside = FileGate.beside(config);
        this.inForce = inForce;
        this.present = References.in(text).stream()
                .map(each -> new References.PlacedValue(role(each.keys()), each.written()))
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public @Nullable String obstacle(List<String> keys, String written, String path) {
        return present.contains(new References.PlacedValue(role(keys), written))
                ? null
                : readObstacle(path, obstacle(path));
    }

    /** Files of TLS that are in force may be named again under the same key, for another listener or cluster. */
    @Override
    public @Nullable String obstacle(String key, String path) {
        Path real;
        try {
            real = real(place(path));
        } catch (InvalidPathException e) {
            return "it is not a path";
        }
        return files(key).contains(real) ? null : readObstacle(path, folderObstacle(path));
    }

    /**
     * The obstacle of a file that is read: that of its name, or that it is a pipe or a device, which has no end. The
     * reader would wait for one, and nobody could change the configuration meanwhile.
     */
    private @Nullable String readObstacle(String path, @Nullable String named) {
        return named == null && BoundedFile.isOther(place(path)) ? "it is " + BoundedFile.OTHER : named;
    }

    @Override
    public Path place(String path) {
        return beside.place(path);
    }

    /** The keys without the name of a cluster, which may have changed. */
    private static List<String> role(List<String> keys) {
        if (keys.size() < 2 || !keys.get(0).equals("clusters")) {
            return keys;
        }
        List<String> role = new ArrayList<>(keys);
        role.remove(1);
        return role;
    }

    /** Adds the problems of the paths of logs, history and the dispatcher's own folder. */
    void check(ParsedSection file, Problems problems) {
        check(file, inForce, StateFolder.KEY, problems);
        ParsedSection log = file.block("log");
        ParsedSection logNow = inForce == null ? null : inForce.block("log");
        if (log != null) {
            log(log, logNow, problems);
            ParsedSection access = log.block("access");
            if (access != null) {
                log(access, logNow == null ? null : logNow.block("access"), problems);
            }
        }
        discovered(file, problems);
        ParsedSection history = history(file);
        if (history != null) {
            check(history, inForce == null ? null : history(inForce), "path", problems);
        }
        new CommandFence(problems).check(file.block("alerts"), inForce == null ? null : inForce.block("alerts"));
    }

    /** Checks the file of a log and the Unix socket that it goes to: the socket of the system is open to everybody. */
    private void log(ParsedSection log, @Nullable ParsedSection now, Problems problems) {
        check(log, now, "file", problems);
        SyslogAddress wanted = LogCheck.receiver(log);
        if (wanted == null || (now != null && wanted.equals(LogCheck.receiver(now)))) {
            return;
        }
        String path = wanted.path();
        if (path == null || path.equals(SYSTEM_SOCKET)) {
            return;
        }
        String why = obstacle(path);
        if (why != null) {
            problems.error(
                    log.section("syslog").placeOf("address"),
                    "'syslog' may not be changed to this from the console: " + why,
                    REMEDY);
        }
    }

    /** Checks the files of nodes and the kubeconfigs, whose text an error would show. */
    private void discovered(ParsedSection file, Problems problems) {
        ParsedSection now = inForce == null ? null : inForce.block("clusters");
        ParsedSection clusters = file.block("clusters");
        if (clusters == null) {
            return;
        }
        for (String name : clusters.items().keySet()) {
            ParsedSection wanted = within(clusters, name, "discover");
            if (wanted == null) {
                continue;
            }
            ParsedSection present = now == null ? null : within(now, name, "discover");
            check(wanted, present, "file", "", problems);
            ParsedSection kubernetes = wanted.block("kubernetes");
            if (kubernetes != null) {
                check(kubernetes, present == null ? null : present.block("kubernetes"), "kubeconfig", problems);
            }
        }
    }

    private static @Nullable ParsedSection within(ParsedSection table, String name, String key) {
        ParsedSection section = table.block(name);
        return section == null ? null : section.block(key);
    }

    private static @Nullable ParsedSection history(ParsedSection file) {
        ParsedSection admin = file.block("admin");
        return admin == null ? null : admin.block("history");
    }

    private void check(ParsedSection block, @Nullable ParsedSection now, String key, Problems problems) {
        check(block, now, key, key.equals("file") ? ".log" : "", problems);
    }

    /** @param end of the name that a file must have, such as {@code .log} */
    private void check(ParsedSection block, @Nullable ParsedSection now, String key, String end, Problems problems) {
        String path = block.find(key, String.class);
        if (path == null || path.equals("-") || (now != null && path.equals(now.find(key, String.class)))) {
            return;
        }
        String why = obstacle(path);
        if (why == null && !path.endsWith(end)) {
            why = "the name of a log does not end in .log";
        }
        if (why != null) {
            problems.error(
                    block.placeOf(key), "'" + key + "' may not be changed to this from the console: " + why, REMEDY);
        }
    }

    private @Nullable String obstacle(String path) {
        String why = folderObstacle(path);
        if (why != null) {
            return why;
        }
        Path real = real(place(path));
        return real.equals(real(config)) || files("key").contains(real)
                ? "it is a file of the dispatcher itself"
                : null;
    }

    private @Nullable String folderObstacle(String path) {
        Path real;
        try {
            for (Path part : Path.of(path)) {
                if (part.toString().equals("..")) {
                    return "there is a '..' in it";
                }
            }
            real = real(place(path));
        } catch (InvalidPathException e) {
            return "it is not a path";
        }
        if (folders.stream().noneMatch(real::startsWith)) {
            return "it is outside of " + folders.stream().map(Path::toString).collect(Collectors.joining(" and "));
        }
        for (Path part : real) {
            if (part.toString().equals(OWN_FOLDER)) {
                return OWNED;
            }
        }
        String state = inForce == null ? null : inForce.find(StateFolder.KEY, String.class);
        if (state != null && real.startsWith(real(place(state)))) {
            return OWNED;
        }
        return null;
    }

    /** The files of TLS in force under a key. */
    private Set<Path> files(String key) {
        Set<Path> files = new HashSet<>();
        ParsedSection file = inForce;
        if (file != null) {
            addFile(files, file.block("acme"), key);
            CommandFence.receivers(file.block("alerts")).forEach(each -> {
                addFile(files, each.block("webhook"), key);
                addFile(files, each.block("mail"), key);
            });
            add(files, file.block("admin"), key);
            file.blocks("listeners").forEach(each -> add(files, each, key));
            ParsedSection clusters = file.block("clusters");
            if (clusters != null) {
                clusters.items().values().forEach(each -> add(files, (ParsedSection) each.value(), key));
            }
        }
        return files;
    }

    private void add(Set<Path> files, @Nullable ParsedSection owner, String key) {
        ParsedSection tls = owner == null ? null : owner.block("tls");
        if (tls != null) {
            addFile(files, tls, key);
            tls.blocks("certificates").forEach(each -> addFile(files, each, key));
            addFile(files, tls.block("clients"), key);
        }
    }

    private void addFile(Set<Path> files, @Nullable ParsedSection block, String key) {
        String path = block == null ? null : block.find(key, String.class);
        if (path != null) {
            files.add(real(place(path)));
        }
    }

    /** The place that a path leads to; a path that does not exist yet counts as below its deepest existing folder. */
    private static Path real(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        for (Path there = absolute; there != null; there = there.getParent()) {
            try {
                return there.toRealPath().resolve(there.relativize(absolute));
            } catch (IOException e) {
                if (Files.isSymbolicLink(there)) {
                    // it leads to a file that does not exist yet, and a write would make it
                    return absolute.getRoot();
                }
            }
        }
        return absolute;
    }
}
