// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import io.evenkeel.config.ClusterKey;
import io.evenkeel.config.Settings;
import io.evenkeel.config.TelemetrySettings.TraceSettings;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.dispatcher.affinity.Affinities;
import io.evenkeel.dispatcher.affinity.LoopAffinities;
import io.evenkeel.dispatcher.affinity.SessionsView;
import io.evenkeel.dispatcher.affinity.store.SessionStoreProvider;
import io.evenkeel.dispatcher.affinity.store.StoreLinks;
import io.evenkeel.dispatcher.backend.NodePools;
import io.evenkeel.dispatcher.certificate.Challenges;
import io.evenkeel.dispatcher.edge.Router;
import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.DiscardHandler;
import io.evenkeel.dispatcher.engine.ManualLoop;
import io.evenkeel.dispatcher.engine.MemoryConnection;
import io.evenkeel.dispatcher.engine.MemoryNetwork;
import io.evenkeel.dispatcher.engine.tls.TlsCertificates;
import io.evenkeel.dispatcher.exchange.ListenerRules;
import io.evenkeel.dispatcher.exchange.LoopContext;
import io.evenkeel.dispatcher.exchange.cache.memory.CacheStart;
import io.evenkeel.dispatcher.exchange.cache.memory.ContentCache;
import io.evenkeel.dispatcher.frontend.HttpListener;
import io.evenkeel.dispatcher.frontend.copy.Copies;
import io.evenkeel.dispatcher.log.access.AccessLog;
import io.evenkeel.dispatcher.metrics.ListenerTraffic;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.metrics.Traffic;
import io.evenkeel.dispatcher.monitor.NoReports;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.Decision;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeCounts;
import io.evenkeel.dispatcher.node.NodeJudge;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.dispatcher.node.RecordedChoice;
import io.evenkeel.dispatcher.protection.LoopProtection;
import io.evenkeel.dispatcher.trace.Exemplars;
import io.evenkeel.dispatcher.trace.RequestSpan;
import io.evenkeel.dispatcher.trace.TraceLane;
import io.evenkeel.dispatcher.trace.Tracing;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP listener with a cluster behind it, without a socket and without a thread: the test is the clients, the nodes
 * and the clock.
 *
 * <p>Nodes are a, b, c …, at the ports 1, 2, 3 …; a task goes to the node with the fewest, the first of equals.
 */
public final class MemoryStand {

    private final ManualLoop clock = new ManualLoop();
    private final MemoryNetwork network = new MemoryNetwork(clock);
    private final ClusterFixture fixture = new ClusterFixture(0);
    private final Cluster cluster;

    private final StoreLinks stores;

    private final Affinities affinities;

    /** The last connection that a test has seen of each node. */
    private final Map<Integer, MemoryConnection.Peer> answering = new HashMap<>();

    private final HttpListener listener;
    private final Meters meters = new Meters(1);
    private final LoopContext context;
    private final CacheStart cache;
    private final ListenerRules rules;
    private final List<NodePools> pools = new ArrayList<>();
    private final List<TraceLane> lanes = Tracing.lanes(1, 7);
    private final Exemplars exemplars = new Exemplars();
    private @Nullable Tracing tracing;
    private @Nullable AccessLog accessLog;

    /** A stand with so many nodes, with the settings of {@link TestSettings}. */
    public MemoryStand(int nodes) {
        this(nodes, settings -> {}, fixture -> {});
    }

    /**
     * A stand with changed settings.
     *
     * @param front changes those of the listener
     * @param back changes those of the cluster
     */
    public MemoryStand(int nodes, Consumer<TestSettings> front, Consumer<ClusterFixture> back) {
        this(nodes, front, back, List.of());
    }

