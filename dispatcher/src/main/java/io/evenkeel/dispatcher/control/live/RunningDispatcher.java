// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control.live;

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
import io.evenkeel.dispatcher.control.DispatcherView;
import io.evenkeel.dispatcher.control.Elsewhere;
import io.evenkeel.dispatcher.control.JoinView;
import io.evenkeel.dispatcher.control.Registrations;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.control.ShadowControl;
import io.evenkeel.dispatcher.control.TelemetryFigures;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.dispatcher.discovery.DiscoveryView;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.monitor.AgentView;
import io.evenkeel.dispatcher.monitor.push.PushMessages;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

    /** The cache. */
    default CacheFigures cache() {
        return CacheFigures.NONE;
    }

    /** Tells what the cache would do with a request; see {@link CacheFigures} for what it did. */
    default CacheExplanation explain(CacheQuestion question) {
        throw new UnknownNameException("there is no listener");
    }

    /** The dispatchers that are joined; null for one by itself. */
    default @Nullable JoinView join() {
        return null;
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

    /** Has the other joined dispatchers cut a node, and waits for their answers. */
    default CutResult cutElsewhere(Cluster cluster, Node node) {
        return CutResult.NONE;
    }

    /** A node as the other joined dispatchers see it. */
    default Elsewhere elsewhere(Cluster cluster, Node node) {
        return Elsewhere.NONE;
    }

    ReloadResult reload();

    /** The same for all joined dispatchers, or for none of them. */
    default ReloadResult reloadAll() {
        return reload();
    }

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
