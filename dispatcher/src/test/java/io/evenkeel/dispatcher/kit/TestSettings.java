// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.ClusterKey;
import io.evenkeel.config.EngineSettings;
import io.evenkeel.config.LogSettings;
import io.evenkeel.config.Settings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.address.Network;
import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.config.cluster.AgentSettings;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.EjectionSettings;
import io.evenkeel.config.cluster.HealthSettings;
import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.NodeTimeouts;
import io.evenkeel.config.cluster.PolicyChoice;
import io.evenkeel.config.cluster.PoolSettings;
import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.config.cluster.RetrySettings;
import io.evenkeel.config.cluster.ServiceRule;
import io.evenkeel.config.listener.ClientTimeouts;
import io.evenkeel.config.listener.ConnectionLimits;
import io.evenkeel.config.listener.ForwardSettings;
import io.evenkeel.config.listener.HeaderSettings;
import io.evenkeel.config.listener.Http2Settings;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.listener.McmpSettings;
import io.evenkeel.config.listener.OriginField;
import io.evenkeel.config.listener.PathRule;
import io.evenkeel.config.listener.RateSettings;
import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.config.listener.RouteSettings;
import io.evenkeel.config.listener.RuleSettings;
import io.evenkeel.config.tls.ListenerTls;
import io.evenkeel.config.tls.NodeTls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Settings for tests, changed one by one from the defaults: one HTTP listener {@code web} on a free port of the
 * loopback in front of clusters with round robin, without active checks and without ejection, so that a test's own
 * faults meet the data plane alone.
 */
public final class TestSettings {

    /** The name of the listener. */
    public static final String LISTENER = "web";

    private final Map<String, List<NodeSettings>> clusters = new LinkedHashMap<>();
    private final List<RouteSettings> routes = new ArrayList<>();
    private ClientTimeouts client = new ClientTimeouts(seconds(20), seconds(20), seconds(20));
    private EjectionSettings ejection = without(EjectionSettings.DEFAULTS);
    private NodeTimeouts node = new NodeTimeouts(seconds(5), seconds(20), seconds(20));
    private ConnectionLimits connections = ConnectionLimits.DEFAULTS;
    private RequestLimits limits = RequestLimits.DEFAULTS;
    private RetrySettings retry = RetrySettings.DEFAULTS;
    private QueueSettings queue = QueueSettings.DEFAULTS;
    private PoolSettings pool = PoolSettings.DEFAULTS;
    private ForwardSettings forward = ForwardSettings.DEFAULTS;
    private ClusterSettings.Assign assign = ClusterSettings.Assign.REQUEST;
    private EngineSettings engine = new EngineSettings(EngineSettings.Transport.AUTO, 0, seconds(10));
    private RuleSettings rules = RuleSettings.NONE;
    private List<Network> trusted = List.of();
    private boolean acceptProxy;
    private PolicyChoice policy = new PolicyChoice("round-robin", Map.of());
    private @Nullable AgentSettings agent;
    private @Nullable HealthSettings health;
    private HeaderSettings headers = HeaderSettings.NONE;
    private @Nullable PathRule paths;
    private Http2Settings http2 = Http2Settings.DEFAULTS;
    private ListenerSettings.Mode mode = ListenerSettings.Mode.PROXY;
    private ListenerSettings.Protocol protocol = ListenerSettings.Protocol.HTTP;
    private int requestClasses;
    private List<ServiceRule> services = List.of();
    private AffinitySettings affinity = AffinitySettings.NONE;
    private @Nullable RateSettings rate;
    private @Nullable ListenerTls tls = Cover.OF_THIS_RUN.listener();
    private @Nullable NodeTls nodeTls;
    private NodeProtocol nodeProtocol = NodeProtocol.HTTP;
    private ClusterKey clusterKey = ClusterKey.NONE;
    private String listener = LISTENER;
    private int port;
    private @Nullable String registering;
    private McmpSettings mcmp = McmpSettings.DEFAULTS;
    private @Nullable ListenerTls mcmpTls;

