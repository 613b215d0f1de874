// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.market;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The server's pool of connections, and one operation's use of one of them. */
final class Database {

    private final DataSource source;
    private final Work work;

    Database(DataSource source, Work work) {
        this.source = source;
        this.work = work;
    }

    /** The work of an operation on its connection. */
    interface Operation<T> {
        T run(Connection connection) throws SQLException;
    }

    /** Runs an operation that changes nothing. */
    <T> T read(Operation<T> operation) throws SQLException {
        try (Connection connection = source.getConnection()) {
            work.spend(connection);
            return operation.run(connection);
        }
    }

    /** Runs an operation as one transaction: everything it does stays, or nothing when it throws. */
    <T> T change(Operation<T> operation) throws SQLException {
        try (Connection connection = source.getConnection()) {
            work.spend(connection);
            connection.setAutoCommit(false);
            boolean done = false;
            try {
                T result = operation.run(connection);
                connection.commit();
                done = true;
                return result;
            } finally {
                if (!done) {
                    connection.rollback();
                }
                connection.setAutoCommit(true);
            }
        }
    }
}
