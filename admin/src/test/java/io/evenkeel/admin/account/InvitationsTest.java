// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.dispatcher.log.EventLog;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@QuickPasswords
class InvitationsTest {

    private static final String PASSWORD = "correct horse battery";

    private final AtomicLong nowMs = new AtomicLong(1_700_000_000_000L);
    private final InstantSource clock = () -> Instant.ofEpochMilli(nowMs.get());

    @TempDir
    Path folder;

    private Accounts accounts;
    private Invitations invitations;

    @BeforeEach
    void open() throws AccountException {
        accounts = Accounts.in(folder.resolve("shop.users.json"), new EventLog().admin(), clock);
        invitations = new Invitations(accounts, clock);
        accounts.add("root", Role.ADMIN, PASSWORD);
    }

    @Test
    void makesAnAccountOnce() throws AccountException {
        String key = invitations.invite("vera", Role.VIEWER, "root");
        assertThat(accounts.find("vera")).as("before the link is used").isEmpty();
        assertThatThrownBy(() -> invitations.use(key, "short")).hasMessageContaining("10 to 256");
        assertThat(invitations.use(key, PASSWORD).role()).isEqualTo(Role.VIEWER);
        assertThatThrownBy(() -> invitations.use(key, PASSWORD)).hasMessageContaining("not valid");
        assertThat(invitations.list()).isEmpty();
        assertThatThrownBy(() -> invitations.invite("vera", Role.ADMIN, "root")).hasMessageContaining("already a user");
        assertThatThrownBy(() -> invitations.invite("a b", Role.ADMIN, "root")).hasMessageContaining("letters, digits");
    }

    @Test
    void endsAfterItsHourAndWhenAnotherIsMadeOrItIsCancelled() throws AccountException {
        String first = invitations.invite("vera", Role.VIEWER, "root");
        String second = invitations.invite("vera", Role.OPERATOR, "root");
        assertThat(invitations.find(first)).isEmpty();
        assertThat(invitations.find(second)).map(Invitation::role).contains(Role.OPERATOR);
        nowMs.addAndGet(Invitations.VALID.minus(Duration.ofMillis(1)).toMillis());
        assertThat(invitations.find(second)).isPresent();
        nowMs.addAndGet(1);
        assertThat(invitations.find(second)).isEmpty();
        String third = invitations.invite("vera", Role.VIEWER, "root");
        assertThat(invitations.cancel("vera")).isTrue();
        assertThat(invitations.find(third)).isEmpty();
        assertThat(invitations.cancel("vera")).isFalse();
    }

    @Test
    void endsWithTheAdministratorWhoMadeIt() throws AccountException {
        accounts.add("ann", Role.ADMIN, PASSWORD);
        String key = invitations.invite("vera", Role.ADMIN, "ann");
        String byToken = invitations.invite("otto", Role.VIEWER, "token ci");
        accounts.changeRole("ann", Role.VIEWER);
        assertThat(invitations.find(key)).isEmpty();
        assertThat(invitations.find(byToken)).isPresent();
    }

    @Test
    void makesNoSecondAccountWhenTheCommandLineWasQuicker() throws AccountException {
        String key = invitations.invite("vera", Role.ADMIN, "root");
        accounts.add("vera", Role.VIEWER, PASSWORD);
        assertThatThrownBy(() -> invitations.use(key, "another long password")).hasMessageContaining("not valid");
        assertThat(accounts.check("vera", PASSWORD)).map(Account::role).contains(Role.VIEWER);
    }

    @Test
    void renewsAPasswordUntilTheAccountChanges() throws AccountException {
        accounts.add("vera", Role.VIEWER, PASSWORD);
        String used = invitations.renew("vera", "root");
        assertThat(accounts.check("vera", PASSWORD)).as("until it is used").isPresent();
        invitations.use(used, "another long password");
        assertThat(accounts.check("vera", PASSWORD)).isEmpty();
        assertThat(accounts.check("vera", "another long password")).isPresent();
        String stale = invitations.renew("vera", "root");
        accounts.changePassword("vera", PASSWORD);
        assertThat(invitations.find(stale)).isEmpty();
        assertThatThrownBy(() -> invitations.renew("nobody", "root")).hasMessageContaining("no user 'nobody'");
    }
}
