// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import io.evenkeel.wire.PoolReading;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.management.ObjectName;

/**
 * All pools as they were read last, for people. The sampling thread fills it, without garbage once it is large enough,
 * and shows the whole at once; {@link #readings} is for any thread.
 */
final class PoolTable {

    private Rows next = new Rows();
    private Rows shown = new Rows();

    /** Adds a pool to those that will be shown. */
    void add(ObjectName name, double active, double limit, double waiters) {
        next.add(name, active, limit, waiters);
    }

    /** Shows what was added since the last call. */
    synchronized void show() {
        Rows before = shown;
        shown = next;
        next = before;
        next.count = 0;
    }

    /** The rows that are shown now. */
    synchronized List<PoolReading> readings() {
        return shown.readings();
    }

    /** Pools in columns. */
    private static final class Rows {

        private ObjectName[] names = new ObjectName[4];
        private double[] active = new double[4];
        private double[] limit = new double[4];
        private double[] waiters = new double[4];
        private int count;

        void add(ObjectName name, double used, double most, double waiting) {
            if (count == names.length) {
                names = Arrays.copyOf(names, 2 * count);
                active = Arrays.copyOf(active, 2 * count);
                limit = Arrays.copyOf(limit, 2 * count);
                waiters = Arrays.copyOf(waiters, 2 * count);
            }
            names[count] = name;
            active[count] = used;
            limit[count] = most;
            waiters[count] = waiting;
            count++;
        }

        List<PoolReading> readings() {
            List<PoolReading> readings = new ArrayList<>();
            for (int k = 0; k < count; k++) {
                readings.add(new PoolReading(names[k].getCanonicalName(), active[k], limit[k], waiters[k]));
            }
            return readings;
        }
    }
}
