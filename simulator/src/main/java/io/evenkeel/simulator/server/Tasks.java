// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

import java.util.Arrays;

/**
 * What a server must know of each task, as columns by the task's number.
 *
 * <p>Numbers are given by whoever makes tasks and used again when a task is over.
 */
public final class Tasks {

    double[] cpuNs = new double[64];
    double[] jdbcNs = new double[64];
    /** When the task got its worker. */
    long[] begunNs = new long[64];

    /**
     * Says what a task needs.
     *
     * @param newCpuNs time on a core of speed 1
     * @param newJdbcNs time that it holds a connection afterwards; 0 for none
     */
    public void set(int task, double newCpuNs, double newJdbcNs) {
        if (task >= cpuNs.length) {
            int larger = Math.max(task + 1, 2 * cpuNs.length);
            cpuNs = Arrays.copyOf(cpuNs, larger);
            jdbcNs = Arrays.copyOf(jdbcNs, larger);
            begunNs = Arrays.copyOf(begunNs, larger);
        }
        cpuNs[task] = newCpuNs;
        jdbcNs[task] = newJdbcNs;
    }
}