    /** Settings with one cluster {@code shop} of these nodes. */
    public static TestSettings of(ScriptedNode... nodes) {
        TestSettings settings = new TestSettings();
        settings.cluster("shop", nodes);
        return settings;
    }

    private static EjectionSettings without(EjectionSettings d) {
        return new EjectionSettings(
                false,
                d.consecutive(),
                d.failureShare(),
                d.latencyFactor(),
                d.minTasks(),
                d.window(),
                d.base(),
                d.max(),
                d.maxShare(),
                d.retryAfter());
    }

    private static Duration seconds(long count) {
        return Duration.ofSeconds(count);
    }

    private static Duration millis(long count) {
        return Duration.ofMillis(count);
    }

    /** Adds or replaces a cluster. */
    public TestSettings cluster(String name, ScriptedNode... nodes) {
        List<NodeSettings> list = new ArrayList<>();
        for (ScriptedNode each : nodes) {
            list.add(node(each.name(), each.port(), Integer.MAX_VALUE, Integer.MAX_VALUE));
        }
        clusters.put(name, list);
        return this;
    }

    /** Tells classes of requests apart by so many segments of the path. */
    public TestSettings requestClasses(int segments) {
        requestClasses = segments;
        return this;
    }

    /** Tells services by these rules. */
    public TestSettings services(ServiceRule... rules) {
        services = List.of(rules);
        return this;
    }

    /** Adds a node that is for services to cluster {@code shop}. */
    public TestSettings andServing(ScriptedNode each, String... served) {
        List<NodeSettings> list = new ArrayList<>(clusters.getOrDefault("shop", List.of()));
        list.add(new NodeSettings(
                each.name(),
                new HostPort("127.0.0.1", each.port()),
                1,
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                each.name(),
                null,
                List.of(served)));
        clusters.put("shop", list);
        return this;
    }

    /** Replaces cluster {@code shop} by one node with limits. */
    public TestSettings limited(ScriptedNode node, int maxInFlight, int maxConnections) {
        clusters.put("shop", List.of(node(node.name(), node.port(), maxInFlight, maxConnections)));
        return this;
    }

    /** Adds a node at any port to cluster {@code shop}. */
    public TestSettings andNode(String name, int nodePort) {
        List<NodeSettings> list = new ArrayList<>(clusters.getOrDefault("shop", List.of()));
        list.add(node(name, nodePort, Integer.MAX_VALUE, Integer.MAX_VALUE));
        clusters.put("shop", list);
        return this;
    }

    private static NodeSettings node(String name, int port, int maxInFlight, int maxConnections) {
        return new NodeSettings(name, new HostPort("127.0.0.1", port), 1, maxInFlight, maxConnections);
    }

    /** Adds a route; the first route added replaces the one that sends everything to the first cluster. */
    public TestSettings route(@Nullable String host, @Nullable String path, String cluster) {
        routes.add(new RouteSettings(host, path, cluster));
        return this;
    }

    /** Adds a route with rules, as {@link #route(String, String, String)}. */
    public TestSettings route(
            @Nullable String host, @Nullable String path, @Nullable String cluster, RuleSettings ofRoute) {
        routes.add(new RouteSettings(host, path, cluster, ofRoute));
        return this;
    }

    /** Sets the rules of the listener. */
    public TestSettings rules(RuleSettings ofListener) {
        rules = ofListener;
        return this;
    }

    /** Sets the fields of the listener. */
    public TestSettings headers(HeaderSettings ofListener) {
        headers = ofListener;
        return this;
    }

    public TestSettings clientTimeouts(long headMs, long bodyMs, long idleMs) {
        client = new ClientTimeouts(millis(headMs), millis(bodyMs), millis(idleMs));
        return this;
    }

    public TestSettings nodeTimeouts(long connectMs, long responseMs, long tunnelMs) {
        node = new NodeTimeouts(millis(connectMs), millis(responseMs), millis(tunnelMs));
        return this;
    }

