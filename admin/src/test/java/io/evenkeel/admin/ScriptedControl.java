// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.BrokerSettings;
import io.evenkeel.config.CacheSettings;
import io.evenkeel.config.ClusterKey;
import io.evenkeel.config.EngineSettings;
import io.evenkeel.config.HistorySettings;
import io.evenkeel.config.LogSettings;
import io.evenkeel.config.Settings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.alert.AlertSettings;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.admission.AdmissionCounts;
import io.evenkeel.dispatcher.affinity.SessionsLeft;
import io.evenkeel.dispatcher.affinity.SessionsView;
import io.evenkeel.dispatcher.certificate.IssueView;
import io.evenkeel.dispatcher.control.BufferView;
import io.evenkeel.dispatcher.control.CacheExplanation;
import io.evenkeel.dispatcher.control.CacheFigures;
import io.evenkeel.dispatcher.control.CachePurge;
import io.evenkeel.dispatcher.control.CacheQuestion;
import io.evenkeel.dispatcher.control.CacheView;
import io.evenkeel.dispatcher.control.CertificateView;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.ConfigControl;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.DispatcherState;
import io.evenkeel.dispatcher.control.DispatcherView;
import io.evenkeel.dispatcher.control.DispatcherView.ListenerView;
import io.evenkeel.dispatcher.control.EventView;
import io.evenkeel.dispatcher.control.JoinView;
import io.evenkeel.dispatcher.control.LogArea;
import io.evenkeel.dispatcher.control.NoFreeNodeException;
import io.evenkeel.dispatcher.control.Registrations;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.control.Selection;
import io.evenkeel.dispatcher.control.Selection.Place;
import io.evenkeel.dispatcher.control.StateSpan;
import io.evenkeel.dispatcher.control.TelemetryFigures;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.dispatcher.control.WhatIf;
import io.evenkeel.dispatcher.discovery.DiscoveryView;
import io.evenkeel.dispatcher.edit.ConfigEditor;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.metrics.ClassMeter;
import io.evenkeel.dispatcher.metrics.ClassTraffic;
import io.evenkeel.dispatcher.metrics.HandshakeCounts;
import io.evenkeel.dispatcher.metrics.ListenerTraffic;
import io.evenkeel.dispatcher.metrics.ListenerTraffic.ByProtocol;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.monitor.AgentState;
import io.evenkeel.dispatcher.monitor.AgentView;
import io.evenkeel.dispatcher.monitor.RejectReason;
import io.evenkeel.dispatcher.monitor.SampleSource;
import io.evenkeel.dispatcher.monitor.push.PushMessages;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.ClusterCounts;
import io.evenkeel.dispatcher.node.Decision;
import io.evenkeel.dispatcher.node.NodeCounts;
import io.evenkeel.dispatcher.node.NodeState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A dispatcher with two clusters that does nothing but remember what it was told. */
public final class ScriptedControl implements Control {

    /** The report of an agent on a node that is well. */
    public static final AgentView REPORTING = new AgentView(
            AgentState.REPORTING,
            null,
            120,
            SampleSource.PIGGYBACK,
            42,
            5,
            Map.of("OS_CPU_USED%", 12.5, "AMX_CONNS_Q_THRBSY", 3.0, "AMX_CONNS_Q_THRDSMAX", 12.0),
            Map.of(SampleSource.PULL, 2L, SampleSource.PIGGYBACK, 40L, SampleSource.PUSH, 0L),
            Map.of(RejectReason.FIGURES, 1L, RejectReason.FROZEN, 0L),
            3,
            7);

