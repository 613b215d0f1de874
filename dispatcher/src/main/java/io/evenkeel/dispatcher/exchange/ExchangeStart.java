// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.edge.CacheRule;
import io.evenkeel.dispatcher.edge.RedirectRule;
import io.evenkeel.dispatcher.exchange.cache.CacheLoop;
import io.evenkeel.dispatcher.exchange.cache.CacheSide.NextStep;
import io.evenkeel.dispatcher.exchange.cache.CacheUser;
import io.evenkeel.dispatcher.exchange.cache.Refresh;
import io.evenkeel.dispatcher.exchange.client.AnswerWriter;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.policy.Outcome;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The start of the requests of an exchange: from the head past the rules of listener and route to a node, or to an
 * answer that needs none.
 *
 * <p>A request may wait four times on the way, and is held meanwhile: while its credentials are checked, while another
 * request fetches the same answer for the cache, while the store of sessions is asked for its node, and for its turn in
 * the queue of its cluster. Threads: the exchange's loop.
 */
final class ExchangeStart implements CacheUser {

    private final Exchange exchange;
    /** The cluster of the request that the cache looks at. */
    private @Nullable Cluster asked;

    ExchangeStart(Exchange exchange) {
        this.exchange = exchange;
    }

    /**
     * Begins with a request whose head was noted.
     *
     * @param in readable from the end of the head; what belongs to the body is consumed
     */
    void begin(RequestHead head, ByteBuf in) {
        Passage passage = exchange.passage;
        OwnAnswer own = exchange.own;
        RequestRelay request = exchange.request;
        passage.enter(head);
        request.begin(head, in, exchange.rules());
        byte[] proof = passage.challenge(head);
        if (proof != null) {
            own.challenge(proof);
            return;
        }
        Refusal why = passage.refusal(head);
        RedirectRule redirect = why == null ? passage.redirect(head) : null;
        boolean ends = passage.endsHere(head);
        if (why == null && !ends && redirect == null) {
            why = passage.login(head);
            if (passage.waits()) {
                exchange.phase(Phase.ASKING);
                request.hold(in);
                return;
            }
            NextStep step = why == null ? cached(head, exchange.timing.headNs) : NextStep.NODE;
            if (step == NextStep.ANSWERED) {
                return;
            }
            if (step == NextStep.WAITS) {
                exchange.phase(Phase.ASKING);
                request.hold(in);
                return;
            }
            if (why == null) {
                why = step == NextStep.NOT_STORED ? Refusal.NOT_STORED : findNode(head);
            }
        }
        if (why != null) {
            own.refuse(why);
        } else if (ends) {
            own.options();
        } else if (redirect != null) {
            own.redirect(redirect, head);
        } else if (exchange.search.asks()) {
            exchange.phase(Phase.ASKING);
            request.hold(in);
        } else if (exchange.task.waits()) {
            request.hold(in);
            queued(exchange.timing.headNs);
        } else if (exchange.rules().redirects()) {
            own.redirect();
        } else {
            request.toNode(in);
        }
    }

    /** Looks for a stored answer where the route has a rule for that. */
    private NextStep cached(RequestHead head, long nowNs) {
        if (exchange.cached.isOrdered() && exchange.context.cache() != null) {
            exchange.cached.beginOrdered(exchange.context.cache(), head, nowNs);
            return NextStep.NODE;
        }
        CacheRule rule = exchange.passage.edge().cache();
        CacheLoop loop = rule == null ? null : exchange.context.cache();
        Cluster wanted = loop == null ? null : exchange.passage.cluster(head);
        if (rule == null || loop == null || wanted == null || exchange.rules().redirects()) {
            return NextStep.NODE;
        }
        asked = wanted;
        boolean proved = exchange.passage.edge().login() != null
                || exchange.client().origin().isIntroduced();
        return exchange.cached.begin(loop, rule, head, wanted.name(), proved, nowNs);
    }

    /** Null when the request has a node, or waits for one. */
    private @Nullable Refusal findNode(RequestHead head) {
        Refusal without = exchange.search.begin(head, exchange.passage.cluster(head), exchange.context.routePath);
        if (without == null) {
            exchange.request.admitted();
            exchange.node.remember(head);
        }
        return without;
    }

