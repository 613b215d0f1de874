// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.affinity.joint.ToldSessions;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.NodeOrder;
import io.evenkeel.dispatcher.node.NodeSlices;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** Members of different versions: messages that were recorded of the first one, and messages of two versions later. */
final class VersionsTest {

    /** The report of {@link #report}, as version 1 has written it. */
    private static final String REPORT_OF_1 = """
            454b4a01010108fffffffffffffff7020d31302e302e302e313a373830300305302e312e30040580d0acf30e05010206
            010307080000000000abcdef083a010473686f7002208000000000000000fffffffffffffffd00000000000000077fff
            ffffffffffff03050100ac02000406000cf0a204000501080947010473686f70020476636e310305445241494e040a6e
            6577206b65726e656c0505616c69636506087ff800000000000007083ff00000000000000801110908ffffffffffffff
            ff093c010473686f70020476636e32030552454144590608400400000000000007083ff0000000000000080980808080
            808080800809080000000000000005
            """;

    /** An answer to the first step of a reload, as version 1 has written it. */
    private static final String STEP_OF_1 = """
            454b4a01010108fffffffffffffff7020d31302e302e302e313a373830300a260108000000000000004d020743484543
            4b4544030100040e6e6f206b65792027706f6c637927
            """;

    private static final int HEAD = 5;
    private static final int VERSION_AT = 3;

    private static final Set<Integer> OF_CLUSTER_OF_1 =
            Set.of(Tags.CLUSTER_NAME, Tags.KEYS, Tags.IN_FLIGHT, Tags.RATES, Tags.OUT);

    /** True for the number of a field that version 1 knows. */
    private static boolean isOf1(int tag) {
        return tag <= Tags.RELOAD;
    }

    private static byte[] octets(String recorded) {
        return HexFormat.of().parseHex(recorded.replaceAll("\\s", ""));
    }

    private static MemberReport read(byte[] octets) throws ReportException {
        return ReportReader.read(octets, 0, octets.length);
    }

    private static NodeSlices slices() {
        return new NodeSlices(1_000_000_000, 1, new int[4], new int[][] {{1, 2, 3, 4}}, new double[4], new int[4]);
    }

    private static MemberReport report(List<NodeLeft> left) {
        ClusterWork work = new ClusterWork(
                "shop",
                new long[] {Long.MIN_VALUE, -3, 7, Long.MAX_VALUE},
                new int[] {1, 0, 300, 0},
                new int[] {0, 12, 70_000, 0},
                new boolean[] {false, false, false, true},
                left,
                left.isEmpty() ? SessionsSeen.NONE : new SessionsSeen(1, 2, 3, 4, 5),
                left.isEmpty() ? null : slices());
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

    @Test
    void aMessageOfTheFirstVersionIsUnderstood() throws ReportException {
        MemberReport report = read(octets(REPORT_OF_1));

        assertThat(report)
                .usingRecursiveComparison()
                .withStrictTypeChecking()
                .withEqualsForType((a, b) -> Double.compare(a, b) == 0, Double.class)
                .isEqualTo(report(List.of()));
        assertThat(report.everyMs())
                .as("it sends one each 200 ms and does not say so")
                .isEqualTo(200);
        ReloadStep step = new ReloadStep(77, ReloadStep.Kind.CHECKED, false, List.of("no key 'polcy'"));
        assertThat(read(octets(STEP_OF_1)).step()).isEqualTo(step);
    }

    /** Version 1 passes over the fields that it does not know. The rest must be what it would have written itself. */
    @Test
    void theFirstVersionFindsInAMessageOfTodayWhatItKnows() {
        byte[] today = ReportWriter.write(report(List.of(new NodeLeft(7, 5, 60))));

        byte[] seen = withoutNewFields(today);
        seen[VERSION_AT] = 1;
        assertThat(HexFormat.of().formatHex(seen)).isEqualTo(REPORT_OF_1.replaceAll("\\s", ""));
        assertThat(today[VERSION_AT + 1])
                .as("the lowest version that may read it")
                .isEqualTo((byte) 1);
    }

    /** To version 1 such a message says nothing, and does no harm. */
    @Test
    void whatTheFirstVersionDoesNotKnowStandsInMessagesOfItsOwn() {
        ToldSessions sessions =
                new ToldSessions("shop", new long[] {1}, new long[] {2}, new long[] {3}, new int[1], new int[1]);
        String nothing = HexFormat.of()
                .formatHex(withoutNewFields(ReportWriter.write(MemberReport.of(-9, "10.0.0.1:7800", List.of()))));

        for (MemberReport each : List.of(
                MemberReport.of(-9, "10.0.0.1:7800", sessions),
                MemberReport.of(-9, "10.0.0.1:7800", new CutStep(1, "shop", "vcn1")))) {
            assertThat(HexFormat.of().formatHex(withoutNewFields(ReportWriter.write(each))))
                    .isEqualTo(nothing);
        }
    }

    private static byte[] withoutNewFields(byte[] message) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(message, 0, HEAD);
        copy(ByteBuffer.wrap(message, HEAD, message.length - HEAD), VersionsTest::isOf1, out, true);
        return out.toByteArray();
    }

