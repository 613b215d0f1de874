// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import io.evenkeel.admin.account.AccountText.Content;
import io.evenkeel.config.disk.BoundedFile;
import io.evenkeel.config.disk.OwnerFile;
import io.evenkeel.dispatcher.log.EventLogger;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The accounts and API tokens of one dispatcher, in a file or in memory only.
 *
 * <p>Every caller gets the present content of the file: the command line may change it under a running server. Changes
 * of several processes wait for one another. While the file cannot be read, its last content stays in force and nothing
 * can be changed. Any thread.
 */
public final class Accounts {

    private static final int MOST_OCTETS = 16 << 20;
    private static final String TOKEN_PREFIX = "ek_";

    private final @Nullable Path file;
    private final EventLogger log;
    private final InstantSource clock;
    private Content content = Content.EMPTY;
    private @Nullable String read;
    private @Nullable String trouble;

    private Accounts(@Nullable Path file, EventLogger log, InstantSource clock) {
        this.log = log;
        this.file = file;
        this.clock = clock;
    }

    /**
     * Those of a file, which need not exist yet.
     *
     * @param log told when it cannot be read
     */
    public static Accounts in(Path file, EventLogger log) {
        return new Accounts(file, log, InstantSource.system());
    }

    /** Those of a file with a clock of its own. */
    static Accounts in(Path file, EventLogger log, InstantSource clock) {
        return new Accounts(file, log, clock);
    }

    /** Accounts that are forgotten at the end. */
    public static Accounts inMemory(EventLogger log) {
        return new Accounts(null, log, InstantSource.system());
    }

    /** One change of the content. */
    private interface Change {
        void on(Map<String, Account> users, Map<String, Token> tokens) throws AccountException;
    }

    /**
     * All accounts, in the order in which they were made.
     *
     * @throws AccountException when the file cannot be read
     */
    public synchronized List<Account> users() throws AccountException {
        return List.copyOf(sound().users().values());
    }

    /**
     * All tokens, in the order in which they were made, expired ones included.
     *
     * @throws AccountException when the file cannot be read
     */
    public synchronized List<Token> tokens() throws AccountException {
        return List.copyOf(sound().tokens().values());
    }

    /** The account of that name, as the file says or last said. */
    public synchronized Optional<Account> find(String name) {
        refresh();
        return Optional.ofNullable(content.users().get(name));
    }

    /** The token of that secret, unless it has expired. */
    public synchronized Optional<Token> byToken(String secret) {
        if (!secret.startsWith(TOKEN_PREFIX)) {
            return Optional.empty();
        }
        refresh();
        String sha256 = Secrets.sha256(secret);
        return content.tokens().values().stream()
                .filter(token -> token.sha256().equals(sha256) && !token.isExpired(clock.millis()))
                .findFirst();
    }

    /** The account with that name and password; takes as long when there is none of that name. */
    public Optional<Account> check(String name, String password) {
        Optional<Account> found = find(name);
        if (password.length() > Passwords.MOST_LENGTH) {
            return Optional.empty();
        }
        if (found.isEmpty()) {
            Passwords.pretend(password);
            return found;
        }
        Account account = found.get();
        if (!Passwords.matches(password, account.password())) {
            return Optional.empty();
        }
        if (Passwords.isOutdated(account.password())) {
            renew(account, password);
        }
        return found;
    }

    private void renew(Account account, String password) {
        String hash = Passwords.hash(password);
        try {
            change((users, tokens) -> users.computeIfPresent(
                    account.name(),
                    (name, now) -> now.password().equals(account.password())
                            ? new Account(name, now.role(), hash, now.stamp(), now.createdMs())
                            : now));
        } catch (AccountException e) {
            log.warn("the password of " + account.name() + " keeps its old hash: " + e.getMessage());
        }
    }

    /** Makes an account. */
    public Account add(String name, Role role, String password) throws AccountException {
        checkName(name);
        Account account = new Account(name, role, hashed(password), Secrets.hex(8), clock.millis());
        change((users, tokens) -> {
            if (users.putIfAbsent(name, account) != null) {
                throw new AccountException("there is already a user '" + name + "'; change it with passwd or role");
            }
        });
        return account;
    }

    /** Makes the first account; the role is admin. */
    public Account addFirst(String name, String password) throws AccountException {
        checkName(name);
        Account account = new Account(name, Role.ADMIN, hashed(password), Secrets.hex(8), clock.millis());
        change((users, tokens) -> {
            if (!users.isEmpty()) {
                throw new AccountException("there is an account already; sign in with it");
            }
            users.put(name, account);
        });
        return account;
    }

    /** Sets a password, which ends the user's sessions. */
    public void changePassword(String name, String password) throws AccountException {
        String hash = hashed(password);
        change((users, tokens) -> {
            Account account = known(users, name);
            users.put(name, new Account(name, account.role(), hash, Secrets.hex(8), account.createdMs()));
        });
    }

    /**
     * Sets a role, which ends the user's sessions.
     *
     * @throws AccountException also when nobody would be administrator then
     */
    public void changeRole(String name, Role role) throws AccountException {
        change((users, tokens) -> {
            Account account = known(users, name);
            if (role != Role.ADMIN) {
                refuseLastAdmin(users, account);
            }
            users.put(name, new Account(name, role, account.password(), Secrets.hex(8), account.createdMs()));
        });
    }

