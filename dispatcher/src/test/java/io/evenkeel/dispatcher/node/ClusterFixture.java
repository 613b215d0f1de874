// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.config.cluster.AgentSettings;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.EjectionSettings;
import io.evenkeel.config.cluster.HealthSettings;
import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.NodeTimeouts;
import io.evenkeel.config.cluster.OverloadSettings;
import io.evenkeel.config.cluster.PolicyChoice;
import io.evenkeel.config.cluster.PoolSettings;
import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.config.cluster.RetrySettings;
import io.evenkeel.config.tls.NodeTls;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.node.name.NodeNames;
import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.journal.JournalSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Clusters for tests: settings that a test may change, and a policy that takes the eligible node with the fewest tasks,
 * the first of equals.
 */
public final class ClusterFixture {

    public String name = "shop";
    public @Nullable NodeTls tls;
    public List<NodeSettings> nodes = new ArrayList<>();
    public @Nullable AgentSettings agent;
    public @Nullable HealthSettings health;
    public EjectionSettings ejection = EjectionSettings.DEFAULTS;
    public NodeTimeouts timeouts = NodeTimeouts.DEFAULTS;
    public RetrySettings retry = RetrySettings.DEFAULTS;
    public QueueSettings queue = new QueueSettings(4, Duration.ofSeconds(2));
    public Duration slowStart = Duration.ZERO;
    public ClusterSettings.Panic panic = ClusterSettings.Panic.REFUSE;
    public ClusterSettings.Assign assign = ClusterSettings.Assign.REQUEST;
    public Policy policy = new Fewest();

    public AffinitySettings affinity = AffinitySettings.NONE;

    public PoolSettings pool = PoolSettings.DEFAULTS;
    public OverloadSettings overload = OverloadSettings.NONE;
    public NodeProtocol protocol = NodeProtocol.HTTP;

    /** True for a policy that works on samples. */
    public boolean needsSamples;

    /** Nodes a, b, c … without limits, at addresses on which nothing listens. */
    public ClusterFixture(int count) {
        for (int i = 0; i < count; i++) {
            nodes.add(node(String.valueOf((char) ('a' + i)), Integer.MAX_VALUE));
        }
    }

    public static NodeSettings node(String name, int maxInFlight) {
        return new NodeSettings(name, new HostPort("127.0.0.1", 1), 1.0, maxInFlight, Integer.MAX_VALUE);
    }

    public static NodeSettings node(String name, int port, double weight) {
        return new NodeSettings(name, new HostPort("127.0.0.1", port), weight, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    public ClusterSettings settings() {
        return settings("fewest");
    }

    public ClusterSettings settings(String policyName) {
        return new ClusterSettings(
                name,
                new PolicyChoice(policyName, Map.of()),
                assign,
                nodes,
                agent,
                health,
                ejection,
                timeouts,
                retry,
                queue,
                pool,
                slowStart,
                panic,
                0,
                ClusterSettings.ProxyProtocol.NONE,
                affinity,
                List.of(),
                tls,
                protocol,
                overload,
                null);
    }

    public Cluster create(long nowNs) {
        ClusterSettings settings = settings();
        NodeColumns columns = new NodeColumns(64, slowStart.toNanos());
        columns.arrays.needsSamples(needsSamples);
        Cluster cluster = new Cluster(settings, columns, policy, nowNs, new EventLog());
        update(cluster, settings, nowNs);
        return cluster;
    }

    /** A cluster with all its nodes up, whose event log writes to standard error. */
    public static Cluster create(ClusterSettings settings, PolicyCatalog catalog, RandomGenerator random, long nowNs) {
        return create(settings, catalog, random, nowNs, name -> null, null, new EventLog());
    }

    /** The longer {@code create} of {@link Membership}, which looks up the names itself. */
    public static Cluster create(
            ClusterSettings settings,
            PolicyCatalog catalog,
            RandomGenerator random,
            long nowNs,
            Function<String, @Nullable NodeOrder> orders,
            @Nullable JournalSink journal,
            EventLog events) {
        NodeNames names = NodeNames.lookUp(settings.nodes(), events.cluster());
        return Membership.create(settings, catalog, random, nowNs, orders, names, journal, events);
    }

    /** Brings members in line with settings, with the present policy and no orders. */
    public static void update(Cluster cluster, ClusterSettings settings, long nowNs) {
        update(cluster, settings, null, name -> null, nowNs);
    }

    /** The longer {@code update} of {@link Membership}, which looks up the names itself. */
    public static void update(
            Cluster cluster,
            ClusterSettings settings,
            @Nullable MadePolicy other,
            Function<String, @Nullable NodeOrder> orders,
            long nowNs) {
        NodeNames names = NodeNames.lookUp(
                Membership.joining(cluster, settings), cluster.events().cluster());
        Membership.update(cluster, settings, other, orders, names, nowNs);
    }

    /** The word on a node of an administrator without a name. */
    public static void want(Cluster cluster, Node node, AdminState wanted, @Nullable String reason, long nowNs) {
        Membership.want(cluster, node, wanted, reason, null, nowNs);
    }

    /** Takes a node out because of its traffic, whatever becomes of the cluster. */
    public static void eject(Cluster cluster, Node node, String reason, long nowNs) {
        Membership.change(cluster, node, nowNs, columns -> {
            node.ejected = true;
            node.probing = false;
            node.ejectReason = reason;
        });
    }

    public static Node named(Cluster cluster, String name) {
        return cluster.nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The figures of a node of the cluster. */
    public static NodeCounts counts(Cluster cluster, String name) {
        return cluster.table().counts(named(cluster, name));
    }

    /** Tasks in flight on all nodes of the cluster. */
    public static int inFlight(Cluster cluster) {
        return cluster.nodes().stream()
                .mapToInt(node -> cluster.table().counts(node).inFlight())
                .sum();
    }

    private static final class Fewest implements Policy {
        @Override
        public int choose(Task task, Nodes nodes) {
            int best = nodes.at(0);
            for (int k = 1; k < nodes.count(); k++) {
                if (nodes.inFlight(nodes.at(k)) < nodes.inFlight(best)) {
                    best = nodes.at(k);
                }
            }
            return best;
        }
    }
}
