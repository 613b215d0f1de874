// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

/** The JDBC pool of a server: a task holds a connection for a time, and waits for one in the order of arrival. */
final class ConnectionPool {

    private final int most;
    private final Tasks tasks;
    private final EndHeap holding = new EndHeap();
    private final TaskLine waiters = new TaskLine();

    /** @param most connections; 0 when the pool never binds */
    ConnectionPool(int most, Tasks tasks) {
        this.most = most;
        this.tasks = tasks;
    }

    void add(int task, long nowNs) {
        if (most > 0 && holding.size() == most) {
            waiters.add(task);
        } else {
            holding.add(nowNs + Math.ceil(tasks.jdbcNs[task]), task);
        }
    }

    /** The time when the next connection comes back. */
    double nextNs() {
        return holding.earliest();
    }

    /** Takes a task that has given its connection back by now, or -1 when none has. */
    int take(long nowNs) {
        if (holding.earliest() > nowNs) {
            return -1;
        }
        int task = holding.remove();
        if (!waiters.isEmpty()) {
            holding.add(nowNs + Math.ceil(tasks.jdbcNs[waiters.first()]), waiters.remove());
        }
        return task;
    }

    int most() {
        return most;
    }

    int active() {
        return holding.size();
    }

    int waiting() {
        return waiters.size();
    }
}
