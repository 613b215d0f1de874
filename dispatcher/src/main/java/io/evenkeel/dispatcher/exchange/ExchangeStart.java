// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.edge.RedirectRule;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.policy.Outcome;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The start of the requests of an exchange: from the head past the rules of listener and route to a node, or to an
 * answer that needs none.
 *
 * <p>A request may wait three times on the way, and is held meanwhile: while its credentials are checked, while the
 * store of sessions is asked for its node, and for its turn in the queue of its cluster. Threads: the exchange's loop.
 */
final class ExchangeStart {

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
            why = why == null ? findNode(head) : why;
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
            Refusal why = refusal != null ? refusal : begins ? findNode(nowNs) : exchange.search.goOn(nowNs);
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

    private @Nullable Refusal findNode(long nowNs) {
        exchange.task.clear(nowNs);
        exchange.task.facts().trace(exchange.trace.ofTask());
        Refusal without = findNode(exchange.passage.kept());
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
}
