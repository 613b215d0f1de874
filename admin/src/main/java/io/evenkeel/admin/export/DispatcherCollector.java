// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.export;

import io.evenkeel.admin.alert.Alerts;
import io.evenkeel.dispatcher.admission.AdmissionCounts;
import io.evenkeel.dispatcher.affinity.SessionFigures;
import io.evenkeel.dispatcher.affinity.SessionsView;
import io.evenkeel.dispatcher.affinity.store.StoreView;
import io.evenkeel.dispatcher.certificate.IssueView;
import io.evenkeel.dispatcher.control.CertificateView;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.DispatcherState;
import io.evenkeel.dispatcher.control.DispatcherView;
import io.evenkeel.dispatcher.control.DispatcherView.ListenerView;
import io.evenkeel.dispatcher.control.JoinView;
import io.evenkeel.dispatcher.control.TelemetryView;
import io.evenkeel.dispatcher.discovery.DiscoveryView;
import io.evenkeel.dispatcher.metrics.ClassTraffic;
import io.evenkeel.dispatcher.metrics.HandshakeCounts;
import io.evenkeel.dispatcher.metrics.ListenerTraffic;
import io.evenkeel.dispatcher.metrics.Traffic;
import io.evenkeel.dispatcher.node.NodeCounts;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.dispatcher.protection.ProtectionLevel;
import io.evenkeel.dispatcher.protection.ResourceView;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The dispatcher's figures as Prometheus families, made from one snapshot of the control interface at each scrape; the
 * next scrape does not have clusters and nodes that are gone.
 *
 * <p>Measures carry the names of paper 1, table 2: WT1, WT2, PT and slowdown. Nodes have histograms of response and
 * processing time, and count and sum of the rest, because every bucket of every node is a series that somebody stores.
 */
final class DispatcherCollector implements MultiCollector {

    private static final String WT1 = "Time to select a node, queueing included (WT1).";
    private static final String WT2 = "Time to connect to the node (WT2).";
    private static final String FAILED_ATTEMPTS =
            "Failed attempts: those that a node failed, also when the request was repeated elsewhere with success.";
    private static final String SLOWDOWN = "(WT1 + WT2 + PT) / PT.";
    private static final double NS_PER_S = 1e9;
    private static final double MILLI = 1e3;

    /** The bounds of OpenTelemetry's convention for HTTP durations, seconds. */
    private static final double[] RESPONSE_S = {
        0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10
    };

    /** Selections and connects take microseconds unless something is wrong. */
    private static final double[] WAIT_S = {1e-6, 1e-5, 1e-4, 1e-3, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5};

    private static final double[] SLOWDOWN_BOUNDS = {1.005, 1.01, 1.02, 1.05, 1.1, 1.25, 1.5, 2, 3, 5, 10};

    private final Control control;
    private final @Nullable Alerts alerts;

    /** @param alerts null for figures without those of alerts */
    DispatcherCollector(Control control, @Nullable Alerts alerts) {
        this.control = control;
        this.alerts = alerts;
    }

