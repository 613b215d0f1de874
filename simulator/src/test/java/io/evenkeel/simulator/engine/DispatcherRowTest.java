// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.policy.LoadBySlice;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.SliceFigure;
import io.evenkeel.policy.columns.NodeArrays;
import io.evenkeel.simulator.event.EventHeap;
import io.evenkeel.simulator.oracle.PolicyMaker;
import io.evenkeel.simulator.oracle.ServerStates;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.file.ScenarioFiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Joined dispatchers of the simulation tell each other what the real ones do. */
class DispatcherRowTest {

    private static final long MS = 1_000_000;

    private final Scenario scenario =
            ScenarioFiles.shipped("redal").scenario().behind(3).joined();
    private final Requests requests = new Requests();
    private final EventHeap timers = new EventHeap();
    private final DispatcherRow row = new DispatcherRow(
            scenario, new Redal(), requests, new TrueState(scenario, List.of(), slot -> 0, () -> 0, () -> 0), 1);

    private static final class Redal implements PolicyMaker {

        @Override
        public Policy make(Scenario scenario, RandomGenerator random, ServerStates states) {
            return PolicyCatalog.load().find("redal").orElseThrow().create(scenario.nodes(), random, Map.of());
        }

        @Override
        public boolean needsSamples() {
            return false;
        }

        @Override
        public boolean central() {
            return false;
        }
    }

    /**
     * Real dispatchers add up with their own report, too ({@code JoinedDispatcherTest}). These have given
     * 10, 20 and 30 requests to the ten nodes, and the slice of a second is not over.
     */
    @Test
    void theLoadOfPeersIsTheSumOfWhatTheOthersHaveToldBySlices() {
        for (int k = 0; k < 3; k++) {
            for (int more = 0; more < 10 * (k + 1); more++) {
                assertThat(row.dispatchers()[k].offer(requests.take(0), 0)).isNotNegative();
            }
        }
        row.tell(2, timers, 100 * MS);
        row.tell(1, timers, 100 * MS);
        assertThat(came(0)).as("not its turn yet").isZero();
        row.tell(0, timers, 100 * MS);

        assertThat(came(0)).isEqualTo(50);
        assertThat(came(1)).as("of the third; the first had told nothing").isEqualTo(30);
        assertThat(came(2)).as("the first to tell").isZero();
        LoadBySlice second = told(1);
        LoadBySlice third = told(2);
        NodeArrays columns = row.dispatchers()[0].columns;
        for (SliceFigure figure : SliceFigure.values()) {
            for (int slot = 0; slot < columns.slots(); slot++) {
                assertThat(columns.peersBySlice(slot, figure))
                        .as("%s of node %s", figure, slot)
                        .isEqualTo(second.figure(figure, slot, 0) + third.figure(figure, slot, 0));
            }
        }

        row.tell(0, timers, 1050 * MS);
        assertThat(came(0)).as("their slices are over").isZero();
    }

    /** Real dispatchers do the same ({@code JoinedDispatcherTest}). */
    @Test
    void whatIsToldCountsWhenItComesWithoutAnOwnReport() {
        for (int more = 0; more < 8; more++) {
            row.dispatchers()[1].offer(requests.take(0), 0);
        }
        row.dispatchers()[2].offer(requests.take(0), 0);
        row.tell(1, timers, 100 * MS);

        assertThat(peers(0)).isEqualTo(8);
        assertThat(peers(1)).as("its own tasks").isZero();
        assertThat(peers(2)).isEqualTo(8);
        row.tell(2, timers, 101 * MS);
        assertThat(peers(0)).isEqualTo(9);
        assertThat(peers(1)).isEqualTo(1);
    }

    /** The moments of the reports of the first dispatcher in half a second. */
    private static List<Long> tellsMs(Scenario of) {
        EventHeap timers = new EventHeap();
        DispatcherRow row = new DispatcherRow(
                of, new Redal(), new Requests(), new TrueState(of, List.of(), slot -> 0, () -> 0, () -> 0), 1);
        List<Long> tells = new ArrayList<>();
        row.begin(timers);
        while (timers.nextNs() <= 500 * MS) {
            long nowNs = timers.nextNs();
            int dispatcher = timers.id();
            timers.remove();
            if (dispatcher == 0) {
                tells.add(nowNs / MS);
            }
            row.tell(dispatcher, timers, nowNs);
        }
        return tells;
    }

    /** Ten nodes with slices make 270 octets, a hundred 1,980. */
    @Test
    void reportsComeAtTheTimesOfRealOnes() {
        assertThat(tellsMs(scenario)).containsExactly(16L, 66L, 116L, 166L, 216L, 266L, 316L, 366L, 416L, 466L);
        Scenario fleet = ScenarioFiles.shipped("fleet").scenario();
        assertThat(tellsMs(fleet.behind(101).joined()))
                .as("2 MB for all in 198 ms")
                .hasSize(3);
        assertThat(tellsMs(fleet.behind(51).joined())).as("a tenth of a second").hasSize(6);
    }

    private LoadBySlice told(int dispatcher) {
        return Objects.requireNonNull(row.dispatchers()[dispatcher].bySlice(100 * MS));
    }

    private int peers(int dispatcher) {
        NodeArrays columns = row.dispatchers()[dispatcher].columns;
        return IntStream.range(0, columns.slots()).map(columns::peersInFlight).sum();
    }

    private double came(int dispatcher) {
        NodeArrays columns = row.dispatchers()[dispatcher].columns;
        return Arrays.stream(new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
                .mapToDouble(slot -> columns.peersBySlice(slot, SliceFigure.CAME))
                .sum();
    }
}
