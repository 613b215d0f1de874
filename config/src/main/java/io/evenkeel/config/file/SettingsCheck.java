// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import io.evenkeel.config.ClusterKey;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.config.file.alert.AlertCheck;
import io.evenkeel.config.file.join.JoinCheck;
import io.evenkeel.config.file.mcmp.McmpCheck;
import io.evenkeel.config.file.overload.OverloadCheck;
import io.evenkeel.config.file.rule.RuleCheck;
import io.evenkeel.config.file.telemetry.TelemetryCheck;
import io.evenkeel.config.listener.ListenerSettings.Protocol;
import io.evenkeel.config.listener.ProcessLimits;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ParsedSection.Item;
import io.evenkeel.config.yaml.FileGate;
import io.evenkeel.config.yaml.Problems;
import io.evenkeel.policy.PolicyCatalog;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks that the parts of a whole file agree. Works on trees with errors too and leaves out missing parts. */
final class SettingsCheck {

    private static final int LEAST_KEY = 32;
    private static final String FILE = "file:";

    private SettingsCheck() {}

    static void check(ParsedSection file, PolicyCatalog catalog, Problems problems, FileGate gate) {
        Item table = file.item("clusters");
        Map<String, Item> clusters = table == null ? Map.of() : ((ParsedSection) table.value()).items();
        // A cluster that is wrong in itself is still there to be named.
        Set<String> names = table == null ? Set.of() : ((ParsedSection) table.value()).given();
        ListenerCheck listeners = new ListenerCheck(names, ProcessLimits.here(), problems);
        file.blocks("listeners").forEach(listeners::check);
        RuleCheck rules = new RuleCheck(problems, gate);
        file.blocks("listeners")
                .forEach(each -> rules.check(each, each.find("protocol", Protocol.class) == Protocol.TCP));
        @Nullable ParsedSection admin = file.block("admin");
        if (admin != null) {
            listeners.admin(admin);
        }
        clusterKey(file, problems);
        new LogCheck(problems).check(file);
        new AlertCheck(problems, gate).check(file);
        TelemetryCheck.check(file, problems);
        JoinCheck.check(file, problems);
        ClusterCheck check = new ClusterCheck(new PolicyCheck(catalog, problems), problems);
        CookieNames cookies = new CookieNames(problems);
        file.blocks("listeners").forEach(listener -> cookies.check(listener, clusters));
        clusters.forEach((name, item) -> {
            ParsedSection cluster = (ParsedSection) item.value();
            check.check(cluster, listeners.tcpListener(name));
            new OverloadCheck(problems, gate).check(name, cluster, listeners.tcpListener(name));
            publicAddresses(cluster, listeners.redirector(name), problems);
            new AffinityCheck(problems).redirected(cluster, listeners.redirector(name));
            new McmpCheck(problems)
                    .cluster(
                            cluster,
                            listeners.registrar(name),
                            listeners.tcpListener(name),
                            listeners.redirector(name));
            sharedKey(file, cluster, problems);
            sharedConnections(file, cluster, problems);
            if (!listeners.uses(name)) {
                problems.warning(cluster.place(), "no listener uses cluster '" + name + "'", null);
            }
        });
    }

    private static void clusterKey(ParsedSection file, Problems problems) {
        for (String key : List.of("cluster-key", "old-cluster-key")) {
            String value = file.find(key, String.class);
            if (value != null && value.strip().length() < LEAST_KEY) {
                problems.error(
                        file.placeOf(key),
                        "'" + key + "' has less than " + LEAST_KEY + " characters, so it could be guessed",
                        "make one with: openssl rand -hex 32");
            } else if (value != null) {
                whole(file, key, value.strip(), problems);
            }
        }
        if (file.gives("old-cluster-key") && !file.gives("cluster-key")) {
            problems.error(
                    file.keyPlace("old-cluster-key"), "'old-cluster-key' needs a 'cluster-key' that replaces it", null);
        }
    }

    /** Refuses a key from a file that seems to be a part of one. */
    private static void whole(ParsedSection file, String key, String value, Problems problems) {
        Item item = file.item(key);
        String reference = item == null ? null : item.origin().reference();
        if (reference != null && reference.startsWith(FILE) && ClusterKey.isCut(value)) {
            problems.error(
                    file.placeOf(key),
                    "the key in file " + reference.substring(FILE.length()) + " has " + value.length()
                            + " hexadecimal digits of " + ClusterKey.DIGITS + ", so it seems to be cut",
                    "copy the whole file from a dispatcher that has it, or make a new one for all of them with:"
                            + " openssl rand -hex 32");
        }
    }

    /** Wants a key that several dispatchers have where they share sessions. */
    private static void sharedKey(ParsedSection file, ParsedSection cluster, Problems problems) {
        ParsedSection affinity = cluster.block("affinity");
        if (affinity != null && affinity.gives("store") && !file.gives("cluster-key")) {
            problems.warning(
                    affinity.keyPlace("store"),
                    "no other dispatcher finds what this one keeps in the store",
                    "give all of them one 'cluster-key'");
        }
    }

    /** Wants a connection for each event loop to nodes of HTTP/2, which loops do not share. */
    private static void sharedConnections(ParsedSection file, ParsedSection cluster, Problems problems) {
        if (cluster.find("protocol", NodeProtocol.class) != NodeProtocol.H2) {
            return;
        }
        ParsedSection engine = file.block("engine");
        Integer given = engine == null ? null : engine.find("loops", Integer.class);
        int loops = given == null || given == 0 ? Runtime.getRuntime().availableProcessors() : given;
        for (ParsedSection node : cluster.blocks("nodes")) {
            Integer most = node.find("max-connections", Integer.class);
            if (most != null && most < loops) {
                problems.warning(
                        node.placeOf("max-connections"),
                        "the " + loops + " event loops have to take turns with "
                                + (most == 1 ? "the one connection" : "the " + most + " connections")
                                + " to this node, and requests wait for them",
                        "allow " + loops + " at least, or set 'loops' of 'engine' to " + most);
            }
        }
    }

    /**
     * Wants a public address of each node that clients are sent to.
     *
     * @param redirector name of the listener that sends them; null for none
     */
    private static void publicAddresses(ParsedSection cluster, @Nullable String redirector, Problems problems) {
        if (redirector == null) {
            return;
        }
        for (ParsedSection node : cluster.blocks("nodes")) {
            if (!node.gives("public")) {
                problems.error(
                        node.place(),
                        "listener '" + redirector
                                + "' cannot send clients to this node, because it has no public address",
                        "add public: https://" + host(node) + ", with the name under which clients reach it");
            }
        }
        ParsedSection discover = cluster.block("discover");
        if (discover != null && !discover.gives("file")) {
            problems.warning(
                    discover.place(),
                    "listener '" + redirector + "' cannot send clients to nodes that are found",
                    "they have no public address; a client whose turn it is gets a 503");
        }
        ParsedSection agent = cluster.block("agent");
        if (agent != null && Boolean.TRUE.equals(agent.find("register", Boolean.class))) {
            problems.warning(
                    agent.placeOf("register"),
                    "listener '" + redirector + "' cannot send clients to nodes that register",
                    "they have no public address; a client whose turn it is gets a 503");
        }
    }

    private static String host(ParsedSection node) {
        HostPort address = node.find("address", HostPort.class);
        return address == null ? "HOST" : address.toString();
    }
}
