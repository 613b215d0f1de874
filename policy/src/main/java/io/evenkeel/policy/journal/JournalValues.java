// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.journal;

import io.evenkeel.policy.Sample;
import io.evenkeel.policy.SliceFigure;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * The last value of everything a policy can read, as the journal knows it; writer and reader of a journal keep equal
 * copies.
 *
 * <p>Rows are columns of the cluster, and one for the fields of the task. Doubles are kept as raw bits. All values
 * start at 0.
 */
@SuppressWarnings("EnumOrdinal") // a row of numbers for each figure
final class JournalValues {

    static final int TASK = 0;
    static final int VIEW = 1;
    static final int AT = 2;
    static final int KEY = 3;
    static final int IN_FLIGHT = 4;
    static final int CONNECTIONS = 5;
    static final int OTHERS = 6;
    static final int LIMIT = 7;
    static final int AGE = 8;
    static final int TUNNELS = 9;
    static final int SERVICES = 10;
    static final int PEERS = 11;
    private static final int FIRST_DOUBLE = 12;
    static final int WEIGHT = 12;
    static final int WARM = 13;
    private static final int FIRST_FIGURE = 14;
    private static final int FIRST_SAMPLE = FIRST_FIGURE + SliceFigure.values().length;

    static final int NOW = 0;
    static final int CLIENT = 1;
    static final int CONTENT = 2;
    static final int ATTEMPT = 3;
    static final int SESSION = 4;
    static final int CONNECTION = 5;
    static final int MEMO = 6;
    static final int HEAD = 7;
    static final int CLASS = 8;
    static final int SESSION_KEY = 9;
    static final int THINK = 10;
    static final int SERVICE = 11;

    static final int COUNT = 0;
    static final int SLOTS = 1;
    static final int HOME = 2;

    private static final int LEAST_ROW = 12;
    private static final Map<Sample, Integer> SAMPLE_ROWS = new EnumMap<>(Sample.class);

    static {
        for (Sample column : Sample.values()) {
            SAMPLE_ROWS.put(column, FIRST_SAMPLE + SAMPLE_ROWS.size());
        }
    }

    private final long[][] rows;

    JournalValues(int maxNodes) {
        rows = new long[FIRST_SAMPLE + SAMPLE_ROWS.size()][Math.max(LEAST_ROW, maxNodes)];
    }

    static int row(Sample column) {
        return Objects.requireNonNull(SAMPLE_ROWS.get(column));
    }

    static int row(SliceFigure figure) {
        return FIRST_FIGURE + figure.ordinal();
    }

    long get(int row, int index) {
        return rows[row][index];
    }

    double decimal(int row, int index) {
        return Double.longBitsToDouble(rows[row][index]);
    }

    /** Notes what was read, and writes it when it has changed. */
    void note(int row, int index, long value, RecordWriter out) {
        long before = rows[row][index];
        if (before == value) {
            return;
        }
        rows[row][index] = value;
        out.unsigned(row + 1);
        out.unsigned(index);
        if (row >= FIRST_DOUBLE) {
            out.unsigned(Long.reverse(before ^ value));
        } else {
            out.signed(value - before);
        }
    }

    /** Takes over the changes of one record, up to its 0. */
    void update(RecordReader in) {
        for (int row = (int) in.unsigned() - 1; row >= 0; row = (int) in.unsigned() - 1) {
            long index = in.unsigned();
            if (row >= rows.length || index < 0 || index >= rows[row].length) {
                throw new IllegalArgumentException("a journal record names a cell that does not exist");
            }
            int i = (int) index;
            if (row >= FIRST_DOUBLE) {
                rows[row][i] ^= Long.reverse(in.unsigned());
            } else {
                rows[row][i] += in.signed();
            }
        }
    }
}
