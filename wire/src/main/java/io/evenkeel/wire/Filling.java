// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

import java.util.Arrays;

/**
 * A sample while a reader fills it: figures and head by their codes, each at most once.
 *
 * <p>The code of a metric is its ordinal; the four figures of the head come behind the metrics.
 */
final class Filling {

    static final int EPOCH = Metric.count();
    static final int SEQUENCE = EPOCH + 1;
    static final int CLOCK = EPOCH + 2;
    static final int PORT = EPOCH + 3;

    /** The number up to which a double holds every integer. */
    private static final double EXACT = 1L << 53;

    private final boolean[] seen = new boolean[PORT + 1];
    private final double[] head = new double[4];

    /** Begins a sample: it is empty from here on. */
    void begin(NodeSample into) {
        into.clear();
        Arrays.fill(seen, false);
        Arrays.fill(head, 0);
    }

    /**
     * Takes a figure; one that is out of range is counted as rejected.
     *
     * @return false when it was there already
     */
    boolean put(int code, double value, NodeSample into) {
        if (!note(code)) {
            return false;
        }
        if (code < EPOCH) {
            into.set(Metric.at(code), value);
        } else if (value >= 0 && value <= (code == PORT ? 65535 : EXACT) && value == Math.rint(value)) {
            head[code - EPOCH] = value;
        } else {
            into.reject();
        }
        return true;
    }

    /** Counts a figure that is there and is not a number as rejected; false when it was there already. */
    boolean reject(int code, NodeSample into) {
        into.reject();
        return note(code);
    }

    /** Gives the sample its head. */
    void end(NodeSample into) {
        into.stamp((long) head[0], (long) head[1], (long) head[2]);
        into.agentPort((int) head[3]);
    }

    private boolean note(int code) {
        boolean first = !seen[code];
        seen[code] = true;
        return first;
    }
}
