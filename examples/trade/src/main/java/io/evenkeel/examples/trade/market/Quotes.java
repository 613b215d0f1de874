// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.market;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The shares and their prices. */
public final class Quotes {

    private static final String COLUMNS = "SELECT symbol, company, price, open_price, volume FROM quote ";

    private final Database database;

    Quotes(Database database) {
        this.database = database;
    }

    /** The quotes of symbols in the order asked for; symbols that do not exist are left out. */
    public List<Quote> find(List<String> symbols) throws SQLException {
        return database.read(connection -> {
            List<Quote> quotes = new ArrayList<>();
            try (PreparedStatement query = connection.prepareStatement(COLUMNS + "WHERE symbol = ?")) {
                for (String symbol : symbols) {
                    query.setString(1, symbol);
                    read(query, quotes);
                }
            }
            return quotes;
        });
    }

    /** The shares that are traded most. */
    public List<Quote> busiest(int count) throws SQLException {
        return database.read(connection -> {
            List<Quote> quotes = new ArrayList<>();
            try (PreparedStatement query =
                    connection.prepareStatement(COLUMNS + "ORDER BY volume DESC, symbol FETCH FIRST ? ROWS ONLY")) {
                query.setInt(1, count);
                read(query, quotes);
            }
            return quotes;
        });
    }

    private static void read(PreparedStatement query, List<Quote> into) throws SQLException {
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                into.add(new Quote(
                        row.getString(1),
                        row.getString(2),
                        row.getBigDecimal(3),
                        row.getBigDecimal(4),
                        row.getLong(5)));
            }
        }
    }
}