    /** A message that an agent pushed; never compared with another. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Message(
            String method,
            String target,
            PushMessages.Credentials credentials,
            String remoteHost,
            byte[] body,
            long nowMs) {}

    public final List<String> commands = new CopyOnWriteArrayList<>();
    public final Meters meters = new Meters(1);
    public volatile DispatcherState state = DispatcherState.RUNNING;
    public volatile long started = 120;
    public volatile int bankNodesUp = 1;
    public volatile boolean reloads = true;
    public volatile AlertSettings alerts = AlertSettings.OFF;
    public volatile String clusterName = "shop";
    public volatile String nodeName = "vcn1";
    public volatile NodeState firstState = NodeState.UP;
    public volatile String policyName = "headroom";
    public volatile String reason = "maintenance at noon";
    public volatile ConfigControl desk =
            new ConfigEditor(SettingsFile.of("", "scripted.yaml"), this::reload, () -> true);
    public final Map<String, AgentView> agents = new ConcurrentHashMap<>(Map.of("vcn1", REPORTING));
    public final List<Message> messages = new CopyOnWriteArrayList<>();
    public volatile PushMessages.Answer answer = new PushMessages.Answer(200, "{\"kind\":\"updated\"}");

    /** The terms for clients that ask for a node. */
    public volatile BrokerSettings broker = BrokerSettings.DEFAULTS;

    /** Questions of clients for a node. */
    public final List<Selection.Question> questions = new CopyOnWriteArrayList<>();

    /** Times that asking for events throws. */
    public final AtomicInteger withoutMemory = new AtomicInteger();

    /** Asking for the push messages throws. */
    public volatile boolean agentsFail;

    /** The proof in the head of a message without the right token. */
    public volatile PushMessages.PushProof others = PushMessages.PushProof.POSSIBLE;

    public volatile LogSettings log = new LogSettings(LogSettings.Level.INFO, null, null);
    private volatile LogSettings.Level areaLevel = LogSettings.Level.INFO;
    private volatile long areaUntilMs;
    public volatile int decisions = 1;

    /** Candidates of a choice beside the three: {@code other-0} and so on. */
    public volatile int otherCandidates;

    public final ScriptedShadows shadows = new ScriptedShadows(this);
    public volatile Runnable duringReload = () -> {};
    public final List<EventView> events = new CopyOnWriteArrayList<>();

    /** The log that the admin server writes to. */
    public final EventLog eventLog = new EventLog();

    /** The TLS handshakes of the listener. */
    public volatile HandshakeCounts handshakes = new HandshakeCounts(1, 0, 4, 2, 3);

    /** The requests of the listener. */
    public volatile ByProtocol requests = new ByProtocol(30, 10);

    /** The certificates of the listener. */
    public volatile List<CertificateView> certificates =
            List.of(new CertificateView("shop.example.org", "ec", "shop.pem", 1_700_000_000_000L, 4_100_000_000_000L));

    /** The certificates that are got by ACME. */
    public volatile List<IssueView> issues = List.of();

    public volatile List<DiscoveryView> discoveries = List.of();
    public volatile Registrations registrations = Registrations.NONE;

    /** The joined dispatchers; null for one by itself. */
    public volatile @Nullable JoinView join;

    /** Figures about a receiver of OpenTelemetry. */
    public volatile TelemetryFigures telemetry = TelemetryFigures.NONE;

    /** The figures of the cache; null while it was not used. */
    public volatile @Nullable CacheView cached =
            new CacheView(1 << 26, 5000, 3, 7, 1, 2, 4, 9, 6, 8, 10, 11, 12_345, 0.25, 4096, 5, 1e6, 5e7);

    /** The cache, which tells what it was told to forget in {@link #commands}. */
    public final CacheFigures cache = new CacheFigures() {
        @Override
        public @Nullable CacheView view() {
            return cached;
        }

        @Override
        public int purge(CachePurge order) {
            commands.add("purge " + order.kind() + " " + order.value());
            return 2;
        }
    };

    /** Sessions of the first cluster. */
    public volatile SessionsView sessions = SessionsView.NONE;

    /** Sessions that every node of the first cluster still has. */
    public volatile SessionsLeft left = SessionsLeft.NONE;