    @Override
    public MetricSnapshots collect() {
        Families families = new Families();
        DispatcherView dispatcher = control.dispatcher();
        addDispatcher(new SeriesWriter(families, "evenkeel_", Labels.EMPTY), dispatcher);
        for (ResourceView each : dispatcher.allResources()) {
            addResource(families, each);
        }
        for (ListenerView listener : dispatcher.listeners()) {
            Labels labels = Labels.of("listener", listener.name());
            SeriesWriter series = new SeriesWriter(families, "evenkeel_listener_", labels);
            addListener(series, listener);
            addAdmission(series, listener.admission());
            addTls(series, listener);
        }
        TelemetryView telemetry = control.telemetry().view();
        if (telemetry != null) {
            TelemetrySeries.add(families, telemetry);
        }
        CacheSeries.add(families, control.cache().view());
        CacheSeries.add(families, control.cache().strain());
        JoinView join = control.join();
        if (join != null) {
            JoinSeries.add(families, join);
        }
        Map<String, StoreView> stores = new LinkedHashMap<>();
        for (IssueView each : control.issues()) {
            addIssue(
                    new SeriesWriter(
                            families, "evenkeel_acme_", Labels.of("certificate", String.join(", ", each.names()))),
                    each);
        }
        for (DiscoveryView each : control.discoveries()) {
            addDiscovery(new SeriesWriter(families, "evenkeel_discovery_", Labels.of("cluster", each.cluster())), each);
        }
        boolean registers = false;
        for (ClusterView cluster : control.clusters()) {
            Exemplars exemplars = TelemetrySeries.exemplars(control.telemetry().exemplars(cluster.name()));
            addCluster(
                    new SeriesWriter(families, "evenkeel_cluster_", Labels.of("cluster", cluster.name())),
                    cluster,
                    exemplars);
            SessionsView sessions = control.sessions(cluster.name());
            addSessions(families, cluster, sessions);
            OverloadSeries.add(families, cluster.name(), control.overload(cluster.name()));
            registers |= RegistrationSeries.add(families, cluster.name(), control.registrations());
            if (sessions.store() != null) {
                stores.put(sessions.store().url(), sessions.store());
            }
            for (ClassTraffic each : control.classes(cluster.name())) {
                Labels labels = Labels.of("cluster", cluster.name(), "class", each.name());
                addClass(new SeriesWriter(families, "evenkeel_class_", labels), each);
            }
            for (NodeView node : cluster.nodes()) {
                Labels labels = Labels.of("cluster", cluster.name(), "node", node.name());
                SeriesWriter series = new SeriesWriter(families, "evenkeel_node_", labels);
                addNode(series, node);
                SampleSeries.add(series, node.agent());
            }
        }
        if (registers) {
            RegistrationSeries.addMessages(families, control.registrations());
        }
        stores.forEach((url, store) ->
                addStore(new SeriesWriter(families, "evenkeel_store_", Labels.of("store", url)), store));
        if (alerts != null) {
            AlertSeries.add(families, alerts.view());
        }
        return families.finish();
    }

    private static void addStore(SeriesWriter series, StoreView store) {
        series.flag("away", "1 while the store of sessions is left alone.", store.away());
        series.counter("asked", "Questions for the node of a session that was not known here.", store.asked());
        series.counter("found", "Questions that the store answered with a node.", store.found());
        series.counter("late", "Requests that went on before the store's answer.", store.late());
        series.counter("written", "Sessions that were written.", store.written());
        series.counter("skipped", "Calls that were not made: store away, or too many open.", store.skipped());
        series.counter("failed", "Calls without an answer, or with an error.", store.failed());
    }

    private static void addDispatcher(SeriesWriter series, DispatcherView view) {
        series.with("version", view.version()).info("build", "The version that runs.");
        series.with("transport", view.transport()).count("event_loops", "Event loops of the data plane.", view.loops());
        series.gauge("start_time_seconds", "When the dispatcher started, Unix time.", view.startedMs() / MILLI);
        series.flag("draining", "1 while the dispatcher drains.", view.state() == DispatcherState.DRAINING);
        series.count("config_generation", "Configurations applied, the first included.", view.configGeneration());
        series.flag("config_last_reload_successful", "0 after a reload that failed.", view.lastReloadSucceeded());
        series.gauge(
                "config_last_reload_timestamp_seconds",
                "When a reload was last tried, Unix time.",
                view.lastReloadMs() / MILLI);
    }

    private static void addResource(Families families, ResourceView view) {
        SeriesWriter series = new SeriesWriter(families, "evenkeel_resource_", Labels.of("resource", view.name()));
        series.gauge("used_ratio", "The part of a resource of the process that is used.", view.share());
        for (ProtectionLevel level : ProtectionLevel.values()) {
            series.with("level", level.word())
                    .flag("level", "1 for what the dispatcher does about it.", view.level() == level);
        }
        series.counter("pauses", "How often no connection was accepted for want of it.", view.pauses());
        series.counter("refusals", "Requests that were refused for want of it.", view.refusals());
    }

    private static void addAdmission(SeriesWriter series, AdmissionCounts admission) {
        series.count("connections_limit", "Client connections that there may be at a time.", admission.connections());
        series.counter("full", "How often as many were open, so that others had to wait.", admission.full());
        series.with("reason", "address-limit")
                .counter("connections_refused", "Connections closed as soon as they came.", admission.refused());
    }

