// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.Sample;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.columns.NodeArrays;
import io.evenkeel.policy.columns.NodeRank;
import io.evenkeel.simulator.chance.Distribution;
import io.evenkeel.simulator.scenario.ClosedLoad;
import io.evenkeel.simulator.scenario.Dispatchers;
import io.evenkeel.simulator.scenario.LoadModel.NodeChoice;
import io.evenkeel.simulator.scenario.SamplingModel;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.ServerGroup;
import io.evenkeel.simulator.scenario.ServerGroup.Order;
import io.evenkeel.simulator.scenario.WorkModel;
import io.evenkeel.simulator.server.SampleRow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The dispatcher of the simulation keeps the rules of the real one. */
class SimulatedDispatcherTest {

    private static final long SECOND_NS = 1_000_000_000L;
    private static final long MS = 1_000_000L;

    /** Takes the first node on offer that has no task of ours, and remembers the calls it gets. */
    private static final class FirstIdle implements Policy {

        private final StringBuilder heard = new StringBuilder();

        @Override
        public int choose(Task task, Nodes nodes) {
            for (int k = 0; k < nodes.count(); k++) {
                if (nodes.inFlight(nodes.at(k)) == 0) {
                    return nodes.at(k);
                }
            }
            return HOLD;
        }

        @Override
        public void onStart(Task task, int slot, Nodes nodes) {
            task.memo(40 + slot);
            heard.append("start ").append(slot).append(", ");
        }

        @Override
        public void onFinish(Task task, int slot, Outcome outcome, long elapsedNs, Nodes nodes) {
            heard.append("%s %d after %d memo %d, ".formatted(outcome, slot, elapsedNs, task.memo()));
        }
    }

    private final FirstIdle policy = new FirstIdle();
    private final Requests requests = new Requests();
    private final NodeArrays columns = DispatcherRow.columns(scenario(0), 1, false);
    private final SimulatedDispatcher dispatcher = new SimulatedDispatcher(
            columns, policy, requests, new TaskView(scenario(0).work()), new Dispatchers(1, 1, 2000));

