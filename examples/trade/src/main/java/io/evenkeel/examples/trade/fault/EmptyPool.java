// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.fault;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * A pool that has no connection left for requests, as when an application forgets to give them back: each one that
 * becomes free is taken.
 */
final class EmptyPool implements Fault {

    private static final int MOST = 1000;

    private final DataSource pool;

    EmptyPool(DataSource pool) {
        this.pool = pool;
    }

    @Override
    public void last(long ms) throws InterruptedException {
        List<Connection> taken = new ArrayList<>();
        Thread taker = new Thread(() -> take(taken), "fault-pool");
        taker.setDaemon(true);
        taker.start();
        try {
            Thread.sleep(ms);
        } finally {
            taker.interrupt();
            taker.join();
            taken.forEach(EmptyPool::giveBack);
        }
    }

    private void take(List<Connection> taken) {
        while (!Thread.currentThread().isInterrupted() && taken.size() < MOST) {
            try {
                taken.add(pool.getConnection());
            } catch (SQLException noneWasFree) {
                if (noneWasFree.getCause() instanceof InterruptedException) {
                    return;
                }
            }
        }
    }

    private static void giveBack(Connection connection) {
        try {
            connection.close();
        } catch (SQLException gone) {
            // The pool makes another one.
        }
    }
}
