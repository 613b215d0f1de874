// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.order;

import io.evenkeel.config.cluster.AgentSettings;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.log.Spacing;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.NodeOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The orders of one dispatcher, by the names of cluster and node.
 *
 * <p>An order stays until the administrator says {@code ready} or the node leaves the configuration. A weight also ends
 * when the configuration gives this node another one. Nodes that join by registration may leave and return; their
 * orders stay for as long as their cluster lets nodes register.
 *
 * <p>The file is replaced as a whole after each change. When it cannot be written, a message says so at most once a
 * minute, the orders stay in force, and {@link #write} tries again. Any thread.
 */
public final class NodeOrders {

    private static final long SAID_EVERY_NS = 60_000_000_000L;

    private final @Nullable Path file;
    private final EventLog events;
    private final Map<String, Map<String, NodeOrder>> orders = new LinkedHashMap<>();
    private boolean unwritten;
    private final Spacing refusals = new Spacing(SAID_EVERY_NS);

    private NodeOrders(@Nullable Path file, EventLog events) {
        this.events = events;
        this.file = file;
    }

    /** Orders that end with the process. */
    public static NodeOrders inMemory(EventLog events) {
        return new NodeOrders(null, events);
    }

    /**
     * The orders of a file, which need not exist. A file that cannot be read is put aside, with a message in the event
     * log.
     */
    public static NodeOrders in(Path file, EventLog events) {
        NodeOrders found = new NodeOrders(file, events);
        found.orders.putAll(OrderFile.read(file, events.cluster()));
        return found;
    }

    /** The order of the administrator to a node; null when there is none. */
    public synchronized @Nullable NodeOrder of(String cluster, String node) {
        return orders.getOrDefault(cluster, Map.of()).get(node);
    }

    /**
     * Notes an order of the administrator to a node; the file has it when this returns, unless it cannot be written.
     */
    public void note(String cluster, String node, NodeOrder order, long nowNs) {
        note(cluster, node, () -> order, nowNs);
    }

    /**
     * Does the same as {@link #note(String, String, NodeOrder, long)}.
     *
     * @param now gives the present order; called under the lock, so that of two orders at once neither overwrites
     *     the newer one
     */
    public synchronized void note(String cluster, String node, Supplier<NodeOrder> now, long nowNs) {
        NodeOrder order = now.get();
        if (order.isNone()) {
            orders.getOrDefault(cluster, new LinkedHashMap<>()).remove(node);
        } else {
            orders.computeIfAbsent(cluster, key -> new LinkedHashMap<>()).put(node, order);
        }
        unwritten = true;
        write(nowNs);
    }

    /** The orders that {@link #settle} would forget, a line for each: for a preview. */
    public synchronized List<String> losses(Map<String, ClusterSettings> wanted) {
        List<String> lost = new ArrayList<>();
        orders.forEach((cluster, nodes) -> nodes.forEach((node, order) -> {
            ClusterSettings settings = wanted.get(cluster);
            if (leaves(settings, node)) {
                lost.add("node " + cluster + "/" + node + ": " + words(order) + ", because the node leaves");
            } else if (losesWeight(settings, node, order)) {
                lost.add("node %s/%s: its weight %s of an administrator, because the configuration now says %s"
                        .formatted(
                                cluster,
                                node,
                                order.weight(),
                                Objects.requireNonNull(named(settings, node)).weight()));
            }
        }));
        return lost;
    }

    /** Forgets orders for which the settings have no place any more; a line for each. */
    public synchronized List<String> settle(Map<String, ClusterSettings> wanted, long nowNs) {
        List<String> lost = losses(wanted);
        if (!lost.isEmpty()) {
            orders.forEach((cluster, nodes) -> {
                ClusterSettings settings = wanted.get(cluster);
                nodes.keySet().removeIf(node -> leaves(settings, node));
                nodes.replaceAll((node, order) -> losesWeight(settings, node, order) ? order.withoutWeight() : order);
                nodes.values().removeIf(NodeOrder::isNone);
            });
            unwritten = true;
            write(nowNs);
        }
        return lost;
    }

    private static boolean leaves(@Nullable ClusterSettings settings, String node) {
        return named(settings, node) == null && !mayReturn(settings);
    }

    private static boolean losesWeight(@Nullable ClusterSettings settings, String node, NodeOrder order) {
        NodeSettings present = named(settings, node);
        return present != null && order.hasWeight() && order.settingsWeight() != present.weight();
    }

    private static boolean mayReturn(@Nullable ClusterSettings settings) {
        AgentSettings agent = settings == null ? null : settings.agent();
        return settings != null && (settings.discover() != null || (agent != null && agent.register()));
    }

    private static @Nullable NodeSettings named(@Nullable ClusterSettings settings, String name) {
        return settings == null
                ? null
                : settings.nodes().stream()
                        .filter(node -> node.name().equals(name))
                        .findFirst()
                        .orElse(null);
    }

    private static String words(NodeOrder order) {
        String weight = order.hasWeight() ? "weight " + order.weight() : "";
        if (order.wanted() == AdminState.READY) {
            return weight;
        }
        String reason = order.reason() == null || order.reason().isEmpty() ? "" : " (" + order.reason() + ")";
        return order.wanted().name().toLowerCase(Locale.ROOT) + reason + (weight.isEmpty() ? "" : " and " + weight);
    }

    /** Logs the nodes that begin with an order of an earlier run. */
    public synchronized void announce() {
        orders.forEach((cluster, nodes) -> nodes.forEach((node, order) ->
                events.cluster().info(cluster + "/" + node + " begins as an administrator left it: " + words(order))));
    }

    /** Writes orders that the disk refused before; does nothing otherwise. */
    public synchronized void write(long nowNs) {
        if (file == null || !unwritten) {
            return;
        }
        try {
            OrderFile.write(file, orders);
            unwritten = false;
            refusals.clear();
        } catch (IOException e) {
            if (refusals.passes(nowNs)) {
                events.cluster()
                        .warn("the orders of administrators for nodes are in force, but would not survive a restart: "
                                + file + " cannot be written: " + e);
            }
        }
    }
}
