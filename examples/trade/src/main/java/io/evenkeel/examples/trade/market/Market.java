// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.market;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Base64;
import javax.sql.DataSource;

/** The whole market over one database, ready to trade. */
public final class Market {

    private final Database database;
    private final byte[] secret;

    private Market(Database database) throws SQLException {
        this.database = database;
        this.secret = Base64.getDecoder().decode(storedSecret());
    }

    /**
     * Opens the market; makes tables and data when the database has none.
     *
     * @param accounts customers to make, {@code uid:0} and on, all with the password {@code xxx}
     * @param quotes shares to make, {@code s:0} and on
     */
    public static Market open(DataSource source, Work work, int accounts, int quotes) throws SQLException {
        Schema.create(new Database(source, Work.NONE), accounts, quotes);
        return new Market(new Database(source, work));
    }

    public Accounts accounts() {
        return new Accounts(database);
    }

    public Quotes quotes() {
        return new Quotes(database);
    }

    public Orders orders() {
        return new Orders(database);
    }

    /** The key with which all nodes on this database sign what they hand to browsers; 32 bytes. */
    public byte[] secret() {
        return secret.clone();
    }

    /**
     * Asks the database for a row.
     *
     * @throws SQLException when it does not answer
     */
    public void ping() throws SQLException {
        storedSecret();
    }

    private String storedSecret() throws SQLException {
        return database.read(connection -> {
            try (PreparedStatement query = connection.prepareStatement("SELECT secret FROM trade_key WHERE id = 1");
                    var row = query.executeQuery()) {
                if (!row.next()) {
                    throw new SQLException("the table trade_key is empty");
                }
                return row.getString(1);
            }
        });
    }
}
