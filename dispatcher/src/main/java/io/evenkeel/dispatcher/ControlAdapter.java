// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher;

import io.evenkeel.config.Settings;
import io.evenkeel.dispatcher.affinity.SessionsLeft;
import io.evenkeel.dispatcher.affinity.SessionsView;
import io.evenkeel.dispatcher.broker.Leases;
import io.evenkeel.dispatcher.certificate.IssueView;
import io.evenkeel.dispatcher.control.BufferView;
import io.evenkeel.dispatcher.control.CacheExplanation;
import io.evenkeel.dispatcher.control.CacheFigures;
import io.evenkeel.dispatcher.control.CacheQuestion;
import io.evenkeel.dispatcher.control.ConfigControl;
import io.evenkeel.dispatcher.control.CutResult;
import io.evenkeel.dispatcher.control.DispatcherState;
import io.evenkeel.dispatcher.control.DispatcherView;
import io.evenkeel.dispatcher.control.Elsewhere;
import io.evenkeel.dispatcher.control.JoinView;
import io.evenkeel.dispatcher.control.Registrations;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.control.ShadowControl;
import io.evenkeel.dispatcher.control.TelemetryFigures;
import io.evenkeel.dispatcher.control.live.RunningDispatcher;
import io.evenkeel.dispatcher.discovery.DiscoveryView;
import io.evenkeel.dispatcher.exchange.cache.inquiry.CacheInquiry;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.monitor.AgentView;
import io.evenkeel.dispatcher.monitor.push.PushMessages;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeOrder;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Adapts the parts of a dispatcher to what the control interface asks and orders. Threads: any. */
final class ControlAdapter implements RunningDispatcher {

    private final DispatcherParts parts;
    private final Supplier<DispatcherState> state;
    private final Supplier<ReloadResult> reload;

    ControlAdapter(DispatcherParts parts, Supplier<DispatcherState> state, Supplier<ReloadResult> reload) {
        this.parts = parts;
        this.state = state;
        this.reload = reload;
    }

    @Override
    public ReloadResult reload() {
        return reload.get();
    }

    @Override
    public ReloadResult reloadAll() {
        return parts.join.reloadAll(reload);
    }

    @Override
    public DispatcherView view() {
        return new DispatcherView(
                DispatcherView.programVersion(),
                state.get(),
                parts.startedMs,
                DispatcherView.transport(parts.engine.transport()),
                parts.engine.loops().size(),
                parts.inForce.generation(),
                parts.inForce.lastReloadSucceeded(),
                parts.inForce.lastReloadMs(),
                parts.listeners.view(),
                parts.protection.protection().view());
    }

    @Override
    public Map<String, Cluster> clusters() {
        return parts.clusters.inForce();
    }

    @Override
    public void told(Cluster cluster, Node node) {
        parts.orders.note(cluster.name(), node.name(), () -> NodeOrder.of(node), System.nanoTime());
        parts.join.told(cluster.name(), node.name(), NodeOrder.of(node));
    }

    @Override
    public void cut(Node node) {
        parts.clusters.cut(node);
        parts.listeners.cut(node);
        parts.leases.cut(node);
    }

    @Override
    public CutResult cutElsewhere(Cluster cluster, Node node) {
        return parts.join.cut(cluster.name(), node.name());
    }

    @Override
    public Elsewhere elsewhere(Cluster cluster, Node node) {
        return parts.join.elsewhere(cluster.name(), node.name());
    }

    @Override
    public Meters meters() {
        return parts.meters;
    }

    @Override
    public ConfigControl configuration() {
        return parts.config;
    }

    @Override
    public PushMessages agents() {
        return parts.pushService;
    }

    @Override
    public Registrations registrations() {
        return parts.registrars.mcmp();
    }

    @Override
    public SessionsView sessions(Cluster cluster) {
        return parts.affinities.view(cluster);
    }

    @Override
    public SessionsLeft sessionsLeft(Cluster cluster, Node node) {
        return parts.affinities.left(cluster, node, System.nanoTime());
    }

    @Override
    public Leases leases() {
        return parts.leases;
    }

    @Override
    public List<IssueView> issues() {
        return parts.certifiers.view();
    }

    @Override
    public List<DiscoveryView> discoveries() {
        return parts.discoveries.view();
    }

    @Override
    public TelemetryFigures telemetry() {
        return parts.telemetry;
    }

    @Override
    public CacheFigures cache() {
        return parts.liveCache;
    }

    @Override
    public CacheExplanation explain(CacheQuestion question) {
        return new CacheInquiry(parts.cache, settings().listeners(), parts.listeners::rules, parts.listeners::address)
                .explain(question);
    }

    @Override
    public @Nullable JoinView join() {
        return parts.join.view();
    }

    @Override
    public BufferView buffers() {
        return BufferFigures.now();
    }

    @Override
    public EventLog events() {
        return parts.events;
    }

    @Override
    public ShadowControl shadows() {
        return parts.shadows;
    }

    @Override
    public AgentView agent(Node node) {
        return parts.monitor.view(node, System.nanoTime());
    }

    @Override
    public Settings settings() {
        return parts.inForce.settings();
    }
}
