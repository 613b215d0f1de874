// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

import static io.evenkeel.simulator.server.Drive.group;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.simulator.scenario.Antagonist;
import io.evenkeel.simulator.scenario.Failing;
import io.evenkeel.simulator.scenario.HeapModel;
import io.evenkeel.simulator.scenario.ServerGroup.Order;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The course of tasks in a server, step by step. */
class ServerTest {

    /** Alone for 5 ms, then shared: 0 has 5 ms left, which take 10. Then 1 is alone with 5 ms left. */
    @Test
    void coreIsShared() {
        Drive drive = Drive.of(10, 0, 0).arrive(0, 10, 0).arrive(5, 10, 0).until(100);

        assertThat(drive.ends).containsExactly("0 ok 15", "1 ok 20");
    }

    @Test
    void noTaskUsesMoreThanOneCore() {
        Drive drive = new Drive(group(4, 10, 0, 0, null, Order.PROCESSOR_SHARING, null, List.of()))
                .arrive(0, 10, 0)
                .arrive(0, 10, 0)
                .until(100);

        assertThat(drive.ends).containsExactly("0 ok 10", "1 ok 10");
    }

    @Test
    void coresInOrderServeOneAfterTheOther() {
        Drive drive = new Drive(group(2, 10, 0, 0, null, Order.FIFO, null, List.of()))
                .arrive(0, 10, 0)
                .arrive(0, 2, 0)
                .arrive(0, 2, 0)
                .arrive(0, 2, 0)
                .until(100);

        assertThat(drive.ends).containsExactly("1 ok 2", "2 ok 4", "3 ok 6", "0 ok 10");
    }

    @Test
    void fullQueueRefuses() {
        Drive drive = Drive.of(1, 1, 0).arrive(0, 10, 0).arrive(1, 10, 0).arrive(2, 10, 0);

        assertThat(drive.ends).containsExactly("2 refused 2");
        assertThat(drive.until(100).ends).endsWith("0 ok 10", "1 ok 20");
    }

    /** 2 waits for the connection of 0 while it holds its worker, so 3 waits for a worker although the core is idle. */
    @Test
    void waitingForAConnectionHoldsTheWorker() {
        Drive drive = Drive.of(3, 5, 2)
                .arrive(0, 1, 50)
                .arrive(10, 1, 60)
                .arrive(20, 1, 5)
                .arrive(30, 1, 5)
                .until(1000);

        assertThat(drive.ends).containsExactly("0 ok 51", "2 ok 56", "3 ok 61", "1 ok 71");
    }

    /**
     * 33 MB garbage a task, 10 live and 5 for each task: the third makes it 66 + 15 of 80, and waits 4 + 0.1 · 15 =
     * 5.5 ms.
     */
    @Test
    void collectionStopsTheServer() {
        HeapModel heap = new HeapModel(80, 10, 5, 33, 1, 4, 0.1);
        Drive drive = new Drive(group(1, 10, 0, 0, heap, Order.PROCESSOR_SHARING, null, List.of()))
                .arrive(0, 10, 0)
                .arrive(20, 10, 0)
                .arrive(40, 10, 0)
                .until(100);

        assertThat(drive.ends).containsExactly("0 ok 10", "1 ok 30", "2 ok 55.5");
        assertThat(drive.server.collections()).isEqualTo(1);
    }

    @Test
    void tightHeapPausesThreeTimesAsLong() {
        Memory memory = new Memory(new HeapModel(100, 96, 1, 30, 1, 4, 0.1));
        Memory roomy = new Memory(new HeapModel(100, 94, 1, 30, 1, 4, 0.1));

        // 96 MB are above 95 % of 100: 3 (4 + 9.6); 94 are not: 4 + 9.4.
        assertThat(memory.collect(0)).isEqualTo(40_800_000);
        assertThat(roomy.collect(0)).isEqualTo(13_400_000);
        assertThat(roomy.afterCollectionShare()).isEqualTo(0.94, within(1e-9));
    }

    /** 90 + 5 · 1 is below 99 MB, with a second task it is above. */
    @Test
    void taskWithoutHeapFails() {
        HeapModel heap = new HeapModel(100, 90, 5, 1, 1, 4, 0.1);
        Drive drive = new Drive(group(1, 10, 0, 0, heap, Order.PROCESSOR_SHARING, null, List.of()))
                .arrive(0, 10, 0)
                .arrive(1, 10, 0);

        assertThat(drive.ends).containsExactly("1 failed 1");
        assertThat(drive.until(100).ends).endsWith("0 ok 10");
    }

    /** The database goes on during a pause, but the server does not take its answer. */
    @Test
    void answersOfTheDatabaseWaitForTheEndOfAPause() {
        HeapModel heap = new HeapModel(100, 10, 0, 80, 1, 4, 2);
        Drive drive = new Drive(group(1, 10, 0, 5, heap, Order.PROCESSOR_SHARING, null, List.of()))
                .arrive(0, 1, 20)
                .arrive(0, 1, 39)
                .arrive(30, 1, 1)
                .until(200);

        assertThat(drive.ends).containsExactly("0 ok 22", "2 ok 32", "1 ok 56");
    }

    @Test
    void failingServerAnswersErrorsAndFinishesWhatItHas() {
        Drive drive = new Drive(group(1, 1, 0, 0, null, Order.PROCESSOR_SHARING, null, List.of(new Failing(5, 20, 1))))
                .arrive(0, 10, 0)
                .arrive(6, 10, 0)
                .arrive(7, 10, 0)
                .arrive(20, 10, 0)
                .until(100);

        assertThat(drive.ends).containsExactly("1 failed 7", "2 failed 8", "0 ok 10", "3 ok 30");
    }

    /** Half of two cores is stolen all the time: one task is not disturbed, two get half a core each. */
    @Test
    void neighbourTakesItsShareOfAllCores() {
        Antagonist neighbour = new Antagonist(1, 0.5, 0.5, 1e12, 1e-3);
        Drive drive = new Drive(group(2, 10, 0, 0, null, Order.PROCESSOR_SHARING, neighbour, List.of()));
        drive.until(1)
                .arrive(1, 10, 0)
                .until(20)
                .arrive(20, 10, 0)
                .arrive(20, 10, 0)
                .until(100);

        assertThat(drive.ends).containsExactly("0 ok 11", "1 ok 40", "2 ok 40");
        assertThat(drive.server.freeCores()).isEqualTo(1);
    }

    /** Over 10 s a neighbour that stays 1 s and is away 1 s takes 0.6 half of the time; 100 changes, so within 20 %. */
    @Test
    void neighbourComesAndGoes() {
        Drive drive = new Drive(
                group(1, 10, 0, 0, null, Order.PROCESSOR_SHARING, new Antagonist(1, 0.6, 0.6, 100, 100), List.of()));
        int here = 0;
        for (int ms = 0; ms < 100_000; ms += 10) {
            drive.until(ms);
            here += drive.server.freeCores() < 1 ? 1 : 0;
        }
        assertThat(here / 10_000.0).isBetween(0.4, 0.6);
    }
}
