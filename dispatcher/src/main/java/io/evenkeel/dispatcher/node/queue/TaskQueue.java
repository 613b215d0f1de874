// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.queue;

import io.evenkeel.config.cluster.QueueSettings;
import java.util.BitSet;
import java.util.function.IntPredicate;
import java.util.function.LongToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that wait: those that any node may take in one line, and those that only their home may take in a line for each
 * home. So a task that waits for its home is in the way of those with the same home alone.
 *
 * <p>A line is named by the slot of its home, or {@link #ANY}. Each line keeps its order, and is late, by itself
 * ({@link io.evenkeel.policy.overload.QueueRule}); a number that all tasks share tells which of two lines has the task
 * that came first. When the end of a task gives room in one node, two lines are looked at, however many tasks wait.
 *
 * <p>Nothing here keeps the bound: the caller asks {@link #size} before it adds. There is no timer: the queue is looked
 * at when a task comes and when one may be served, which in an overload is all the time.
 *
 * <p>Threads: one at a time; in a cluster, the one inside its gate.
 *
 * @param <T> a task
 */
public final class TaskQueue<T> {

    /** The line of the tasks that any node may take; as an event, one after which each line may be served. */
    public static final int ANY = -1;

    /** No line: the answer of {@link #firstHome} when none matches, and the place of a home that has no slot. */
    public static final int NONE = -2;

    private final WaitingLine<T> general;
    private @Nullable WaitingLine<T>[] homes = lines(0);

    /** The slots of the homes that tasks wait for. */
    private final BitSet awaited = new BitSet();

    /** Tasks whose home has left. */
    private final WaitingLine<T> stranded;

    private long targetNs;
    private int size;
    private long total;

    public TaskQueue(QueueSettings settings, long nowNs) {
        targetNs = settings.targetNs();
        general = new WaitingLine<>(0, targetNs, nowNs);
        stranded = new WaitingLine<>(0, targetNs, nowNs);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of lines of tasks
    private static <T> @Nullable WaitingLine<T>[] lines(int count) {
        return new @Nullable WaitingLine[count];
    }

    /** Goes by other settings from now on. */
    public void settings(QueueSettings settings) {
        targetNs = settings.targetNs();
        general.target(targetNs);
        for (WaitingLine<T> line : homes) {
            if (line != null) {
                line.target(targetNs);
            }
        }
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** The number of tasks that wait. */
    public int size() {
        return size;
    }

    /** The number of tasks that wait in a line. */
    public int size(int slot) {
        WaitingLine<T> line = line(slot);
        return line == null ? 0 : line.size();
    }

    /** The number of tasks ever added. */
    public long total() {
        return total;
    }

    private @Nullable WaitingLine<T> line(int slot) {
        if (slot == ANY) {
            return general;
        }
        return slot >= 0 && slot < homes.length ? homes[slot] : null;
    }

    /** Puts a task that any node may take at the end. */
    public void add(T task, long nowNs) {
        general.add(task, total++, nowNs);
        size++;
    }

    /**
     * Puts a task at the end of those that wait for a node. Should tasks for another node wait in that slot, theirs has
     * left: they are dropped next.
     *
     * @param slot 0 or above
     * @param home key of the node
     * @throws IllegalArgumentException when the slot is below 0, so that no other node gets the task
     */
    public void add(T task, int slot, long home, long nowNs) {
        if (slot < 0) {
            throw new IllegalArgumentException("a task waits for a home without a slot");
        }
        WaitingLine<T> line = line(slot);
        if (line == null || line.home != home) {
            if (line != null) {
                strand(line, nowNs);
            }
            line = new WaitingLine<>(home, targetNs, nowNs);
        }
        line.add(task, total++, nowNs);
        put(line, slot);
        size++;
    }

    private void strand(WaitingLine<T> line, long nowNs) {
        for (T task = line.pull(); task != null; task = line.pull()) {
            stranded.add(task, 0, nowNs);
        }
    }

    private void put(WaitingLine<T> line, int slot) {
        if (slot >= homes.length) {
            @Nullable WaitingLine<T>[] more = lines(Math.max(slot + 1, 2 * homes.length));
            System.arraycopy(homes, 0, more, 0, homes.length);
            homes = more;
        }
        homes[slot] = line;
        awaited.set(slot);
    }

    /** One of the tasks that have waited long, which may tell the time; null when none waits. */
    public @Nullable T oldest() {
        T task = general.oldest();
        if (task == null) {
            task = stranded.oldest();
        }
        return task != null || awaited.isEmpty()
                ? task
                : known(awaited.nextSetBit(0)).oldest();
    }

    private WaitingLine<T> known(int slot) {
        WaitingLine<T> line = line(slot);
        if (line == null) {
            throw new IllegalArgumentException("there is no line for slot " + slot);
        }
        return line;
    }

    /** The task of a line whose turn it is; null when none waits there. */
    public @Nullable T next(int slot, long nowNs) {
        WaitingLine<T> line = line(slot);
        return line == null ? null : line.next(nowNs);
    }

    /** Takes out the task that {@link #next} has just told, because it has a node. */
    public void served(int slot, long nowNs) {
        known(slot).served(nowNs);
        left(slot);
    }

    private void left(int slot) {
        size--;
        if (slot != ANY && known(slot).size() == 0) {
            awaited.clear(slot);
        }
    }

    /**
     * The home whose line has the task that came first, among those that match; {@link #NONE} when there is none. One
     * look at each home that tasks wait for.
     */
    public int firstHome(IntPredicate match) {
        int first = NONE;
        for (int slot = awaited.nextSetBit(0); slot >= 0; slot = awaited.nextSetBit(slot + 1)) {
            if (match.test(slot)
                    && (first == NONE || known(slot).first() < known(first).first())) {
                first = slot;
            }
        }
        return first;
    }

    /** True when the first task of a home's line came before all that any node may take. */
    public boolean isFirst(int slot) {
        return general.size() == 0 || known(slot).first() < general.first();
    }

    /**
     * Takes out a task whose home has left, or that waited too long in a line that is late; null when there is none.
     *
     * @param slot a home whose line is looked at beside the general one; {@link #ANY} for all, {@link #NONE} for none
     */
    public @Nullable T dropped(int slot, long nowNs) {
        T task = stranded.pull();
        if (task == null) {
            task = general.dropped(nowNs);
        }
        if (task != null) {
            size--;
            return task;
        }
        if (slot != ANY) {
            return slot >= 0 && awaited.get(slot) ? droppedAt(slot, nowNs) : null;
        }
        for (int each = awaited.nextSetBit(0); each >= 0 && task == null; each = awaited.nextSetBit(each + 1)) {
            task = droppedAt(each, nowNs);
        }
        return task;
    }

    private @Nullable T droppedAt(int slot, long nowNs) {
        T task = known(slot).dropped(nowNs);
        if (task != null) {
            left(slot);
        }
        return task;
    }

    /** Takes a task out wherever it stands; false when it is not there. O(n). */
    public boolean cancel(T task) {
        if (general.cancel(task) || stranded.cancel(task)) {
            size--;
            return true;
        }
        for (int slot = awaited.nextSetBit(0); slot >= 0; slot = awaited.nextSetBit(slot + 1)) {
            if (known(slot).cancel(task)) {
                left(slot);
                return true;
            }
        }
        return false;
    }

    /**
     * Follows homes that have got other slots; tasks whose home has left are dropped next.
     *
     * @param slotOf tells the slot of a member by its key, below 0 for none
     */
    public void follow(LongToIntFunction slotOf, long nowNs) {
        if (awaited.isEmpty()) {
            return;
        }
        @Nullable WaitingLine<T>[] before = homes;
        homes = lines(before.length);
        awaited.clear();
        for (WaitingLine<T> line : before) {
            int slot = line == null || line.size() == 0 ? NONE : slotOf.applyAsInt(line.home);
            if (line != null && slot >= 0) {
                put(line, slot);
            } else if (line != null) {
                strand(line, nowNs);
            }
        }
    }
}