    @Test
    void queuesUpToItsSizeAndServesTheOldest() {
        int first = requests.take(0);
        int second = requests.take(0);
        int third = requests.take(1);
        assertThat(dispatcher.offer(first, 0)).isZero();
        assertThat(dispatcher.offer(second, 0)).isEqualTo(1);
        assertThat(dispatcher.offer(third, 1)).isEqualTo(SimulatedDispatcher.QUEUED);
        assertThat(dispatcher.offer(requests.take(1), 1)).isEqualTo(SimulatedDispatcher.REFUSED);
        assertThat(dispatcher.oldestNs()).isEqualTo(1);

        assertThat(dispatcher.serve(2)).as("no node is idle").isEqualTo(-1);
        dispatcher.finish(second, Outcome.SUCCEEDED, 7);
        assertThat(dispatcher.serve(7)).isEqualTo(third);
        assertThat(requests.slot[third]).isEqualTo(1);
        assertThat(dispatcher.oldestNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(policy.heard).hasToString("start 0, start 1, SUCCEEDED 1 after 7 memo 41, start 1, ");
    }

    @Test
    void forgetsWhoGaveUp() {
        dispatcher.offer(requests.take(0), 0);
        dispatcher.offer(requests.take(0), 0);
        int waiting = requests.take(0);
        dispatcher.offer(waiting, 0);

        dispatcher.cancel(waiting, 0);
        assertThat(dispatcher.serve(0)).isEqualTo(-1);
        assertThat(dispatcher.oldestNs()).isEqualTo(Long.MAX_VALUE);
    }

    /**
     * 50 ms are the target: at 100 ms the queue is late, the oldest goes, and of the two that come then the second is
     * served.
     */
    @Test
    void aLateQueueServesTheNewestFirstAndRefusesTheOldest() {
        SimulatedDispatcher codel = new SimulatedDispatcher(
                columns, policy, requests, new TaskView(scenario(0).work()), new Dispatchers(1, 10, 2000, 50, 0));
        int inTime = requests.take(0);
        codel.offer(inTime, 0);
        codel.offer(requests.take(0), 0);
        int oldest = requests.take(0);
        codel.offer(oldest, 0);
        assertThat(codel.look(1)).isFalse();
        assertThat(codel.nextLookNs(1)).as("ten times a second").isEqualTo(100 * MS);

        assertThat(codel.look(100 * MS)).isTrue();
        assertThat(codel.giveUp(100 * MS)).isEqualTo(oldest);
        int older = requests.take(101 * MS);
        codel.offer(older, 101 * MS);
        int newest = requests.take(102 * MS);
        codel.offer(newest, 102 * MS);
        assertThat(codel.look(103 * MS)).isFalse();
        assertThat(codel.nextLookNs(103 * MS)).isEqualTo(200 * MS);
        codel.finish(inTime, Outcome.SUCCEEDED, 110 * MS);
        assertThat(codel.serve(110 * MS)).isEqualTo(newest);
        assertThat(codel.look(201 * MS)).as("one was served after 9 ms").isFalse();
        assertThat(codel.look(302 * MS)).isTrue();
        assertThat(codel.giveUp(302 * MS)).isEqualTo(older);
        assertThat(codel.look(303 * MS)).isFalse();
        assertThat(codel.nextLookNs(303 * MS)).isEqualTo(Long.MAX_VALUE);
    }

    /**
     * Of 20 requests 4 are within the share of 20 %, and 10 within the reserve of a second; no request is tried a third
     * time.
     */
    @Test
    void refusedRequestGoesToAnotherNodeWithinTheBudget() {
        SimulatedDispatcher retrying = new SimulatedDispatcher(
                columns, policy, requests, new TaskView(scenario(0).work()), new Dispatchers(1, 1, 2000, 0.2));
        List<Integer> second = new ArrayList<>();
        List<Integer> third = new ArrayList<>();
        for (int k = 0; k < 20; k++) {
            int request = requests.take(0);
            assertThat(retrying.offer(request, 0)).isZero();
            retrying.finish(request, Outcome.FAILED, 0);
            second.add(retrying.retry(request, 0));
            if (second.get(k) == 1) {
                retrying.finish(request, Outcome.FAILED, 0);
                third.add(retrying.retry(request, 0));
            }
        }
        assertThat(second)
                .containsOnly(1, SimulatedDispatcher.REFUSED)
                .filteredOn(slot -> slot == 1)
                .hasSize(14);
        assertThat(third).hasSize(14).containsOnly(SimulatedDispatcher.REFUSED);
    }

    /** One of 5 reported tasks is ours; for 5 s. */
    @Test
    void othersAreWhatASampleSaysAboveOurOwn() {
        dispatcher.offer(requests.take(0), 0);
        dispatcher.sample(0, row(5), 0, 0, 0);
        assertThat(columns.othersInFlight(0)).isEqualTo(4);
        assertThat(columns.sample(0, Sample.IN_FLIGHT)).isEqualTo(5);

        columns.viewAll(5 * SECOND_NS);
        assertThat(columns.othersInFlight(0)).isEqualTo(4);
        columns.viewAll(5 * SECOND_NS + 1);
        assertThat(columns.othersInFlight(0)).isZero();
    }

    @Test
    void olderSampleIsDropped() {
        dispatcher.sample(0, row(5), 0, 100, 200);
        dispatcher.sample(0, row(9), 0, 50, 210);

        columns.viewAll(210);
        assertThat(columns.sample(0, Sample.IN_FLIGHT)).isEqualTo(5);
        assertThat(columns.sampleAgeNs(0)).isEqualTo(110);
        assertThat(columns.sampleAgeNs(1)).isEqualTo(Long.MAX_VALUE);
    }

    /** A limit of 3 for all dispatchers is 2 for each of two, and 3 for the one of an oracle. */
    @Test
    void fullNodesAreNotOnOffer() {
        NodeArrays limited = DispatcherRow.columns(scenario(3), 2, false);
        limited.start(0);
        assertThat(limited.viewFor(0, null)).isEqualTo(2);
        limited.start(0);
        assertThat(limited.viewFor(0, null)).isEqualTo(1);
        assertThat(limited.at(0)).isEqualTo(1);
        limited.finish(0, false);
        assertThat(limited.viewFor(0, null)).isEqualTo(2);
        assertThat(limited.limit(0)).isEqualTo(2);
        assertThat(DispatcherRow.columns(scenario(3), 1, false).limit(0)).isEqualTo(3);
    }

    @Test
    void nodesWithoutASampleArePassedOverOnceOneHasOne() {
        NodeArrays picky = DispatcherRow.columns(scenario(0), 1, true);
        assertThat(picky.viewFor(0, null)).isEqualTo(2);
        assertThat(picky.sample(1, row(0), 0, 0)).isTrue();
        picky.relist();
        assertThat(picky.viewFor(0, null)).isEqualTo(1);
        assertThat(picky.at(0)).isEqualTo(1);
    }

    /** The policy takes idle nodes only; each node may have two tasks. */
    @Test
    void aSessionGoesHomeUnaskedUnlessItsNodeIsFull() {
        SimulatedDispatcher limited = new SimulatedDispatcher(
                DispatcherRow.columns(scenario(2), 1, false),
                policy,
                requests,
                new TaskView(scenario(0).work()),
                new Dispatchers(1, 1, 2000));
        for (int slot : new int[] {1, 1}) {
            int request = requests.take(0);
            requests.home[request] = 1;
            assertThat(limited.offer(request, 0)).isEqualTo(slot);
        }
        int third = requests.take(0);
        requests.home[third] = 1;
        assertThat(limited.offer(third, 0)).as("home is full").isZero();
        int fourth = requests.take(0);
        requests.home[fourth] = 1;
        assertThat(limited.offer(fourth, 0)).as("and no node is idle").isEqualTo(SimulatedDispatcher.QUEUED);
        limited.finish(third, Outcome.SUCCEEDED, 5);
        int fifth = requests.take(6);
        requests.home[fifth] = 0;
        assertThat(limited.offer(fifth, 6)).as("past the queue").isZero();
        assertThat(policy.heard).hasToString("start 1, start 1, start 0, SUCCEEDED 0 after 5 memo 40, start 0, ");
    }

    /** The policy turns every session away from its home; a node has one task at most. */
    @Test
    void aPolicyThatDecidesAboutHomesIsAskedUnlessOnlyTheHomeIsLeft() {
        StringBuilder asked = new StringBuilder();
        Policy elsewhere = new Policy() {
            @Override
            public boolean decidesHomes() {
                return true;
            }

            @Override
            public int choose(Task task, Nodes nodes) {
                asked.append(
                        "home %d of session %d after %d, ".formatted(nodes.home(), task.sessionKey(), task.thinkNs()));
                return nodes.at(nodes.count() - 1);
            }
        };
        NodeArrays two = DispatcherRow.columns(scenario(1), 1, false);
        SimulatedDispatcher deciding = new SimulatedDispatcher(
                two, elsewhere, requests, new TaskView(scenario(0).work()), new Dispatchers(1, 1, 2000));

        assertThat(deciding.offer(inSession(70, 0, 5), 0)).as("turned away").isEqualTo(1);
        assertThat(deciding.offer(inSession(71, 1, 6), 0))
                .as("its home is full")
                .isZero();
        two.rank(1, NodeRank.OUT, true);
        two.limit(1, 2);
        two.relist();
        assertThat(deciding.offer(inSession(72, 1, 7), 0)).as("nobody else").isEqualTo(1);
        assertThat(asked).hasToString("home 0 of session 70 after 5, home -1 of session 71 after 6, ");
    }

    private int inSession(long key, int home, long thinkNs) {
        int request = requests.take(0);
        requests.clientKey[request] = key;
        requests.home[request] = home;
        requests.thinkNs[request] = thinkNs;
        return request;
    }

    @SuppressWarnings("EnumOrdinal") // a row is an array by column
    private static double[] row(double inFlight) {
        double[] row = new double[SampleRow.WIDTH];
        row[Sample.IN_FLIGHT.ordinal()] = inFlight;
        return row;
    }

    private static Scenario scenario(int limit) {
        Distribution none = Distribution.parse("constant(0ms)");
        return new Scenario(
                "two",
                "two servers",
                List.of(new ServerGroup("it", 2, 1, 1, 4, 4, 0, null, 1, limit, Order.FIFO, null, List.of())),
                new WorkModel(Distribution.parse("constant(1ms)"), none, 0),
                new ClosedLoad(1, 1, 0, none, 10, null, NodeChoice.NONE),
                Dispatchers.ONE,
                SamplingModel.NONE,
                0,
                1000);
    }
}
