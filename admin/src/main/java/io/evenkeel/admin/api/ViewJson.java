// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import io.evenkeel.dispatcher.certificate.IssueView;
import io.evenkeel.dispatcher.control.CertificateView;
import io.evenkeel.dispatcher.control.ClusterHealth;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.DispatcherView;
import io.evenkeel.dispatcher.control.DispatcherView.ListenerView;
import io.evenkeel.dispatcher.control.EventView;
import io.evenkeel.dispatcher.control.HealthLine;
import io.evenkeel.dispatcher.control.StateSpan;
import io.evenkeel.dispatcher.control.WhatIf;
import io.evenkeel.dispatcher.discovery.DiscoveryView;
import io.evenkeel.dispatcher.metrics.HandshakeCounts;
import io.evenkeel.dispatcher.node.Decision;
import io.evenkeel.dispatcher.protection.ResourceView;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Views of the control interface as JSON. Unlimited and unknown values are null. */
final class ViewJson {

    private static final double MS_PER_S = 1e3;

    private ViewJson() {}

    static ObjectNode dispatcher(DispatcherView view) {
        ObjectNode json = Json.object()
                .put("version", view.version())
                .put("state", view.state().word())
                .put("started", Instant.ofEpochMilli(view.startedMs()).toString())
                .put("startedMs", view.startedMs())
                .put("transport", view.transport())
                .put("loops", view.loops())
                .put("configGeneration", view.configGeneration())
                .put("lastReloadSucceeded", view.lastReloadSucceeded())
                .put("lastReloadMs", view.lastReloadMs());
        ArrayNode resources = json.putArray("resources");
        view.allResources().forEach(each -> resources.add(resource(each)));
        ArrayNode listeners = json.putArray("listeners");
        view.listeners().forEach(listener -> listeners.add(listener(listener)));
        return json;
    }

    /**
     * The dispatcher with the health of all clusters, with the certificates that it gets by ACME, and with the places
     * where it finds nodes, if any.
     */
    static ObjectNode dispatcher(
            DispatcherView view, HealthLine health, List<IssueView> issues, List<DiscoveryView> discoveries) {
        ObjectNode json = dispatcher(view);
        json.putObject("health")
                .put("level", health.level().word())
                .put("text", health.text())
                .put("serving", health.serving())
                .put("clusters", health.clusters());
        if (!issues.isEmpty()) {
            ArrayNode all = json.putArray("acme");
            issues.forEach(each -> all.add(issue(each)));
        }
        if (!discoveries.isEmpty()) {
            ArrayNode all = json.putArray("discovery");
            discoveries.forEach(each -> all.add(discovery(each)));
        }
        return json;
    }

    private static ObjectNode discovery(DiscoveryView view) {
        return Json.object()
                .put("cluster", view.cluster())
                .put("source", view.source())
                .put("found", view.found())
                .put("draining", view.draining())
                .put(
                        "lastAnswer",
                        view.lastAnswerMs() == 0
                                ? null
                                : Instant.ofEpochMilli(view.lastAnswerMs()).toString())
                .put("answers", view.answers())
                .put("changes", view.changes())
                .put("failures", view.failures())
                .put("problem", view.problem())
                .put("remark", view.remark().isEmpty() ? null : view.remark());
    }

    private static ObjectNode issue(IssueView view) {
        ObjectNode json = Json.object();
        ArrayNode names = json.putArray("names");
        view.names().forEach(names::add);
        return json.put("selfMade", view.selfMade())
                .put("validUntil", Instant.ofEpochMilli(view.validUntilMs()).toString())
                .put(
                        "lastSuccess",
                        view.lastSuccessMs() == 0
                                ? null
                                : Instant.ofEpochMilli(view.lastSuccessMs()).toString())
                .put("issued", view.issued())
                .put("failures", view.failures())
                .put("next", Instant.ofEpochMilli(view.nextMs()).toString())
                .put("problem", view.problem());
    }

