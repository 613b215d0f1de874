// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.log.EventLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastUseTest {

    private final EventLog events = new EventLog();

    private static final long BEGAN_MS = 1_700_000_000_000L;
    private static final Account ANN = new Account("ann", Role.VIEWER, "", "", BEGAN_MS);

    private final AtomicLong nowMs = new AtomicLong(BEGAN_MS);
    private final InstantSource clock = () -> Instant.ofEpochMilli(nowMs.get());

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("shop.lastuse.json");
    }

    @Test
    void writesAtMostOnceAMinuteAndAtTheEnd() throws IOException {
        LastUse use = LastUse.in(file, events.admin(), clock);
        use.signedIn(ANN, "10.0.0.1");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        nowMs.addAndGet(LastUse.WRITTEN_EVERY.toMillis() - 1);
        use.signedIn(ANN, "10.0.0.1");
        assertThat(use.of(ANN)).isEqualTo(nowMs.get());
        assertThat(LastUse.in(file, events.admin(), clock).of(ANN))
                .as("on disk")
                .isEqualTo(BEGAN_MS);
        nowMs.addAndGet(1);
        use.signedIn(ANN, "10.0.0.1");
        assertThat(LastUse.in(file, events.admin(), clock).of(ANN)).isEqualTo(nowMs.get());
        nowMs.addAndGet(1);
        use.signedIn(ANN, "10.0.0.1");
        use.write();
        assertThat(LastUse.in(file, events.admin(), clock).of(ANN)).isEqualTo(nowMs.get());
    }

    @Test
    void forgetsWhatWasBeforeTheAccountWasMade() {
        LastUse use = LastUse.in(file, events.admin(), clock);
        use.signedIn(ANN, "10.0.0.1");
        assertThat(use.of(new Account("ann", Role.VIEWER, "", "", BEGAN_MS + 1)))
                .isZero();
        assertThat(use.of(new Account("bob", Role.VIEWER, "", "", BEGAN_MS))).isZero();
    }

    @Test
    void remembersTheLastTenPlacesOfAUser() {
        LastUse use = LastUse.in(file, events.admin(), clock);
        for (int i = 0; i < 11; i++) {
            use.signedIn(ANN, "10.0." + i + ".1");
        }
        use.write();
        LastUse later = LastUse.in(file, events.admin(), clock);
        assertThat(later.knows(ANN, "10.0.10.200")).as("its range").isTrue();
        assertThat(later.knows(ANN, "10.0.1.1")).isTrue();
        assertThat(later.knows(ANN, "10.0.0.1")).as("the eleventh").isFalse();
        assertThat(later.knows(new Account("bob", Role.VIEWER, "", "", BEGAN_MS), "10.0.10.1"))
                .isFalse();
    }

    /**
     * The old account's addresses get no attempts of their own for the new account: they share the five of all
     * strangers.
     */
    @Test
    void leavesNothingToANewAccountOfTheSameName() {
        LastUse use = LastUse.in(file, events.admin(), clock);
        use.signedIn(ANN, "10.0.0.1");
        Account next = new Account("ann", Role.ADMIN, "", "", nowMs.addAndGet(60_000));

        assertThat(use.knows(next, "10.0.0.1")).isFalse();
        use.signedIn(next, "10.0.9.1");

        assertThat(use.knows(next, "10.0.9.1")).isTrue();
        assertThat(use.knows(next, "10.0.0.1"))
                .as("nor after its first sign-in")
                .isFalse();
    }

    @Test
    void beginsAnewWhenTheFileIsTorn() throws IOException {
        Files.writeString(file, "{\"users\": {\"ann\": 17");
        LastUse use = LastUse.in(file, events.admin(), clock);
        assertThat(use.of(ANN)).isZero();
        use.signedIn(ANN, "10.0.0.1");
        assertThat(LastUse.in(file, events.admin(), clock).of(ANN)).isEqualTo(BEGAN_MS);
    }
}