    public TestSettings limits(int head, int target, int fields, long body) {
        limits = new RequestLimits(head, target, fields, body);
        return this;
    }

    public TestSettings connections(int most, int perAddress) {
        connections = new ConnectionLimits(most, perAddress);
        return this;
    }

    public TestSettings retry(int attempts, double budgetShare) {
        retry = new RetrySettings(attempts, budgetShare);
        return this;
    }

    public TestSettings queue(int size, long timeoutMs) {
        queue = new QueueSettings(size, millis(timeoutMs));
        return this;
    }

    /** 0 opens a connection for every request. */
    public TestSettings pooled(int maxIdle) {
        pool = new PoolSettings(maxIdle, seconds(15));
        return this;
    }

    public TestSettings forward(boolean xForwarded, boolean forwarded, boolean via) {
        forward = new ForwardSettings(xForwarded, forwarded, via);
        return this;
    }

    /** Believes trusted networks what they say in these fields. */
    public TestSettings believing(OriginField... fields) {
        forward = new ForwardSettings(forward.xForwarded(), forward.forwarded(), forward.via(), Set.of(fields));
        return this;
    }

    public TestSettings removing(List<String> ofRequests, List<String> ofAnswers) {
        headers = new HeaderSettings(ofRequests, ofAnswers, Map.of(), Map.of());
        return this;
    }

    public TestSettings setting(Map<String, String> inRequests, Map<String, String> inAnswers) {
        headers = new HeaderSettings(List.of(), List.of(), inRequests, inAnswers);
        return this;
    }

    public TestSettings paths(PathRule rule) {
        paths = rule;
        return this;
    }

    public TestSettings assignConnections() {
        assign = ClusterSettings.Assign.CONNECTION;
        return this;
    }

    public TestSettings trusting(String network) {
        trusted = List.of(Network.parse(network));
        return this;
    }

    /** Asks trusted networks for a PROXY protocol header. */
    public TestSettings acceptProxy() {
        acceptProxy = true;
        return this;
    }

    public TestSettings transport(EngineSettings.Transport transport) {
        engine = new EngineSettings(transport, engine.loops(), engine.drain());
        return this;
    }

    public TestSettings loops(int loops) {
        engine = new EngineSettings(engine.transport(), loops, engine.drain());
        return this;
    }

    public TestSettings policy(String name) {
        return policy(new PolicyChoice(name, Map.of()));
    }

    public TestSettings policy(PolicyChoice choice) {
        policy = choice;
        return this;
    }

    /** An HTTP check of {@code path} that takes a node out after two failures and back after one pass. */
    public TestSettings checked(String path, long intervalMs) {
        health = new HealthSettings(path, null, null, 200, 399, millis(intervalMs), millis(1000), 2, 1);
        return this;
    }

    /** The same by gRPC's health checking protocol, about a service or, with an empty name, the server. */
    public TestSettings checkedByGrpc(String service, long intervalMs) {
        health = new HealthSettings(null, service, null, 200, 399, millis(intervalMs), millis(1000), 2, 1);
        return this;
    }

    /** Judges nodes by their traffic, as by default; otherwise tests have no ejection. */
    public TestSettings ejecting() {
        ejection = EjectionSettings.DEFAULTS;
        return this;
    }

    /** Has agents. */
    public TestSettings agent(AgentSettings settings) {
        agent = settings;
        return this;
    }

    /** Makes the listener one of TCP connections. */
    public TestSettings tcp() {
        protocol = ListenerSettings.Protocol.TCP;
        return this;
    }

    /** Listens on a fixed port; for a reload that must keep the port it has. */
    public TestSettings port(int fixed) {
        port = fixed;
        return this;
    }

    /** Gives the listener another name. */
    public TestSettings listener(String name) {
        listener = name;
        return this;
    }

    /** Sends clients to the nodes. */
    public TestSettings redirect() {
        mode = ListenerSettings.Mode.REDIRECT;
        return this;
    }