    private static ObjectNode resource(ResourceView view) {
        return Json.object()
                .put("name", view.name())
                .put("level", view.level().word())
                .put("share", view.share())
                .put("pauseAt", Double.isInfinite(view.pauseAt()) ? null : view.pauseAt())
                .put("refuseAt", Double.isInfinite(view.refuseAt()) ? null : view.refuseAt())
                .put("figure", view.figure())
                .put("pauses", view.pauses())
                .put("refusals", view.refusals());
    }

    private static ObjectNode listener(ListenerView view) {
        ObjectNode json = Json.object()
                .put("name", view.name())
                .put("protocol", view.protocol())
                .put("address", view.address())
                .put("connections", view.traffic().open())
                .put("accepted", view.traffic().accepted())
                .put("mostConnections", view.admission().connections())
                .put("mostConnectionsPerAddress", view.admission().perAddress())
                .put("timesFull", view.admission().full())
                .put("refusedConnections", view.admission().refused());
        ObjectNode refused = json.putObject("refused");
        view.traffic().refused().forEach(refused::put);
        if (view.protocol().equals("http")) {
            json.putObject("requests")
                    .put("http1", view.traffic().requests().http1())
                    .put("http2", view.traffic().requests().http2());
        }
        if (!view.certificates().isEmpty()) {
            json.set("tls", tls(view));
        }
        return json;
    }

    private static ObjectNode tls(ListenerView view) {
        HandshakeCounts counts = view.traffic().handshakes();
        ObjectNode json = Json.object();
        json.putObject("handshakes")
                .put("full", counts.full())
                .put("resumed", counts.resumed())
                .put("failed", counts.failed())
                .put("tls12", counts.tls12())
                .put("tls13", counts.tls13());
        long nowMs = System.currentTimeMillis();
        ArrayNode certificates = json.putArray("certificates");
        for (CertificateView each : view.certificates()) {
            certificates
                    .addObject()
                    .put("names", each.names())
                    .put("kind", each.kind())
                    .put("file", each.file())
                    .put("expires", Instant.ofEpochMilli(each.expiresMs()).toString())
                    .put("expiresMs", each.expiresMs())
                    .put("warning", warning(each, nowMs));
        }
        return json;
    }

    /** Null while the certificate is good for long enough. */
    private static @Nullable String warning(CertificateView certificate, long nowMs) {
        if (certificate.expiresMs() <= nowMs) {
            return "expired";
        }
        return certificate.warning(nowMs) == CertificateView.NOT_DUE ? null : "expires-soon";
    }

    /** An event of the log. */
    static ObjectNode event(EventView event) {
        return Json.object()
                .put("at", Instant.ofEpochMilli(event.atMs()).toString())
                .put("atMs", event.atMs())
                .put("level", event.level())
                .put("area", event.area())
                .put("text", event.text());
    }

    /** Null for a moment that is not known. */
    private static @Nullable String instant(long ms) {
        return ms == 0 ? null : Instant.ofEpochMilli(ms).toString();
    }

    static ObjectNode cluster(ClusterView view, boolean cells) {
        ClusterHealth health = ClusterHealth.of(view);
        ObjectNode json = Json.object()
                .put("name", view.name())
                .put("policy", view.policy())
                .put("nodesUp", view.counts().up())
                .put("health", health.level().word())
                .put("why", health.text())
                .put("outSince", instant(view.outSinceMs()))
                .put("waiting", view.counts().waiting())
                .put("queued", view.counts().queuedTotal())
                .put("failedRequests", view.traffic().failures())
                .put("failedAttempts", view.counts().failedAttempts())
                .put("retries", view.counts().retriesTotal());
        json.set("traffic", TrafficJson.of(view.traffic(), cells));
        ArrayNode nodes = json.putArray("nodes");
        view.nodes().forEach(node -> nodes.add(node(node, cells)));
        return json;
    }

