// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

import io.evenkeel.simulator.scenario.RequestKind.Stay;
import java.util.Arrays;

/**
 * The data that a server must know of each task, as columns by the task's number.
 *
 * <p>The maker of tasks gives the numbers, and uses them again when a task is over.
 */
public final class Tasks {

    double[] cpuNs = new double[64];
    double[] jdbcNs = new double[64];
    /** Time that the task stays after its work; 0 for none. */
    double[] staysNs = new double[64];
    /** The state meanwhile. */
    Stay[] stay = new Stay[64];
    /** The object that the task asks for, from 1; 0 for none. */
    int[] object = new int[64];
    /** Time that it holds a connection, on top of the other, when the object is not in the server's cache. */
    double[] missNs = new double[64];
    /** Work added when the task's session has to be fetched from elsewhere. */
    private double[] fetchCpuNs = new double[64];

    private double[] fetchJdbcNs = new double[64];
    private boolean[] fetches = new boolean[64];
    /** The time when the task got its worker. */
    long[] begunNs = new long[64];

    /** Says what a task needs that does not stay. */
    public void set(int task, double newCpuNs, double newJdbcNs) {
        set(task, newCpuNs, newJdbcNs, 0, Stay.WORKER);
    }

    /**
     * Sets the needs of a task.
     *
     * @param newCpuNs time on a core of speed 1
     * @param newJdbcNs time that it holds a connection afterwards; 0 for none
     * @param newStaysNs time that it stays after that; 0 for none
     * @param newStay its state meanwhile
     */
    public void set(int task, double newCpuNs, double newJdbcNs, double newStaysNs, Stay newStay) {
        if (task >= cpuNs.length) {
            int larger = Math.max(task + 1, 2 * cpuNs.length);
            cpuNs = Arrays.copyOf(cpuNs, larger);
            jdbcNs = Arrays.copyOf(jdbcNs, larger);
            staysNs = Arrays.copyOf(staysNs, larger);
            stay = Arrays.copyOf(stay, larger);
            object = Arrays.copyOf(object, larger);
            missNs = Arrays.copyOf(missNs, larger);
            begunNs = Arrays.copyOf(begunNs, larger);
            fetchCpuNs = Arrays.copyOf(fetchCpuNs, larger);
            fetchJdbcNs = Arrays.copyOf(fetchJdbcNs, larger);
            fetches = Arrays.copyOf(fetches, larger);
        }
        cpuNs[task] = newCpuNs;
        jdbcNs[task] = newJdbcNs;
        staysNs[task] = newStaysNs;
        stay[task] = newStay;
        object[task] = 0;
        fetchCpuNs[task] = 0;
        fetchJdbcNs[task] = 0;
        fetches[task] = false;
    }

    /**
     * Sets the object that a task asks for.
     *
     * @param newObject from 1
     * @param newMissNs time that the task holds a connection, on top of the other, when the object is not in the
     *     server's cache
     */
    public void asks(int task, int newObject, double newMissNs) {
        object[task] = newObject;
        missNs[task] = newMissNs;
    }

    /** The object that a task asks for, from 1; 0 for none. */
    public int object(int task) {
        return object[task];
    }

    /** Sets the work of fetching the session of a task, after its other needs. */
    public void fetch(int task, double newCpuNs, double newJdbcNs) {
        fetchCpuNs[task] = newCpuNs;
        fetchJdbcNs[task] = newJdbcNs;
    }

    /** Sets whether the server to which a task goes has to fetch its session. */
    public void fetches(int task, boolean nowFetches) {
        if (fetches[task] != nowFetches) {
            double sign = nowFetches ? 1 : -1;
            cpuNs[task] += sign * fetchCpuNs[task];
            jdbcNs[task] += sign * fetchJdbcNs[task];
            fetches[task] = nowFetches;
        }
    }

    /** Time that a task stays after its work; 0 for none. */
    public long staysNs(int task) {
        return (long) staysNs[task];
    }
}
