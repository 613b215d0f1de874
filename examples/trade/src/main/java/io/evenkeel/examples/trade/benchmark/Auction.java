// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.benchmark;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * The questions and changes of RUBiS's pages, each with what a RUBiS servlet asks its database: 20 items on a page, an
 * item with its greatest bid, a user with the comments about it. For any thread.
 */
final class Auction {

    private static final int ON_A_PAGE = 20;

    private final DataSource source;

    Auction(DataSource source) throws SQLException {
        this.source = source;
        AuctionSchema.create(source);
    }

    /** Items of a category; of one region when that is not negative. */
    String items(int category, int region, int page) throws SQLException {
        String where = region < 0 ? "category = ?" : "category = ? AND region = ?";
        return region < 0
                ? rows(
                        "SELECT id, name, price, bids FROM auction_item WHERE " + where + " ORDER BY id LIMIT "
                                + ON_A_PAGE + " OFFSET ?",
                        category,
                        page * ON_A_PAGE)
                : rows(
                        "SELECT id, name, price, bids FROM auction_item WHERE " + where + " ORDER BY id LIMIT "
                                + ON_A_PAGE + " OFFSET ?",
                        category,
                        region,
                        page * ON_A_PAGE);
    }

    /** The numbers of items of the categories; in one region when that is not negative. */
    String categories(int region) throws SQLException {
        return region < 0
                ? rows("SELECT category, COUNT(*) FROM auction_item GROUP BY category")
                : rows("SELECT category, COUNT(*) FROM auction_item WHERE region = ? GROUP BY category", region);
    }

    String regions() throws SQLException {
        return rows("SELECT region, COUNT(*) FROM auction_user GROUP BY region");
    }

    /** An item, its description and its greatest bid. */
    String item(int item) throws SQLException {
        return rows("SELECT id, name, seller, price, bids, description FROM auction_item WHERE id = ?", item)
                + rows("SELECT MAX(amount) FROM auction_bid WHERE item = ?", item);
    }

    String bids(int item) throws SQLException {
        return rows("SELECT name FROM auction_item WHERE id = ?", item)
                + rows(
                        "SELECT u.nickname, b.amount FROM auction_bid b JOIN auction_user u ON u.id = b.bidder"
                                + " WHERE b.item = ? ORDER BY b.amount DESC LIMIT " + ON_A_PAGE,
                        item);
    }

    /** A user and the comments about it. */
    String user(int user) throws SQLException {
        return rows("SELECT nickname, region, rating FROM auction_user WHERE id = ?", user)
                + rows(
                        "SELECT rating, text FROM auction_comment WHERE about = ? ORDER BY id DESC LIMIT " + ON_A_PAGE,
                        user);
    }

    /** A user's bids, sales and comments. */
    String about(int user) throws SQLException {
        return user(user)
                + rows(
                        "SELECT i.name, MAX(b.amount) FROM auction_bid b JOIN auction_item i ON i.id = b.item"
                                + " WHERE b.bidder = ? GROUP BY i.name LIMIT " + ON_A_PAGE,
                        user)
                + rows("SELECT name, price, bids FROM auction_item WHERE seller = ? LIMIT " + ON_A_PAGE, user);
    }

    /** The number of changed rows, in words. */
    String register(int name, int region) throws SQLException {
        return change("INSERT INTO auction_user (nickname, region, rating) VALUES (?, ?, 0)", "new" + name, region);
    }

    String buyNow(int item) throws SQLException {
        return change("UPDATE auction_item SET sold = sold + 1 WHERE id = ?", item);
    }

    String bid(int item, int user, int add) throws SQLException {
        String changed = change("UPDATE auction_item SET bids = bids + 1, price = price + ? WHERE id = ?", add, item);
        return changed
                + change(
                        "INSERT INTO auction_bid (item, bidder, amount) SELECT id, ?, price FROM auction_item"
                                + " WHERE id = ?",
                        user,
                        item);
    }

    String comment(int user, int rating, int length) throws SQLException {
        String changed = change("UPDATE auction_user SET rating = rating + ? WHERE id = ?", rating, user);
        return changed
                + change(
                        "INSERT INTO auction_comment (about, rating, text) VALUES (?, ?, ?)",
                        user,
                        rating,
                        "c".repeat(length));
    }

    String sell(int category, int region, int seller, int price, int length) throws SQLException {
        return change(
                "INSERT INTO auction_item (name, seller, category, region, price, bids, sold, description)"
                        + " VALUES ('new', ?, ?, ?, ?, 0, 0, ?)",
                seller,
                category,
                region,
                price,
                "d".repeat(length));
    }

    private String rows(String query, Object... values) throws SQLException {
        StringBuilder text = new StringBuilder("<table>");
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(query)) {
            set(statement, values);
            try (ResultSet rows = statement.executeQuery()) {
                int columns = rows.getMetaData().getColumnCount();
                while (rows.next()) {
                    text.append("<tr>");
                    for (int i = 1; i <= columns; i++) {
                        text.append("<td>").append(rows.getString(i));
                    }
                }
            }
        }
        return text.append("</table>").toString();
    }

    private String change(String statement, Object... values) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement change = connection.prepareStatement(statement)) {
            set(change, values);
            return "<p>" + change.executeUpdate() + " changed";
        }
    }

    private static void set(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }
}
