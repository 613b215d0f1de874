// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.StoreSettings;
import io.evenkeel.dispatcher.affinity.store.SessionStore;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract on the {@code valkey-server} or {@code redis-server} of this machine; {@code .ci/slow.d/store}. */
@Tag("servers")
final class RealValkeyIT extends StoreContract {

    @TempDir
    static Path folder;

    private static ValkeyServer server;
    private static int port;

    @BeforeAll
    static void start() throws Exception {
        server = ValkeyServer.start(folder);
        port = server.port();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    StoreSettings settings() {
        return at(port, ValkeyServer.PASSWORD);
    }

    @Override
    void put(String key, String text) throws Exception {
        server.tell("SET " + key + " " + text);
    }

    @Test
    void aKeyLivesForItsTime() throws Exception {
        try (SessionStore store = new ValkeyProvider().open(settings())) {
            Answer.of(reply -> store.write("renewed", 8, 1, reply));
            Answer.of(reply -> store.renew("renewed", 60, reply));
            Answer.of(reply -> store.write("short", 7, 1, reply));
            long writtenNs = System.nanoTime();

            while (!Answer.of(reply -> store.read("short", reply)).equals(new Answer(0, "null"))) {
                assertThat(System.nanoTime() - writtenNs)
                        .as("a second is over")
                        .isLessThan(TimeUnit.SECONDS.toNanos(5));
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(System.nanoTime() - writtenNs)
                    .as("lives for a second")
                    .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(900));
            assertThat(Answer.of(reply -> store.read("renewed", reply))).isEqualTo(new Answer(8, "null"));
        }
    }

    @Test
    void aWrongPasswordIsAFailure() throws Exception {
        try (SessionStore store = new ValkeyProvider().open(at(port, "wrong"))) {
            assertThat(Answer.of(reply -> store.read("a", reply)).failure()).contains("WRONGPASS");
        }
    }

    /** The rights that the guide tells are enough. */
    @Test
    void aUserMayHaveFewRights() throws Exception {
        server.tell("ACL SETUSER desk on >sesame resetkeys ~evenkeel:* nocommands"
                + " +getrange +expire +set +unlink +hello +client +ping +select");
        StoreSettings desk =
                new StoreSettings("redis://127.0.0.1:" + port, "desk", "sesame", StoreSettings.DEFAULT_TIMEOUT);
        try (SessionStore store = new ValkeyProvider().open(desk)) {
            assertThat(Answer.of(reply -> store.write("evenkeel:a", 7, 60, reply)))
                    .isEqualTo(new Answer(0, "null"));
            assertThat(Answer.of(reply -> store.renew("evenkeel:a", 60, reply))).isEqualTo(new Answer(7, "null"));
            assertThat(Answer.of(reply -> store.read("evenkeel:a", reply))).isEqualTo(new Answer(7, "null"));
            assertThat(Answer.of(reply -> store.remove("evenkeel:a", reply))).isEqualTo(new Answer(0, "null"));
            assertThat(Answer.of(reply -> store.read("other", reply)).failure()).contains("NOPERM");
        }
    }
}
