// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.StoreSettings;
import io.evenkeel.dispatcher.affinity.store.SessionStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The promises of {@link SessionStore}, on a server that the subclass chooses. */
abstract class StoreContract {

    private SessionStore store;

    /** A server that is there and empty. */
    abstract StoreSettings settings() throws Exception;

    /** Puts a text under a key, as another program does. */
    abstract void put(String key, String text) throws Exception;

    /** A server of this machine. */
    static StoreSettings at(int port, @Nullable String password) {
        return new StoreSettings("valkey://127.0.0.1:" + port + "/2", null, password, StoreSettings.DEFAULT_TIMEOUT);
    }

    /** Reply of one call. */
    record Answer(long value, String failure) {

        static Answer of(Consumer<SessionStore.Reply> call) throws Exception {
            CompletableFuture<Answer> reply = new CompletableFuture<>();
            call.accept((value, failure) -> reply.complete(new Answer(value, String.valueOf(failure))));
            return reply.get(5, TimeUnit.SECONDS);
        }
    }

    /** True when a read has succeeded within ten seconds. */
    static boolean waitedFor(SessionStore store) throws Exception {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        boolean there = false;
        while (!there && System.nanoTime() < until) {
            there = Answer.of(reply -> store.read("k", reply)).failure().equals("null");
            LockSupport.parkNanos(1_000_000);
        }
        return there;
    }

    private static final Answer NOTHING = new Answer(0, "null");

    @BeforeEach
    final void open() throws Exception {
        store = new ValkeyProvider().open(settings());
    }

    @AfterEach
    final void end() {
        store.close();
    }

    @Test
    void readsWhatWasWritten() throws Exception {
        long node = 0x8f00_1234_5678_9abcL;

        assertThat(Answer.of(reply -> store.write("a", node, 60, reply))).isEqualTo(NOTHING);
        assertThat(Answer.of(reply -> store.read("a", reply))).isEqualTo(new Answer(node, "null"));
        assertThat(Answer.of(reply -> store.renew("a", 60, reply))).isEqualTo(new Answer(node, "null"));
    }

    @Test
    void aKeyThatIsNotThereIsZero() throws Exception {
        assertThat(Answer.of(reply -> store.read("never", reply))).isEqualTo(NOTHING);
        assertThat(Answer.of(reply -> store.renew("never", 60, reply))).isEqualTo(NOTHING);
        assertThat(Answer.of(reply -> store.remove("never", reply))).isEqualTo(NOTHING);
    }

    @Test
    void theLastWriteStays() throws Exception {
        Answer.of(reply -> store.write("b", 1, 60, reply));
        Answer.of(reply -> store.write("b", 2, 60, reply));

        assertThat(Answer.of(reply -> store.read("b", reply))).isEqualTo(new Answer(2, "null"));
    }

    @Test
    void whatIsRemovedIsGone() throws Exception {
        Answer.of(reply -> store.write("c", 1, 60, reply));
        Answer.of(reply -> store.remove("c", reply));

        assertThat(Answer.of(reply -> store.read("c", reply))).isEqualTo(NOTHING);
    }

    @Test
    void anotherProgramsTextCountsAsNone() throws Exception {
        String longest = Long.toString(Long.MIN_VALUE);
        put("longest", longest);
        assertThat(Answer.of(reply -> store.read("longest", reply))).isEqualTo(new Answer(Long.MIN_VALUE, "null"));
        assertThat(Answer.of(reply -> store.renew("longest", 60, reply))).isEqualTo(new Answer(Long.MIN_VALUE, "null"));

        for (String text : List.of("text", "0".repeat(20) + "7", "0".repeat(30), "7".repeat(50_000))) {
            put("odd", text);
            assertThat(Answer.of(reply -> store.read("odd", reply))).isEqualTo(NOTHING);
            assertThat(Answer.of(reply -> store.renew("odd", 60, reply))).isEqualTo(NOTHING);
        }
    }

    @Test
    void aCallAfterTheEndFails() throws Exception {
        store.close();

        assertThat(Answer.of(reply -> store.read("a", reply)).failure()).isNotEqualTo("null");
    }
}