    private static void addListener(SeriesWriter series, ListenerView listener) {
        ListenerTraffic traffic = listener.traffic();
        series.count("connections", "Open client connections.", traffic.open());
        series.counter("accepted", "Client connections accepted.", traffic.accepted());
        traffic.refused()
                .forEach((reason, count) -> series.with("reason", reason)
                        .counter("refused", "Requests the dispatcher refused itself.", count));
        if (listener.protocol().equals("http")) {
            String help = "Requests of HTTP whose head was read.";
            series.with("protocol", "http1")
                    .counter("requests", help, traffic.requests().http1());
            series.with("protocol", "http2")
                    .counter("requests", help, traffic.requests().http2());
        }
    }

    private static void addTls(SeriesWriter series, ListenerView listener) {
        if (listener.certificates().isEmpty()) {
            return;
        }
        HandshakeCounts counts = listener.traffic().handshakes();
        addHandshakes(series, "1.2", "full", counts.full12());
        addHandshakes(series, "1.2", "resumed", counts.resumed12());
        addHandshakes(series, "1.3", "full", counts.full13());
        addHandshakes(series, "1.3", "resumed", counts.resumed13());
        series.counter("handshakes_failed", "TLS handshakes with clients that have not succeeded.", counts.failed());
        long nowMs = System.currentTimeMillis();
        for (CertificateView each : new LinkedHashSet<>(listener.certificates())) {
            series.with("certificate", each.names())
                    .with("kind", each.kind())
                    .with("file", each.file())
                    .gauge(
                            "certificate_expiry_seconds",
                            "Time until the certificate expires, below 0 when it has.",
                            (each.expiresMs() - nowMs) / MILLI);
        }
    }

    private static void addDiscovery(SeriesWriter series, DiscoveryView view) {
        series.flag(
                "failing",
                "1 while the last question to the source was not answered with nodes.",
                view.problem() != null);
        series.gauge(
                "last_answer_timestamp_seconds",
                "When the source last answered with nodes, Unix time; 0 for never.",
                view.lastAnswerMs() / MILLI);
        series.gauge("nodes", "Nodes of the last answer that was used.", view.found());
        series.gauge("draining", "Nodes that are found no more and still drain.", view.draining());
        series.counter("answers", "Answers with nodes.", view.answers());
        series.counter("changes", "Answers that changed the nodes.", view.changes());
        series.counter("failures", "Questions that were not answered with nodes.", view.failures());
    }

    private static void addIssue(SeriesWriter series, IssueView view) {
        series.flag("self_made", "1 while no authority has issued the certificate that is shown.", view.selfMade());
        series.gauge(
                "last_success_timestamp_seconds",
                "When the authority last issued the certificate, Unix time; 0 for never.",
                view.lastSuccessMs() / MILLI);
        series.gauge("next_timestamp_seconds", "When it is tried or renewed next, Unix time.", view.nextMs() / MILLI);
        series.counter("issued", "Certificates that the authority has issued since the start.", view.issued());
        series.counter("failures", "Tries since the start that have failed.", view.failures());
    }

    private static void addHandshakes(SeriesWriter series, String version, String kind, long count) {
        series.with("version", version)
                .with("kind", kind)
                .counter("handshakes", "TLS handshakes with clients that have succeeded.", count);
    }

    private static void addCluster(SeriesWriter series, ClusterView view, Exemplars exemplars) {
        Traffic traffic = view.traffic();
        series.with("policy", view.policy()).info("policy", "The policy in force.");
        series.count("nodes", "Members.", view.nodes().size());
        series.count("nodes_up", "Members that may take tasks.", view.counts().up());
        series.count("waiting", "Tasks in the queue.", view.counts().waiting());
        series.counter(
                "queued", "Tasks that ever waited in the queue.", view.counts().queuedTotal());
        series.counter("attempts_failed", FAILED_ATTEMPTS, view.counts().failedAttempts());
        series.counter(
                "retries",
                "Attempts after the first, whatever the reason.",
                view.counts().retriesTotal());
        addTotals(series, traffic, exemplars);
        series.histogram("wt1_seconds", WT1, traffic.wt1Ns(), NS_PER_S, WAIT_S);
        series.histogram("wt2_seconds", WT2, traffic.wt2Ns(), NS_PER_S, WAIT_S);
        series.histogram("slowdown_ratio", SLOWDOWN, traffic.slowdownMilli(), MILLI, SLOWDOWN_BOUNDS);
    }

