// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.dispatcher.affinity.table.SessionEndReason;
import io.evenkeel.dispatcher.affinity.table.SessionObserver;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts the application's sessions of a cluster by node, as their table sees them. Any thread. */
final class SessionTally implements SessionObserver {

    private final Map<Long, Cells> nodes = new ConcurrentHashMap<>();

    private record Cells(
            LongAdder active, LongAdder began, LongAdder completed, LongAdder requests, LongAdder seconds) {

        Cells() {
            this(new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder());
        }
    }

    private Cells of(long node) {
        return nodes.computeIfAbsent(node, key -> new Cells());
    }

    @Override
    public void began(long node) {
        Cells cells = of(node);
        cells.active().increment();
        cells.began().increment();
    }

    @Override
    public void moved(long from, long to) {
        of(from).active().decrement();
        of(to).active().increment();
    }

    @Override
    public void ended(long node, int requests, int seconds, SessionEndReason end) {
        Cells cells = of(node);
        cells.active().decrement();
        if (end == SessionEndReason.IDLE || end == SessionEndReason.FORGOTTEN) {
            cells.completed().increment();
            cells.requests().add(requests);
            cells.seconds().add(seconds);
        }
    }

    /** The figures of a node by its key. */
    SessionFigures figures(long node) {
        Cells cells = nodes.get(node);
        return cells == null
                ? SessionFigures.NONE
                : new SessionFigures(
                        Math.max(0, cells.active().sum()),
                        cells.began().sum(),
                        cells.completed().sum(),
                        cells.requests().sum(),
                        cells.seconds().sum());
    }
}
