// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.affinity.SessionMark;
import io.evenkeel.dispatcher.edge.Router;
import io.evenkeel.dispatcher.exchange.head.ClassRules;
import io.evenkeel.dispatcher.exchange.head.RequestFacts;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.application.Application;
import io.evenkeel.dispatcher.task.TaskFacts;
import io.evenkeel.dispatcher.task.TaskOwner;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** The way of an exchange's request to a node: its task in a cluster, and the end of its wait. */
final class NodeSearch implements TaskOwner {

    private static final int MOST_DIGITS = 9;
    private static final long NS_PER_MS = 1_000_000;

    private final Exchange exchange;
    final SessionMark mark = new SessionMark();
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
        requestClass = exchange.context.requestClass(head, wanted, exchange.timing);
        service = exchange.context.service(head, wanted);
        TaskFacts facts = exchange.task.facts();
        mark.read(exchange.context.affinities, wanted, head, exchange.client().origin(), facts.clientKey());
        contentKey = RequestFacts.contentKey(head);
        classify(head, wanted, path);
        if (mark.ask(exchange.start::told)) {
            asks = true;
            exchange.task.wants(wanted);
            return null;
        }
        return assign(wanted);
    }

    /** Finds the class that the request waits in, if it has to; a session may be known only when the store has told. */
    private void classify(RequestHead head, Cluster wanted, RoutePath path) {
        classIfNew = 0;
        classIfRunning = 0;
        ClassRules classes = exchange.context.queueClasses(wanted);
        if (classes != null) {
            Origin origin = exchange.client().origin();
            path.read(head.octets(), head.target().pathAt(), head.target().end());
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
        long mostNs = exchange.task.cluster().queueTimeoutNs();
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

    /** True when the request is of a session that belongs to a node. */
    boolean isHome(Node node) {
        return mark.home() == node.key();
    }

    /** The client is gone while the request waits for the store of sessions. */
    void leaveStore() {
        asks = false;
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
