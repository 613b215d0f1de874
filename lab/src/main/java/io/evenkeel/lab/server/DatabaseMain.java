// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.h2.tools.Server;

/**
 * The database's process: one H2 database in memory that all nodes share, served on a free loopback port.
 *
 * <p>Prints {@code port N} when it is ready. Only that one database can be opened from outside, and only with the
 * password from the environment variable {@value #PASSWORD}.
 */
public final class DatabaseMain {

    static final String PASSWORD = "EVENKEEL_DATABASE_PASSWORD";
    static final String USER = "trade";
    static final String NAME = "mem:trade";

    private DatabaseMain() {}

    public static void main(String[] args) throws SQLException {
        // Until another client connects, DB_CLOSE_DELAY keeps what this connection made.
        try (Connection first =
                DriverManager.getConnection("jdbc:h2:" + NAME + ";DB_CLOSE_DELAY=-1", USER, System.getenv(PASSWORD))) {
            Server server = Server.createTcpServer("-tcpPort", "0").start();
            System.out.println("port " + server.getPort() + (first.isValid(1) ? "" : " but no database"));
        }
    }
}
