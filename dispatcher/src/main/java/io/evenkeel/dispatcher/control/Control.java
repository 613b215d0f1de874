// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import io.evenkeel.config.LogSettings.Level;
import io.evenkeel.config.Settings;
import io.evenkeel.dispatcher.affinity.SessionsLeft;
import io.evenkeel.dispatcher.affinity.SessionsView;
import io.evenkeel.dispatcher.certificate.IssueView;
import io.evenkeel.dispatcher.discovery.DiscoveryView;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.metrics.ClassTraffic;
import io.evenkeel.dispatcher.monitor.push.PushMessages;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Decision;
import io.evenkeel.dispatcher.node.overload.OverloadCounts;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The commands and questions a running dispatcher answers.
 *
 * <p>Methods that take a cluster or node name throw {@link UnknownNameException} when there is none of that name. Those
 * that change a cluster or ask its policy throw {@link ClusterHangsException} after two seconds when the policy hangs;
 * figures are still given, as they stand.
 */
public interface Control {

    /** The whole dispatcher at this moment. */
    DispatcherView dispatcher();

    /** All clusters at this moment, in the order of the configuration. */
    List<ClusterView> clusters();

    ClusterView cluster(String cluster);

    /** The last recorded choices of a cluster, newest first. */
    List<Decision> decisions(String cluster);

    /** Names of the policies that can work on a cluster as it is configured, the one in force among them. */
    List<String> policies(String cluster);

    /**
     * Asks another policy for its choice in each of the last recorded decisions.
     *
     * @throws UnknownNameException also when the policy is not one of {@link #policies}
     * @throws IllegalStateException when the policy fails
     */
    WhatIf whatIf(String cluster, String policy);

    /** The policy's opinion of every node for a task that came now. */
    List<Decision.Candidate> explain(String cluster);

    /**
     * Finds a node for a client that connects to the node itself, as with paper 5's broker. It is a choice of the
     * policy for a whole session, unless the client stays where it was. Until the quantum ends the client counts as a
     * task that holds no worker: in flight and in the node's limit.
     *
     * @throws NoFreeNodeException when no node may take the client now
     */
    Selection select(String cluster, Selection.Question question);

    /** Counts and times of the requests of a cluster by class, in any order; empty while it has no classes. */
    default List<ClassTraffic> classes(String cluster) {
        return List.of();
    }

    /** The servers that have registered by mod_cluster's protocol. */
    default Registrations registrations() {
        return Registrations.NONE;
    }

    /** The sessions of a cluster, and the affinity of its clients to nodes. */
    default SessionsView sessions(String cluster) {
        return SessionsView.NONE;
    }

    /** Figures of a cluster's rules for overload, by class. */
    default OverloadCounts overload(String cluster) {
        return OverloadCounts.NONE;
    }

    /** The sessions that a node still has, and when they will be gone; looks at every session of the cluster. */
    default SessionsLeft sessionsLeft(String cluster, String node) {
        return SessionsLeft.NONE;
    }

    /** The places where nodes are found, one for each cluster that has one. */
    default List<DiscoveryView> discoveries() {
        return List.of();
    }

    /** The certificates that are got by ACME; empty when none is. */
    default List<IssueView> issues() {
        return List.of();
    }

    /** Figures about a receiver of OpenTelemetry. */
    default TelemetryFigures telemetry() {
        return TelemetryFigures.NONE;
    }

    /** The cache that routes with {@code cache} share. */
    default CacheFigures cache() {
        return CacheFigures.NONE;
    }

    /**
     * Tells what the cache would do with a request if it came now.
     *
     * @throws UnknownNameException also when no listener would get it, or it is not said which
     * @throws IllegalArgumentException for what is no request, with a sentence
     */
    default CacheExplanation explain(CacheQuestion question) {
        throw new UnknownNameException("there is no listener");
    }

    /** The dispatchers that are joined; null for one by itself. */
    default @Nullable JoinView join() {
        return null;
    }

    /** The settings in force. */
    Settings settings();

    /** The logger for what happens in the admin server, in the event log of the dispatcher. */
    EventLogger adminLog();

    /** The last events of the dispatcher, newest first, as many as there are or are asked for. */
    List<EventView> events(int most);

    /** Reads the configuration file again and applies it when it is valid. */
    ReloadResult reload();

    /**
     * Has all joined dispatchers read their configurations again: when each accepts its own, all put it in force, else
     * nobody does. Of a dispatcher by itself it is {@link #reload}.
     */
    default ReloadResult reloadAll() {
        return reload();
    }

    /** {@link #want(String, String, AdminState, String, String)} by nobody in particular. */
    default void want(String cluster, String node, AdminState wanted, @Nullable String reason) {
        want(cluster, node, wanted, reason, null);
    }

    /**
     * Sets the state that an administrator wants for a node.
     *
     * @param by the name of the administrator, shown beside the state; null when it is not known
     */
    void want(String cluster, String node, AdminState wanted, @Nullable String reason, @Nullable String by);

    /**
     * Ends the tasks that a node has in flight: requests that were not sent and safe ones without an answer go to
     * another node, all others and connections that were upgraded or belong to a TCP listener are cut off. Clients to
     * whose connection the node is assigned get another one with their next request. Idle connections to the node are
     * closed. Returns before that is done.
     *
     * @return tasks in flight at this moment
     * @throws IllegalStateException when the node takes tasks
     */
    int cut(String cluster, String node);

    /**
     * Does what {@link #cut} does at all joined dispatchers, after the orders that were given here before. Waits for
     * their answers, three seconds at most.
     *
     * @throws IllegalStateException when the node takes tasks
     */
    default CutResult cutAll(String cluster, String node) {
        return new CutResult(cut(cluster, node), List.of());
    }

    /** A node as the other joined dispatchers see it; nothing for a dispatcher by itself. */
    default Elsewhere elsewhere(String cluster, String node) {
        return Elsewhere.NONE;
    }

    /**
     * Sets an administrator's weight for a node.
     *
     * @throws IllegalArgumentException when it is not above 0 and at most 1000000
     */
    void weigh(String cluster, String node, double weight);

    /** The text of the configuration, to read, check and change. */
    ConfigControl configuration();

    /** The level of each area of the event log. */
    List<LogArea> logAreas();

    /**
     * Lets an area of the event log write more or less for a while; a reload does not end it.
     *
     * @param level null returns to the configured level at once
     * @param time null until the process ends
     */
    void logLevel(String area, @Nullable Level level, @Nullable Duration time);

    /** The memory of the data plane's buffers outside the heap. */
    BufferView buffers();

    /** Takes messages of agents that push; they prove themselves by the token or secret of their cluster. */
    PushMessages agents();

    /** Policies that run beside those in force, to be compared with them. */
    ShadowControl shadows();
}
