// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import io.evenkeel.config.LogSettings.Level;
import io.evenkeel.config.Settings;
import io.evenkeel.dispatcher.affinity.SessionsLeft;
import io.evenkeel.dispatcher.affinity.SessionsView;
import io.evenkeel.dispatcher.broker.Leases;
import io.evenkeel.dispatcher.certificate.IssueView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.discovery.DiscoveryView;
import io.evenkeel.dispatcher.lock.LockTimeoutException;
import io.evenkeel.dispatcher.log.EventArea;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.metrics.ClassTraffic;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.monitor.AgentView;
import io.evenkeel.dispatcher.monitor.push.PushMessages;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Decision;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.dispatcher.node.RecordedChoice;
import io.evenkeel.dispatcher.node.overload.OverloadCounts;
import io.evenkeel.policy.PolicyCatalog;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The control interface of a running dispatcher. */
public final class LiveControl implements Control {

    private final RunningDispatcher engine;
    private final FittingPolicies policies = new FittingPolicies(PolicyCatalog.load());
    private final Hindsight hindsight = new Hindsight(policies);

    private final NodeSelector selector;
    private final WallClock clock = new WallClock();

    public LiveControl(RunningDispatcher engine) {
        this.engine = engine;
        this.selector = new NodeSelector(
                engine.leases(), () -> ThreadLocalRandom.current().nextLong());
    }

    /**
     * The part of the dispatcher that the control interface needs. Every method is called from any thread; its answer
     * holds for that moment only.
     */
    public interface RunningDispatcher {

        DispatcherView view();

        /** The clusters in force, by name, in the order of the configuration. */
        Map<String, Cluster> clusters();

        Meters meters();

        /** The places where nodes are found. */
        default List<DiscoveryView> discoveries() {
            return List.of();
        }

        /** The certificates that are got by ACME. */
        default List<IssueView> issues() {
            return List.of();
        }

        /** Figures about a receiver of OpenTelemetry. */
        default TelemetryFigures telemetry() {
            return TelemetryFigures.NONE;
        }

        /** The sessions of a cluster as they are now. */
        default SessionsView sessions(Cluster cluster) {
            return SessionsView.NONE;
        }

        /** The sessions that a node of the cluster still has. */
        default SessionsLeft sessionsLeft(Cluster cluster, Node node) {
            return SessionsLeft.NONE;
        }

        /** The servers that have registered; the same object always. */
        default Registrations registrations() {
            return Registrations.NONE;
        }

        Settings settings();

        /** Called when an order of an administrator to a node has come into force. */
        default void told(Cluster cluster, Node node) {}

        /** Soon ends the tasks on the connections to a node. */
        default void cut(Node node) {}

        ReloadResult reload();

        ConfigControl configuration();

        /** The figures of a node by its samples. */
        AgentView agent(Node node);

        /** Takes the messages of agents that push. */
        PushMessages agents();

        /** The memory of the buffers outside the heap. */
        BufferView buffers();

        /** The event log of the dispatcher. */
        EventLog events();

        /** Clients that were told a node and go there by themselves; the same object always. */
        Leases leases();

        /** Policies that run beside those in force. */
        ShadowControl shadows();
    }

    @Override
    public DispatcherView dispatcher() {
        return engine.view();
    }

    @Override
    public List<ClusterView> clusters() {
        return engine.clusters().values().stream().map(this::view).toList();
    }

    @Override
    public ClusterView cluster(String cluster) {
        return view(find(cluster));
    }

    @Override
    public List<Decision> decisions(String cluster) {
        return find(cluster).choices().stream().map(RecordedChoice::decision).toList();
    }

    @Override
    public List<String> policies(String cluster) {
        return policies.names(find(cluster).settings(), engine.settings());
    }

    @Override
    public WhatIf whatIf(String cluster, String policy) {
        Cluster found = find(cluster);
        policies.check(policy, found.settings(), engine.settings());
        return hindsight.ask(policy, found.settings(), found.choices());
    }

    @Override
    public List<Decision.Candidate> explain(String cluster) {
        return unlessHanging(() -> find(cluster).scores(new Inquiry()));
    }

    @Override
    public Selection select(String cluster, Selection.Question question) {
        Cluster found = find(cluster);
        return unlessHanging(() -> selector.select(found, question));
    }

    @Override
    public OverloadCounts overload(String cluster) {
        Cluster found = find(cluster);
        return unlessHanging(() -> found.overloadCounts(System.nanoTime()));
    }

    @Override
    public Registrations registrations() {
        return engine.registrations();
    }

    @Override
    public SessionsView sessions(String cluster) {
        Cluster found = find(cluster);
        return unlessHanging(() -> engine.sessions(found));
    }

    @Override
    public SessionsLeft sessionsLeft(String cluster, String node) {
        Cluster found = find(cluster);
        return unlessHanging(() -> engine.sessionsLeft(found, find(found, node)));
    }

    @Override
    public List<ClassTraffic> classes(String cluster) {
        Cluster found = find(cluster);
        return found.settings().requestClasses() == 0
                ? List.of()
                : engine.meters().classes(found.name());
    }

    @Override
    public List<DiscoveryView> discoveries() {
        return engine.discoveries();
    }

    @Override
    public List<IssueView> issues() {
        return engine.issues();
    }