    /** The time that a drain of the dispatcher may take. */
    public TestSettings drain(long millis) {
        engine = new EngineSettings(engine.transport(), engine.loops(), millis(millis));
        return this;
    }

    /** Ties clients to nodes. */
    public TestSettings affinity(AffinitySettings newAffinity) {
        affinity = newAffinity;
        return this;
    }

    /** Sets what clients of HTTP/2 may do. */
    public TestSettings http2(boolean allowed, int streams) {
        http2 = new Http2Settings(allowed, streams);
        return this;
    }

    /** Signs cookies with a key that others know. */
    public TestSettings clusterKey(String key) {
        clusterKey = new ClusterKey(key, null);
        return this;
    }

    /** Limits the requests of each client. */
    public TestSettings rate(@Nullable RateSettings newRate) {
        rate = newRate;
        return this;
    }

    /** Speaks TLS with clients. */
    public TestSettings tls(@Nullable ListenerTls newTls) {
        tls = newTls;
        return this;
    }

    /** Speaks with clients under this cover, whatever that of the run is. */
    public TestSettings cover(Cover cover) {
        tls = cover.listener();
        return this;
    }

    /** Speaks TLS with nodes. */
    public TestSettings nodeTls(NodeTls newTls) {
        nodeTls = newTls;
        return this;
    }

    /** Speaks HTTP/2 with nodes. */
    public TestSettings http2Nodes() {
        nodeProtocol = NodeProtocol.H2;
        return this;
    }

    /** Lets servers register in a cluster, which may have no node; on a second listener, {@code mcmp}. */
    public TestSettings registering(String cluster, McmpSettings rules) {
        return registering(cluster, rules, null);
    }

    /** The same over TLS. */
    public TestSettings registering(String cluster, McmpSettings rules, @Nullable ListenerTls secure) {
        mcmpTls = secure;
        clusters.putIfAbsent(cluster, List.of());
        registering = cluster;
        mcmp = rules;
        return this;
    }

    private ListenerSettings mcmpListener(String cluster) {
        return new ListenerSettings(
                "mcmp",
                new HostPort("127.0.0.1", 0),
                ListenerSettings.Protocol.MCMP,
                List.of(new RouteSettings(null, null, cluster)),
                client,
                limits,
                connections,
                List.of(),
                false,
                forward,
                headers,
                paths,
                mode,
                http2,
                mcmpTls,
                null,
                mcmp,
                RuleSettings.NONE);
    }

    public Settings build() {
        List<RouteSettings> routing = routes.isEmpty()
                ? List.of(new RouteSettings(
                        null, null, clusters.keySet().iterator().next()))
                : routes;
        Map<String, ClusterSettings> built = new LinkedHashMap<>();
        clusters.forEach((name, nodes) -> built.put(name, cluster(name, nodes)));
        List<ListenerSettings> listeners = new ArrayList<>();
        if (registering != null) {
            listeners.add(mcmpListener(registering));
        }
        listeners.add(
                0,
                new ListenerSettings(
                        listener,
                        new HostPort("127.0.0.1", port),
                        protocol,
                        routing,
                        client,
                        limits,
                        connections,
                        trusted,
                        acceptProxy,
                        forward,
                        headers,
                        paths,
                        mode,
                        http2,
                        tls,
                        rate,
                        null,
                        rules));
        return new Settings(
                listeners,
                built,
                new AdminSettings(null, null),
                new LogSettings(LogSettings.Level.WARN, null, null),
                engine,
                clusterKey);
    }

    private ClusterSettings cluster(String name, List<NodeSettings> nodes) {
        return new ClusterSettings(
                name,
                policy,
                assign,
                nodes,
                agent,
                health,
                ejection,
                node,
                retry,
                queue,
                pool,
                Duration.ZERO,
                ClusterSettings.Panic.TRY_ALL,
                requestClasses,
                ClusterSettings.ProxyProtocol.NONE,
                affinity,
                services,
                nodeTls,
                nodeProtocol);
    }
}
