// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.cluster;

import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.dispatcher.backend.NodePools;
import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.engine.tls.TlsClientContext;
import io.evenkeel.dispatcher.health.Checks;
import io.evenkeel.dispatcher.health.Ejections;
import io.evenkeel.dispatcher.lock.LockTimeoutException;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.monitor.Monitor;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.MadePolicy;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.name.NodeNames;
import io.evenkeel.dispatcher.order.NodeOrders;
import io.evenkeel.dispatcher.tls.NodeContext;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.journal.JournalSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The clusters in force; makes them follow the configuration. Reload is serial; reading is for any thread. */
public final class Clusters implements AutoCloseable {

    /** So many nodes that join or leave at once are named in the log. */
    private static final int MOST_LINES = 20;

    private final PolicyCatalog catalog;
    private final SplittableRandom seeds;
    private final List<NodePools> pools;
    private final Meters meters;
    private final Function<String, @Nullable JournalSink> journals;
    private final Checks checks;
    private final Ejections ejections;
    private final Monitor monitor;
    private final NodeOrders orders;
    private final EventLog events;
    private final NodeContexts contexts;
    private volatile Map<String, Cluster> inForce = Map.of();

    /**
     * @param orders orders of administrators, for nodes that join
     * @param journals gives the journal of a cluster; null for none
     */
    public Clusters(
            PolicyCatalog catalog,
            long seed,
            List<NodePools> pools,
            Meters meters,
            Engine engine,
            Monitor monitor,
            NodeOrders orders,
            Function<String, @Nullable JournalSink> journals) {
        this.orders = orders;
        this.events = engine.events();
        this.journals = journals;
        this.monitor = monitor;
        this.catalog = catalog;
        this.seeds = new SplittableRandom(seed);
        this.pools = pools;
        this.meters = meters;
        this.checks = Checks.start(engine, seeds.split());
        this.ejections = Ejections.start(engine, seeds.split());
        this.contexts = new NodeContexts(NodeContext::of, this::inForce);
    }

    public Map<String, Cluster> inForce() {
        return inForce;
    }

    /**
     * The clusters that the settings ask for: those in force where they can follow, new ones elsewhere. Changes nothing
     * that is in force. Waits for name servers, for a few seconds at most.
     *
     * @throws IOException when certificates cannot be used towards nodes, or two nodes have one key; the message names
     *     the cluster
     */
    public NextClusters prepare(Map<String, ClusterSettings> wanted, long nowNs) throws IOException {
        for (ClusterSettings settings : wanted.values()) {
            String twins = Membership.twins(settings);
            if (twins != null) {
                throw new IOException("cluster " + settings.name() + ": " + twins);
            }
        }
        return contexts.with(wanted, made -> prepare(wanted, made, nowNs));
    }

    private NextClusters prepare(Map<String, ClusterSettings> wanted, Map<String, TlsClientContext> made, long nowNs) {
        Map<String, Cluster> following = new HashMap<>();
        List<NodeSettings> joining = new ArrayList<>();
        for (ClusterSettings settings : wanted.values()) {
            Cluster present = inForce.get(settings.name());
            if (present == null || !canFollow(present, settings)) {
                joining.addAll(settings.nodes());
            } else {
                following.put(settings.name(), present);
                joining.addAll(Membership.joining(present, settings));
            }
        }
        NodeNames names = NodeNames.lookUp(joining, events.cluster());
        NextClusters next = new NextClusters(new LinkedHashMap<>(), new LinkedHashMap<>(), made, names);
        for (ClusterSettings settings : wanted.values()) {
            String name = settings.name();
            Cluster present = following.get(name);
            if (present == null) {
                next.clusters().put(name, create(settings, names, nowNs));
                continue;
            }
            next.clusters().put(name, present);
            if (!keepsPolicy(present.settings(), settings)) {
                next.policies()
                        .put(
                                name,
                                MadePolicy.of(
                                        settings.policy(),
                                        present.table().capacity(),
                                        catalog,
                                        seeds.split(),
                                        journals.apply(name)));
            }
        }
        return next;
    }

    /** Frees what {@link #prepare} has made and what is not put in force. */
    public void abandon(NextClusters prepared) {
        contexts.releaseUnused(prepared.contexts());
    }

    /**
     * False also when requests are put into other classes: the number of a class keeps its meaning while a policy
     * lives.
     */
    private static boolean keepsPolicy(ClusterSettings now, ClusterSettings settings) {
        return now.policy().equals(settings.policy()) && now.requestClasses() == settings.requestClasses();
    }

    /** A policy that hangs can still be replaced, by a new cluster. */
    private static boolean canFollow(Cluster present, ClusterSettings settings) {
        try {
            return present.table().capacity() >= Membership.mostNodes(settings)
                    && Membership.canUpdate(present, settings);
        } catch (LockTimeoutException e) {
            if (present.settings().policy().equals(settings.policy())) {
                throw e;
            }
            return false;
        }
    }