    /** Copies fields by their numbers; those of clusters as version 1 knows them. */
    private static void copy(ByteBuffer in, IntPredicate known, ByteArrayOutputStream out, boolean top) {
        while (in.hasRemaining()) {
            int tag = (int) unsigned(in);
            byte[] content = new byte[(int) unsigned(in)];
            in.get(content);
            if (!known.test(tag)) {
                continue;
            }
            if (top && tag == Tags.CLUSTER) {
                ByteArrayOutputStream inner = new ByteArrayOutputStream();
                copy(ByteBuffer.wrap(content), OF_CLUSTER_OF_1::contains, inner, false);
                content = inner.toByteArray();
            }
            out.writeBytes(new FieldWriter().field(tag, content).done());
        }
    }

    private static long unsigned(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            int octet = in.get();
            value |= (long) (octet & 0x7F) << shift;
            if (octet >= 0) {
                return value;
            }
        }
    }

    private static FieldWriter tomorrow(FieldWriter fields) {
        return fields.text(99, "a field of tomorrow");
    }

    @Test
    void aMessageOfTwoVersionsLaterIsUnderstood() throws ReportException {
        FieldWriter cluster = tomorrow(new FieldWriter()
                .text(Tags.CLUSTER_NAME, "shop")
                .eight(Tags.KEYS, 5)
                .number(Tags.IN_FLIGHT, 4)
                .number(Tags.RATES, 3)
                .field(Tags.OUT, new byte[] {0})
                .field(
                        Tags.LEFT,
                        new FieldWriter().eight(5).unsigned(2).unsigned(30).unsigned(1_000))
                .field(
                        Tags.SLICES,
                        tomorrow(new FieldWriter()
                                .number(Tags.SLICE_LENGTH, 1_000_000_000)
                                .number(Tags.SLICE_LEFT, 1)
                                .number(Tags.CAME, 7)
                                .number(Tags.ENDED, 8)
                                .number(Tags.RUNNING, 900)
                                .number(Tags.EXPECTED, 6))));
        FieldWriter cut = tomorrow(new FieldWriter()
                .eight(Tags.ROUND, 1)
                .text(Tags.CUT_CLUSTER, "shop")
                .text(Tags.CUT_NODE, "vcn1")
                .number(Tags.TOLD_TO_END, 6));
        FieldWriter sessions = tomorrow(new FieldWriter()
                .text(Tags.CLUSTER_NAME, "shop")
                .field(Tags.SESSION_KEYS, new FieldWriter().eight(1).eight(2))
                .eight(Tags.SESSION_NODES, 3)
                .number(Tags.AGES, 4)
                .number(Tags.IDLES, 5));
        byte[] message = tomorrow(new FieldWriter()
                        .octet(Tags.MAGIC >> 16)
                        .octet(Tags.MAGIC >> 8)
                        .octet(Tags.MAGIC)
                        .octet(Tags.VERSION + 2)
                        .octet(Tags.LEAST_READER)
                        .eight(Tags.MEMBER, 9)
                        .text(Tags.NAME, "b:1")
                        .number(Tags.SEQUENCE, 8)
                        .field(Tags.EVERY, new FieldWriter().unsigned(70).unsigned(1_000))
                        .field(Tags.CLUSTER, cluster)
                        .field(Tags.CUT, cut)
                        .field(Tags.SESSIONS, sessions)
                        .field(
                                Tags.RELOAD,
                                tomorrow(new FieldWriter().eight(Tags.ROUND, 1).text(Tags.KIND, "ASK_TOMORROW"))))
                .done();

        MemberReport read = read(message);

        assertThat(read.sequence()).isEqualTo(8);
        assertThat(read.everyMs()).isEqualTo(70);
        assertThat(read.clusters()).singleElement().satisfies(work -> {
            assertThat(work.inFlight()).containsExactly(4);
            assertThat(work.left()).containsExactly(new NodeLeft(5, 2, 30));
            assertThat(work.slices()).isNotNull().satisfies(slices -> {
                assertThat(slices.came()).containsExactly(7);
                assertThat(slices.running()).containsExactly(9.0);
                assertThat(slices.expected()).isDeepEqualTo(new int[][] {{6}});
            });
        });
        assertThat(read.cut()).isEqualTo(new CutStep(1, "shop", "vcn1", 6));
        assertThat(read.sessions()).isNotNull().satisfies(told -> {
            assertThat(told.nodes()).containsExactly(3);
            assertThat(told.idles()).containsExactly(5);
        });
        assertThat(read.step()).as("a step that is not known here").isNull();
    }
}
