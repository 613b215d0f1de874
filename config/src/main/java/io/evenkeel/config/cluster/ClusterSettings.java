// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.cluster;

import io.evenkeel.config.cluster.discover.DiscoverSettings;
import io.evenkeel.config.tls.NodeTls;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One logical service and the nodes that provide it.
 *
 * @param assign the unit that the policy assigns: each request, or each client connection (paper 1, TDCR-03 and
 *     -04)
 * @param nodes in the order of the file; names are unique in the cluster
 * @param agent the monitoring agents; null when samples come unasked only
 * @param health the active check; null for none
 * @param slowStart time over which a node that joined or came back is warmed up; zero for at once
 * @param panic the treatment of tasks when no node is eligible because all are down
 * @param requestClasses path segments by which requests are put into classes; 0 for no classes
 * @param proxyProtocol the PROXY protocol header sent to nodes on a TCP listener
 * @param affinity the rule that ties clients to nodes
 * @param services rules that tell the service of a request; the first that fits counts
 * @param tls null for plain connections to the nodes
 * @param protocol spoken with the nodes for requests of HTTP listeners, checks and questions to agents
 * @param overload the rules for more work than the nodes can do
 * @param discover where further nodes are found; null for nowhere
 */
public record ClusterSettings(
        String name,
        PolicyChoice policy,
        Assign assign,
        List<NodeSettings> nodes,
        @Nullable AgentSettings agent,
        @Nullable HealthSettings health,
        EjectionSettings ejection,
        NodeTimeouts timeouts,
        RetrySettings retry,
        QueueSettings queue,
        PoolSettings pool,
        Duration slowStart,
        Panic panic,
        int requestClasses,
        ProxyProtocol proxyProtocol,
        AffinitySettings affinity,
        List<ServiceRule> services,
        @Nullable NodeTls tls,
        NodeProtocol protocol,
        OverloadSettings overload,
        @Nullable DiscoverSettings discover) {

    /** The unit that is assigned to a node. */
    public enum Assign {
        REQUEST,
        CONNECTION
    }

    /** The treatment of tasks when every node is down. */
    public enum Panic {
        /** Answer 503. */
        REFUSE,
        /** Try all nodes as if they were up. */
        TRY_ALL
    }

    /** The header in front of a TCP connection to a node that tells the client's address. */
    public enum ProxyProtocol {
        NONE,
        V1,
        V2
    }

    public ClusterSettings {
        nodes = List.copyOf(nodes);
        services = List.copyOf(services);
    }

    /** A cluster without services and with plain connections of HTTP/1.1. */
    public ClusterSettings(
            String name,
            PolicyChoice policy,
            Assign assign,
            List<NodeSettings> nodes,
            @Nullable AgentSettings agent,
            @Nullable HealthSettings health,
            EjectionSettings ejection,
            NodeTimeouts timeouts,
            RetrySettings retry,
            QueueSettings queue,
            PoolSettings pool,
            Duration slowStart,
            Panic panic,
            int requestClasses,
            ProxyProtocol proxyProtocol,
            AffinitySettings affinity) {
        this(
                name,
                policy,
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
                requestClasses,
                proxyProtocol,
                affinity,
                List.of(),
                null,
                NodeProtocol.HTTP);
    }

    /** A cluster without rules for overload. */
    public ClusterSettings(
            String name,
            PolicyChoice policy,
            Assign assign,
            List<NodeSettings> nodes,
            @Nullable AgentSettings agent,
            @Nullable HealthSettings health,
            EjectionSettings ejection,
            NodeTimeouts timeouts,
            RetrySettings retry,
            QueueSettings queue,
            PoolSettings pool,
            Duration slowStart,
            Panic panic,
            int requestClasses,
            ProxyProtocol proxyProtocol,
            AffinitySettings affinity,
            List<ServiceRule> services,
            @Nullable NodeTls tls,
            NodeProtocol protocol) {
        this(
                name,
                policy,
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
                requestClasses,
                proxyProtocol,
                affinity,
                services,
                tls,
                protocol,
                OverloadSettings.NONE,
                null);
    }

    /** The names of the services, a name for each rule. */
    public List<String> serviceNames() {
        return services.stream().map(ServiceRule::name).toList();
    }

    /** The same with other nodes. */
    public ClusterSettings withNodes(List<NodeSettings> others) {
        return new ClusterSettings(
                name,
                policy,
                assign,
                others,
                agent,
                health,
                ejection,
                timeouts,
                retry,
                queue,
                pool,
                slowStart,
                panic,
                requestClasses,
                proxyProtocol,
                affinity,
                services,
                tls,
                protocol,
                overload,
                discover);
    }

    /** The same with other rules for overload. */
    public ClusterSettings withOverload(OverloadSettings other) {
        return new ClusterSettings(
                name,
                policy,
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
                requestClasses,
                proxyProtocol,
                affinity,
                services,
                tls,
                protocol,
                other,
                discover);
    }

    /** The same with nodes that are found elsewhere. */
    public ClusterSettings withDiscover(@Nullable DiscoverSettings other) {
        return new ClusterSettings(
                name,
                policy,
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
                requestClasses,
                proxyProtocol,
                affinity,
                services,
                tls,
                protocol,
                overload,
                other);
    }
}