    /** Puts prepared clusters in force and says what changed, a line for each change. */
    public List<String> commit(NextClusters prepared, Map<String, ClusterSettings> wanted, long nowNs) {
        Map<String, Cluster> next = prepared.clusters();
        List<String> changes = new ArrayList<>();
        orders.settle(wanted, nowNs).forEach(lost -> changes.add("- order of " + lost));
        Map<String, Cluster> before = inForce;
        Set<TlsClientContext> unused = new HashSet<>();
        for (Cluster cluster : before.values()) {
            TlsClientContext context = cluster.secure();
            if (context != null) {
                unused.add(context);
            }
        }
        unused.removeAll(prepared.contexts().values());
        for (Cluster cluster : next.values()) {
            cluster.secure(prepared.contexts().get(cluster.name()));
            ClusterSettings settings = Objects.requireNonNull(wanted.get(cluster.name()));
            Cluster present = before.get(cluster.name());
            if (present == null) {
                int nodes = settings.nodes().size();
                changes.add("+ cluster " + settings.name() + " with " + nodes + (nodes == 1 ? " node" : " nodes")
                        + ", policy " + settings.policy().name());
            } else if (present != cluster) {
                changes.add("~ cluster " + settings.name() + " starts over with policy "
                        + settings.policy().name() + "; what administrators told its nodes stays");
                meters.keepNodes(settings.name(), Set.of());
            } else if (!present.settings().equals(settings)) {
                follow(present, settings, prepared.policies().get(cluster.name()), prepared.names(), changes, nowNs);
            }
        }
        inForce = Collections.unmodifiableMap(next);
        for (Cluster old : before.values()) {
            if (!next.containsKey(old.name())) {
                changes.add("- cluster " + old.name());
                meters.removeCluster(old.name());
            }
            if (next.get(old.name()) != old) {
                checks.remove(old);
                ejections.forget(old);
                monitor.remove(old);
                old.remove();
                dropNodes(old.nodes());
            }
        }
        for (Cluster cluster : next.values()) {
            checks.update(cluster);
            ejections.watch(cluster);
            monitor.update(cluster);
        }
        unused.forEach(TlsClientContext::release);
        return changes;
    }

    /**
     * Brings the members of a cluster in force in line with settings that differ in nodes only.
     *
     * @throws IllegalStateException when it has no room for them, two have one key, or it is not in force
     */
    public void refit(ClusterSettings settings, long nowNs) {
        Cluster present = inForce.get(settings.name());
        if (present == null || !Membership.canUpdate(present, settings)) {
            throw new IllegalStateException("cluster " + settings.name() + " has no room for more nodes");
        }
        if (present.settings().equals(settings)) {
            return;
        }
        String twins = Membership.twins(settings);
        if (twins != null) {
            throw new IllegalStateException("cluster " + settings.name() + ": " + twins);
        }
        List<String> changes = new ArrayList<>();
        NodeNames names = NodeNames.lookUp(Membership.joining(present, settings), events.cluster());
        follow(present, settings, null, names, changes, nowNs);
        changes.stream().limit(MOST_LINES).forEach(events.reload()::info);
        if (changes.size() > MOST_LINES) {
            events.reload().info("cluster " + settings.name() + ": " + (changes.size() - MOST_LINES) + " changes more");
        }
        checks.update(present);
        monitor.update(present);
    }

    /** The things that would be forgotten if settings came into force, a line for each. Waits for no policy. */
    public List<String> forgets(Map<String, ClusterSettings> wanted) {
        List<String> lines = new ArrayList<>();
        for (Cluster present : inForce.values()) {
            lines.addAll(LostFigures.of(present, wanted.get(present.name())));
        }
        lines.addAll(orders.losses(wanted));
        return lines;
    }

    /** Ends checks and judgement; call it before the engine closes. */
    @Override
    public void close() {
        checks.close();
        ejections.close();
        monitor.close();
    }

    private Cluster create(ClusterSettings settings, NodeNames names, long nowNs) {
        String name = settings.name();
        return Membership.create(
                settings,
                catalog,
                seeds.split(),
                nowNs,
                node -> orders.of(name, node),
                names,
                journals.apply(name),
                events);
    }

    private void follow(
            Cluster present,
            ClusterSettings settings,
            @Nullable MadePolicy policy,
            NodeNames names,
            List<String> changes,
            long nowNs) {
        List<Node> before = present.nodes();
        ClusterSettings now = present.settings();
        MemberChanges difference = MemberChanges.of(before, settings);
        difference.describe(now, settings, changes);
        meters.keepNodes(
                settings.name(),
                before.stream().filter(difference::stays).map(Node::slot).collect(Collectors.toSet()));
        Membership.update(present, settings, policy, node -> orders.of(settings.name(), node), names, nowNs);
        // Connections by other TLS, by none, or in another protocol are not used again.
        boolean alike = NodeContexts.connectsAlike(now, settings);
        dropNodes(before.stream().filter(node -> !alike || !node.member()).toList());
    }

    /** Ends the tasks on the connections to a node. */
    public void cut(Node node) {
        NodePools.cut(pools, node);
    }

    private void dropNodes(List<Node> nodes) {
        for (Node node : nodes) {
            NodePools.close(pools, node);
        }
    }
}
