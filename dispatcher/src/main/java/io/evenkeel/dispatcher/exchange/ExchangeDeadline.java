// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.node.overload.WithoutNode;
import io.evenkeel.policy.Outcome;

/**
 * The deadline of an exchange, which stands for another wait in each phase: for a node, for a connection, for the
 * client or for the node. Threads: the exchange's loop.
 */
final class ExchangeDeadline {

    private final Exchange exchange;

    ExchangeDeadline(Exchange exchange) {
        this.exchange = exchange;
    }

    /** Ends the wait of the present phase. */
    void passed() {
        switch (exchange.phase()) {
            case QUEUED -> {
                if (exchange.task.leaveQueue(WithoutNode.QUEUE_TIMEOUT)) {
                    exchange.own.refuse(Refusal.QUEUE_TIMEOUT);
                }
            }
            case CONNECTING -> {
                boolean full = exchange.node.waitsForOthers();
                exchange.node.abandon(full ? Outcome.ABANDONED : Outcome.FAILED);
                exchange.own.refuse(full ? Refusal.NODE_FULL : Refusal.CONNECT_TIMEOUT);
            }
            case OPEN -> open();
            case ASKING -> exchange.cached.waitIsOver();
            case SERVING -> serving();
            default -> {}
        }
    }

    private void serving() {
        long patienceNs = exchange.rules().bodyNs();
        if (exchange.writer().sinceSentNs() < patienceNs) {
            exchange.client().deadline(exchange.context.loop.nowNs() + patienceNs);
        } else {
            exchange.end.cutOff(BrokenOff.CLIENT_LATE);
        }
    }

    private void open() {
        if (exchange.answer.flows() || exchange.request.flows()) {
            moveOn(exchange.context.loop.nowNs());
            return;
        }
        boolean clientOwes = exchange.request.clientOwes();
        boolean isClients = clientOwes || exchange.answer.blocked();
        exchange.node.abandon(isClients ? Outcome.ABANDONED : Outcome.FAILED);
        exchange.end.refuseOrCut(
                clientOwes ? Refusal.BODY_TIMEOUT : Refusal.RESPONSE_TIMEOUT,
                isClients ? BrokenOff.CLIENT_LATE : BrokenOff.NODE_LATE);
    }

    /** Sets the deadline of an open request again, because something has happened. */
    void moveOn(long nowNs) {
        if (exchange.phase() == Phase.OPEN) {
            long patienceNs = exchange.answer.blocked() || exchange.request.clientOwes()
                    ? exchange.rules().bodyNs()
                    : exchange.task.cluster().settings().timeouts().response().toNanos();
            exchange.client().deadline(nowNs + patienceNs);
        }
    }
}