    private static void addSessions(Families families, ClusterView cluster, SessionsView sessions) {
        SeriesWriter series = new SeriesWriter(families, "evenkeel_cluster_", Labels.of("cluster", cluster.name()));
        addSessions(series, sessions.total());
        series.counter(
                "sessions_broken",
                "Sessions that a node replaced which did not have them: the user has lost what was in them.",
                sessions.broken());
        sessions.marks()
                .forEach((mark, count) -> series.with("mark", mark)
                        .counter("affinity_marks", "Answered requests by their mark of a node.", count));
        series.with("result", "kept")
                .counter("affinity_requests", "Answered requests with a node, by the node that did.", sessions.kept());
        series.with("result", "moved")
                .counter("affinity_requests", "Answered requests with a node, by the node that did.", sessions.moved());
        for (NodeView node : cluster.nodes()) {
            Labels labels = Labels.of("cluster", cluster.name(), "node", node.name());
            addSessions(new SeriesWriter(families, "evenkeel_node_", labels), sessions.node(node.name()));
        }
    }

    private static void addSessions(SeriesWriter series, SessionFigures sessions) {
        series.count(
                "sessions_seen", "Sessions of the application, by its cookie, that are not over.", sessions.active());
        series.counter("sessions_begun", "Sessions that began.", sessions.began());
        series.counter(
                "sessions_completed",
                "Sessions that are over, by idle time or by the application.",
                sessions.completed());
        series.counter("sessions_requests", "Requests of completed sessions.", sessions.requests());
        series.counter(
                "sessions_seconds", "From first to last request, of all completed sessions.", sessions.seconds());
    }

    private static void addClass(SeriesWriter series, ClassTraffic traffic) {
        series.counter("requests", "Finished requests of a class.", traffic.requests());
        series.counter("failures", "Those that the node or the dispatcher failed.", traffic.failures());
        series.summary("head_seconds", "Time to the head of the node's answer.", traffic.headNs(), NS_PER_S);
    }

    private static void addNode(SeriesWriter series, NodeView view) {
        Traffic traffic = view.traffic();
        NodeCounts counts = view.counts();
        for (NodeState state : NodeState.values()) {
            series.with("state", state.name().toLowerCase(Locale.ROOT))
                    .flag("state", "1 for the state the node is in.", view.state() == state);
        }
        series.gauge("weight", "The weight in force.", view.weight());
        series.count("in_flight", "Tasks that run at the node.", counts.inFlight());
        series.count("connections", "Open connections to the node, idle ones included.", counts.connections());
        series.counter("selections", "Times the policy chose the node.", counts.started());
        series.counter("attempts_failed", FAILED_ATTEMPTS, counts.failed());
        series.counter("abandoned", "Tasks that were given up without blaming the node.", counts.abandoned());
        addTotals(series, traffic, Exemplars.EMPTY);
        series.summary("wt1_seconds", WT1, traffic.wt1Ns(), NS_PER_S);
        series.summary("wt2_seconds", WT2, traffic.wt2Ns(), NS_PER_S);
        series.summary("slowdown_ratio", SLOWDOWN, traffic.slowdownMilli(), MILLI);
    }

    /** Adds the series that clusters and nodes have in common. */
    private static void addTotals(SeriesWriter series, Traffic traffic, Exemplars exemplars) {
        for (int statusClass = 0; statusClass < traffic.byStatus().size(); statusClass++) {
            series.with("code", statusClass == 0 ? "none" : statusClass + "xx")
                    .counter(
                            "tasks",
                            "Finished tasks by class of status; none for TCP and for no answer.",
                            traffic.byStatus().get(statusClass));
        }
        series.counter(
                "failures",
                "Failed requests: those that failed for their clients (or TCP connections).",
                traffic.failures());
        series.counter("received_bytes", "From clients.", traffic.bytesIn());
        series.counter("sent_bytes", "To clients.", traffic.bytesOut());
        series.histogram(
                "response_seconds", "Whole time of a task.", traffic.responseNs(), exemplars, NS_PER_S, RESPONSE_S);
        series.histogram("pt_seconds", "Processing time of the node (PT).", traffic.ptNs(), NS_PER_S, RESPONSE_S);
    }
}
