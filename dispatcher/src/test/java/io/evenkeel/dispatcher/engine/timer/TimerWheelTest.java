// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.timer;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.log.EventLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TimerWheelTest {

    private static final long MS = 1_000_000L;
    private static final long ORIGIN_NS = -123_456_789L;

    private final AtomicInteger starts = new AtomicInteger();
    private final TimerWheel wheel = new TimerWheel(ORIGIN_NS, starts::incrementAndGet, new EventLog().listener());
    private final List<String> fired = new ArrayList<>();

    private Timeout timeout(String name) {
        return wheel.timeout(() -> fired.add(name));
    }

    private void at(long ms) {
        wheel.advance(ORIGIN_NS + ms * MS);
    }

    private static long ns(long ms) {
        return ORIGIN_NS + ms * MS;
    }

    @Test
    void firesAtOrAfterTheDeadlineAndOnce() {
        timeout("a").arm(ns(1_000));
        at(999);
        assertThat(fired).isEmpty();
        at(1_000);
        assertThat(fired).containsExactly("a");
        at(100_000);
        assertThat(fired).containsExactly("a");
        assertThat(wheel.size()).isZero();
    }

    @Test
    void aLaterDeadlineReplacesTheEarlierOne() {
        Timeout a = timeout("a");
        a.arm(ns(100));
        a.arm(ns(5_000));
        at(4_999);
        assertThat(fired).isEmpty();
        at(5_000);
        assertThat(fired).containsExactly("a");
    }

    @Test
    void anEarlierDeadlineReplacesTheLaterOne() {
        Timeout a = timeout("a");
        a.arm(ns(3_600_000));
        a.arm(ns(200));
        at(250);
        assertThat(fired).containsExactly("a");
        at(4_000_000);
        assertThat(fired).containsExactly("a");
    }

    @Test
    void aDeadlineBeyondOneTurnIsKept() {
        timeout("hour").arm(ns(3_600_000));
        for (long ms = 0; ms < 3_600_000; ms += 20_000) {
            at(ms);
        }
        assertThat(fired).isEmpty();
        at(3_600_000);
        assertThat(fired).containsExactly("hour");
    }

    @Test
    void aDeadlineInThePastFiresAtTheNextTick() {
        at(10_000);
        timeout("late").arm(ns(1));
        at(10_050);
        assertThat(fired).containsExactly("late");
    }

    @Test
    void disarmedAndRemovedNeverFire() {
        Timeout a = timeout("a");
        a.arm(ns(100));
        a.disarm();
        Timeout b = timeout("b");
        b.arm(ns(100));
        b.remove();
        assertThat(wheel.size()).isEqualTo(1);
        at(60_000);
        assertThat(fired).isEmpty();
        assertThat(wheel.size())
                .as("a disarmed timeout is let go when its moment passes")
                .isZero();
        a.arm(ns(60_100));
        at(60_100);
        assertThat(fired).containsExactly("a");
    }

    @Test
    void anActionMayArmAndRemoveAnyTimeout() {
        Timeout[] timeouts = new Timeout[3];
        timeouts[0] = wheel.timeout(() -> {
            fired.add("0");
            timeouts[1].remove();
            timeouts[0].arm(ns(400));
        });
        timeouts[1] = timeout("1");
        timeouts[2] = timeout("2");
        for (Timeout timeout : timeouts) {
            timeout.arm(ns(100));
        }
        at(200);
        assertThat(fired).containsExactly("0", "2");
        at(399);
        assertThat(fired).hasSize(2);
        at(400);
        assertThat(fired).containsExactly("0", "2", "0");
    }

    @Test
    void aFailingActionDoesNotStopTheOthers() {
        wheel.timeout(() -> {
                    throw new IllegalStateException("on purpose");
                })
                .arm(ns(100));
        timeout("b").arm(ns(100));
        at(200);
        assertThat(fired).containsExactly("b");
    }

    @Test
    void asksToBeDrivenOnlyWhenItGetsItsFirstEntry() {
        Timeout a = timeout("a");
        Timeout b = timeout("b");
        assertThat(starts).hasValue(0);
        a.arm(ns(100));
        b.arm(ns(200));
        assertThat(starts).hasValue(1);
        at(300);
        a.arm(ns(500));
        assertThat(starts).hasValue(2);
    }

    /**
     * Every timeout of a random history fires within a tick of the deadline that it had last, as a plain list would
     * have it.
     */
    @Test
    void agreesWithAPlainListOverARandomHistory() {
        long seed = Long.getLong("seed", 20);
        SplittableRandom random = new SplittableRandom(seed);
        int count = 50;
        long[] deadlineMs = new long[count];
        Arrays.fill(deadlineMs, Long.MAX_VALUE);
        long[] nowMs = {0};
        Timeout[] timeouts = new Timeout[count];
        for (int i = 0; i < count; i++) {
            int k = i;
            timeouts[i] = wheel.timeout(() -> {
                assertThat(nowMs[0] - deadlineMs[k])
                        .as("seed %d: timeout %d", seed, k)
                        .isBetween(0L, 110L);
                deadlineMs[k] = Long.MAX_VALUE;
            });
        }
        for (int step = 0; step < 20_000; step++) {
            int k = random.nextInt(count);
            switch (random.nextInt(4)) {
                case 0 -> {
                    timeouts[k].disarm();
                    deadlineMs[k] = Long.MAX_VALUE;
                }
                case 1 -> {
                    timeouts[k].remove();
                    deadlineMs[k] = Long.MAX_VALUE;
                }
                default -> {
                    deadlineMs[k] = nowMs[0] + random.nextLong(random.nextInt(5) == 0 ? 200_000 : 3_000);
                    timeouts[k].arm(ns(deadlineMs[k]));
                }
            }
            if (random.nextInt(3) != 0) {
                continue;
            }
            nowMs[0] += random.nextLong(60);
            at(nowMs[0]);
            for (int i = 0; i < count; i++) {
                assertThat(nowMs[0] - Math.min(deadlineMs[i], nowMs[0]))
                        .as("seed %d, step %d: timeout %d is overdue", seed, step, i)
                        .isLessThanOrEqualTo(50L);
            }
        }
    }

    @Test
    void whatHadNoMemoryComesAgain() {
        int[] tries = {0};
        wheel.timeout(() -> {
                    if (tries[0]++ == 0) {
                        throw new OutOfMemoryError("no direct memory");
                    }
                })
                .arm(ns(100));
        at(150);
        assertThat(tries[0]).isEqualTo(1);
        at(2_000);
        assertThat(tries[0]).isEqualTo(2);
        assertThat(wheel.size()).isZero();
    }
}
