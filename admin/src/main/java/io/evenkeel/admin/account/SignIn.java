// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import io.evenkeel.admin.limit.AddressRange;
import io.evenkeel.admin.limit.Throttle;
import java.util.Locale;
import java.util.Optional;

/**
 * The check of sign-ins: checks name and password, but refuses addresses and names that were wrong too often.
 *
 * <p>Ten wrong ones at once from an address, then one in ten seconds; five for a name, then one in thirty seconds. Only
 * wrong ones count. A range of addresses where the user has signed in before has five of its own, which strangers
 * elsewhere cannot use up. Any thread; time is an argument.
 */
public final class SignIn {

    private static final int REMEMBERED = 10_000;

    private final Accounts accounts;
    private final LastUse lastUse;
    private final Throttle byAddress = new Throttle(0.1, 10, REMEMBERED);
    private final Throttle byName = new Throttle(1 / 30.0, 5, REMEMBERED);

    public SignIn(Accounts accounts, LastUse lastUse) {
        this.accounts = accounts;
        this.lastUse = lastUse;
    }

    /** True when another attempt would be checked. */
    public boolean admits(String name, String address, long nowNs) {
        return byAddress.hasLeft(address, nowNs) && byName.hasLeft(key(name, address), nowNs);
    }

    /** The account, when name and password are right; a wrong one counts. */
    public Optional<Account> attempt(String name, String password, String address, long nowNs) {
        String account = key(name, address);
        // counted before the slow check, so that many at once do not all pass
        boolean first = byAddress.admits(address, nowNs);
        boolean second = byName.admits(account, nowNs);
        if (!first || !second) {
            return Optional.empty();
        }
        boolean wrong = false;
        try {
            Optional<Account> user = accounts.check(name, password);
            wrong = user.isEmpty();
            return user;
        } finally {
            // a right one does not count, nor one that was not checked for lack of time
            if (!wrong) {
                byAddress.charge(address, -1, nowNs);
                byName.charge(account, -1, nowNs);
            }
        }
    }

    private String key(String name, String address) {
        String lower = name.toLowerCase(Locale.ROOT);
        String key = "name " + lower.substring(0, Math.min(lower.length(), 64)).replace(':', ' ');
        boolean known =
                accounts.find(name).filter(user -> lastUse.knows(user, address)).isPresent();
        return known ? key + " at " + AddressRange.of(address) : key;
    }
}
