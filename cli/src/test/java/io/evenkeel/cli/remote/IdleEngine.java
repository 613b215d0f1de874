// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import io.evenkeel.config.Settings;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.dispatcher.admission.AdmissionCounts;
import io.evenkeel.dispatcher.affinity.SessionsLeft;
import io.evenkeel.dispatcher.affinity.SessionsView;
import io.evenkeel.dispatcher.broker.Leases;
import io.evenkeel.dispatcher.control.BufferView;
import io.evenkeel.dispatcher.control.CertificateView;
import io.evenkeel.dispatcher.control.ConfigControl;
import io.evenkeel.dispatcher.control.CutResult;
import io.evenkeel.dispatcher.control.DispatcherState;
import io.evenkeel.dispatcher.control.DispatcherView;
import io.evenkeel.dispatcher.control.DispatcherView.ListenerView;
import io.evenkeel.dispatcher.control.Elsewhere;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.control.ShadowControl;
import io.evenkeel.dispatcher.control.live.RunningDispatcher;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.monitor.AgentState;
import io.evenkeel.dispatcher.monitor.AgentView;
import io.evenkeel.dispatcher.monitor.SampleSource;
import io.evenkeel.dispatcher.monitor.push.PushMessages;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.PendingTask;
import io.evenkeel.dispatcher.node.SampleView;
import io.evenkeel.dispatcher.node.name.NodeNames;
import io.evenkeel.dispatcher.task.NotedTask;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.Sample;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Real clusters and meters without sockets; a test reports the traffic. */
@SuppressWarnings("EnumOrdinal") // a sample is a row by column
final class IdleEngine implements RunningDispatcher {

    final Meters meters = new Meters(1);
    final List<String> cuts = new CopyOnWriteArrayList<>();
    private final Map<String, Cluster> clusters = new LinkedHashMap<>();
    private final Settings settings;
    private final EventLog events = new EventLog();
    private final Leases leases = new Leases();
    private final Map<String, AgentView> agents = new HashMap<>();
    ReloadResult reload = new ReloadResult(true, List.of(), List.of());

    volatile SessionsView sessions = SessionsView.NONE;
    volatile List<CertificateView> certificates = List.of();
    volatile SessionsLeft left = SessionsLeft.NONE;

    volatile Elsewhere elsewhere = Elsewhere.NONE;
    volatile CutResult cutElsewhere = CutResult.NONE;

    /** The number of times that somebody asked for {@link #left}. */
    final AtomicInteger leftAsked = new AtomicInteger();

    IdleEngine(Settings settings) {
        this.settings = settings;
        for (ClusterSettings each : settings.clusters().values()) {
            NodeNames names = NodeNames.lookUp(each.nodes(), events.cluster());
            Cluster made = Membership.create(
                    each, PolicyCatalog.load(), new Random(1), System.nanoTime(), n -> null, names, null, events);
            clusters.put(each.name(), made);
        }
    }

    /**
     * The nodes of the cluster shop have agents from now on: the first is busy and says so, the second was never heard
     * of.
     */
    void haveAgents() {
        Cluster shop = Objects.requireNonNull(clusters.get("shop"));
        Map<String, Double> figures = Map.of(
                "OS_CPU_USED%", 12.5,
                "JVM_HEAP_LIVE%", 43.21,
                "AMX_CONNS_Q_THRBSY", 3.0,
                "AMX_CONNS_Q_THRDSMAX", 12.0,
                "AMX_CONNS_QD", 0.0,
                "AMX_JDBC_ACTC", 10.0,
                "AMX_JDBC_WAIT", 4.0,
                "AMX_JDBC_MAXC", 10.0);
        Map<SampleSource, Long> received = Map.of(SampleSource.PULL, 4L);
        agents.put(
                "vcn1",
                new AgentView(
                        AgentState.REPORTING, null, 120, SampleSource.PULL, 4, 1, figures, received, Map.of(), 0, -1));
        agents.put(
                "vcn2",
                new AgentView(
                        AgentState.NEVER, "connection refused", -1, null, 0, 0, Map.of(), Map.of(), Map.of(), 2, -1));
        double[] row = new double[Sample.values().length];
        Arrays.fill(row, Double.NaN);
        row[Sample.CPU_SHARE.ordinal()] = 0.125;
        row[Sample.WORKERS_BUSY.ordinal()] = 3;
        row[Sample.WORKERS_MAX.ordinal()] = 12;
        SampleView.take(shop, shop.nodes().get(0), row, System.nanoTime(), System.nanoTime());
    }

    /** Gives a node of a cluster a task; the answer ends it. */
    Runnable task(String cluster) {
        Cluster given = Objects.requireNonNull(clusters.get(cluster));
        PendingTask task = new OneTask();
        Node node = given.node(given.assign(task));
        return () -> given.finish(task, node, Outcome.SUCCEEDED, 0);
    }

    /** A task of which nothing is known. */
    private static final class OneTask extends NotedTask {

        @Override
        public boolean tried(int slot) {
            return false;
        }

        @Override
        public void granted(Node node) {
            throw new IllegalStateException("it never waits");
        }

        @Override
        public void dropped() {}

        @Override
        public long nowNs() {
            return System.nanoTime();
        }

        @Override
        public long clientKey() {
            return 0;
        }

        @Override
        public long contentKey() {
            return 0;
        }

        @Override
        public int attempt() {
            return 0;
        }

        @Override
        public boolean placesSession() {
            return false;
        }
    }

    @Override
    public void cut(Node node) {
        cuts.add(node.name());
    }

    @Override
    public ConfigControl configuration() {
        throw new UnsupportedOperationException("nothing here edits");
    }

    @Override
    public DispatcherView view() {
        ListenerView web = new ListenerView(
                "web", "http", "127.0.0.1:9090", meters.listener("web"), AdmissionCounts.NONE, certificates);
        return new DispatcherView(
                "0.1.0", DispatcherState.RUNNING, System.currentTimeMillis(), "nio", 1, 2, true, 0, List.of(web));
    }

    @Override
    public Map<String, Cluster> clusters() {
        return clusters;
    }

    @Override
    public Meters meters() {
        return meters;
    }

    @Override
    public Settings settings() {
        return settings;
    }

    @Override
    public ReloadResult reload() {
        return reload;
    }

    @Override
    public AgentView agent(Node node) {
        return agents.getOrDefault(node.name(), AgentView.NONE);
    }

    @Override
    public BufferView buffers() {
        return new BufferView(0, 0, 0);
    }

    @Override
    public PushMessages agents() {
        return (method, target, credentials, remoteHost, body, nowMs) -> new PushMessages.Answer(200, "{}");
    }

    @Override
    public SessionsView sessions(Cluster cluster) {
        return sessions;
    }

    @Override
    public SessionsLeft sessionsLeft(Cluster cluster, Node node) {
        leftAsked.incrementAndGet();
        return left;
    }

    @Override
    public Elsewhere elsewhere(Cluster cluster, Node node) {
        return elsewhere;
    }

    @Override
    public CutResult cutElsewhere(Cluster cluster, Node node) {
        return cutElsewhere;
    }

    @Override
    public Leases leases() {
        return leases;
    }

    @Override
    public EventLog events() {
        return events;
    }

    @Override
    public ShadowControl shadows() {
        throw new UnsupportedOperationException("nothing here is compared");
    }
}