    @Override
    public TelemetryFigures telemetry() {
        return engine.telemetry();
    }

    @Override
    public Settings settings() {
        return engine.settings();
    }

    @Override
    public EventLogger adminLog() {
        return engine.events().admin();
    }

    @Override
    public List<EventView> events(int most) {
        return engine.events().recent(most).stream()
                .map(event -> new EventView(
                        event.atMs(), word(event.level()), event.area().label(), event.message()))
                .toList();
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public ReloadResult reload() {
        return engine.reload();
    }

    @Override
    public void want(String cluster, String node, AdminState wanted, @Nullable String reason, @Nullable String by) {
        Cluster found = find(cluster);
        Node changed = find(found, node);
        change(() -> Membership.want(found, changed, wanted, reason, by, System.nanoTime()));
        engine.told(found, changed);
    }

    @Override
    public int cut(String cluster, String node) {
        Cluster found = find(cluster);
        Node drained = find(found, node);
        NodeState state = drained.state();
        if (state != NodeState.MAINT && state != NodeState.DRAIN && state != NodeState.DOWN) {
            throw new IllegalStateException(drained + " takes tasks");
        }
        int inFlight = found.counts(drained).inFlight();
        engine.cut(drained);
        engine.events().node().warn(drained + ": " + inFlight + " in flight, told to end");
        return inFlight;
    }

    @Override
    public void weigh(String cluster, String node, double weight) {
        Cluster found = find(cluster);
        Node changed = find(found, node);
        change(() -> Membership.weigh(found, changed, weight, System.nanoTime()));
        engine.told(found, changed);
    }

    @Override
    public ConfigControl configuration() {
        return engine.configuration();
    }

    @Override
    public PushMessages agents() {
        return engine.agents();
    }

    @Override
    public BufferView buffers() {
        return engine.buffers();
    }

    @Override
    public List<LogArea> logAreas() {
        return engine.events().levels().list().stream()
                .map(state -> new LogArea(state.area().label(), state.level(), state.configured(), state.untilMs()))
                .toList();
    }

    @Override
    public void logLevel(String area, @Nullable Level level, @Nullable Duration time) {
        EventArea found = Arrays.stream(EventArea.values())
                .filter(each -> each.label().equals(area))
                .findFirst()
                .orElseThrow(() -> new UnknownNameException("the event log has no area '" + area + "'; it has "
                        + Arrays.stream(EventArea.values())
                                .map(EventArea::label)
                                .collect(Collectors.joining(", "))));
        if (level == null) {
            engine.events().levels().reset(found);
        } else {
            engine.events().levels().change(found, level, time);
        }
    }

    @Override
    public ShadowControl shadows() {
        return engine.shadows();
    }

    private ClusterView view(Cluster cluster) {
        return new ClusterView(
                cluster.name(),
                cluster.settings().policy().name(),
                cluster.counts(),
                outSinceMs(cluster),
                engine.meters().cluster(cluster.name()),
                cluster.nodes().stream().map(node -> view(cluster, node)).toList());
    }

    private long outSinceMs(Cluster cluster) {
        OptionalLong sinceNs = cluster.outSinceNs();
        return sinceNs.isPresent() ? clock.ms(sinceNs.getAsLong()) : 0;
    }

    private long untilMs(Node node, NodeState state) {
        return switch (state) {
            case EJECTED -> clock.ms(node.ejectedUntilNs());
            case RESTING -> node.resting() ? clock.ms(node.restsUntilNs()) : 0;
            default -> 0;
        };
    }

    private StateSpan span(Node node, NodeState state) {
        boolean ordered = state == NodeState.MAINT || (state == NodeState.DRAIN && node.wanted() == AdminState.DRAIN);
        return new StateSpan(
                clock.ms(node.stateSinceNs()),
                Math.max(0, (System.nanoTime() - node.stateSinceNs()) / 1_000_000),
                untilMs(node, state),
                ordered ? node.wantedBy() : null);
    }

    private NodeView view(Cluster cluster, Node node) {
        NodeState state = node.state();
        return new NodeView(
                node.name(),
                node.settings().address().toString(),
                state,
                node.reason(),
                span(node, state),
                node.weight(),
                Math.max(0, (System.nanoTime() - node.upSinceNs()) / 1_000_000),
                cluster.counts(node),
                engine.meters().node(cluster.name(), node.slot()),
                engine.agent(node));
    }

    private static void change(Runnable change) {
        boolean done = unlessHanging(() -> {
            change.run();
            return true;
        });
        assert done;
    }

    private static <T> T unlessHanging(Supplier<T> work) {
        try {
            return work.get();
        } catch (LockTimeoutException e) {
            throw new ClusterHangsException(e);
        }
    }

    private Cluster find(String name) {
        Map<String, Cluster> clusters = engine.clusters();
        Cluster cluster = clusters.get(name);
        if (cluster == null) {
            throw new UnknownNameException(
                    "there is no cluster '" + name + "'; there is " + String.join(", ", clusters.keySet()));
        }
        return cluster;
    }

    private static Node find(Cluster cluster, String name) {
        List<Node> nodes = cluster.nodes();
        return nodes.stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UnknownNameException("cluster '" + cluster.name() + "' has no node '" + name
                        + "'; it has " + nodes.stream().map(Node::name).collect(Collectors.joining(", "))));
    }
}
