// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.client;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last list of the broker, how long it holds, and which of its nodes have failed of late. One thread at a time;
 * times are monotonic nanoseconds.
 */
final class KnownNodes {

    private final long avoidNs;
    private final long fallbackNs;
    private final Map<String, Long> avoidedUntilNs = new HashMap<>();
    private @Nullable BrokerAnswer last;
    private long askNs;
    private long endNs;

    /**
     * @param avoidNs time for which a node that failed comes last
     * @param fallbackNs time after the quantum for which the list may be used when nothing better is to be had
     */
    KnownNodes(long avoidNs, long fallbackNs) {
        this.avoidNs = avoidNs;
        this.fallbackNs = fallbackNs;
    }

    /**
     * Takes an answer.
     *
     * @param askedNs the time of the question, from which the quantum counts
     * @param askShare the share of the quantum after which to ask again
     */
    void take(BrokerAnswer answer, long askedNs, double askShare) {
        last = answer;
        long quantumNs = answer.quantum().toNanos();
        endNs = askedNs + quantumNs;
        askNs = askedNs + (long) (quantumNs * askShare);
        avoidedUntilNs.values().removeIf(untilNs -> askedNs - untilNs >= 0);
    }

    /** True within the quantum. */
    boolean holds(long nowNs) {
        return last != null && nowNs - endNs < 0;
    }

    /** True when the list holds, but it is time to ask for the next. */
    boolean isDue(long nowNs) {
        return nowNs - askNs >= 0;
    }

    /** True when the list may be used because there is nothing better. */
    boolean mayServe(long nowNs) {
        return last != null && nowNs - endNs < fallbackNs;
    }

    /** A node was not reached: it comes last for a while, and it is time to ask. */
    void failed(ToldNode node, long nowNs) {
        avoidedUntilNs.put(node.name(), nowNs + avoidNs);
        if (last != null && last.nodes().get(0).equals(node)) {
            askNs = nowNs;
        }
    }

    /** The nodes, those first that have not failed of late. */
    List<ToldNode> list(long nowNs) {
        List<ToldNode> well = new ArrayList<>();
        List<ToldNode> avoided = new ArrayList<>();
        for (ToldNode node : last == null ? List.<ToldNode>of() : last.nodes()) {
            Long untilNs = avoidedUntilNs.get(node.name());
            (untilNs != null && nowNs - untilNs < 0 ? avoided : well).add(node);
        }
        well.addAll(avoided);
        return List.copyOf(well);
    }
}
