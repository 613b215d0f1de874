// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts of what requests of a cluster said of their nodes, and what came of it. Any thread. */
public final class AffinityCounts {

    private final Map<MarkKind, LongAdder> kinds = new EnumMap<>(MarkKind.class);
    private final LongAdder kept = new LongAdder();
    private final LongAdder moved = new LongAdder();
    private final LongAdder lost = new LongAdder();

    AffinityCounts() {
        for (MarkKind kind : MarkKind.values()) {
            kinds.put(kind, new LongAdder());
        }
    }

    /** Requests with such a mark; of {@link MarkKind#NONE} those without any. */
    public long of(MarkKind kind) {
        return adder(kind).sum();
    }

    /** Requests that their own node answered. */
    public long kept() {
        return kept.sum();
    }

    /** Requests that another node answered than the one they named. */
    public long moved() {
        return moved.sum();
    }

    private LongAdder adder(MarkKind kind) {
        LongAdder adder = kinds.get(kind);
        if (adder == null) {
            throw new IllegalStateException("no count of " + kind);
        }
        return adder;
    }

    /** Sessions that a node replaced which did not have them. */
    public long broken() {
        return lost.sum();
    }

    /** Counts a session that was replaced by a node which did not have it. */
    void sessionBroken() {
        lost.increment();
    }

    /** Counts a request whose answer has come. */
    void answered(MarkKind kind, boolean atHome) {
        adder(kind).increment();
        if (kind == MarkKind.HOME) {
            (atHome ? kept : moved).increment();
        }
    }
}