    /** The time since which the second cluster has no node up, while it has none: 2023-11-14T22:13:20Z. */
    public static final long OUT_SINCE_MS = 1_700_000_000_000L;

    /** The reason for which the node of the second cluster is down, while it is. */
    public volatile @Nullable String downReason = "check failed: status 503, not 200 to 399";

    /** The state of the first cluster's second node. */
    public volatile NodeState secondState = NodeState.DRAIN;

    /** Holds everybody who asks for the dispatcher while it is not null, as if the process were stopped. */
    public volatile @Nullable CountDownLatch frozen;

    /** The listeners of the settings, for their routes. */
    public volatile List<ListenerSettings> listeners = List.of();

    /** Stands in for the two clusters while it is not null. */
    public volatile @Nullable Supplier<List<ClusterView>> fleet;

    @Override
    public DispatcherView dispatcher() {
        CountDownLatch wait = frozen;
        if (wait != null) {
            try {
                wait.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return new DispatcherView(
                "0.1.0",
                state,
                1_700_000_000_000L,
                "nio",
                2,
                3,
                reloads,
                1_700_000_100_000L,
                List.of(new ListenerView(
                        "web",
                        "http",
                        "127.0.0.1:9090",
                        new ListenerTraffic(7, 2, Map.of("bad-request", 4L), handshakes, requests),
                        new AdmissionCounts(1000, 750, 1, 5),
                        certificates)));
    }

    @Override
    public Registrations registrations() {
        return registrations;
    }

    @Override
    public @Nullable JoinView join() {
        return join;
    }

    @Override
    public List<DiscoveryView> discoveries() {
        return discoveries;
    }

    @Override
    public List<IssueView> issues() {
        return issues;
    }

    @Override
    public List<ClusterView> clusters() {
        Supplier<List<ClusterView>> others = fleet;
        return others != null
                ? others.get()
                : Stream.of(clusterName, "bank").map(this::cluster).toList();
    }

    /** Adds answers to a request of a cluster that tells classes apart: their number, and the time of each. */
    public void answered(String cluster, String method, String path, int times, double ms) {
        ClassMeter classes = meters.classMeter(cluster, 1, 0);
        byte[] octets = (method + path).getBytes(StandardCharsets.UTF_8);
        RoutePath read = new RoutePath();
        read.read(octets, method.length(), octets.length);
        for (int i = 0; i < times; i++) {
            long key = classes.key(octets, 0, method.length(), read);
            classes.find(key, octets, 0, method.length(), read);
            classes.finished(key, 200, false, Math.round(ms * 1e6));
        }
    }

    @Override
    public SessionsView sessions(String cluster) {
        return fleet == null && cluster(cluster).name().equals(clusterName) ? sessions : SessionsView.NONE;
    }

    @Override
    public SessionsLeft sessionsLeft(String cluster, String node) {
        return fleet == null && cluster(cluster).name().equals(clusterName) ? left : SessionsLeft.NONE;
    }

    @Override
    public List<ClassTraffic> classes(String cluster) {
        return meters.classes(cluster(cluster).name());
    }

    @Override
    public ClusterView cluster(String cluster) {
        Supplier<List<ClusterView>> others = fleet;
        if (others != null) {
            return others.get().stream()
                    .filter(view -> view.name().equals(cluster))
                    .findFirst()
                    .orElseThrow(() -> new UnknownNameException("there is no cluster '" + cluster + "'"));
        }
        if (cluster.equals(clusterName)) {
            return new ClusterView(
                    cluster,
                    policyName,
                    new ClusterCounts(1, 5, 2, 6, 2),
                    meters.cluster(cluster),
                    List.of(node(cluster, 0, nodeName, firstState), node(cluster, 1, "a,b \"c\"", secondState)));
        }
        if (cluster.equals("bank")) {
            return new ClusterView(
                    "bank",
                    "round-robin",
                    new ClusterCounts(0, 0, 0, bankNodesUp),
                    bankNodesUp == 1 ? 0 : OUT_SINCE_MS,
                    meters.cluster("bank"),
                    List.of(node("bank", 0, "vault", bankNodesUp == 1 ? NodeState.UP : NodeState.DOWN)));
        }
        throw new UnknownNameException("there is no cluster '" + cluster + "'; there is " + clusterName + ", bank");
    }

    private NodeView node(String cluster, int slot, String name, NodeState nodeState) {
        return new NodeView(
                name,
                "127.0.0.1:1808" + slot,
                nodeState,
                nodeState == NodeState.DRAIN ? reason : nodeState == NodeState.DOWN ? downReason : null,
                new StateSpan(
                        OUT_SINCE_MS,
                        61_000,
                        nodeState == NodeState.EJECTED ? OUT_SINCE_MS : 0,
                        nodeState == NodeState.DRAIN ? "ann" : null),
                2,
                61_000,
                new NodeCounts(3, 8, slot == 0 ? Integer.MAX_VALUE : 50, started, 110, 6, 1),
                meters.node(cluster, slot),
                agents.getOrDefault(name, AgentView.NONE));
    }

    @Override
    public List<Decision> decisions(String cluster) {
        cluster(cluster);
        List<Decision> newestFirst = new ArrayList<>();
        for (int i = decisions; i > 0; i--) {
            newestFirst.add(
                    new Decision(1_700_000_049_800L + 200L * i, policyName, 1, nodeName, "", "", explain(cluster)));
        }
        return newestFirst;
    }

    @Override
    public List<String> policies(String cluster) {
        cluster(cluster);
        return List.of(policyName, "least-connections");
    }

    @Override
    public WhatIf whatIf(String cluster, String policy) {
        if (!policies(cluster).contains(policy)) {
            throw new UnknownNameException(
                    "no policy '" + policy + "'; there is " + String.join(", ", policies(cluster)));
        }
        return new WhatIf(
                policy,
                policy.equals(policyName),
                decisions(cluster).stream()
                        .map(decision -> new WhatIf.OtherChoice(decision, "vcn3"))
                        .toList());
    }

    @Override
    public List<Decision.Candidate> explain(String cluster) {
        if (fleet != null) {
            return List.of();
        }
        cluster(cluster);
        List<Decision.Candidate> candidates = new ArrayList<>(List.of(
                new Decision.Candidate(
                        nodeName, NodeState.UP, true, 3, 8, 2, 4.5, 120, 2, Map.of("workersBusy", 3.0), "least score"),
                new Decision.Candidate(
                        "vcn2", NodeState.DRAIN, false, 0, 1, 1, 1.5, -1, 0, Map.of(), "drain: " + reason),
                new Decision.Candidate("vcn3", NodeState.UP, true, 0, 1, 1, Double.NaN, -1, 0, Map.of(), "")));
        for (int i = 0; i < otherCandidates; i++) {
            candidates.add(new Decision.Candidate(
                    "other-" + i, NodeState.UP, true, 0, 1, 1, 5.0 + i, 120, 0, Map.of("workersBusy", 3.0), ""));
        }
        return candidates;
    }

    @Override
    public Selection select(String cluster, Selection.Question question) {
        questions.add(question);
        ClusterView view = cluster(cluster);
        if (view.counts().up() == 0) {
            throw new NoFreeNodeException(
                    "no node of cluster '" + cluster + "' may take a client now", Duration.ofSeconds(5));
        }
        NodeView first = view.nodes().get(0);
        return new Selection(
                new Place(first.name(), first.address(), "https://" + first.name() + ".example.org"),
                question.quantum(),
                false,
                List.of(new Place("spare", "127.0.0.1:18090", null)));
    }

    @Override
    public PushMessages agents() {
        if (agentsFail) {
            throw new IllegalStateException("no desk");
        }
        return new PushMessages() {
            @Override
            public PushProof proof(Credentials shown) {
                return "Bearer t0ken".equals(shown.authorization()) ? PushProof.KNOWN : others;
            }

            @Override
            public Answer answer(
                    String method, String target, Credentials shown, String remoteHost, byte[] body, long nowMs) {
                messages.add(new Message(method, target, shown, remoteHost, body, nowMs));
                return answer;
            }
        };
    }

    @Override
    public List<LogArea> logAreas() {
        return List.of(
                new LogArea("exchange", areaLevel, LogSettings.Level.INFO, areaUntilMs),
                new LogArea("library", LogSettings.Level.INFO, LogSettings.Level.INFO, 0));
    }

    @Override
    public void logLevel(String area, LogSettings.@Nullable Level level, @Nullable Duration time) {
        if (logAreas().stream().noneMatch(each -> each.name().equals(area))) {
            throw new UnknownNameException("the event log has no area '" + area + "'; it has exchange, library");
        }
        commands.add("log " + area + " " + level + " " + time);
        areaLevel = level == null ? LogSettings.Level.INFO : level;
        areaUntilMs = level == null ? 0 : Long.MAX_VALUE;
    }

    @Override
    public TelemetryFigures telemetry() {
        return telemetry;
    }

    @Override
    public CacheFigures cache() {
        return cache;
    }

    @Override
    public CacheExplanation explain(CacheQuestion question) {
        if (!question.url().startsWith("http")) {
            throw new IllegalArgumentException("'" + question.url() + "' is not a URL");
        } else if (question.listener().equals("nobody")) {
            throw new UnknownNameException("there is no listener 'nobody'");
        }
        return new CacheExplanation(
                CacheExplanation.WayOn.HIT,
                "",
                new CacheExplanation.WayIn("web", 1, "/" + clusterName, clusterName),
                question.url(),
                new CacheExplanation.StoredView(2, 200, 20, 60, 5, true, List.of("accept-encoding")),
                question.fields());
    }

    @Override
    public BufferView buffers() {
        return new BufferView(3 << 20, 5 << 20, 512 << 20);
    }

    @Override
    public Settings settings() {
        return new Settings(
                listeners,
                Map.of(),
                new AdminSettings(
                        new HostPort("127.0.0.1", 8111), "very-secret", HistorySettings.DEFAULTS, null, broker),
                log,
                EngineSettings.DEFAULTS,
                ClusterKey.NONE,
                null,
                alerts,
                null,
                CacheSettings.DEFAULTS,
                null);
    }

    @Override
    public EventLogger adminLog() {
        return eventLog.admin();
    }

    @Override
    public List<EventView> events(int most) {
        if (withoutMemory.getAndUpdate(times -> Math.max(0, times - 1)) > 0) {
            throw new OutOfMemoryError("a fault");
        }
        return events.stream().limit(most).toList();
    }

    @Override
    public ReloadResult reload() {
        commands.add("reload");
        duringReload.run();
        return reloads
                ? new ReloadResult(true, List.of("node vcn3 joined shop"), List.of())
                : new ReloadResult(false, List.of(), List.of("evenkeel.yaml:3:5: unknown key 'polcy'"));
    }

    @Override
    public ConfigControl configuration() {
        return desk;
    }

    @Override
    public void want(String cluster, String node, AdminState wanted, @Nullable String reason, @Nullable String by) {
        commands.add(cluster + "/" + node + " " + wanted + " " + reason);
    }

    @Override
    public int cut(String cluster, String node) {
        if (cluster(cluster).nodes().stream()
                .anyMatch(each -> each.name().equals(node) && each.state() == NodeState.UP)) {
            throw new IllegalStateException(cluster + "/" + node + " takes tasks");
        }
        commands.add(cluster + "/" + node + " cut");
        return 3;
    }

    @Override
    public void weigh(String cluster, String node, double weight) {
        commands.add(cluster + "/" + node + " " + weight);
    }

    @Override
    public ScriptedShadows shadows() {
        return shadows;
    }
}
