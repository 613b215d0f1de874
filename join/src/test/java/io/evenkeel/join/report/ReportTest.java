// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.ReportInterval;
import io.evenkeel.dispatcher.affinity.joint.JointSessions;
import io.evenkeel.dispatcher.affinity.joint.ToldSessions;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.NodeOrder;
import io.evenkeel.dispatcher.node.NodeSlices;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Messages of joined dispatchers, written and read again, also by strangers to the form. */
final class ReportTest {

    private static final SplittableRandom RANDOM = new SplittableRandom(Long.getLong("seed", 1));

    private static MemberReport report() {
        ClusterWork work = new ClusterWork(
                "shop",
                new long[] {Long.MIN_VALUE, -3, 0, 7, Long.MAX_VALUE},
                new int[] {1, 0, 0, 300, 0},
                new int[] {0, 12, 0, 70_000, 0},
                new boolean[] {false, false, false, false, true});
        StampedOrder drain = new StampedOrder(
                "shop", "vcn1", new NodeOrder(AdminState.DRAIN, "new kernel", "alice", Double.NaN, 1), 17, -1);
        StampedOrder weight =
                new StampedOrder("shop", "vcn2", new NodeOrder(AdminState.READY, null, null, 2.5, 1), 1L << 59, 5);
        return new MemberReport(
                -9,
                "10.0.0.1:7800",
                "0.1.0",
                4_000_000_000L,
                3,
                true,
                false,
                0xABCDEF,
                List.of(work),
                List.of(drain, weight));
    }

    private static MemberReport read(byte[] octets) throws ReportException {
        return ReportReader.read(octets, 0, octets.length);
    }

    private static void refused(byte[] octets, String why) {
        assertThatThrownBy(() -> read(octets))
                .isInstanceOf(ReportException.class)
                .hasMessageContaining(why);
    }

    private static FieldWriter begun(int version, int least) {
        return new FieldWriter()
                .octet(0x45)
                .octet(0x4B)
                .octet(0x4A)
                .octet(version)
                .octet(least);
    }

    @Test
    void readsWhatWasWritten() throws ReportException {
        MemberReport read = read(ReportWriter.write(report()));

        assertThat(read)
                .usingRecursiveComparison()
                .ignoringFields("clusters", "orders")
                .isEqualTo(report());
        assertThat(read.orders()).isEqualTo(report().orders());
        ClusterWork work = read.clusters().get(0);
        assertThat(work.cluster()).isEqualTo("shop");
        assertThat(work.keys()).as("the idle node is left out").containsExactly(Long.MIN_VALUE, -3, 7, Long.MAX_VALUE);
        assertThat(work.inFlight()).containsExactly(1, 0, 300, 0);
        assertThat(work.perTenSeconds()).containsExactly(0, 12, 70_000, 0);
        assertThat(work.out()).containsExactly(false, false, false, true);
    }

    @Test
    void readsWhenAReportWasDue() throws ReportException {
        assertThat(read(ReportWriter.write(report().due(70))).everyMs()).isEqualTo(70);
        byte[] old = begun(3, 1)
                .eight(Tags.MEMBER, 3)
                .text(Tags.NAME, "b:1")
                .number(Tags.SEQUENCE, 8)
                .done();
        assertThat(read(old).everyMs()).as("of a version that does not tell it").isEqualTo(200);
        byte[] odd = begun(4, 1)
                .eight(Tags.MEMBER, 3)
                .text(Tags.NAME, "b:1")
                .number(Tags.EVERY, Long.MAX_VALUE)
                .done();
        assertThat(read(odd).everyMs()).as("no longer than a report is fresh").isEqualTo(1_000);
    }

    @Test
    void readsAStepOfAReload() throws ReportException {
        ReloadStep step =
                new ReloadStep(-7, ReloadStep.Kind.CHECKED, false, List.of("shop.yaml:3:1: no such key", "x"));

        assertThat(read(ReportWriter.write(MemberReport.of(3, "a:1", step))).step())
                .isEqualTo(step);
        byte[] ofTomorrow = begun(1, 1)
                .eight(Tags.MEMBER, 3)
                .text(Tags.NAME, "a:1")
                .field(Tags.RELOAD, new FieldWriter().text(Tags.KIND, "UNDO"))
                .done();
        assertThat(read(ofTomorrow).step()).isNull();
    }