    /**
     * A stand whose cluster may share its sessions.
     *
     * @param providers open the store that the cluster's settings name
     */
    public MemoryStand(
            int nodes,
            Consumer<TestSettings> front,
            Consumer<ClusterFixture> back,
            List<? extends SessionStoreProvider> providers) {
        stores = new StoreLinks(clock.loop().events().cluster(), List.copyOf(providers));
        affinities = new Affinities(() -> "a key of the test", stores, null);
        for (int i = 0; i < nodes; i++) {
            fixture.nodes.add(ClusterFixture.node(String.valueOf((char) ('a' + i)), i + 1, 1));
        }
        back.accept(fixture);
        cluster = fixture.create(clock.loop().nowNs());
        TestSettings settings = new TestSettings();
        settings.cluster("shop");
        front.accept(settings);
        Settings whole = settings.build();
        ListenerSettings web = whole.listeners().get(0);
        Router router = new Router(web.routes(), web.paths(), name -> cluster);
        pools.add(new NodePools(network, clock.loop(), pools));
        InstantSource now = InstantSource.fixed(Instant.EPOCH);
        affinities.follow(ClusterKey.NONE, Map.of("shop", cluster.settings()));
        stores.tick(clock.loop().nowNs());
        context = new LoopContext(
                clock.loop(),
                pools.get(0),
                NoReports.piggyback(),
                meters,
                now,
                new LoopAffinities(affinities, clock.loop(), world(clock)),
                new Challenges(),
                new LoopProtection(),
                () -> accessLog,
                () -> tracing);
        Copies.of(context, 1);
        cache = new CacheStart(1 << 20, clock.loop()::nowNs, thrown -> {});
        context.cache(cache);
        rules = ListenerRules.of(web, router, ListenerRules.subjectFields(List.of(web)));
        listener = new HttpListener(rules, List.of(context), meters);
    }

    /** A clock that begins in 1970 with the loop's. */
    private static InstantSource world(ManualLoop clock) {
        long beganNs = clock.loop().nowNs();
        return () -> Instant.EPOCH.plusNanos(clock.loop().nowNs() - beganNs);
    }

    /** A new client. */
    public MemoryConnection.Peer client() {
        return network.client(listener);
    }

    /** From now on clients speak TLS. */
    public void certificates(TlsCertificates certificates) {
        listener.certificates(certificates);
    }

    /** Traces requests by these rules from now on. */
    public void trace(@Nullable TraceSettings settings) {
        tracing = settings == null ? null : new Tracing(settings, lanes, exemplars);
    }

    /** Logs requests from now on. */
    public void log(AccessLog log) {
        accessLog = log;
    }

    /** The requests that were recorded since the last call, in the order of their ends. */
    public List<RequestSpan> recorded() {
        clock.settle();
        List<RequestSpan> spans = new ArrayList<>();
        for (RequestSpan each = lanes.get(0).take();
                each != null;
                each = lanes.get(0).take()) {
            spans.add(each);
        }
        return spans;
    }

    /** Recorded requests as examples. */
    public Exemplars exemplars() {
        return exemplars;
    }

    /** The lane of the one loop. */
    public TraceLane lane() {
        return lanes.get(0);
    }

    /** The recorded choices of the cluster, newest first. */
    public List<Decision> decisions() {
        clock.settle();
        return cluster.table().choices().stream().map(RecordedChoice::decision).toList();
    }

    /** The stored answers. */
    public ContentCache cache() {
        return cache.get();
    }

    /** The context of the loop, for streams without a listener. */
    public LoopContext context() {
        return context;
    }

    /** The rules of the listener. */
    public ListenerRules rules() {
        return rules;
    }

    /** Changes the rules of the listener for requests from now on. */
    public void rules(UnaryOperator<ListenerRules> change) {
        listener.update(change.apply(listener.rules()));
    }

    /** Changes the settings of the listener, as a reload does. */
    public void reload(Consumer<TestSettings> front) {
        TestSettings settings = new TestSettings();
        settings.cluster("shop");
        front.accept(settings);
        listener.update(
                ListenerRules.of(settings.build().listeners().get(0), rules.router(), Set.of(), listener.rules()));
    }

    /** Changes the settings of the cluster in its nodes or in how they are reached, as a reload does. */
    public void follow(Consumer<ClusterFixture> back) {
        List<Node> before = cluster.nodes();
        back.accept(fixture);
        ClusterFixture.update(cluster, fixture.settings(), clock.loop().nowNs());
        before.forEach(node -> NodePools.close(pools, node));
        clock.settle();
    }

