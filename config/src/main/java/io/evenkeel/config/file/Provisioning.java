// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import io.evenkeel.config.SyslogAddress;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.disk.StateFolder;
import io.evenkeel.config.file.discover.NodesFile;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ParsedSection.Item;
import io.evenkeel.config.yaml.FileGate;
import io.evenkeel.config.yaml.Problems;
import io.evenkeel.config.yaml.TextPlace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks that things outside a file exist: directories for logs, sockets for syslog, addresses for host names. One use.
 */
final class Provisioning {

    /** A check does not wait longer for names; each one without an answer can take ten seconds. */
    private static final long PATIENCE_NS = 5_000_000_000L;

    private final Problems problems;
    private final FileGate gate;
    private final Set<String> resolved = new HashSet<>();
    private boolean tolerant;
    private long begunNs;
    private boolean impatient;

    /** @param gate says where relative paths begin */
    Provisioning(Problems problems, FileGate gate) {
        this.problems = problems;
        this.gate = gate;
    }

    /** Checks that the logs and what the dispatcher keeps can be written. */
    void files(ParsedSection file) {
        stateFolder(file);
        LogCheck.logs(file).forEach(this::logFile);
        new LogCheck(problems).sockets(file);
        nodeFiles(file);
    }

    /** Warns of files of nodes that cannot be read now; looks at none while one may be named that is not allowed. */
    private void nodeFiles(ParsedSection file) {
        ParsedSection clusters = file.block("clusters");
        if (clusters == null || problems.hasErrors()) {
            return;
        }
        for (String name : clusters.items().keySet()) {
            ParsedSection cluster = clusters.block(name);
            ParsedSection discover = cluster == null ? null : cluster.block("discover");
            if (discover != null) {
                nodeFile(discover);
            }
        }
    }

    private void nodeFile(ParsedSection discover) {
        String nodes = discover.find("file", String.class);
        if (nodes == null) {
            return;
        }
        try {
            NodesFile.read(gate.place(nodes));
        } catch (IOException | InvalidPathException e) {
            problems.warning(
                    discover.placeOf("file"),
                    "no nodes are found there now: " + e.getMessage(),
                    "it is looked at again while the dispatcher runs");
        }
    }

    /**
     * Checks that every host name has an address. This asks name servers and may take seconds; after five seconds no
     * more names are asked for.
     *
     * @param tolerant true when a name without an address is a warning where a start goes on without it, as it does
     *     without nodes and receivers of logs; an address to listen on is needed all the same
     */
    void names(ParsedSection file, boolean tolerant) {
        begunNs = System.nanoTime();
        file.blocks("listeners").forEach(this::address);
        ParsedSection admin = file.block("admin");
        if (admin != null) {
            address(admin);
        }
        this.tolerant = tolerant;
        Item clusters = file.item("clusters");
        if (clusters != null) {
            ((ParsedSection) clusters.value())
                    .items()
                    .values()
                    .forEach(cluster ->
                            ((ParsedSection) cluster.value()).blocks("nodes").forEach(this::address));
        }
        for (ParsedSection log : LogCheck.logs(file)) {
            SyslogAddress receiver = LogCheck.receiver(log);
            if (receiver != null) {
                address(log.section("syslog"), receiver.host());
            }
        }
    }

    private void address(ParsedSection block) {
        address(block, block.find("address", HostPort.class));
    }

    private void address(ParsedSection block, @Nullable HostPort address) {
        if (address == null || resolved.contains(address.host())) {
            return;
        }
        if (System.nanoTime() - begunNs > PATIENCE_NS) {
            if (!impatient) {
                impatient = true;
                problems.warning(
                        block.placeOf("address"),
                        "host names from here on were not looked up, because name servers take too long",
                        null);
            }
            return;
        }
        try {
            InetAddress.getByName(address.host());
            resolved.add(address.host());
        } catch (UnknownHostException e) {
            String unknown = "host '" + address.host() + "' has no address";
            if (tolerant) {
                problems.warning(block.placeOf("address"), unknown, "nothing is sent there before name servers answer");
            } else {
                problems.error(block.placeOf("address"), unknown, null);
            }
        }
    }

    private void stateFolder(ParsedSection file) {
        String named = file.find(StateFolder.KEY, String.class);
        if (named == null) {
            return;
        }
        String why;
        try {
            why = StateFolder.obstacle(gate.place(named));
        } catch (InvalidPathException e) {
            why = "it is not a path";
        }
        if (why != null) {
            problems.error(
                    file.placeOf(StateFolder.KEY),
                    "the folder " + named + " of '" + StateFolder.KEY + "' cannot be written: " + why,
                    null);
        }
    }

    private void logFile(ParsedSection block) {
        String file = block.find("file", String.class);
        if (file == null || file.equals("-")) {
            return;
        }
        String why = obstacle(file);
        if (why != null) {
            TextPlace place = block.placeOf("file");
            problems.error(place, "log file " + file + " cannot be written: " + why, null);
        }
    }

    private @Nullable String obstacle(String file) {
        try {
            Path path = gate.place(file).toAbsolutePath();
            Path directory = path.getParent();
            if (Files.isDirectory(path)) {
                return "it is a directory";
            } else if (Files.exists(path)) {
                return Files.isWritable(path) ? null : "permission denied";
            } else if (directory == null || !Files.isDirectory(directory)) {
                return "there is no directory " + directory;
            }
            return Files.isWritable(directory) ? null : "permission denied";
        } catch (InvalidPathException e) {
            return "it is not a path";
        }
    }
}
