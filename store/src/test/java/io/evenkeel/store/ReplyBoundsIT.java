// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.affinity.store.SessionStore;
import io.evenkeel.store.StoreContract.Answer;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@link ReplyBounds} beside a server that goes wrong: what is ended, and that the store is found afterwards. */
final class ReplyBoundsIT {

    private RespServer server;

    @BeforeEach
    void start() throws IOException {
        server = new RespServer(0);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    /** The library gathers an answer until it is whole, in the memory outside the heap that clients need. */
    @Test
    void anAnswerWithoutAnEndEndsItsConnection() throws Exception {
        try (SessionStore store = new ValkeyProvider().open(StoreContract.at(server.port(), null))) {
            Answer.of(reply -> store.write("k", 7, 90, reply));
            server.answerOnceWithoutEnd();

            assertThat(Answer.of(reply -> store.read("k", reply)).failure()).isNotEqualTo("null");

            assertThat(StoreContract.waitedFor(store)).isTrue();
            assertThat(server.endlessSent()).isLessThan(16L << 20);
        }
    }

    /** Such as one that a firewall between both has forgotten. */
    @Test
    void aConnectionWithoutAnswersIsMadeAgain() throws Exception {
        try (SessionStore store = new ValkeyProvider().open(StoreContract.at(server.port(), null))) {
            Answer.of(reply -> store.write("k", 7, 90, reply));
            server.stall();

            assertThat(StoreContract.waitedFor(store)).isTrue();
            assertThat(server.greeted()).isEqualTo(2);
        }
    }
}
