// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Links with which people choose a password that no administrator knows: for a new account, or for one whose password
 * is forgotten.
 *
 * <p>One for a name, valid once, for {@link #VALID}; in memory, so that a restart ends them. A link also ends when the
 * account it renews changes, and when its maker is not an administrator any more. Any thread.
 */
public final class Invitations {

    public static final Duration VALID = Duration.ofHours(1);

    private static final int KEY_OCTETS = 24;

    private final Accounts accounts;
    private final InstantSource clock;
    private final Map<String, Open> open = new LinkedHashMap<>();

    /**
     * A link that was given out.
     *
     * @param stamp of the account that is renewed; empty for a new one
     * @param byUser made by somebody with an account, not by a token
     */
    private record Open(Invitation invitation, String sha256, String stamp, boolean byUser) {}

    public Invitations(Accounts accounts) {
        this(accounts, InstantSource.system());
    }

    Invitations(Accounts accounts, InstantSource clock) {
        this.accounts = accounts;
        this.clock = clock;
    }

    /**
     * Makes a link for a new account; one that was open for the name ends.
     *
     * @param by the maker's name
     * @return the key, which is kept nowhere
     * @throws AccountException when the name will not do or has an account
     */
    public synchronized String invite(String name, Role role, String by) throws AccountException {
        accounts.checkFree(name);
        return give(name, role, false, "", by);
    }

    /**
     * Makes a link that sets a new password for an account; until it is used the old password is good.
     *
     * @throws AccountException when there is no account of that name
     */
    public synchronized String renew(String name, String by) throws AccountException {
        Account account =
                accounts.find(name).orElseThrow(() -> new AccountException("there is no user '" + name + "'"));
        return give(name, account.role(), true, account.stamp(), by);
    }

    private String give(String name, Role role, boolean renews, String stamp, String by) {
        String key = Secrets.hex(KEY_OCTETS);
        Invitation invitation = new Invitation(name, role, renews, by, clock.millis() + VALID.toMillis());
        open.put(
                name,
                new Open(
                        invitation,
                        Secrets.sha256(key),
                        stamp,
                        accounts.find(by).isPresent()));
        return key;
    }

    /** Those that can still be used, the oldest first. */
    public synchronized List<Invitation> list() {
        open.values().removeIf(each -> !isValid(each));
        return open.values().stream().map(Open::invitation).toList();
    }

    /** The invitation that a key opens. */
    public synchronized Optional<Invitation> find(String key) {
        String sha256 = Secrets.sha256(key);
        return open.values().stream()
                .filter(each -> each.sha256.equals(sha256) && isValid(each))
                .map(Open::invitation)
                .findFirst();
    }

    /**
     * Sets the password and closes the link.
     *
     * @throws AccountException when the key is not valid or the password will not do; then a valid link stays so
     */
    public synchronized Account use(String key, String password) throws AccountException {
        Invitation invitation = find(key)
                .orElseThrow(() ->
                        new AccountException("this link is not valid any more; ask an administrator for another"));
        String name = invitation.name();
        if (invitation.renews()) {
            accounts.changePassword(name, password);
        } else {
            accounts.add(name, invitation.role(), password);
        }
        open.remove(name);
        return accounts.find(name).orElseThrow(() -> new AccountException("'" + name + "' has been removed"));
    }

    /** Ends the link for a name; false when there is none. */
    public synchronized boolean cancel(String name) {
        return open.remove(name) != null;
    }

    private boolean isValid(Open each) {
        Invitation invitation = each.invitation;
        boolean stillAdmin = !each.byUser
                || accounts.find(invitation.by())
                        .filter(by -> by.role() == Role.ADMIN)
                        .isPresent();
        boolean unchanged =
                accounts.find(invitation.name()).map(Account::stamp).orElse("").equals(each.stamp);
        return stillAdmin && unchanged && clock.millis() < invitation.untilMs();
    }
}
