// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SessionTableTest {

    private static final int IDLE = 1800;
    private static final int PASS = 64;

    private final List<String> seen = new ArrayList<>();
    private final SessionKey key = new SessionKey();

    private final SessionObserver observer = new SessionObserver() {

        @Override
        public void began(long node) {
            seen.add("began " + node);
        }

        @Override
        public void moved(long from, long to) {
            seen.add("moved " + from + " to " + to);
        }

        @Override
        public void ended(long node, int requests, int seconds, SessionEndReason end) {
            seen.add(end + " " + node + ": " + requests + " in " + seconds + " s");
        }
    };

    private final SessionTable table = new SessionTable(1000, IDLE, observer);

    @Test
    void aSessionIsFoundWithItsNode() {
        table.remember(key(1), 11, 0);
        table.remember(key(2), 22, 0);

        assertThat(table.home(key(1), 5)).isEqualTo(11);
        assertThat(table.home(key(2), 5)).isEqualTo(22);
        assertThat(table.home(key(3), 5)).isZero();
        assertThat(table.size()).isEqualTo(2);
    }

    @Test
    void takesOverWhatAnotherTableKnowsWithItsTimes() {
        table.merge(key(1), 11, 500, 100, 10_000);
        table.each(0, 10_000, (high, low, node, age, idle) -> seen.add(node + " " + age + " " + idle));
        assertThat(seen).containsExactly("began 11", "11 500 100");

        assertThat(table.peek(key(1), 10_000 + IDLE - 101)).isEqualTo(11);
        assertThat(table.peek(key(1), 10_000 + IDLE - 100)).isZero();
        table.merge(key(2), 22, 5_000, IDLE, 10_000);
        assertThat(table.peek(key(2), 10_000)).as("it is over").isZero();
    }

    @Test
    void ofTwoNodesTheOneThatWasGivenLaterHolds() {
        table.merge(key(1), 11, 500, 100, 10_000);
        table.merge(key(1), 22, 499, 499, 10_000);
        assertThat(table.peek(key(1), 10_000)).isEqualTo(22);
        table.merge(key(1), 33, 500, 0, 10_000);
        assertThat(table.peek(key(1), 10_000)).isEqualTo(22);
        table.merge(key(1), 21, 499, 0, 10_000);
        assertThat(table.peek(key(1), 10_000)).as("of one age, the higher key").isEqualTo(22);
        table.merge(key(1), 23, 499, 0, 10_000);
        assertThat(table.peek(key(1), 10_000)).isEqualTo(23);
        assertThat(seen).containsExactly("began 11", "moved 11 to 22", "moved 22 to 23");
    }

    @Test
    void aRequestElsewhereKeepsASessionAlive() {
        table.merge(key(1), 11, 500, 100, 10_000);
        table.merge(key(1), 11, 900, 30, 10_000);

        table.look(key(1), 10_000, (high, low, node, age, idle) -> seen.add(node + " " + age + " " + idle));
        assertThat(seen).containsExactly("began 11", "11 500 30");
    }

    @Test
    void aLookUpSaysHowLongTheSessionWasIdle() {
        table.remember(key(1), 11, 0);
        table.home(key(1), 7);

        table.home(key(1), 30);

        assertThat(key.idleSeconds()).isEqualTo(23);
    }

    @Test
    void anIdleSessionIsCompletedWithItsFigures() {
        table.remember(key(1), 11, 0);
        table.home(key(1), 10);
        table.home(key(1), 40);

        assertThat(table.home(key(1), 40 + IDLE)).isZero();
        assertThat(seen).containsExactly("began 11", "IDLE 11: 3 in 40 s");
        assertThat(table.size()).isZero();
    }

    @Test
    void aSessionIsThereUntilTheLastSecond() {
        table.remember(key(1), 11, 0);

        assertThat(table.home(key(1), IDLE - 1)).isEqualTo(11);
        assertThat(table.peek(key(1), 2 * IDLE - 2)).isEqualTo(11);
        assertThat(table.peek(key(1), 2 * IDLE - 1)).isZero();
    }

    @Test
    void aLookThatCountsNothingKeepsNoSession() {
        table.remember(key(1), 11, 0);
        table.peek(key(1), IDLE - 1);

        assertThat(table.home(key(1), IDLE)).isZero();
        assertThat(seen).last().isEqualTo("IDLE 11: 1 in 0 s");
    }

    @Test
    void aSweepEndsWhatIsIdleAndNothingElse() {
        table.remember(key(1), 11, 0);
        table.remember(key(2), 11, 100);

        sweep(IDLE);

        assertThat(seen).containsExactly("began 11", "began 11", "IDLE 11: 1 in 0 s");
        assertThat(table.peek(key(2), IDLE)).isEqualTo(11);
    }

    @Test
    void aSessionThatIsRenamedGoesOn() {
        table.remember(key(1), 11, 0);
        table.home(key(1), 10);

        assertThat(table.rename(key(1), other(2), 11, 20)).isTrue();

        assertThat(table.peek(key(1), 20)).isZero();
        assertThat(table.home(key(2), 30)).isEqualTo(11);
        table.forget(key(2), 30);
        assertThat(seen).containsExactly("began 11", "FORGOTTEN 11: 3 in 30 s");
    }

    @Test
    void aSessionOfAnotherNodeOrThatIsOverIsNotRenamed() {
        table.remember(key(1), 11, 0);

        assertThat(table.rename(key(1), other(2), 22, 1)).isFalse();
        assertThat(table.rename(key(1), other(2), 11, IDLE)).isFalse();
        assertThat(table.rename(key(3), other(2), 11, 1)).isFalse();
        assertThat(table.peek(key(1), 1)).isEqualTo(11);
    }

    @Test
    void aSessionThatIsRenamedToOneThatIsThereEnds() {
        table.remember(key(1), 11, 0);
        table.remember(key(2), 22, 0);

        assertThat(table.rename(key(1), other(2), 11, 1)).isTrue();

        assertThat(seen).last().isEqualTo("REPLACED 11: 1 in 0 s");
        assertThat(table.peek(key(2), 1)).isEqualTo(22);
        assertThat(table.size()).isEqualTo(1);
    }

    @Test
    void aPassOf64SweepsGoesOverAllSegments() {
        SessionTable large = new SessionTable(300_000, IDLE, observer);
        for (int i = 1; i <= 20_000; i++) {
            large.remember(key(i), 11, 0);
        }

        for (int i = 0; i < PASS; i++) {
            large.sweep(IDLE);
        }

        assertThat(large.size()).isZero();
    }

    @Test
    void aSessionThatMovesKeepsItsFigures() {
        table.remember(key(1), 11, 0);
        table.home(key(1), 10);
        table.remember(key(1), 22, 20);
        table.home(key(1), 30);
        table.forget(key(1), 40);

        assertThat(seen).containsExactly("began 11", "moved 11 to 22", "FORGOTTEN 22: 3 in 30 s");
    }

    @Test
    void rememberingWhatIsKnownChangesNothing() {
        table.remember(key(1), 11, 0);
        table.remember(key(1), 11, 10);
        table.forget(key(1), 20);

        assertThat(seen).containsExactly("began 11", "FORGOTTEN 11: 1 in 0 s");
    }

    @Test
    void aKeyOfASessionThatIsOverBeginsANewOne() {
        table.remember(key(1), 11, 0);
        table.remember(key(1), 11, IDLE);

        assertThat(seen).containsExactly("began 11", "IDLE 11: 1 in 0 s", "began 11");
        assertThat(table.size()).isEqualTo(1);
    }

    @Test
    void forgettingAnUnknownSessionIsNothing() {
        table.remember(key(1), 11, 0);

        assertThat(table.forget(key(2), 0)).isFalse();
        assertThat(table.forget(key(1), IDLE)).isFalse();
        assertThat(seen).containsExactly("began 11", "IDLE 11: 1 in 0 s");
    }

    @Test
    void keysThatDifferInOneHalfOnlyAreTwo() {
        SessionKey other = new SessionKey();
        key.set(7, 9);
        other.set(7, 8);
        table.remember(key, 11, 0);

        assertThat(table.home(other, 0)).isZero();
        other.set(8, 9);
        assertThat(table.home(other, 0)).isZero();
        assertThat(table.home(key, 0)).isEqualTo(11);
    }

    @Test
    void theSessionThatIsIdleForLongestMakesRoom() {
        SessionTable small = new SessionTable(3, IDLE, observer);
        small.remember(key(1), 11, 0);
        small.remember(key(2), 22, 1);
        small.remember(key(3), 33, 2);

        small.remember(key(4), 44, 3);

        assertThat(seen).endsWith("EVICTED 11: 1 in 0 s", "began 44");
        assertThat(small.size()).isEqualTo(3);
        assertThat(small.evictions()).isEqualTo(1);
    }

    @Test
    void aSessionThatIsOverMakesRoomBeforeAnyOther() {
        SessionTable small = new SessionTable(2, IDLE, observer);
        small.remember(key(1), 11, 0);
        small.home(key(1), 0);
        small.remember(key(2), 22, IDLE - 1);

        small.remember(key(3), 33, IDLE);

        assertThat(seen).endsWith("IDLE 11: 2 in 0 s", "began 33");
        assertThat(small.evictions()).isZero();
    }

    /** A user who comes each ten seconds, beside 5,000 new sessions a second in a table of 20,000. */
    @Test
    void usersStayWhileAnAttackerBeginsSessions() {
        int entries = 20_000;
        int users = 1_000;
        SessionTable attacked = new SessionTable(entries, IDLE, SessionTableKit.SILENT);
        for (int user = 1; user <= users; user++) {
            attacked.remember(key(user), 11, 0);
            attacked.home(key(user), 1);
        }
        int fresh = 1_000_000;
        int lost = 0;
        int most = 0;
        for (int second = 2; second < 62; second++) {
            for (int i = 0; i < 5_000; i++) {
                attacked.remember(key(fresh++), 22, second);
            }
            most = Math.max(most, attacked.size());
            for (int user = 1 + second % 10; user <= users; user += 10) {
                lost += attacked.home(key(user), second) == 11 ? 0 : 1;
            }
        }

        assertThat(most).isLessThanOrEqualTo(entries);
        assertThat(lost).as("lookups of users whose sessions were pushed out").isZero();
        assertThat(attacked.evictions()).isEqualTo(60 * 5_000 + users - entries);
        assertThat(attacked.bytes()).isLessThan(48L * entries + 2 * 1024 * 1024);
    }

    @Test
    void aMillionSessionsHaveLessThan48OctetsEach() {
        int entries = 1_000_000;
        SessionTable full = new SessionTable(entries, IDLE, SessionTableKit.SILENT);
        for (int i = 1; i <= entries; i++) {
            full.remember(key(i), 11, 0);
        }

        assertThat(full.size()).isGreaterThan(entries - entries / 10_000).isLessThanOrEqualTo(entries);
        assertThat(full.bytes()).isLessThan(48L * entries);
    }

    @Test
    void aFewSessionsTakeLittleMemory() {
        table.remember(key(1), 11, 0);

        assertThat(table.bytes()).isLessThan(128 * 1024);
        assertThat(new SessionTable(1_000_000, IDLE, observer).bytes()).isZero();
    }

    @Test
    void withoutMemorySessionsMakeRoomForEachOther() {
        List<Integer> slabs = new ArrayList<>();
        SessionTable poor = new SessionTable(100_000, IDLE, SessionTableKit.SILENT, bytes -> {
            slabs.add(bytes);
            if (slabs.size() > 2) {
                throw new OutOfMemoryError("no direct memory");
            }
            return ByteBuffer.allocateDirect(bytes);
        });
        for (int i = 1; i <= 50_000; i++) {
            poor.remember(key(i), 11, 0);
        }

        assertThat(slabs).as("asked for memory again within the minute").hasSize(3);
        assertThat(poor.size()).isBetween(3_000, (int) poor.bytes() / BucketRun.BUCKET_BYTES);
        assertThat(poor.home(key(50_000), 0)).isEqualTo(11);
        poor.sweep(60);
        for (int i = 1; i <= 50_000; i++) {
            poor.remember(key(i), 11, 60);
        }
        assertThat(slabs).as("asked again after the minute").hasSize(4);
    }

    @Test
    void withoutAnyMemoryNothingIsRemembered() {
        SessionTable none = new SessionTable(1000, IDLE, observer, bytes -> {
            throw new OutOfMemoryError("no direct memory");
        });

        assertThat(none.remember(key(1), 11, 0)).isFalse();
        assertThat(none.home(key(1), 0)).isZero();
        assertThat(none.size()).isZero();
        assertThat(seen).isEmpty();
    }

    @Test
    void everySessionIsShownWithItsFigures() {
        table.remember(key(1), 11, 0);
        table.home(key(1), 10);
        table.remember(key(2), 22, 5);
        table.remember(key(3), 33, -IDLE);
        List<String> shown = new ArrayList<>();

        table.each(
                12, (node, requests, idle, seconds) -> shown.add(node + " " + requests + " " + idle + " " + seconds));

        assertThat(shown).containsExactlyInAnyOrder("11 2 2 10", "22 1 7 0");
    }

    @Test
    void refusesWhatItCannotKeep() {
        assertThatThrownBy(() -> new SessionTable(0, IDLE, observer)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SessionTable(1, SessionTable.LONGEST_IDLE + 1, observer))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> table.remember(key(1), 0, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private void sweep(int now) {
        for (int i = 0; i < PASS; i++) {
            table.sweep(now);
        }
    }

    private static SessionKey other(int number) {
        SessionKey other = new SessionKey();
        SessionTableKit.key(number, other);
        return other;
    }

    private SessionKey key(long number) {
        SessionTableKit.key(number, key);
        return key;
    }
}