    /** A connection that nobody handles, and its other end. */
    public Carrier carrier() {
        List<Connection> made = new ArrayList<>();
        MemoryConnection.Peer peer = network.client(connection -> {
            made.add(connection);
            return DiscardHandler.HANDLER;
        });
        return new Carrier(made.get(0), peer);
    }

    /** A connection and its other end. */
    public record Carrier(Connection connection, MemoryConnection.Peer peer) {}

    /** The next connection that was made to the node with this number, from 1. */
    public MemoryConnection.Peer node(int number) {
        MemoryConnection.Peer peer = network.node(number);
        answering.put(number, peer);
        return peer;
    }

    /** The connection to the node with this number, from 1, that a test has seen last. */
    public MemoryConnection.Peer kept(int number) {
        return Objects.requireNonNull(answering.get(number), "nobody has connected to that node");
    }

    /** The network, for what goes wrong in it. */
    public MemoryNetwork network() {
        return network;
    }

    /** Runs what is to be done now, on the loop and besides. */
    public void settle() {
        clock.settle();
    }

    /** The number of tasks that run on nodes now. */
    public int inFlight() {
        clock.settle();
        return cluster.nodes().stream()
                .mapToInt(node -> cluster.table().counts(node).inFlight())
                .sum();
    }

    /** The number of tasks that run on the node with this number, from 1. */
    public int tasks(int number) {
        return counts(number).inFlight();
    }

    /** The state of the node with this number, from 1. */
    public NodeState state(int number) {
        return cluster.nodes().get(number - 1).state();
    }

    /** Sets who hears of failing nodes; nobody does at first. */
    public void judge(NodeJudge judge) {
        cluster.judge(judge);
    }

    /** Gives the node with this number, from 1, an administrator's order. */
    public void want(int number, AdminState wanted) {
        ClusterFixture.want(
                cluster,
                cluster.nodes().get(number - 1),
                wanted,
                null,
                clock.loop().nowNs());
    }

    /** Ends what the connections to a node are used for. */
    public void cut(int number) {
        NodePools.cut(pools, cluster.nodes().get(number - 1));
        clock.settle();
    }

    /** Breaks the connection to a node that was made last. */
    public void breaksOn(int number) {
        clock.settle();
        Objects.requireNonNull(answering.get(number), "nobody has connected to that node")
                .breaks();
        clock.settle();
    }

    /** Sends octets on the connection to a node that was made last. */
    public void answer(int number, String octets) {
        clock.settle();
        if (!network.isUntouched(number)) {
            answering.put(number, network.node(number));
        }
        Objects.requireNonNull(answering.get(number), "nobody has connected to that node")
                .sends(octets);
    }

    /** The sessions of the cluster so far. */
    public SessionsView sessions() {
        clock.settle();
        return affinities.view(cluster);
    }

    /** The messages of the event log that begin with a word, oldest first. */
    public List<String> events(String word) {
        List<String> messages = new ArrayList<>();
        clock.loop().events().recent(100).forEach(event -> messages.add(0, event.message()));
        return messages.stream().filter(each -> each.startsWith(word)).toList();
    }

    /** Asks a store that is away whether it is back, as once a second. */
    public void tick() {
        stores.tick(clock.loop().nowNs());
        clock.settle();
    }

    /** Ends sessions that are over. */
    public void sweep() {
        for (int i = 0; i < 64; i++) {
            affinities.sweep(clock.loop().nowNs());
        }
    }

    /** The figures of the node with this number, from 1. */
    public NodeCounts counts(int number) {
        clock.settle();
        return cluster.table().counts(cluster.nodes().get(number - 1));
    }

    /** The connections and refusals of the listener so far. */
    public ListenerTraffic traffic() {
        clock.settle();
        return meters.listener(TestSettings.LISTENER);
    }

    /** The figures of finished requests of the cluster so far. */
    public Traffic figures() {
        clock.settle();
        return meters.cluster("shop");
    }

    /** The cluster. */
    public Cluster cluster() {
        return cluster;
    }

    /** Drains the listener. */
    public void drain() {
        listener.clients().drain();
        clock.settle();
    }

    /** Cuts every client off. */
    public void abort() {
        listener.clients().abort();
        clock.settle();
    }

    /** Lets time pass. */
    public void pass(Duration time) {
        clock.pass(time);
    }
}
