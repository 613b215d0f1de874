// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control.live;

import io.evenkeel.config.LogSettings.Level;
import io.evenkeel.config.Settings;
import io.evenkeel.dispatcher.affinity.SessionsLeft;
import io.evenkeel.dispatcher.affinity.SessionsView;
import io.evenkeel.dispatcher.certificate.IssueView;
import io.evenkeel.dispatcher.control.BufferView;
import io.evenkeel.dispatcher.control.CacheExplanation;
import io.evenkeel.dispatcher.control.CacheFigures;
import io.evenkeel.dispatcher.control.CacheQuestion;
import io.evenkeel.dispatcher.control.ClusterHangsException;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ConfigControl;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.CutResult;
import io.evenkeel.dispatcher.control.DispatcherView;
import io.evenkeel.dispatcher.control.Elsewhere;
import io.evenkeel.dispatcher.control.EventView;
import io.evenkeel.dispatcher.control.FittingPolicies;
import io.evenkeel.dispatcher.control.JoinView;
import io.evenkeel.dispatcher.control.LogArea;
import io.evenkeel.dispatcher.control.Registrations;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.control.Selection;
import io.evenkeel.dispatcher.control.ShadowControl;
import io.evenkeel.dispatcher.control.TelemetryFigures;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.dispatcher.control.WhatIf;
import io.evenkeel.dispatcher.discovery.DiscoveryView;
import io.evenkeel.dispatcher.lock.LockTimeoutException;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.metrics.ClassTraffic;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The control interface of a running dispatcher: finds what is asked for by name, and asks or changes it there.
 * Threads: any.
 */
public final class LiveControl implements Control {

    private final RunningDispatcher engine;
    private final FittingPolicies policies = new FittingPolicies(PolicyCatalog.load());
    private final Hindsight hindsight = new Hindsight(policies);

    private final NodeSelector selector;
    private final ClusterViews views;
    private final LogControl log;

    public LiveControl(RunningDispatcher engine) {
        this.engine = engine;
        this.views = new ClusterViews(engine);
        this.log = new LogControl(engine.events());
        this.selector = new NodeSelector(
                engine.leases(), () -> ThreadLocalRandom.current().nextLong());
    }

    @Override
    public DispatcherView dispatcher() {
        return engine.view();
    }

    @Override
    public List<ClusterView> clusters() {
        return engine.clusters().values().stream().map(views::view).toList();
    }

    @Override
    public ClusterView cluster(String cluster) {
        return views.view(find(cluster));
    }

    @Override
    public List<Decision> decisions(String cluster) {
        return find(cluster).table().choices().stream()
                .map(RecordedChoice::decision)
                .toList();
    }

    @Override
    public List<String> policies(String cluster) {
        return policies.names(find(cluster).settings(), engine.settings());
    }

    @Override
    public WhatIf whatIf(String cluster, String policy) {
        Cluster found = find(cluster);
        policies.check(policy, found.settings(), engine.settings());
        return hindsight.ask(policy, found.settings(), found.table().choices());
    }

    @Override
    public List<Decision.Candidate> explain(String cluster) {
        return unlessHanging(() -> find(cluster).table().scores(new HypotheticalTask()));
    }

    @Override
    public Selection select(String cluster, Selection.Question question) {
        Cluster found = find(cluster);
        return unlessHanging(() -> selector.select(found, question));
    }

    @Override
    public OverloadCounts overload(String cluster) {
        Cluster found = find(cluster);
        return unlessHanging(() -> found.overload().counts(System.nanoTime()));
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
    public CacheFigures cache() {
        return engine.cache();
    }

    @Override
    public CacheExplanation explain(CacheQuestion question) {
        return engine.explain(question);
    }

    @Override
    public @Nullable JoinView join() {
        return engine.join();
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
        return log.recent(most);
    }

    @Override
    public List<LogArea> logAreas() {
        return log.areas();
    }

    @Override
    public void logLevel(String area, @Nullable Level level, @Nullable Duration time) {
        log.level(area, level, time);
    }

    @Override
    public ReloadResult reload() {
        return engine.reload();
    }

    @Override
    public ReloadResult reloadAll() {
        return engine.reloadAll();
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
        int inFlight = found.table().counts(drained).inFlight();
        engine.cut(drained);
        engine.events().node().warn(drained + ": " + inFlight + " in flight, told to end");
        return inFlight;
    }

    @Override
    public CutResult cutAll(String cluster, String node) {
        int own = cut(cluster, node);
        Cluster found = find(cluster);
        return engine.cutElsewhere(found, find(found, node)).and(own);
    }

    @Override
    public Elsewhere elsewhere(String cluster, String node) {
        Cluster found = find(cluster);
        return engine.elsewhere(found, find(found, node));
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
    public ShadowControl shadows() {
        return engine.shadows();
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