    @Test
    void passesOverWhatANewerVersionAdds() throws ReportException {
        byte[] octets = begun(3, 1)
                .eight(Tags.MEMBER, 3)
                .text(77, "a field of tomorrow")
                .text(Tags.NAME, "b:1")
                .field(
                        Tags.CLUSTER,
                        new FieldWriter()
                                .text(Tags.CLUSTER_NAME, "shop")
                                .text(99, "a column of tomorrow")
                                .eight(Tags.KEYS, 5)
                                .number(Tags.IN_FLIGHT, 4)
                                .number(Tags.RATES, 3)
                                .field(Tags.OUT, new byte[] {0}))
                .field(
                        Tags.ORDER,
                        new FieldWriter()
                                .text(Tags.CLUSTER_NAME, "shop")
                                .text(Tags.NODE, "vcn1")
                                .text(Tags.STATE, "HALF_OPEN_OF_TOMORROW"))
                .done();

        MemberReport read = read(octets);

        assertThat(read.name()).isEqualTo("b:1");
        assertThat(read.clusters())
                .singleElement()
                .satisfies(work -> assertThat(work.inFlight()).containsExactly(4));
        assertThat(read.orders())
                .as("an order with a state that is not known here")
                .isEmpty();
    }

    @Test
    void refusesAVersionThatSaysItMustNotBeRead() {
        refused(begun(9, 9).text(Tags.NAME, "b:1").done(), "of version 9");
    }

