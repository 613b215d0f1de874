// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.columns;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.policy.Sample;
import io.evenkeel.policy.SliceFigure;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodeArraysTest {

    private static final List<NodeRank> RANKS = List.of(NodeRank.values());

    private static final long KEY = 1000;

    private final NodeArrays columns = new NodeArrays(8);

    NodeArraysTest() {
        for (int slot = 0; slot < 3; slot++) {
            columns.join(slot, KEY + slot);
            columns.rank(slot, NodeRank.TAKES, true);
        }
        columns.relist();
    }

    private List<Integer> shown(@Nullable TriedSlots tried) {
        int count = columns.viewFor(0, tried);
        return IntStream.range(0, count).mapToObj(columns::at).toList();
    }

    private List<Integer> shown() {
        return shown(null);
    }

    @SuppressWarnings("EnumOrdinal") // a row is an array by column
    private static double[] row(double inFlight) {
        double[] row = new double[Sample.values().length];
        row[Sample.IN_FLIGHT.ordinal()] = inFlight;
        return row;
    }

    @Test
    void listsTheNodesOfTheBestRankOnly() {
        columns.rank(0, NodeRank.DOUBTED, false);
        columns.rank(1, NodeRank.LAST_RESORT, false);
        columns.relist();
        assertThat(shown()).as("one takes tasks").containsExactly(2);

        columns.rank(2, NodeRank.GONE, false);
        columns.relist();
        assertThat(shown()).as("the doubted").containsExactly(0);

        columns.rank(0, NodeRank.OUT, false);
        columns.relist();
        assertThat(shown()).as("the last resort").containsExactly(1);

        columns.rank(1, NodeRank.OUT, false);
        columns.relist();
        assertThat(shown()).isEmpty();
    }

    @Test
    void leavesOutFullNodesAndThoseThatWereTried() {
        columns.limit(1, 1);
        columns.start(1);
        assertThat(shown()).containsExactly(0, 2);
        assertThat(shown(slot -> slot == 2)).containsExactly(0);
        columns.finish(1, false);
        assertThat(shown()).containsExactly(0, 1, 2);
        assertThat(columns.shows(1)).isTrue();
    }

    /** Nodes without one are passed over once a node that takes tasks has one; a doubted node's does not count. */
    @Test
    void showsNodesWithASampleToAPolicyThatNeedsOne() {
        columns.needsSamples(true);
        assertThat(columns.blind()).isTrue();
        assertThat(shown()).containsExactly(0, 1, 2);

        assertThat(columns.sample(1, row(5), 0, 0)).isTrue();
        columns.relist();
        assertThat(shown()).containsExactly(1);
        assertThat(columns.blind()).isFalse();

        columns.rank(1, NodeRank.DOUBTED, false);
        columns.relist();
        assertThat(shown()).containsExactly(0, 2);
        assertThat(columns.blind()).isTrue();
        columns.needsSamples(false);
        assertThat(columns.blind()).isFalse();
    }

    @Test
    void theHomeTakesATaskWhileItMay() {
        assertThat(columns.home(KEY + 1, null)).isEqualTo(1);
        assertThat(columns.home(KEY + 1, slot -> slot == 1)).isEqualTo(NodeArrays.HOME_TRIED);
        assertThat(columns.home(KEY + 9, null)).isEqualTo(NodeArrays.HOME_GONE);
        assertThat(columns.home(0, null)).isEqualTo(NodeArrays.HOME_GONE);
        columns.limit(1, 1);
        columns.start(1);
        assertThat(columns.home(KEY + 1, null)).isEqualTo(NodeArrays.HOME_FULL);
        assertThat(columns.takesHome(1)).isFalse();
    }

    @Test
    void aDrainingNodeKeepsItsHomesAndADoubtedOneOnlyWhenNoOtherTakesTasks() {
        columns.rank(0, NodeRank.OUT, true);
        columns.rank(1, NodeRank.DOUBTED, false);
        columns.relist();
        assertThat(shown()).containsExactly(2);
        assertThat(columns.home(KEY, null)).as("draining").isZero();
        assertThat(columns.home(KEY + 1, null)).as("doubted").isEqualTo(NodeArrays.HOME_GONE);
        assertThat(columns.slotOf(KEY + 1)).as("it is a member").isEqualTo(1);

        columns.rank(2, NodeRank.OUT, false);
        columns.relist();
        assertThat(columns.home(KEY + 1, null)).as("the best there is").isEqualTo(1);
        assertThat(columns.home(KEY + 2, null)).as("down").isEqualTo(NodeArrays.HOME_GONE);

        columns.rank(0, NodeRank.GONE, false);
        columns.relist();
        assertThat(columns.slotOf(KEY)).isEqualTo(-1);
    }

    /** Only a choice for a task that has a home shows one, listed or not, and only while it can take the task. */
    @Test
    void showsTheHomeOfTheTaskThatIsPlaced() {
        columns.rank(0, NodeRank.OUT, true);
        columns.limit(1, 1);
        columns.start(1);
        columns.relist();

        assertThat(columns.viewFor(0, null, KEY)).as("draining").isEqualTo(1);
        assertThat(columns.home()).isZero();
        assertThat(columns.viewFor(0, null)).isEqualTo(1);
        assertThat(columns.home()).isEqualTo(-1);
        columns.viewFor(0, null, KEY + 1);
        assertThat(columns.home()).as("full").isEqualTo(-1);
        columns.viewFor(0, slot -> slot == 2, KEY + 2);
        assertThat(columns.home()).as("tried").isEqualTo(-1);
        columns.viewFor(0, null, KEY + 2);
        assertThat(columns.home()).isEqualTo(2);
        columns.viewAll(0);
        assertThat(columns.home()).as("no choice").isEqualTo(-1);
        columns.viewFor(0, null, 0);
        assertThat(columns.home()).as("no session").isEqualTo(-1);
    }

    @Test
    void aWarmShareGrowsFromATenth() {
        columns.traits().warmNs(1000);
        columns.traits().upSinceNs(0, 500);
        columns.now(501);
        assertThat(columns.warmShare(0)).isEqualTo(0.1);
        columns.now(1000);
        assertThat(columns.warmShare(0)).isEqualTo(0.5);
        columns.now(1500);
        assertThat(columns.warmShare(0)).isEqualTo(1.0);
    }

    @Test
    void aCopyIsAlikeAndStaysSo() {
        columns.limit(0, 2);
        columns.start(0);
        columns.start(0);
        columns.tunnel(0);
        columns.sample(2, row(5), 0, 7);
        columns.needsSamples(true);
        NodeArrays copy = columns.copy();
        columns.finish(0, true);
        columns.samples().forget(2);

        assertThat(copy.slots()).isEqualTo(3);
        assertThat(List.of(copy.inFlight(0), copy.tunnels(0), copy.limit(0))).containsExactly(1, 1, 2);
        assertThat(copy.isFull(0)).isTrue();
        assertThat(copy.othersInFlight(2)).isEqualTo(5);
        assertThat(copy.viewFor(9, null)).isEqualTo(1);
        assertThat(copy.at(0)).isEqualTo(2);
        assertThat(copy.home(KEY + 1, null)).isEqualTo(1);
    }

    @Test
    void peersTellOfOthersWhereNoSampleDoes() {
        columns.traits().peers(2, 9);
        columns.now(7);
        assertThat(columns.othersInFlight(2)).as("no sample").isEqualTo(9);

        columns.sample(2, row(5), 0, 7);
        assertThat(columns.othersInFlight(2)).as("the sample has them already").isEqualTo(5);
        assertThat(columns.peersInFlight(2)).isEqualTo(9);
        assertThat(columns.copy().peersInFlight(2)).isEqualTo(9);

        columns.sample(2, row(Double.NaN), 0, 8);
        assertThat(columns.othersInFlight(2))
                .as("a sample that counts no tasks")
                .isEqualTo(9);

        columns.sample(2, row(0), 0, 9);
        assertThat(columns.othersInFlight(2)).as("a sample that knows of none").isZero();
        columns.now(9 + 5_000_000_001L);
        assertThat(columns.othersInFlight(2)).as("the sample is old").isEqualTo(9);

        columns.join(2, KEY + 2);
        assertThat(columns.peersInFlight(2)).as("another node").isZero();
    }

    @Test
    void whatPeersTellBySliceIsOfTheNodeThatHasTheSlot() {
        columns.traits().peersBySlice(2, SliceFigure.EXPECTED, 1.5);
        assertThat(columns.peersBySlice(2, SliceFigure.EXPECTED)).isEqualTo(1.5);
        assertThat(columns.peersBySlice(2, SliceFigure.CAME)).isZero();
        assertThat(columns.copy().peersBySlice(2, SliceFigure.EXPECTED)).isEqualTo(1.5);

        columns.join(2, KEY + 2);
        assertThat(columns.peersBySlice(2, SliceFigure.EXPECTED)).isZero();
    }

    /** The list is kept by small steps; after every one of them it is what the rules say. */
    @Test
    void theKeptListIsAlwaysTheOneByTheRules() {
        long seed = Long.getLong("seed", 1);
        SplittableRandom chance = new SplittableRandom(seed);
        for (int step = 0; step < 20_000; step++) {
            int slot = chance.nextInt(3);
            switch (chance.nextInt(6)) {
                case 0 -> columns.start(slot);
                case 1 -> columns.limit(slot, chance.nextInt(5));
                case 2 -> columns.tasks(slot, chance.nextInt(5), 0);
                case 3 -> {
                    columns.rank(slot, RANKS.get(chance.nextInt(RANKS.size())), false);
                    columns.relist();
                }
                default -> columns.finish(slot, false);
            }
            assertThat(shown()).as("step %s of -Dseed=%s", step, seed).isEqualTo(byTheRules());
        }
    }

    private List<Integer> byTheRules() {
        List<Integer> slots = new ArrayList<>();
        for (int slot = 0; slot < 3; slot++) {
            if (columns.listing(slot) == NodeListing.LISTED && columns.tasks(slot) < columns.limit(slot)) {
                slots.add(slot);
            }
        }
        return slots;
    }

    @Test
    void aBackupIsListedWhenNoOtherNodeTakesTasks() {
        columns.group(1, 2);
        columns.group(2, 3);
        columns.relist();
        assertThat(shown()).as("the first group").containsExactly(0);

        columns.rank(0, NodeRank.DOUBTED, false);
        columns.relist();
        assertThat(shown()).as("a sound backup before a doubted node").containsExactly(1);

        columns.rank(1, NodeRank.OUT, false);
        columns.relist();
        assertThat(shown()).as("the backup's backup").containsExactly(2);

        columns.rank(2, NodeRank.DOUBTED, false);
        columns.relist();
        assertThat(shown()).as("of the doubted, too, the first group").containsExactly(0);
    }

    @Test
    void fullNodesDoNotBringBackupsIn() {
        columns.group(1, 2);
        columns.group(2, 2);
        columns.limit(0, 1);
        columns.relist();

        columns.start(0);

        assertThat(shown()).isEmpty();
    }

    @Test
    void aRetryThatFailedEverywhereGoesToABackup() {
        columns.group(2, 2);
        columns.relist();

        assertThat(shown(slot -> slot == 0)).containsExactly(1);
        assertThat(shown(slot -> slot < 2)).containsExactly(2);
        assertThat(shown(slot -> true)).isEmpty();
    }

    @Test
    void aSampledBackupDoesNotPushOutNodesWithoutSamples() {
        columns.group(2, 2);
        columns.needsSamples(true);
        columns.sample(2, row(1), 0, 1);
        columns.relist();

        assertThat(shown()).containsExactly(0, 1);
        assertThat(columns.copy().listedCount()).isEqualTo(2);
    }

    @Test
    void saysWhichRuleLeavesANodeOut() {
        columns.group(2, 2);
        columns.needsSamples(true);
        columns.sample(0, row(1), 0, 1);
        columns.relist();
        assertThat(List.of(columns.listing(0), columns.listing(1), columns.listing(2)))
                .containsExactly(NodeListing.LISTED, NodeListing.UNSAMPLED, NodeListing.BACKUP);

        columns.rank(2, NodeRank.DOUBTED, false);
        columns.relist();
        assertThat(columns.listing(2)).as("the rank weighs more than the group").isEqualTo(NodeListing.OUTRANKED);
    }
}
