// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.market;

import io.evenkeel.examples.trade.market.Order.Kind;
import io.evenkeel.examples.trade.market.RejectedException.Reason;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/**
 * Buying and selling, and what customers own.
 *
 * <p>Every transaction touches the account before the quote, so two of them never deadlock.
 */
public final class Orders {

    private static final int MOST_SHARES = 10_000;
    private static final BigDecimal HIGHER = new BigDecimal("1.001");
    private static final BigDecimal LOWER = new BigDecimal("0.999");

    private final Database database;

    Orders(Database database) {
        this.database = database;
    }

    /**
     * Buys shares at the price of the moment.
     *
     * @return the id of the order
     * @throws RejectedException when there is no such share, the quantity makes no sense or there is not enough money
     */
    public long buy(String account, String symbol, int quantity) throws SQLException {
        if (quantity < 1 || quantity > MOST_SHARES) {
            throw new RejectedException(Reason.BAD_INPUT, "You can buy 1 to " + MOST_SHARES + " shares at a time.");
        }
        return database.change(connection -> {
            BigDecimal price = price(connection, symbol);
            BigDecimal total = price.multiply(BigDecimal.valueOf(quantity));
            int paid = update(
                    connection,
                    "UPDATE account SET balance = balance - ? WHERE name = ? AND balance >= ?",
                    total,
                    account,
                    total);
            if (paid == 0) {
                throw new RejectedException(Reason.CONFLICT, "The account does not hold " + total + ".");
            }
            update(
                    connection,
                    "INSERT INTO holding (account, symbol, quantity, paid) VALUES (?, ?, ?, ?)",
                    account,
                    symbol,
                    quantity,
                    price);
            return complete(connection, account, Kind.BUY, symbol, quantity, price);
        });
    }

    /**
     * Sells one holding as a whole at the price of the moment.
     *
     * @return the id of the order
     * @throws RejectedException when the account has no such holding
     */
    public long sell(String account, long holding) throws SQLException {
        return database.change(connection -> {
            String symbol;
            int quantity;
            try (PreparedStatement query =
                    connection.prepareStatement("SELECT symbol, quantity FROM holding WHERE id = ? AND account = ?")) {
                query.setLong(1, holding);
                query.setString(2, account);
                try (var row = query.executeQuery()) {
                    if (!row.next()) {
                        throw gone();
                    }
                    symbol = row.getString(1);
                    quantity = row.getInt(2);
                }
            }
            if (update(connection, "DELETE FROM holding WHERE id = ?", holding) == 0) {
                throw gone();
            }
            BigDecimal price = price(connection, symbol);
            BigDecimal total = price.multiply(BigDecimal.valueOf(quantity));
            update(connection, "UPDATE account SET balance = balance + ? WHERE name = ?", total, account);
            return complete(connection, account, Kind.SELL, symbol, quantity, price);
        });
    }

    /** A customer's holdings, in the order bought. */
    public List<Holding> holdings(String account) throws SQLException {
        return database.read(connection -> {
            try (PreparedStatement query = connection.prepareStatement(
                    "SELECT h.id, h.symbol, h.quantity, h.paid, q.price FROM holding h JOIN quote q ON q.symbol = h.symbol"
                            + " WHERE h.account = ? ORDER BY h.id")) {
                query.setString(1, account);
                List<Holding> holdings = new ArrayList<>();
                try (var row = query.executeQuery()) {
                    while (row.next()) {
                        holdings.add(new Holding(
                                row.getLong(1),
                                row.getString(2),
                                row.getInt(3),
                                row.getBigDecimal(4),
                                row.getBigDecimal(5)));
                    }
                }
                return holdings;
            }
        });
    }

    /** A customer's last orders, newest first. */
    public List<Order> recent(String account, int count) throws SQLException {
        return database.read(connection -> {
            try (PreparedStatement query =
                    connection.prepareStatement("SELECT id, kind, symbol, quantity, price, at FROM trade_order"
                            + " WHERE account = ? ORDER BY id DESC FETCH FIRST ? ROWS ONLY")) {
                query.setString(1, account);
                query.setInt(2, count);
                List<Order> orders = new ArrayList<>();
                try (var row = query.executeQuery()) {
                    while (row.next()) {
                        orders.add(new Order(
                                row.getLong(1),
                                Kind.valueOf(row.getString(2)),
                                row.getString(3),
                                row.getInt(4),
                                row.getBigDecimal(5),
                                row.getObject(6, OffsetDateTime.class)));
                    }
                }
                return orders;
            }
        });
    }

    private static RejectedException gone() {
        return new RejectedException(Reason.CONFLICT, "The account has no such holding any more.");
    }

    private static BigDecimal price(Connection connection, String symbol) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT price FROM quote WHERE symbol = ?")) {
            query.setString(1, symbol);
            try (var row = query.executeQuery()) {
                if (!row.next()) {
                    throw new RejectedException(Reason.UNKNOWN, "There is no share " + symbol + ".");
                }
                return row.getBigDecimal(1);
            }
        }
    }

    /** Writes the order and lets the market react: buying raises the price of a share, selling lowers it. */
    private static long complete(
            Connection connection, String account, Kind kind, String symbol, int quantity, BigDecimal price)
            throws SQLException {
        update(
                connection,
                "UPDATE quote SET price = GREATEST(1.00, ROUND(price * ?, 2)), volume = volume + ? WHERE symbol = ?",
                kind == Kind.BUY ? HIGHER : LOWER,
                quantity,
                symbol);
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO trade_order (account, kind, symbol, quantity, price, at) VALUES (?, ?, ?, ?, ?, CURRENT_TIMESTAMP)",
                Statement.RETURN_GENERATED_KEYS)) {
            bind(insert, account, kind.name(), symbol, quantity, price);
            insert.executeUpdate();
            try (var keys = insert.getGeneratedKeys()) {
                keys.next();
                return keys.getLong(1);
            }
        }
    }

    private static int update(Connection connection, String sql, Object... arguments) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, arguments);
            return statement.executeUpdate();
        }
    }

    private static void bind(PreparedStatement statement, Object... arguments) throws SQLException {
        for (int i = 0; i < arguments.length; i++) {
            statement.setObject(i + 1, arguments[i]);
        }
    }
}
