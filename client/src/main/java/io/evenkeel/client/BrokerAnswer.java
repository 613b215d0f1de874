// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.client;

import java.time.Duration;
import java.util.List;

/** One answer of the broker. Immutable; any thread. */
public final class BrokerAnswer {

    private final List<ToldNode> nodes;
    private final Duration quantum;

    /**
     * An answer.
     *
     * @param nodes the chosen one, then its alternatives
     * @param quantum the time for which they may be used
     * @throws IllegalArgumentException when there is no node, or the quantum is not above zero
     */
    public BrokerAnswer(List<ToldNode> nodes, Duration quantum) {
        if (nodes.isEmpty() || quantum.isNegative() || quantum.isZero()) {
            throw new IllegalArgumentException("an answer has a node and a quantum");
        }
        this.nodes = List.copyOf(nodes);
        this.quantum = quantum;
    }

    /** The chosen node, then its alternatives; not empty. */
    public List<ToldNode> nodes() {
        return nodes;
    }

    /** The time for which the nodes may be used. */
    public Duration quantum() {
        return quantum;
    }
}
