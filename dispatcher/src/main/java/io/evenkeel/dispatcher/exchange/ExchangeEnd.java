// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.tunnel.TunnelEnd;
import io.evenkeel.policy.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The end of the requests of an exchange: whole, refused, cut off, or left by the client. Gives back what the request
 * held, writes the access log and the figures, and tells the client's stream; after that the exchange is idle.
 *
 * <p>Threads: the exchange's loop.
 */
final class ExchangeEnd {

    private final Exchange exchange;
    private final AccessLine line;

    ExchangeEnd(Exchange exchange) {
        this.exchange = exchange;
        this.line = new AccessLine(exchange);
    }

    /** The node's answer is whole and was handed over, or is kept for a client that is behind. */
    void answered(boolean reusable, int keepAliveS, Outcome outcome, boolean applicationError, long nowNs) {
        exchange.node.letGo(reusable, keepAliveS, exchange.answer.bodyless(), nowNs);
        exchange.task.finish(outcome, applicationError, nowNs);
        if (exchange.cached.isBehind()) {
            exchange.serving();
            return;
        }
        whole(outcome == Outcome.FAILED, nowNs);
    }

    /** An answer, of the node or of the dispatcher, is whole and was handed over. */
    void whole(boolean failed, long nowNs) {
        exchange.request.letBody();
        settle(failed, null, nowNs);
        exchange.phase(Phase.IDLE);
        exchange.client().ended(!exchange.request.whole());
    }

    /**
     * Answers in the node's place; if an answer is already under way, cuts it off.
     *
     * @param by the side to blame for a cut
     */
    void refuseOrCut(Refusal why, BrokenOff by) {
        if (!exchange.answer.started()) {
            exchange.own.refuse(why);
            return;
        }
        if (why == Refusal.BAD_LENGTH) {
            exchange.own.noted(why);
            exchange.client().refused(why);
        }
        cutOff(by);
    }

    /** Cuts the answer off so that the client sees it. */
    void cutOff(BrokenOff by) {
        settle(by.isFailure(), by, exchange.context.loop.nowNs());
        exchange.phase(Phase.IDLE);
        exchange.client().cutOff();
    }

    /** A request that waited could not be sent; its client would wait for ever. */
    void broken(Throwable thrown) {
        exchange.context.loop.events().exchange().error("a request that waited could not be sent", thrown);
        exchange.node.abandon(Outcome.ABANDONED);
        cutOff(BrokenOff.FAULT);
    }

    /**
     * The client is gone, or is given up; its stream is told nothing.
     *
     * @param by the side to blame
     * @param next the phase that follows
     */
    void left(BrokenOff by, Phase next) {
        settle(by.isFailure(), by, exchange.context.loop.nowNs());
        exchange.phase(next);
    }

    /** The tunnel that the exchange became is over. */
    void tunnelled(TunnelEnd end, long nowNs) {
        Outcome outcome = end.outcome();
        exchange.task.finish(outcome, false, nowNs);
        boolean full = exchange.own.refusal() == Refusal.BODIES_FULL;
        settle(full || outcome == Outcome.FAILED, full ? BrokenOff.FULL : BrokenOff.of(end), nowNs);
        exchange.phase(Phase.IDLE);
        exchange.client().handedOverClosed();
    }

    private void trace(@Nullable BrokenOff gone, long nowNs) {
        Refusal why = exchange.own.refusal();
        exchange.trace.end(
                exchange.task,
                exchange.client().version(),
                exchange.timing.status,
                why == null && !exchange.own.redirected() && exchange.timing.answerNs != 0,
                why == null ? null : why.reason(),
                gone == null ? null : gone.word(),
                nowNs);
    }

    private void settle(boolean failed, @Nullable BrokenOff gone, long nowNs) {
        exchange.request.dropHeld();
        exchange.answer.dropPartial();
        line.write(gone, nowNs);
        trace(gone, nowNs);
        if (exchange.task.clusterOrNull() != null) {
            exchange.timing.report(exchange.search.meter(), exchange.task.node(), failed, nowNs);
        }
        exchange.request.giveHead();
        exchange.cached.ended();
    }
}
