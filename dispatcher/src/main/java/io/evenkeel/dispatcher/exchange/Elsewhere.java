// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.policy.Outcome;

/**
 * Takes an exchange from a node that does not answer to another one, where that does no harm: nothing was sent, or the
 * request is safe and not an octet of an answer has come, or the client has got none of it. The other node is had
 * before this one is given up.
 *
 * <p>Threads: the exchange's loop.
 */
final class Elsewhere {

    private Elsewhere() {}

    /**
     * Goes elsewhere if that is possible.
     *
     * @param unanswered true when not an octet of an answer has come
     * @return false when no other node can be had now
     */
    static boolean go(Exchange exchange, boolean unanswered) {
        boolean unsent = exchange.phase() == Phase.CONNECTING;
        boolean repeatable = exchange.phase() == Phase.OPEN && unanswered && exchange.facts.repeatable();
        if (!unsent && !repeatable) {
            return true;
        }
        Node from = exchange.task.assigned();
        // Silence is a doubt and says nothing of the node's tasks; a failed check is a proof.
        Outcome outcome = from.state() == NodeState.DOWN ? Outcome.FAILED : Outcome.ABANDONED;
        boolean found = exchange.task.move(outcome, exchange.bench.loop.nowNs());
        if (found && !exchange.task.on(from)) {
            reconnect(exchange);
        }
        return found;
    }

    /**
     * Leaves a node that failed the request, for another one. Without one the client is better served by what this node
     * has answered.
     *
     * @return false when no other node can be had now
     */
    static boolean leave(Exchange exchange) {
        Node from = exchange.task.assigned();
        boolean left = exchange.task.move(Outcome.FAILED, exchange.bench.loop.nowNs()) && !exchange.task.on(from);
        if (left) {
            reconnect(exchange);
        }
        return left;
    }

    private static void reconnect(Exchange exchange) {
        exchange.abandonWire();
        exchange.request.connect();
    }
}