    static ObjectNode node(NodeView view, boolean cells) {
        int limit = view.counts().limit();
        StateSpan span = view.span();
        Long upMs = view.takesTasks() ? (Long) view.upForMs() : null;
        ObjectNode json = Json.object()
                .put("name", view.name())
                .put("address", view.address())
                .put("state", view.state().name().toLowerCase(Locale.ROOT))
                .put("reason", view.reason())
                .put("by", span.by())
                .put("why", view.why())
                .put("stateSince", instant(span.sinceMs()))
                .put("stateForSeconds", span.forMs() / MS_PER_S)
                .put("until", instant(span.untilMs()))
                .put("weight", view.weight())
                .put("upForMs", upMs)
                .put("upForSeconds", upMs == null ? null : (Double) (upMs / MS_PER_S))
                .put("inFlight", view.counts().inFlight())
                .put("connections", view.counts().connections())
                .put("limit", limit == Integer.MAX_VALUE ? null : (Integer) limit)
                .put("selections", view.counts().started())
                .put("succeeded", view.counts().succeeded())
                .put("failedAttempts", view.counts().failed())
                .put("abandoned", view.counts().abandoned())
                .put("failedRequests", view.traffic().failures());
        AgentJson.add(json, view.agent());
        json.set("traffic", TrafficJson.of(view.traffic(), cells));
        return json;
    }

    static ObjectNode decision(Decision decision) {
        ObjectNode json = Json.object()
                .put("at", Instant.ofEpochMilli(decision.atMs()).toString())
                .put("atMs", decision.atMs())
                .put("policy", decision.policy())
                .put("attempt", decision.attempt())
                .put("node", decision.node())
                .put("rule", rule(decision));
        if (!decision.home().isEmpty()) {
            json.put("home", decision.home()).put("homeRule", decision.homeRule());
        }
        if (!decision.trace().isEmpty()) {
            json.put("trace", decision.trace());
        }
        json.set("candidates", candidates(decision.candidates()));
        return json;
    }

    static ObjectNode whatIf(String cluster, WhatIf whatIf) {
        ObjectNode json = Json.object()
                .put("cluster", cluster)
                .put("policy", whatIf.policy())
                .put("parameters", whatIf.configured() ? "configured" : "defaults")
                .put("choices", whatIf.answers().size())
                .put("differing", whatIf.differing())
                .put("differingShare", whatIf.differingShare())
                .put("held", whatIf.held());
        ArrayNode nodes = json.putArray("nodes");
        whatIf.splits()
                .forEach(split -> nodes.addObject()
                        .put("node", split.node())
                        .put("recorded", split.recorded())
                        .put("whatIf", split.other()));
        ArrayNode decisions = json.putArray("decisions");
        whatIf.answers()
                .forEach(answer -> decisions.add(decision(answer.decision()).put("whatIf", answer.node())));
        return json;
    }

    /** The rule that fired for the chosen node; null when none did. */
    private static @Nullable String rule(Decision decision) {
        return decision.candidates().stream()
                .filter(candidate -> candidate.node().equals(decision.node()))
                .map(Decision.Candidate::rule)
                .filter(rule -> !rule.isEmpty())
                .findFirst()
                .orElse(null);
    }

    static ArrayNode candidates(List<Decision.Candidate> candidates) {
        ArrayNode json = Json.array();
        for (Decision.Candidate candidate : candidates) {
            ObjectNode node = json.addObject()
                    .put("node", candidate.node())
                    .put("state", candidate.state().name().toLowerCase(Locale.ROOT))
                    .put("eligible", candidate.eligible())
                    .put("inFlight", candidate.inFlight())
                    .put("connections", candidate.connections())
                    .put("weight", candidate.weight())
                    .put("score", Double.isFinite(candidate.score()) ? (Double) candidate.score() : null)
                    .put("sampleAgeMs", candidate.sampleAgeMs() < 0 ? null : (Long) candidate.sampleAgeMs())
                    .put("othersInFlight", candidate.othersInFlight())
                    .put("rule", candidate.rule().isEmpty() ? null : candidate.rule());
            ObjectNode vector = node.putObject("vector");
            candidate.vector().forEach(vector::put);
        }
        return json;
    }
}
