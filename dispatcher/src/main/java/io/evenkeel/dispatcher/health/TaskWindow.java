// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.health;

import io.evenkeel.dispatcher.node.NodeTally;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The recent tasks of a node: the difference between its tally and the one of about a window ago, exact to an eighth
 * of the window. An idle node costs a comparison. One thread at a time.
 */
final class TaskWindow {

    private static final int STEPS = 8;
    private static final NodeTally NOTHING = new NodeTally(0, 0, 0);

    private final ArrayDeque<Taken> taken = new ArrayDeque<>(1);
    private @Nullable NodeTally last;
    private long lastNs;

    private record Taken(long atNs, NodeTally tally) {}

    void clear() {
        taken.clear();
        last = null;
    }

    /** Takes a tally into account and returns what it adds to the oldest one in the window. */
    NodeTally add(NodeTally now, long nowNs, long windowNs) {
        NodeTally before = last;
        long beforeNs = lastNs;
        last = now;
        lastNs = nowNs;
        if (taken.isEmpty()) {
            if (before == null || before.equals(now)) {
                return NOTHING;
            }
            taken.addLast(new Taken(beforeNs, before));
        }
        if (nowNs - taken.getLast().atNs() >= windowNs / STEPS) {
            taken.addLast(new Taken(nowNs, now));
        }
        while (!taken.isEmpty() && nowNs - taken.getFirst().atNs() > windowNs) {
            taken.removeFirst();
        }
        NodeTally oldest = taken.isEmpty() ? now : taken.getFirst().tally();
        if (oldest.equals(now)) {
            taken.clear();
            return NOTHING;
        }
        return new NodeTally(
                now.succeeded() - oldest.succeeded(),
                now.failed() - oldest.failed(),
                now.succeededNs() - oldest.succeededNs());
    }
}
