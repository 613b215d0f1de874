// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control.live;

import io.evenkeel.config.Settings;
import io.evenkeel.dispatcher.broker.Leases;
import io.evenkeel.dispatcher.control.BufferView;
import io.evenkeel.dispatcher.control.ConfigControl;
import io.evenkeel.dispatcher.control.DispatcherState;
import io.evenkeel.dispatcher.control.DispatcherView;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.control.ShadowControl;
import io.evenkeel.dispatcher.edit.ConfigEditor;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.monitor.AgentView;
import io.evenkeel.dispatcher.monitor.push.PushMessages;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import java.util.List;
import java.util.Map;

/** Real clusters, meters and leases without sockets. */
final class SocketlessDispatcher implements RunningDispatcher {

    private final Settings settings;
    private final Map<String, Cluster> clusters;
    private final Meters meters;
    private final EventLog events = new EventLog();
    private final Leases leases;

    SocketlessDispatcher(Settings settings, Map<String, Cluster> clusters, Meters meters, Leases leases) {
        this.settings = settings;
        this.clusters = clusters;
        this.meters = meters;
        this.leases = leases;
    }

    @Override
    public DispatcherView view() {
        return new DispatcherView("0", DispatcherState.RUNNING, 0, "nio", 1, 1, true, 0, List.of());
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
        return new ReloadResult(true, List.of(), List.of());
    }

    @Override
    public ConfigControl configuration() {
        return new ConfigEditor(() -> settings, this::reload, () -> true);
    }

    @Override
    public AgentView agent(Node node) {
        return AgentView.NONE;
    }

    @Override
    public PushMessages agents() {
        return (method, target, credentials, remoteHost, body, nowMs) -> new PushMessages.Answer(200, "{}");
    }

    @Override
    public BufferView buffers() {
        return new BufferView(1, 2, 3);
    }

    @Override
    public EventLog events() {
        return events;
    }

    @Override
    public Leases leases() {
        return leases;
    }

    @Override
    public ShadowControl shadows() {
        throw new UnsupportedOperationException("nothing here is compared");
    }
}
