// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import io.evenkeel.dispatcher.control.DispatcherView;
import io.evenkeel.dispatcher.control.DispatcherView.ListenerView;
import io.evenkeel.dispatcher.control.LiveControl;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.monitor.AgentView;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.settings.Settings;
import io.evenkeel.dispatcher.settings.cluster.ClusterSettings;
import io.evenkeel.policy.PolicyCatalog;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Real clusters and meters without sockets; the traffic is what a test reports. */
final class IdleEngine implements LiveControl.Engine {

    final Meters meters = new Meters(1);
    private final Map<String, Cluster> clusters = new LinkedHashMap<>();
    private final Settings settings;
    ReloadResult reload = new ReloadResult(true, List.of(), List.of());

    IdleEngine(Settings settings) {
        this.settings = settings;
        for (ClusterSettings each : settings.clusters().values()) {
            clusters.put(each.name(), Membership.create(each, PolicyCatalog.load(), new Random(1), System.nanoTime()));
        }
    }

    @Override
    public DispatcherView view() {
        ListenerView web = new ListenerView("web", "http", "127.0.0.1:9090", meters.listener("web"));
        return new DispatcherView("0.1.0", "running", System.currentTimeMillis(), "nio", 1, 2, true, 0, List.of(web));
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
        return AgentView.NONE;
    }
}
