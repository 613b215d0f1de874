// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.policy.Outcome;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The start of the requests of an exchange, step by step from the head to a node, or to an answer that needs none: the
 * rules of listener and route, the cache, the choice of a node, the way there. Each step leads to the next one, unless
 * it answers the request or lets it wait.
 *
 * <p>A request may wait four times on the way, and is held meanwhile: while its credentials are checked, while another
 * request fetches the same answer for the cache, while the store of sessions is asked for its node, and for its turn in
 * the queue of its cluster. Then it goes on with the next step. Threads: the exchange's loop.
 */
final class ExchangeStart {

    /** The steps at which a request goes on that has waited, or whose node has said nothing of use. */
    private enum Step {
        CACHE,
        AGAIN,
        CHOICE,
        NODE
    }

    private final Exchange exchange;

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
        passage.enter(head);
        exchange.request.begin(head, in, exchange.rules());
        if (passage.answers(head)) {
            return;
        }
        if (passage.waits()) {
            hold(Phase.ASKING, in);
        } else {
            askCache(head, in, exchange.timing.headNs);
        }
    }

    /** @param in what has come of the body; null when that is held, because the request has waited */
    private void askCache(RequestHead head, @Nullable ByteBuf in, long nowNs) {
        switch (exchange.cacheUser.ask(head, nowNs)) {
            case ANSWERED -> {}
            case WAITS -> hold(Phase.ASKING, in);
            case NOT_STORED -> exchange.own.refuse(Refusal.NOT_STORED);
            case NODE -> choose(head, in, nowNs);
        }
    }

    private void choose(RequestHead head, @Nullable ByteBuf in, long nowNs) {
        if (in == null) {
            exchange.task.clear(nowNs);
            exchange.task.facts().trace(exchange.trace.ofTask());
        }
        Refusal without = exchange.search.begin(head, exchange.passage.cluster(head), exchange.context.routePath);
        if (without == null) {
            exchange.request.admitted();
            exchange.node.remember(head);
        }
        exchange.passage.giveKept();
        chosen(without, in, nowNs);
    }

    /**
     * A node has said that another version than the stored answer is still good, so nothing is known: the request goes
     * to a node again, as one that has waited, without the conditions of the cache.
     */
    void again(long nowNs) {
        exchange.trace.failed("304 of another version", nowNs);
        goOn(Step.AGAIN, null, nowNs);
    }

    /** @param without the reason for which there is no node; null when there is one, or the request waits for one */
    private void chosen(@Nullable Refusal without, @Nullable ByteBuf in, long nowNs) {
        if (without != null) {
            exchange.own.refuse(without);
        } else if (exchange.search.asks()) {
            hold(Phase.ASKING, in);
        } else if (exchange.task.waits()) {
            hold(Phase.QUEUED, in);
            exchange.trace.queued(nowNs);
            exchange.client().deadline(nowNs + exchange.search.patienceNs());
        } else {
            toNode(in);
        }
    }

    /** Sends the request to its node, or its client there. */
    private void toNode(@Nullable ByteBuf in) {
        if (exchange.rules().redirects()) {
            exchange.own.redirect();
        } else if (in == null) {
            exchange.request.heldToNode();
        } else {
            exchange.request.toNode(in);
        }
    }

    private void hold(Phase phase, @Nullable ByteBuf in) {
        exchange.phase(phase);
        if (in != null) {
            exchange.request.hold(in);
        }
    }

    /** The credentials of a request were checked, while it was held: it goes on, or is refused. */
    void checked(@Nullable Refusal verdict) {
        goOn(Step.CACHE, verdict, exchange.context.loop.nowNs());
    }

    /** The answer that a request has waited for was fetched, or will not be. */
    void fetched() {
        goOn(Step.CACHE, null, exchange.context.loop.nowNs());
    }

    /** The store of sessions has told the node of the request's session, or has not done so in time. */
    void told() {
        goOn(Step.CHOICE, null, exchange.context.loop.nowNs());
    }

    /** A task that waited has its node. */
    void granted(long nowNs) {
        if (exchange.phase() == Phase.QUEUED) {
            goOn(Step.NODE, null, nowNs);
        } else {
            exchange.task.finish(Outcome.ABANDONED, false, nowNs);
        }
    }

    /** A task that waited has left the queue without a node. */
    void dropped() {
        if (exchange.phase() == Phase.QUEUED) {
            exchange.own.refuse(Refusal.QUEUE_LATE);
        }
    }

    private void goOn(Step step, @Nullable Refusal verdict, long nowNs) {
        exchange.phase(Phase.STARTED);
        try {
            if (verdict != null) {
                exchange.own.refuse(verdict);
                return;
            }
            switch (step) {
                case CACHE -> askCache(head(), null, nowNs);
                case AGAIN -> {
                    exchange.cached.asksWhole(exchange.request.head(), nowNs);
                    exchange.request.changed();
                    choose(head(), null, nowNs);
                }
                case CHOICE -> chosen(exchange.search.goOn(nowNs), null, nowNs);
                case NODE -> toNode(null);
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            exchange.end.broken(e);
        }
    }

    /** The client's own head, of a request that has waited. */
    private RequestHead head() {
        return exchange.cached.keeps() ? exchange.cached.kept(exchange.context.requestHead()) : exchange.passage.kept();
    }
}
