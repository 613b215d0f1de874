// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.client;

import java.time.Duration;
import java.util.List;

/** One answer of the broker. Immutable. */
final class BrokerAnswer {

    private final List<ToldNode> nodes;
    private final Duration quantum;

    /**
     * @param nodes the chosen one, then its alternatives
     * @param quantum the time for which they may be used, above zero
     */
    BrokerAnswer(List<ToldNode> nodes, Duration quantum) {
        this.nodes = List.copyOf(nodes);
        this.quantum = quantum;
    }

    List<ToldNode> nodes() {
        return nodes;
    }

    Duration quantum() {
        return quantum;
    }
}
