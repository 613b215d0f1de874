// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.health;

import io.evenkeel.dispatcher.node.NodeTally;
import java.util.ArrayDeque;

/** What a node did lately: the difference to a tally taken about a window ago, to an eighth of it. One thread at a time. */
final class Window {

    private static final int STEPS = 8;

    private final ArrayDeque<Taken> taken = new ArrayDeque<>(STEPS + 2);

    private record Taken(long atNs, NodeTally tally) {}

    void clear() {
        taken.clear();
    }

    /** Takes a tally into account and returns what it adds to the oldest one in the window. */
    NodeTally add(NodeTally now, long nowNs, long windowNs) {
        if (taken.isEmpty() || nowNs - taken.getLast().atNs() >= windowNs / STEPS) {
            taken.addLast(new Taken(nowNs, now));
        }
        while (nowNs - taken.getFirst().atNs() > windowNs) {
            taken.removeFirst();
        }
        NodeTally oldest = taken.getFirst().tally();
        return new NodeTally(
                now.succeeded() - oldest.succeeded(),
                now.failed() - oldest.failed(),
                now.succeededNs() - oldest.succeededNs());
    }
}
