// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.affinity.SessionMark;
import io.evenkeel.dispatcher.edge.Router;
import io.evenkeel.dispatcher.exchange.head.ClassRules;
import io.evenkeel.dispatcher.exchange.head.ClusterRules;
import io.evenkeel.dispatcher.exchange.head.RequestFacts;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.metrics.ClassMeter;
import io.evenkeel.dispatcher.metrics.TaskMeter;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.application.Application;
import io.evenkeel.dispatcher.task.TaskFacts;
import io.evenkeel.dispatcher.task.TaskOwner;
import java.net.InetAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The way of an exchange's request to a node: its task in a cluster, and the end of its wait. */
final class NodeSearch implements TaskOwner {

    private static final int MOST_DIGITS = 9;
    private static final long NS_PER_MS = 1_000_000;

    private final Exchange exchange;
    private final SessionMark mark = new SessionMark();
    /** Those of the cluster that was asked last. */
    private @Nullable ClusterRules rules;

    private int requestClass;
    private int service;
    private int classIfNew;
    private int classIfRunning;
    private long contentKey;
    private boolean asks;

    NodeSearch(Exchange exchange) {
        this.exchange = exchange;
    }

    /**
     * Asks a cluster for a node; null when there is one, or when the task waits, or while
     * the request {@link #asks} where its session is.
     *
     * @param wanted the cluster of the request; null when no route has one
     * @param path scratch space
     */
    @Nullable
    Refusal begin(RequestHead head, @Nullable Cluster wanted, RoutePath path) {
        asks = false;
        if (wanted == null) {
            return Refusal.NO_ROUTE;
        }
        if (head.upgrades() && wanted.settings().protocol() == NodeProtocol.H2) {
            return Refusal.NO_UPGRADE;
        }
        if (wanted.applications() != null) {
            Application application = Router.application(wanted, head, path);
            if (application == null) {
                return Refusal.NO_ROUTE;
            }
            exchange.task.facts().application(application);
        }
        ClusterRules ready = exchange.context.rules(wanted);
        rules = ready;
        if (ready.readsPaths()) {
            path.read(head.octets(), head.target().pathAt(), head.target().end());
        }
        requestClass = requestClass(head, ready.classMeter(), path);
        service = ready.service(path);
        TaskFacts facts = exchange.task.facts();
        mark.read(exchange.context.affinities, wanted, head, exchange.client().origin(), facts.clientKey());
        contentKey = RequestFacts.contentKey(head);
        classify(head, ready.queueClasses(), path);
        if (mark.ask(exchange.start::told)) {
            asks = true;
            exchange.task.wants(wanted);
            return null;
        }
        return assign(wanted);
    }

    /** Finds the class of the request, which hears of its end; 0 where classes are not told apart. */
    private int requestClass(RequestHead head, @Nullable ClassMeter classes, RoutePath path) {
        if (classes == null) {
            exchange.timing.of(null, 0);
            return 0;
        }
        byte[] octets = head.octets();
        long key = classes.key(octets, head.methodAt(), head.methodEnd(), path);
        exchange.timing.of(classes, key);
        return classes.find(key, octets, head.methodAt(), head.methodEnd(), path);
    }

    /** Finds the class that the request waits in, if it has to; a session may be known only when the store has told. */
    private void classify(RequestHead head, @Nullable ClassRules classes, RoutePath path) {
        classIfNew = 0;
        classIfRunning = 0;
        if (classes != null) {
            Origin origin = exchange.client().origin();
            InetAddress client = classes.tellsNetworks()
                    ? exchange.rules().client(head, origin)
                    : origin.client().getAddress();
            classIfNew = classes.find(head, path, client, false);
            classIfRunning = classes.tellsSessions() ? classes.find(head, path, client, true) : classIfNew;
        }
    }

    /** The time for which the request may wait in the queue: no longer than its client does, if that has said so. */
    long patienceNs() {
        ClusterSettings settings = exchange.task.cluster().settings();
        long mostNs = exchange.task.cluster().overload().queueTimeoutNs();
        String field = settings.overload().patienceHeader();
        String said = field == null ? null : exchange.request.field(field);
        if (said == null
                || said.isEmpty()
                || said.length() > MOST_DIGITS
                || !said.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return mostNs;
        }
        return Math.min(mostNs, Math.max(1, Long.parseLong(said)) * NS_PER_MS);
    }

    /** True from {@link #begin} to {@link #goOn} when the request waits for the store of sessions. */
    boolean asks() {
        return asks;
    }

    /** Goes on as {@link #begin} would have, with what the store of sessions knows. */
    @Nullable
    Refusal goOn(long nowNs) {
        asks = false;
        Cluster wanted = exchange.task.cluster();
        TaskFacts facts = exchange.task.facts();
        Application application = facts.application();
        exchange.task.clear(nowNs);
        facts.application(application);
        facts.trace(exchange.trace.ofTask());
        return assign(wanted);
    }

    /** The meter for the ends of requests to the cluster that was asked. */
    TaskMeter meter() {
        return Objects.requireNonNull(rules, "no cluster was asked").meter();
    }

    /** True when the request is of a session that belongs to a node. */
    boolean isHome(Node node) {
        return mark.home() == node.key();
    }

    /**
     * The head of the answer, a final one or a 101, has come from the assigned node: the client's mark goes with it,
     * and the task belongs to the session that it begins.
     */
    void answered(ResponseHead head) {
        mark.answered(exchange.task.assigned(), head);
        exchange.task.facts().sessionKey(mark.sessionKey());
    }

    /** The client is gone while the request waits for the store of sessions. */
    void leaveStore() {
        asks = false;
        mark.clear();
    }

    /** Forgets the cluster, and the session of its request. */
    void forget() {
        rules = null;
        mark.clear();
    }

    private @Nullable Refusal assign(Cluster wanted) {
        TaskFacts facts = exchange.task.facts();
        facts.session(mark.sessionKey(), mark.thinkNs());
        if (mark.ties()) {
            facts.belongs(mark.home(), mark.replica(), mark.strict());
        }
        long idleNs = mark.idleNs();
        facts.waitsAs(mark.home() != 0 || idleNs >= 0 ? classIfRunning : classIfNew, idleNs);
        return exchange.task.assign(wanted, contentKey);
    }

    @Override
    public void granted(long nowNs) {
        exchange.start.granted(nowNs);
    }

    @Override
    public void dropped() {
        exchange.start.dropped();
    }

    @Override
    public int service() {
        return service;
    }

    @Override
    public int requestClass() {
        return exchange.timing.classLasts() ? requestClass : 0;
    }
}
