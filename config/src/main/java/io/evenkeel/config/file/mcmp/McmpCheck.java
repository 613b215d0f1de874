// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.mcmp;

import io.evenkeel.config.cluster.ClusterSettings.Assign;
import io.evenkeel.config.listener.ListenerSettings.Protocol;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.yaml.Problems;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks what belongs to servers that register by mod_cluster's protocol, in listeners and clusters. */
public final class McmpCheck {

    private static final List<String> WITHOUT_EFFECT =
            List.of("mode", "http2", "trusted", "trusted-fields", "accept-proxy", "forwarded", "headers", "paths");

    private static final List<String> LIMITS = List.of("head", "target", "fields", "body", "streams", "rate");

    /** Rules that would let in fewer clients, or answer them, if there were any. */
    private static final List<String> RULES = List.of("redirect", "deny", "error-pages", "basic-auth", "jwt");

    private final Problems problems;

    /** @param problems gets what is wrong */
    public McmpCheck(Problems problems) {
        this.problems = problems;
    }

    /**
     * Checks a listener, of this protocol or not.
     *
     * @param registrars gets the listener's name for its cluster
     */
    public void listener(ParsedSection listener, Map<String, String> registrars) {
        if (listener.find("protocol", Protocol.class) != Protocol.MCMP) {
            if (listener.gives("match-hosts")) {
                problems.warning(
                        listener.keyPlace("match-hosts"),
                        "'match-hosts' does nothing but on a listener with protocol: mcmp",
                        null);
            }
            return;
        }
        for (String key : WITHOUT_EFFECT) {
            withoutEffect(listener, key);
        }
        for (String key : LIMITS) {
            withoutEffect(listener.section("limits"), key);
        }
        for (String key : RULES) {
            if (listener.gives(key)) {
                problems.error(
                        listener.keyPlace(key),
                        "'" + key + "' cannot work on a listener of mcmp, which serves no clients",
                        "remove it; 'allow' names the networks from which servers may register");
            }
        }
        if (listener.gives("routes")) {
            problems.error(
                    listener.keyPlace("routes"),
                    "servers register in one cluster",
                    "use cluster: NAME, and a listener of its own for each cluster");
        }
        String cluster = listener.find("cluster", String.class);
        if (cluster != null) {
            String name = listener.find("name", String.class);
            String before = registrars.putIfAbsent(cluster, name == null ? "?" : name);
            if (before != null) {
                problems.error(
                        listener.placeOf("cluster"),
                        "servers register in cluster '" + cluster + "' on listener '" + before + "' already",
                        "give each of these listeners a cluster of its own");
            }
        }
    }

    private void withoutEffect(ParsedSection block, String key) {
        if (block.gives(key)) {
            problems.warning(block.keyPlace(key), "'" + key + "' does nothing on a listener of mcmp", null);
        }
    }

    /**
     * Wants nodes in a cluster where no servers register, and requests that tell their application where they do.
     *
     * @param registrar name of the listener where servers register; null for none, as for the others
     */
    public void cluster(
            ParsedSection cluster,
            @Nullable String registrar,
            @Nullable String tcpListener,
            @Nullable String redirector) {
        if (registrar == null) {
            if (!cluster.gives("nodes") && !cluster.gives("discover")) {
                problems.error(
                        cluster.place(),
                        "'nodes' is missing from cluster",
                        "add the app servers, say with 'discover' where they are found, or let them register on a listener with protocol: mcmp");
            }
            return;
        }
        if (tcpListener != null) {
            problems.error(
                    cluster.place(),
                    "listener '" + tcpListener + "' is tcp and sees no paths, and the servers that register on '"
                            + registrar + "' announce applications by paths",
                    "give the tcp listener a cluster of its own");
        }
        if (redirector != null) {
            problems.warning(
                    cluster.place(),
                    "listener '" + redirector + "' cannot send clients to nodes that register",
                    "they have no public address; a client whose turn it is gets a 503");
        }
        if (cluster.find("assign", Assign.class) == Assign.CONNECTION) {
            problems.error(
                    cluster.placeOf("assign"),
                    "connections cannot be assigned where servers announce applications on listener '" + registrar
                            + "', because each request may be for another one",
                    "remove 'assign'");
        }
    }
}