    @Test
    void refusesWhatIsNoMessage() {
        refused(new byte[0], "does not begin");
        refused("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII), "does not begin");
        refused(begun(1, 1).done(), "whose it is");
        refused(begun(1, 1).text(Tags.NAME, "b:1").eight(Tags.MEMBER, 0).done(), "whose it is");
        refused(new byte[ReportReader.MOST_OCTETS + 1], "more than");
        refused(begun(1, 1).unsigned(Tags.NAME).unsigned(1L << 40).done(), "longer than what there is");
        refused(begun(1, 1).unsigned(Tags.NAME).unsigned(-1).done(), "longer than what there is");
        refused(begun(1, 1).field(Tags.NAME, new byte[] {(byte) 0xFF}).done(), "UTF-8");
        refused(begun(1, 1).field(Tags.SEQUENCE, new byte[] {(byte) 0x80}).done(), "cut off");
        byte[] endless = new byte[20];
        Arrays.fill(endless, (byte) 0x80);
        refused(begun(1, 1).field(Tags.SEQUENCE, endless).done(), "too many bytes");
        refused(begun(1, 1).field(Tags.MEMBER, new byte[3]).done(), "cut off");
    }

    @Test
    void refusesClustersThatMakeNoSense() {
        refused(
                begun(1, 1)
                        .field(Tags.CLUSTER, new FieldWriter().eight(Tags.KEYS, 5))
                        .done(),
                "different lengths");
        byte[] backwards = new FieldWriter().eight(5).eight(5).done();
        refused(
                begun(1, 1)
                        .field(Tags.CLUSTER, new FieldWriter().field(Tags.KEYS, backwards))
                        .done(),
                "out of order");
        refused(
                begun(1, 1)
                        .field(
                                Tags.CLUSTER,
                                new FieldWriter().eight(Tags.KEYS, 5).number(Tags.IN_FLIGHT, 1L << 33))
                        .done(),
                "a number is above");
    }

    @Test
    void refusesMoreClustersOrOrdersThanThereCanBe() {
        FieldWriter order = new FieldWriter()
                .text(Tags.CLUSTER_NAME, "s")
                .text(Tags.NODE, "n")
                .text(Tags.STATE, "READY");
        FieldWriter orders = begun(1, 1);
        FieldWriter clusters = begun(1, 1);
        for (int i = 0; i < 10_001; i++) {
            orders.field(Tags.ORDER, order);
            clusters.field(Tags.CLUSTER, new byte[0]);
        }

        refused(orders.done(), "more than 10000 orders");
        refused(clusters.done(), "more than 10000 clusters");
    }

    @Test
    void refusesAWeightThatNoNodeCanHave() {
        for (double weight : new double[] {0, -1, 2e6, Double.POSITIVE_INFINITY}) {
            FieldWriter order = new FieldWriter()
                    .text(Tags.CLUSTER_NAME, "shop")
                    .text(Tags.NODE, "vcn1")
                    .text(Tags.STATE, "READY")
                    .eight(Tags.WEIGHT, Double.doubleToRawLongBits(weight));
            refused(begun(1, 1).field(Tags.ORDER, order).done(), "a weight");
        }
    }

    @Test
    void readsNoMoreSessionsLeftThanADispatcherCounts() throws ReportException {
        FieldWriter work = new FieldWriter().text(Tags.CLUSTER_NAME, "shop");
        for (int i = 0; i < 10_000; i++) {
            work.field(Tags.LEFT, new byte[] {0, 0, 0, 0, 0, 0, 0, 7, 5, 60});
        }
        byte[] octets = begun(1, 1)
                .eight(Tags.MEMBER, 3)
                .text(Tags.NAME, "b:1")
                .field(Tags.CLUSTER, work)
                .done();

        assertThat(read(octets).clusters().get(0).left()).hasSize(NodeLeft.MOST).containsOnly(new NodeLeft(7, 5, 60));
    }

    /** Any change of a message is read as another message, or refused with an error of its own. */
    @Test
    void neverFailsInAnotherWay() {
        byte[] whole = ReportWriter.write(report());
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] octets = whole.clone();
            for (int flips = RANDOM.nextInt(1, 6); flips > 0; flips--) {
                octets[RANDOM.nextInt(octets.length)] = (byte) RANDOM.nextInt(256);
            }
            try {
                ReportReader.read(octets, 0, RANDOM.nextInt(octets.length + 1));
            } catch (ReportException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(10_000);
    }

    @Test
    void sessionsAndCutsComeAsTheyWereSent() throws ReportException {
        ToldSessions sessions = new ToldSessions(
                "shop",
                new long[] {-1, 5},
                new long[] {7, Long.MIN_VALUE},
                new long[] {0, -4},
                new int[] {0, Integer.MAX_VALUE},
                new int[] {1_799, 0});
        CutStep cut = new CutStep(-5, "shop", "vcn1");

        MemberReport read = read(ReportWriter.write(MemberReport.of(3, "b:1", sessions)));
        assertThat(read.sequence()).isZero();
        ToldSessions told = Objects.requireNonNull(read.sessions());
        assertThat(told.cluster()).isEqualTo("shop");
        assertThat(told.high()).containsExactly(-1, 5);
        assertThat(told.low()).containsExactly(7, Long.MIN_VALUE);
        assertThat(told.nodes()).containsExactly(0, -4);
        assertThat(told.ages()).as("24 days at most").containsExactly(0, 1 << 21);
        assertThat(told.idles()).containsExactly(1_799, 0);
        assertThat(read(ReportWriter.write(MemberReport.of(3, "b:1", cut))).cut())
                .isEqualTo(cut);
        assertThat(read(ReportWriter.write(MemberReport.of(3, "b:1", cut.answer(0))))
                        .cut())
                .isEqualTo(cut.answer(0));
    }

    @Test
    void refusesSessionsAndCutsThatMakeNoSense() {
        refused(
                begun(1, 1)
                        .field(Tags.SESSIONS, new FieldWriter().eight(Tags.SESSION_NODES, 5))
                        .done(),
                "different lengths");
        refused(
                begun(1, 1)
                        .field(Tags.SESSIONS, new FieldWriter().field(Tags.SESSION_NODES, new byte[8 * 5_000]))
                        .done(),
                "more than 4096 sessions");
        refused(
                begun(1, 1)
                        .field(Tags.CUT, new FieldWriter().eight(Tags.ROUND, 5))
                        .done(),
                "of no node");
    }

    private static FieldWriter ofOne(FieldWriter slices) {
        return begun(3, 1)
                .eight(Tags.MEMBER, 3)
                .text(Tags.NAME, "b:1")
                .field(
                        Tags.CLUSTER,
                        new FieldWriter()
                                .text(Tags.CLUSTER_NAME, "shop")
                                .eight(Tags.KEYS, 5)
                                .number(Tags.IN_FLIGHT, 4)
                                .number(Tags.RATES, 3)
                                .field(Tags.OUT, new byte[] {0})
                                .field(Tags.SLICES, slices));
    }

    private static FieldWriter slices(long lengthNs, long leftNs) {
        return new FieldWriter()
                .number(Tags.SLICE_LENGTH, lengthNs)
                .number(Tags.SLICE_LEFT, leftNs)
                .number(Tags.CAME, 7)
                .number(Tags.ENDED, Integer.MAX_VALUE)
                .number(Tags.RUNNING, 250);
    }

    private static NodeSlices slicesOf(byte[] octets) throws ReportException {
        return Objects.requireNonNull(read(octets).clusters().get(0).slices());
    }

    @Test
    void readsTheLoadBySlicesThatWasWritten() throws ReportException {
        NodeSlices slices = new NodeSlices(
                1_000_000_007,
                999_999_999,
                new int[] {3, 0, 0, 200_000},
                new int[][] {{1, 0, 0, 0}, {0, 2, 0, 0}, {0, 0, 0, 9}, {0, 0, 0, 0}},
                new double[] {0.254, 0, 0, 70.5},
                new int[] {0, 0, 0, 16});
        ClusterWork work = new ClusterWork("shop", new long[] {1, 2, 3, 4}, new int[4], new int[4], new boolean[4]);
        MemberReport report =
                new MemberReport(1, "a:1", "0.1.0", 1, 1, false, false, 1, List.of(work.slicing(slices)), List.of());

        ClusterWork read = read(ReportWriter.write(report)).clusters().get(0);

        assertThat(read.keys()).as("node 3 has no load").containsExactly(1, 2, 4);
        NodeSlices told = Objects.requireNonNull(read.slices());
        assertThat(told.lengthNs()).isEqualTo(1_000_000_007);
        assertThat(told.leftNs()).isEqualTo(999_999_999);
        assertThat(told.came()).containsExactly(3, 0, 200_000);
        assertThat(told.expected())
                .as("the last slice is empty")
                .isDeepEqualTo(new int[][] {{1, 0, 0}, {0, 2, 0}, {0, 0, 9}});
        assertThat(told.running()).containsExactly(0.25, 0, 70.5);
        assertThat(told.ended()).containsExactly(0, 0, 16);
    }

    @Test
    void readsOddSlicesWithinTheirBounds() throws ReportException {
        FieldWriter many = slices(5, 0);
        for (int slice = 0; slice < 10_000; slice++) {
            many.number(Tags.EXPECTED, slice);
        }

        NodeSlices told = slicesOf(ofOne(many).done());
        assertThat(told.expected()).hasDimensions(32, 1);
        assertThat(told.leftNs()).as("a slice that has no end").isEqualTo(1);
        assertThat(told.ended()).containsExactly(Integer.MAX_VALUE);
        assertThat(told.running()).containsExactly(2.5);
        assertThat(slicesOf(ofOne(slices(5, Long.MAX_VALUE)).done()).leftNs())
                .as("no more than a slice")
                .isEqualTo(5);
        for (long length : new long[] {0, 3_600_000_000_001L, Long.MAX_VALUE}) {
            ClusterWork work = read(ofOne(slices(length, 1)).done()).clusters().get(0);
            assertThat(work.slices()).as("slices of %s ns", length).isNull();
            assertThat(work.inFlight()).as("the rest counts").containsExactly(4);
        }
    }

    @Test
    void refusesSlicesThatMakeNoSense() {
        refused(ofOne(new FieldWriter().number(Tags.SLICE_LENGTH, 5)).done(), "different lengths");
        refused(ofOne(slices(5, 5).field(Tags.EXPECTED, new byte[0])).done(), "a list is too short");
        refused(ofOne(slices(5, 5).number(Tags.EXPECTED, 1L << 31)).done(), "a number is above");
        refused(ofOne(slices(-1, 5)).done(), "a number is above");
        refused(withLists(new FieldWriter().field(Tags.SLICES, slices(5, 5)).eight(Tags.KEYS, 5)), "different lengths");
        refused(
                withLists(new FieldWriter()
                        .eight(Tags.KEYS, 5)
                        .field(Tags.SLICES, slices(5, 5))
                        .field(Tags.KEYS, new FieldWriter().eight(5).eight(6))),
                "different lengths");
        refused(
                withLists(new FieldWriter()
                        .field(Tags.KEYS, new byte[0])
                        .field(Tags.SLICES, slices(5, 5))
                        .field(Tags.KEYS, new FieldWriter().eight(5).eight(6))),
                "different lengths");
    }

    /** Two numbers in each of the other lists of a cluster, of which a reader takes as many as there are keys. */
    private static byte[] withLists(FieldWriter cluster) {
        byte[] two = {4, 3};
        return begun(3, 1)
                .eight(Tags.MEMBER, 3)
                .text(Tags.NAME, "b:1")
                .field(
                        Tags.CLUSTER,
                        cluster.field(Tags.IN_FLIGHT, two)
                                .field(Tags.RATES, two)
                                .field(Tags.OUT, new byte[] {0}))
                .done();
    }

    /** The same with slices of a second: 50 dispatchers send and get 5 MB a second each. */
    @Test
    void aThousandNodesWithTheirSlicesTakeTwentyKilobytes() {
        int nodes = 1_000;
        int[][] expected = new int[4][];
        for (int slice = 0; slice < 4; slice++) {
            expected[slice] = RANDOM.ints(nodes, 0, 100).toArray();
        }
        NodeSlices slices = new NodeSlices(
                1_000_000_000,
                1,
                RANDOM.ints(nodes, 0, 100).toArray(),
                expected,
                RANDOM.doubles(nodes, 0, 100).toArray(),
                RANDOM.ints(nodes, 0, 100).toArray());
        ClusterWork work = new ClusterWork(
                        "shop",
                        RANDOM.longs(nodes).sorted().toArray(),
                        RANDOM.ints(nodes, 0, 100).toArray(),
                        RANDOM.ints(nodes, 1, 1_000).toArray(),
                        new boolean[nodes])
                .slicing(slices);
        MemberReport report =
                new MemberReport(1, "10.0.0.1:7800", "0.1.0", 1_000_000, 1, false, false, 1, List.of(work), List.of());

        int octets = ReportWriter.write(report).length;
        assertThat(octets).isBetween(18_000, 20_000);
        assertThat(ReportInterval.ms(octets, 49))
                .as("milliseconds between reports")
                .isEqualTo(200);
        assertThat((double) ReportInterval.octets(nodes, true))
                .as("the size that the simulator takes")
                .isCloseTo(octets, Percentage.withPercentage(5));
    }

    /** News of sessions, at their bound: 1,000 five times a second. */
    @Test
    void aThousandSessionsTakeLessThanThirtyKilobytes() {
        int count = JointSessions.MOST_TOGETHER;
        ToldSessions sessions = new ToldSessions(
                "shop",
                RANDOM.longs(count).toArray(),
                RANDOM.longs(count).toArray(),
                RANDOM.longs(count).toArray(),
                RANDOM.ints(count, 0, 1_800).toArray(),
                RANDOM.ints(count, 0, 1_800).toArray());

        assertThat(ReportWriter.write(MemberReport.of(3, "10.0.0.1:7800", sessions)).length)
                .isBetween(24_000, 30_000);
    }

    /** 50 dispatchers in front of 1,000 busy nodes: what each sends and gets in a second. */
    @Test
    void aReportOfAThousandNodesTakesTwelveKilobytes() {
        int nodes = 1_000;
        long[] keys = RANDOM.longs(nodes).sorted().toArray();
        int[] inFlight = RANDOM.ints(nodes, 0, 100).toArray();
        int[] perTenSeconds = RANDOM.ints(nodes, 1, 1_000).toArray();
        ClusterWork work = new ClusterWork("shop", keys, inFlight, perTenSeconds, new boolean[nodes]);
        MemberReport report =
                new MemberReport(1, "10.0.0.1:7800", "0.1.0", 1_000_000, 1, false, false, 1, List.of(work), List.of());

        int octets = ReportWriter.write(report).length;

        assertThat(octets).isBetween(10_000, 12_000);
        double megabytesPerSecond = octets * 5.0 * 49 / 1e6;
        assertThat(megabytesPerSecond)
                .as("sent, and as much received, by each of 50")
                .isLessThan(3);
        assertThat(ReportInterval.ms(octets, 49))
                .as("milliseconds between reports")
                .isEqualTo(200);
        assertThat((double) ReportInterval.octets(nodes, false))
                .as("the size that the simulator takes")
                .isCloseTo(octets, Percentage.withPercentage(5));
    }

    /** The smallest of those whose figures are in record 0074. */
    @Test
    void aReportOfTenNodesTakesTwoHundredOctets() {
        int nodes = 10;
        ClusterWork work = new ClusterWork(
                "shop",
                RANDOM.longs(nodes).sorted().toArray(),
                RANDOM.ints(nodes, 0, 100).toArray(),
                RANDOM.ints(nodes, 200, 1_000).toArray(),
                new boolean[nodes]);
        MemberReport report =
                new MemberReport(1, "10.0.0.1:7800", "0.1.0", 1_000_000, 1, false, false, 1, List.of(work), List.of());

        int octets = ReportWriter.write(report).length;

        assertThat((double) ReportInterval.octets(nodes, false))
                .as("the size that the simulator takes")
                .isCloseTo(octets, Percentage.withPercentage(10));
        assertThat(ReportInterval.ms(octets, 2))
                .as("milliseconds between reports")
                .isEqualTo(50);
    }
}
