// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The key of the link that makes the first account: valid once, for {@link #VALID}, while there is no account. Any
 * thread.
 */
public final class SetupLink {

    public static final Duration VALID = Duration.ofHours(1);

    private static final int KEY_OCTETS = 24;

    private final Accounts accounts;
    private final InstantSource clock;
    private @Nullable String key;
    private long expiresMs;

    public SetupLink(Accounts accounts) {
        this(accounts, InstantSource.system());
    }

    SetupLink(Accounts accounts, InstantSource clock) {
        this.accounts = accounts;
        this.clock = clock;
    }

    /** A new key; null, and no link is valid, when there is an account or the accounts cannot be read. */
    public synchronized @Nullable String make() {
        key = null;
        try {
            if (accounts.users().isEmpty()) {
                key = Secrets.hex(KEY_OCTETS);
                expiresMs = clock.millis() + VALID.toMillis();
            }
        } catch (AccountException e) {
            return null;
        }
        return key;
    }

    public synchronized boolean opens(String given) {
        return key != null
                && clock.millis() < expiresMs
                && MessageDigest.isEqual(key.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Makes the first account and closes the link.
     *
     * @throws AccountException when the key is not valid or the account cannot be made; then a valid link stays so
     */
    public synchronized Account use(String given, String name, String password) throws AccountException {
        if (!opens(given)) {
            throw new AccountException("this link is not valid any more; restart Evenkeel for another, or use"
                    + " 'evenkeel user add NAME --role admin -c FILE'");
        }
        Account account = accounts.addFirst(name, password);
        key = null;
        return account;
    }
}