    private void queued(long nowNs) {
        exchange.phase(Phase.QUEUED);
        exchange.trace.queued(nowNs);
        exchange.client().deadline(nowNs + exchange.search.patienceNs());
    }

    /** The store of sessions has told the node of the request's session, or has not done so in time. */
    void told() {
        goOn(null, false);
    }

    /** The credentials of a request were checked, while it was held: it goes on, or is refused. */
    void checked(@Nullable Refusal verdict) {
        goOn(verdict, true);
    }

    private void goOn(@Nullable Refusal refusal, boolean begins) {
        long nowNs = exchange.context.loop.nowNs();
        exchange.phase(Phase.STARTED);
        try {
            Refusal why = refusal;
            if (why == null && begins) {
                RequestHead head = exchange.cached.keeps()
                        ? exchange.cached.kept(exchange.context.requestHead())
                        : exchange.passage.kept();
                NextStep step = cached(head, nowNs);
                if (step == NextStep.ANSWERED) {
                    return;
                }
                if (step == NextStep.WAITS) {
                    exchange.phase(Phase.ASKING);
                    return;
                }
                why = step == NextStep.NOT_STORED ? Refusal.NOT_STORED : findNode(head, nowNs);
            } else if (why == null) {
                why = exchange.search.goOn(nowNs);
            }
            if (why != null) {
                exchange.own.refuse(why);
            } else if (exchange.search.asks()) {
                exchange.phase(Phase.ASKING);
            } else if (exchange.task.waits()) {
                queued(nowNs);
            } else {
                heldToNode();
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            exchange.end.broken(e);
        }
    }

    private @Nullable Refusal findNode(RequestHead head, long nowNs) {
        exchange.task.clear(nowNs);
        exchange.task.facts().trace(exchange.trace.ofTask());
        Refusal without = findNode(head);
        exchange.passage.giveKept();
        return without;
    }

    /** A task that waited has its node. */
    void granted(long nowNs) {
        if (exchange.phase() == Phase.QUEUED) {
            exchange.phase(Phase.STARTED);
            try {
                heldToNode();
            } catch (RuntimeException | OutOfMemoryError e) {
                exchange.end.broken(e);
            }
        } else {
            exchange.task.finish(Outcome.ABANDONED, false, nowNs);
        }
    }

    /** A task that waited has left the queue without a node. */
    void dropped() {
        if (exchange.phase() == Phase.QUEUED) {
            exchange.own.refuse(Refusal.QUEUE_TIMEOUT);
        }
    }

    /** Sends a request that was held to its node, or its client there. */
    private void heldToNode() {
        if (exchange.rules().redirects()) {
            exchange.own.redirect();
        } else {
            exchange.request.heldToNode();
        }
    }

    @Override
    public AnswerWriter writer() {
        return exchange.writer();
    }

    @Override
    public Origin origin() {
        return exchange.client().origin();
    }

    @Override
    public HeadBuffer toNode() {
        return exchange.request.head();
    }

    @Override
    public void changed() {
        exchange.request.changed();
    }

    @Override
    public boolean requestWhole() {
        return exchange.request.whole();
    }

    @Override
    public byte[] added() {
        return exchange.passage.edge().toClient().added();
    }

    @Override
    public void serving(int status) {
        exchange.phase(Phase.SERVING);
        exchange.timing.status = status;
        exchange.client()
                .deadline(exchange.context.loop.nowNs() + exchange.rules().bodyNs());
    }

    @Override
    public void gave(long octets) {
        Timing timing = exchange.timing;
        timing.headOut = timing.headOut == 0 ? exchange.writer().headLength() : timing.headOut;
        timing.bytesOut += octets;
    }

    @Override
    public void served() {
        exchange.end.whole(false, exchange.context.loop.nowNs());
    }

    @Override
    public void cut() {
        exchange.end.cutOff(BrokenOff.CLIENT);
    }

    @Override
    public boolean refresh(Refresh order) {
        Cluster cluster = asked;
        return cluster != null && exchange.context.copies().refresh(cluster, order);
    }

    @Override
    public void goOn() {
        goOn(null, true);
    }

    @Override
    public void deadline(long atNs) {
        exchange.client().deadline(atNs);
    }
}
