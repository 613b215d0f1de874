// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random operations on a {@link SessionTable} and on a plain map, which must agree after each. */
final class SessionModelTest {

    private static final long SEED = Long.getLong("seed", 12);
    private static final int IDLE = 300;

    private record Entry(int number, int first, int last, int requests) {

        Entry next(int now) {
            return new Entry(number, first, now, requests + 1);
        }

        boolean isOver(int now) {
            return now - last >= IDLE;
        }
    }

    /** Keys are told apart by their nodes: a node for each key, and a second one after a move. */
    private final Map<Integer, Entry> model = new LinkedHashMap<>();

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final SessionKey key = new SessionKey();
    private int now;
    private int evicted;
    private String fault = "";

    private final SessionObserver observer = new SessionObserver() {

        @Override
        public void began(long node) {
            Entry before = model.put((int) node, new Entry((int) node, now, now, 1));
            note(before == null, "began twice: " + node);
        }

        @Override
        public void moved(long from, long to) {
            Entry before = model.remove((int) from);
            note(before != null, "moved from nowhere: " + from);
            model.put((int) to, before);
        }

        @Override
        public void ended(long node, int requests, int seconds, SessionEndReason end) {
            Entry was = model.remove((int) node);
            note(was != null && was.requests() == requests, "requests of " + was + ": " + requests);
            note(was != null && was.last() - was.first() == seconds, "seconds of " + was + ": " + seconds);
            note(
                    was != null && was.isOver(now) == (end == SessionEndReason.IDLE),
                    was + " at " + now + " ended by " + end);
            evicted += end == SessionEndReason.EVICTED ? 1 : 0;
        }
    };

    @ParameterizedTest
    @CsvSource({
        "100000, 3000, 200000", // grows, nothing makes room
        "50, 120, 200000", // one small segment, always full
        "5000, 9000, 300000", // three segments, always full
        "1, 3, 20000",
    })
    void agreesWithAPlainMap(int entries, int keys, int operations) {
        SessionTable table = new SessionTable(entries, IDLE, observer);
        for (int operation = 0; operation < operations && fault.isEmpty(); operation++) {
            int number = 1 + random.nextInt(keys);
            SessionTableKit.key(number, key);
            int what = random.nextInt(100);
            if (what < 55) {
                look(table, number);
            } else if (what < 85) {
                remember(table, number);
            } else if (what < 90) {
                boolean there = live(number) != null;
                note(table.forget(key, now) == there, "forgot " + number);
            } else if (what < 92) {
                rename(table, number, keys);
            } else if (what < 95) {
                note(table.peek(key, now) == node(number), "seen without a count: " + number);
            } else if (what < 99) {
                table.sweep(now);
            } else {
                now += random.nextInt(30);
            }
            note(table.size() == model.size(), "size " + table.size() + " of " + model.size());
            note(table.size() <= entries, "size " + table.size());
        }

        assertThat(fault).as("seed " + SEED).isEmpty();
        assertThat(table.evictions()).isEqualTo(evicted);
        for (int number = 1; number <= keys; number++) {
            SessionTableKit.key(number, key);
            assertThat(table.peek(key, now)).as("key " + number).isEqualTo(node(number));
        }
    }

    private void look(SessionTable table, int number) {
        Entry there = live(number);
        long node = node(number);
        note(table.home(key, now) == node, "home of " + number);
        if (there != null) {
            note(key.idleSeconds() == now - there.last(), "idle time of " + there + " at " + now);
            model.put((int) node, there.next(now));
        }
    }

    /** One in three moves the session to its other node. */
    private void remember(SessionTable table, int number) {
        boolean second = random.nextInt(3) == 0;
        int node = second ? -number : number;
        note(table.remember(key, node, now), "no room for " + number);
        note(model.containsKey(node) && !model.containsKey(-node), "node of " + number);
    }

    /** The session comes back under its first key, unless there is no room for it meanwhile. */
    private void rename(SessionTable table, int number, int keys) {
        SessionKey other = new SessionKey();
        SessionTableKit.key(keys + 1, other);
        boolean there = live(number) != null;
        long node = node(number);
        note(table.rename(key, other, node, now) == there, "renamed " + number);
        note(table.peek(key, now) == 0, "there still: " + number);
        note(table.peek(other, now) == node(number), "not there: " + number);
        note(table.rename(other, key, node(number), now) == (live(number) != null), "not back: " + number);
    }

    /** The session of a key, with either node. */
    private @Nullable Entry live(int number) {
        Entry there = model.containsKey(number) ? model.get(number) : model.get(-number);
        return there == null || there.isOver(now) ? null : there;
    }

    private long node(int number) {
        int node = model.containsKey(number) ? number : -number;
        return live(number) == null ? 0 : node;
    }

    private void note(boolean right, String wrong) {
        if (!right && fault.isEmpty()) {
            fault = wrong;
        }
    }
}
