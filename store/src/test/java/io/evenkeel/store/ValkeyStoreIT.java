// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.cluster.StoreSettings;
import io.evenkeel.dispatcher.affinity.store.SessionStore;
import io.evenkeel.dispatcher.affinity.store.SessionStoreProvider;
import io.evenkeel.store.StoreContract.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** {@link ValkeyStore} beside a server of this test: the contract, and what happens when the server is away. */
final class ValkeyStoreIT {

    private RespServer server;

    @BeforeEach
    void start() throws IOException {
        server = new RespServer(0);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Nested
    final class Contract extends StoreContract {

        @Override
        StoreSettings settings() {
            return ValkeyStoreIT.this.settings();
        }

        @Override
        void put(String key, String text) {
            server.put(key, text);
        }
    }

    private StoreSettings settings() {
        return StoreContract.at(server.port(), null);
    }

    @Test
    void theDispatcherFindsTheProvider() {
        assertThat(ServiceLoader.load(SessionStoreProvider.class))
                .anyMatch(provider -> provider.knows("valkey") && provider.knows("rediss") && !provider.knows("http"));
    }

    @Test
    void sendsFewCommandsForEachCall() throws Exception {
        try (SessionStore store = new ValkeyProvider().open(settings())) {
            Answer.of(reply -> store.write("k", -7, 90, reply));
            Answer.of(reply -> store.renew("k", 80, reply));
            Answer.of(reply -> store.read("k", reply));
            Answer.of(reply -> store.remove("k", reply));
        }

        assertThat(server.commands())
                .isEqualTo(List.of("SET k -7 EX 90", "EXPIRE k 80", "GETRANGE k 0 20", "GETRANGE k 0 20", "UNLINK k"));
    }

    /** A value as long as the heap would end the process. */
    @Test
    void takesNoMoreOfAValueThanANumberHas() throws Exception {
        server.put("k", "7".repeat(10 << 20));
        try (SessionStore store = new ValkeyProvider().open(settings())) {
            assertThat(Answer.of(reply -> store.read("k", reply))).isEqualTo(new Answer(0, "null"));
            assertThat(Answer.of(reply -> store.renew("k", 80, reply))).isEqualTo(new Answer(0, "null"));
        }

        assertThat(server.longestSent()).isEqualTo(21);
    }

    @Test
    void aCallThatIsNotAnsweredFailsWithinASecond() throws Exception {
        try (SessionStore store = new ValkeyProvider().open(settings())) {
            Answer.of(reply -> store.write("k", 7, 90, reply));
            server.freeze();
            long began = System.nanoTime();

            assertThat(Answer.of(reply -> store.read("k", reply)).failure()).isNotEqualTo("null");
            assertThat(System.nanoTime() - began).isLessThan(TimeUnit.SECONDS.toNanos(2));
        }
    }

    @Test
    void aServerThatComesBackIsFound() throws Exception {
        int port = server.port();
        try (SessionStore store = new ValkeyProvider().open(settings())) {
            Answer.of(reply -> store.write("k", 7, 90, reply));
            server.close();
            assertThat(Answer.of(reply -> store.read("k", reply)).failure()).isNotEqualTo("null");

            server = new RespServer(port);

            assertThat(StoreContract.waitedFor(store)).isTrue();
        }
    }

    @Test
    void aServerThatStartsLaterIsFound() throws Exception {
        int port = server.port();
        server.close();
        try (SessionStore store = new ValkeyProvider().open(StoreContract.at(port, null))) {
            assertThat(Answer.of(reply -> store.read("k", reply)).failure()).isNotEqualTo("null");

            server = new RespServer(port);

            assertThat(StoreContract.waitedFor(store)).isTrue();
        }
    }

    @Test
    void userAndPasswordAreTold() throws Exception {
        StoreSettings settings =
                new StoreSettings("redis://localhost:" + server.port(), "shop", "sesame", Duration.ofMillis(20));
        try (SessionStore store = new ValkeyProvider().open(settings)) {
            Answer.of(reply -> store.read("k", reply));
        }

        assertThat(server.hello()).contains("AUTH shop sesame");
    }

    @Test
    void aUrlThatCannotBeReadShowsNoPassword() {
        StoreSettings settings = new StoreSettings("valkey://ho st:1", null, "sesame", Duration.ofMillis(20));

        assertThatThrownBy(() -> new ValkeyProvider().open(settings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("sesame");
    }
}