    /**
     * Removes an account, which ends the user's sessions.
     *
     * @throws AccountException also when nobody would be administrator then
     */
    public void remove(String name) throws AccountException {
        change((users, tokens) -> {
            refuseLastAdmin(users, known(users, name));
            users.remove(name);
        });
    }

    private static void refuseLastAdmin(Map<String, Account> users, Account account) throws AccountException {
        boolean others = users.values().stream()
                .anyMatch(other -> other.role() == Role.ADMIN && !other.name().equals(account.name()));
        if (account.role() == Role.ADMIN && !others) {
            throw new AccountException(
                    account.name() + " is the last administrator; give somebody else the role admin first");
        }
    }

    /** Checks that an account of that name can be made now; throws with the reason when not. */
    void checkFree(String name) throws AccountException {
        checkName(name);
        if (users().stream().anyMatch(account -> account.name().equals(name))) {
            throw new AccountException("there is already a user '" + name + "'");
        }
    }

    /** Makes an API token for all clusters, by nobody in particular. */
    public String createToken(String name, Role role, long expiresMs) throws AccountException {
        return createToken(name, role, Set.of(), expiresMs, "");
    }

    /**
     * Makes an API token.
     *
     * @param clusters those whose nodes it may change, for an operator's token only; empty for all
     * @param expiresMs wall clock; {@link Long#MAX_VALUE} for never
     * @param by the maker's name
     * @return the secret, which is stored nowhere
     */
    public String createToken(String name, Role role, Set<String> clusters, long expiresMs, String by)
            throws AccountException {
        checkName(name);
        AccountText.checkClusters(role, clusters, "token '" + name + "'");
        String secret = TOKEN_PREFIX + Secrets.hex(32);
        Token token = new Token(name, role, clusters, Secrets.sha256(secret), clock.millis(), expiresMs, by);
        change((users, tokens) -> {
            if (tokens.putIfAbsent(name, token) != null) {
                throw new AccountException("there is already a token '" + name + "'; revoke it first");
            }
        });
        return secret;
    }

    public void revokeToken(String name) throws AccountException {
        change((users, tokens) -> {
            if (tokens.remove(name) == null) {
                throw new AccountException(
                        "there is no token '" + name + "'; there are: " + String.join(", ", tokens.keySet()));
            }
        });
    }

    private static void checkName(String name) throws AccountException {
        if (!AccountText.NAME.matcher(name).matches()) {
            throw new AccountException(
                    "'" + name + "' is not a name; use letters, digits and . _ @ - only, 64 at most");
        }
    }

    private static String hashed(String password) throws AccountException {
        if (password.length() < Passwords.LEAST_LENGTH || password.length() > Passwords.MOST_LENGTH) {
            throw new AccountException("the password must have " + Passwords.LEAST_LENGTH + " to "
                    + Passwords.MOST_LENGTH + " characters; a few words are fine");
        }
        return Passwords.hash(password);
    }

    private static Account known(Map<String, Account> users, String name) throws AccountException {
        Account account = users.get(name);
        if (account == null) {
            throw new AccountException(
                    "there is no user '" + name + "'; there are: " + String.join(", ", users.keySet()));
        }
        return account;
    }

    private synchronized void change(Change change) throws AccountException {
        if (file == null) {
            content = changed(change);
            return;
        }
        try {
            FileTurn.<AccountException>at(file, () -> {
                Content next = changed(change);
                OwnerFile.replace(file, AccountText.write(next));
                content = next;
                read = fingerprint(file);
            });
        } catch (IOException e) {
            throw new AccountException(file + " cannot be written: " + e + "; nothing was changed");
        }
    }

    private Content changed(Change change) throws AccountException {
        Content now = sound();
        Map<String, Account> users = new LinkedHashMap<>(now.users());
        Map<String, Token> tokens = new LinkedHashMap<>(now.tokens());
        change.on(users, tokens);
        return new Content(users, tokens);
    }

    private Content sound() throws AccountException {
        refresh();
        if (trouble != null) {
            throw new AccountException(trouble);
        }
        return content;
    }

    /** Reads the file when it is not the one that was read last. */
    private void refresh() {
        if (file == null) {
            return;
        }
        try {
            String now = fingerprint(file);
            if (now.equals(read)) {
                return;
            }
            content = now.isEmpty()
                    ? Content.EMPTY
                    : AccountText.read(BoundedFile.text(file, MOST_OCTETS, "a file of accounts"));
            read = now;
            if (trouble != null) {
                log.info("accounts: " + file + " is read again");
            }
            trouble = null;
        } catch (AccessDeniedException e) {
            fail("the user '" + System.getProperty("user.name", "?")
                    + "' may not read it; make that user its owner (chown), and what was read before stays in force");
        } catch (IOException e) {
            fail(e.toString());
        } catch (AccountException e) {
            fail(String.valueOf(e.getMessage()));
        }
    }

    /** Says once that the file cannot be read; it is tried again each time, because a right or a disk may come back. */
    private void fail(String why) {
        String now =
                file + " cannot be read: " + why + ". Correct it, or move it away and begin again; it was not changed.";
        if (!now.equals(trouble)) {
            trouble = now;
            log.error("accounts: " + now);
        }
    }

    private static String fingerprint(Path file) throws IOException {
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(file, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            return "";
        }
        return attributes.lastModifiedTime() + " " + attributes.size() + " " + attributes.fileKey();
    }
}
