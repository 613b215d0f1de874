// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.market;

import io.evenkeel.examples.trade.market.RejectedException.Reason;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The customers: registering, logging in and out, and their profiles. */
public final class Accounts {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9:._-]{3,40}");
    private static final Pattern EMAIL = Pattern.compile("[^\\s@]{1,60}@[^\\s@]{1,59}");
    private static final BigDecimal OPENING_BALANCE = new BigDecimal("10000.00");

    private final Database database;

    Accounts(Database database) {
        this.database = database;
    }

    /**
     * Opens an account.
     *
     * @throws RejectedException when a field makes no sense or the name is taken
     */
    public void register(String name, String password, String fullName, String email) throws SQLException {
        check(NAME.matcher(name).matches(), "A name has 3 to 40 letters, digits or any of : . _ -");
        check(password.length() >= 3 && password.length() <= 100, "A password has 3 to 100 characters.");
        checkProfile(fullName, email);
        String hash = Passwords.hash(password);
        database.change(connection -> {
            if (hashOf(connection, name) != null) {
                throw new RejectedException(Reason.CONFLICT, "The name " + name + " is taken.");
            }
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO account VALUES (?, ?, ?, ?, ?, 1, 0)")) {
                insert.setString(1, name);
                insert.setString(2, fullName.strip());
                insert.setString(3, email.strip());
                insert.setString(4, hash);
                insert.setBigDecimal(5, OPENING_BALANCE);
                return insert.executeUpdate();
            }
        });
    }

    /**
     * Lets a customer in.
     *
     * @throws RejectedException when name or password is wrong; which of them is not said
     */
    public void login(String name, String password) throws SQLException {
        database.change(connection -> {
            String hash = hashOf(connection, name);
            if (hash == null || !Passwords.matches(password, hash)) {
                throw new RejectedException(Reason.WRONG_LOGIN, "Name or password is wrong.");
            }
            return update(connection, "UPDATE account SET logins = logins + 1 WHERE name = ?", name);
        });
    }

    /** Counts that a customer left. */
    public void logout(String name) throws SQLException {
        database.change(
                connection -> update(connection, "UPDATE account SET logouts = logouts + 1 WHERE name = ?", name));
    }

    /**
     * A customer's account.
     *
     * @throws RejectedException when there is none of that name
     */
    public Account find(String name) throws SQLException {
        return database.read(connection -> {
            try (PreparedStatement query = connection.prepareStatement(
                    "SELECT name, full_name, email, balance, logins, logouts FROM account WHERE name = ?")) {
                query.setString(1, name);
                try (var row = query.executeQuery()) {
                    if (!row.next()) {
                        throw new RejectedException(Reason.UNKNOWN, "There is no account " + name + ".");
                    }
                    return new Account(
                            row.getString(1),
                            row.getString(2),
                            row.getString(3),
                            row.getBigDecimal(4),
                            row.getInt(5),
                            row.getInt(6));
                }
            }
        });
    }

    /**
     * Changes a customer's profile.
     *
     * @throws RejectedException when a field makes no sense or there is no such account
     */
    public void updateProfile(String name, String fullName, String email) throws SQLException {
        checkProfile(fullName, email);
        int changed = database.change(connection -> update(
                connection,
                "UPDATE account SET full_name = ?, email = ? WHERE name = ?",
                fullName.strip(),
                email.strip(),
                name));
        if (changed == 0) {
            throw new RejectedException(Reason.UNKNOWN, "There is no account " + name + ".");
        }
    }

    private static void checkProfile(String fullName, String email) {
        check(!fullName.isBlank() && fullName.length() <= 80, "A full name has 1 to 80 characters.");
        check(EMAIL.matcher(email.strip()).matches(), "That is not an e-mail address.");
    }

    private static void check(boolean good, String message) {
        if (!good) {
            throw new RejectedException(Reason.BAD_INPUT, message);
        }
    }

    private static @Nullable String hashOf(Connection connection, String name) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("SELECT password_hash FROM account WHERE name = ?")) {
            query.setString(1, name);
            try (var row = query.executeQuery()) {
                return row.next() ? row.getString(1) : null;
            }
        }
    }

    private static int update(Connection connection, String sql, String... arguments) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setString(i + 1, arguments[i]);
            }
            return statement.executeUpdate();
        }
    }
}
