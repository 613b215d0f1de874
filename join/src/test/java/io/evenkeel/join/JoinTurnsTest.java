// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Turns and news, in virtual time. */
final class JoinTurnsTest {

    private static final long NS_PER_MS = 1_000_000;

    private final List<Long> reports = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private long nowNs;
    private boolean reportFails;
    private final Semaphore counted = new Semaphore(0);
    private boolean countFails;

    private final JoinTurns turns = new JoinTurns(() -> nowNs, this::settle, this::report, this::count, failures::add);

    @AfterEach
    void end() throws InterruptedException {
        turns.end();
    }

    private void settle(long atNs) {
        throw new IllegalStateException("settle at " + atNs);
    }

    private int report(long atNs) {
        if (reportFails) {
            throw new IllegalStateException("report at " + atNs);
        }
        reports.add(atNs / NS_PER_MS);
        return 50;
    }

    private void count() {
        if (countFails) {
            throw new IllegalStateException("count");
        }
        counted.release();
    }

    private void pass(long ms) {
        long endNs = nowNs + ms * NS_PER_MS;
        while (nowNs < endNs) {
            nowNs += turns.takeDue(nowNs);
        }
    }

    @Test
    void aTurnThatFailsKeepsNobodyFromTheReports() {
        pass(400);

        assertThat(reports).containsExactly(0L, 50L, 100L, 150L, 200L, 250L, 300L, 350L);
        assertThat(failures).extracting(Throwable::getMessage).containsExactly("settle at 0", "settle at 200000000");
    }

    @Test
    void aReportThatFailsIsTriedAgainWhenTheNextOneIsDue() {
        pass(100);
        reportFails = true;
        pass(100);
        reportFails = false;
        pass(50);

        assertThat(reports).containsExactly(0L, 50L, 200L);
    }

    @Test
    void newsAreCountedOnceBetweenTwoReports() {
        turns.takeDue(nowNs);
        nowNs += 10 * NS_PER_MS;
        turns.news();
        turns.news();
        assertThat(turns.takeDue(nowNs)).as("to the next report").isEqualTo(40 * NS_PER_MS);
        turns.takeDue(nowNs);

        assertThat(counted.availablePermits()).isEqualTo(1);
        assertThat(reports).hasSize(1);
    }

    @Test
    void newsThatFailAreCountedWhenMoreCome() {
        countFails = true;
        turns.news();
        turns.takeDue(nowNs);
        assertThat(failures).extracting(Throwable::getMessage).containsExactly("settle at 0", "count");
        countFails = false;
        turns.takeDue(nowNs);
        assertThat(counted.availablePermits()).as("nothing has come").isZero();
        turns.news();
        turns.takeDue(nowNs);
        assertThat(counted.availablePermits()).isEqualTo(1);
    }

    /** Time stands still, so no turn is due. */
    @Test
    void newsWakeTheThreadOnceItHasBegun() throws InterruptedException {
        turns.news();
        assertThat(counted.availablePermits()).as("before the beginning").isZero();
        turns.begin();
        assertThat(counted.tryAcquire(10, TimeUnit.SECONDS))
                .as("with the first turn")
                .isTrue();
        turns.news();
        assertThat(counted.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
    }
}
