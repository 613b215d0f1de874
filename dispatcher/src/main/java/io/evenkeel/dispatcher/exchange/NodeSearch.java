// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.affinity.SessionMark;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.task.TaskOwner;
import io.evenkeel.dispatcher.task.Tries;
import org.jspecify.annotations.Nullable;

/** The way of an exchange's request to a node: its cluster by the routes, its task, and the end of its wait. */
final class NodeSearch implements TaskOwner {

    private final Exchange exchange;
    final SessionMark mark = new SessionMark();
    private int requestClass;
    private int service;
    private long contentKey;
    private boolean asks;

    NodeSearch(Exchange exchange) {
        this.exchange = exchange;
    }

    /**
     * Finds the cluster of a request and asks it for a node; null when there is one, or when the task waits, or while
     * the request {@link #asks} where its session is.
     *
     * @param path scratch space of the router, which knows afterwards whether the path was doubtful
     */
    @Nullable
    Refusal begin(RequestHead head, Router router, RoutePath path) {
        asks = false;
        Cluster wanted = router.find(head, path);
        if (wanted == null) {
            return path.doubtful() ? Refusal.BAD_PATH : Refusal.NO_ROUTE;
        }
        if (head.upgrades() && wanted.settings().protocol() == NodeProtocol.H2) {
            return Refusal.NO_UPGRADE;
        }
        requestClass = exchange.context.requestClass(head, wanted, exchange.timing);
        service = exchange.context.service(head, wanted);
        Tries task = exchange.task;
        mark.read(exchange.context.affinities, wanted, head, exchange.client().origin(), task.clientKey());
        contentKey = RequestFacts.contentKey(head);
        if (mark.ask(exchange::told)) {
            asks = true;
            task.wants(wanted);
            return null;
        }
        return assign(wanted);
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
        exchange.task.clear(nowNs);
        return assign(wanted);
    }

    /** The client is gone while the request waits for the store of sessions. */
    void leaveStore() {
        asks = false;
        mark.clear();
    }

    private @Nullable Refusal assign(Cluster wanted) {
        Tries task = exchange.task;
        task.session(mark.sessionKey(), mark.thinkNs());
        if (mark.ties()) {
            task.belongs(mark.home(), mark.replica(), mark.strict());
        }
        return task.assign(wanted, contentKey);
    }

    @Override
    public void granted(long nowNs) {
        exchange.granted(nowNs);
    }

    @Override
    public void dropped() {
        if (exchange.phase() == Phase.QUEUED) {
            exchange.own.refuse(Refusal.QUEUE_TIMEOUT);
        }
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
