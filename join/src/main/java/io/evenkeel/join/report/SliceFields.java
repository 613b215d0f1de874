// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.report;

import io.evenkeel.dispatcher.node.NodeSlices;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The load of nodes by time slices in a message: times in nanoseconds, means in hundredths. Slices at the end in which
 * nothing is expected are not written; of what is read, slices above {@link #MOST} are passed over.
 */
final class SliceFields {

    /** Slices, at most. */
    static final int MOST = 32;

    private static final long LONGEST_NS = 3_600_000_000_000L;
    private static final double HUNDREDTHS = 100;

    private SliceFields() {}

    static FieldWriter write(NodeSlices slices) {
        FieldWriter out = new FieldWriter()
                .number(Tags.SLICE_LENGTH, slices.lengthNs())
                .number(Tags.SLICE_LEFT, slices.leftNs())
                .field(Tags.CAME, numbers(slices.came()))
                .field(Tags.ENDED, numbers(slices.ended()));
        FieldWriter running = new FieldWriter();
        for (double each : slices.running()) {
            running.unsigned((int) Math.min(Integer.MAX_VALUE, Math.rint(each * HUNDREDTHS)));
        }
        out.field(Tags.RUNNING, running);
        int[][] expected = slices.expected();
        int count = Math.min(MOST, expected.length);
        while (count > 0 && isZero(expected[count - 1])) {
            count--;
        }
        for (int slice = 0; slice < count; slice++) {
            out.field(Tags.EXPECTED, numbers(expected[slice]));
        }
        return out;
    }

    private static boolean isZero(int[] slice) {
        for (int each : slice) {
            if (each != 0) {
                return false;
            }
        }
        return true;
    }

    private static FieldWriter numbers(int[] numbers) {
        FieldWriter out = new FieldWriter();
        for (int each : numbers) {
            out.unsigned(Math.max(0, each));
        }
        return out;
    }

    /**
     * The load of a number of nodes; null when the length of a slice is none that a policy can have.
     *
     * @param nodes whose keys came before
     */
    static @Nullable NodeSlices read(FieldReader in, int nodes) throws ReportException {
        long lengthNs = 0;
        long leftNs = 0;
        int[] came = {};
        int[] ended = {};
        int[] hundredths = {};
        List<int[]> expected = new ArrayList<>();
        for (int tag = in.next(); tag != 0; tag = in.next()) {
            switch (tag) {
                case Tags.SLICE_LENGTH -> lengthNs = in.number(Long.MAX_VALUE);
                case Tags.SLICE_LEFT -> leftNs = in.number(Long.MAX_VALUE);
                case Tags.CAME -> came = ReportReader.numbers(in, nodes);
                case Tags.ENDED -> ended = ReportReader.numbers(in, nodes);
                case Tags.RUNNING -> hundredths = ReportReader.numbers(in, nodes);
                case Tags.EXPECTED -> {
                    if (expected.size() < MOST) {
                        expected.add(ReportReader.numbers(in, nodes));
                    }
                }
                default -> {}
            }
        }
        if (came.length != nodes || ended.length != nodes || hundredths.length != nodes) {
            throw new ReportException("the lists of a cluster have different lengths");
        }
        if (lengthNs == 0 || lengthNs > LONGEST_NS) {
            return null;
        }
        double[] running = new double[nodes];
        for (int i = 0; i < nodes; i++) {
            running[i] = hundredths[i] / HUNDREDTHS;
        }
        long left = Math.max(1, Math.min(lengthNs, leftNs));
        return new NodeSlices(lengthNs, left, came, expected.toArray(new int[0][]), running, ended);
    }
}
