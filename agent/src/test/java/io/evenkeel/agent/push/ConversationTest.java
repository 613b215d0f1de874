// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.wire.push.PushMessage;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ConversationTest {

    private final List<String> sent = new ArrayList<>();
    private final Deque<Object> answers = new ArrayDeque<>();
    private final Conversation conversation = new Conversation(this::send, "hello", id -> "update of " + id, () -> 0.5);

    @Test
    void registersAndThenSendsAnUpdateEachInterval() {
        expect(PushMessage.registered("shop.vcn1", 1_000, false));
        expect(PushMessage.updated("shop.vcn1", 1_000, false), PushMessage.updated("shop.vcn1", 250, false));

        assertThat(conversation.step()).isEqualTo(1_000);
        assertThat(conversation.step()).isEqualTo(1_000);
        assertThat(conversation.step()).as("the dispatcher wants it more often").isEqualTo(250);
        assertThat(sent).containsExactly("hello", "update of shop.vcn1", "update of shop.vcn1");
    }

    @Test
    void aStatusQueryIsAnsweredAtOnce() {
        expect(PushMessage.registered("n", 60_000, true), PushMessage.updated("n", 60_000, false));

        assertThat(conversation.step()).isLessThanOrEqualTo(10);
        assertThat(conversation.step()).isEqualTo(60_000);
    }

    @Test
    void triesLessOftenTheLongerNobodyAnswers() {
        for (int i = 0; i < 8; i++) {
            expect(new IOException("Connection refused"));
        }
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            waits.add(conversation.step());
        }

        // Three quarters of 1 s, 2 s and so on up to a minute: chance is one half here.
        assertThat(waits).containsExactly(750L, 1_500L, 3_000L, 6_000L, 12_000L, 24_000L, 45_000L, 45_000L);
        assertThat(conversation.isRegistered()).isFalse();
    }

    @Test
    void aLostUpdateKeepsTheRegistration() {
        expect(PushMessage.registered("n", 1_000, false), new IOException("Read timed out"));
        expect(PushMessage.updated("n", 1_000, false));
        conversation.step();

        assertThat(conversation.step()).isEqualTo(750);
        assertThat(conversation.isRegistered()).isTrue();
        assertThat(conversation.step()).isEqualTo(1_000);
    }

    /** Java's HTTP throws some for addresses and answers that it does not like. */
    @Test
    void aFaultIsAFailureLikeAnyOther() {
        expect(new IllegalStateException("no such proxy"), PushMessage.registered("n", 1_000, false));
        expect(new IllegalArgumentException("an odd answer"), PushMessage.updated("n", 1_000, false));
        expect(new IllegalStateException("no such proxy"));

        assertThat(conversation.step())
                .as("the wait before another registration")
                .isEqualTo(750);
        conversation.step();
        assertThat(conversation.step()).as("the wait before another sample").isEqualTo(750);
        assertThat(conversation.isRegistered()).isTrue();
        assertThat(conversation.step()).isEqualTo(1_000);
        assertThat(conversation.stop(this::send)).isFalse();
    }

    @Test
    void registersAgainWhenTheDispatcherHasForgottenIt() {
        expect(PushMessage.registered("old", 1_000, false), PushMessage.refused("there is no old", "register"));
        expect(PushMessage.registered("new", 1_000, false), PushMessage.updated("new", 1_000, false));
        conversation.step();

        assertThat(conversation.step()).as("at once").isZero();
        conversation.step();
        conversation.step();
        assertThat(sent).containsExactly("hello", "update of old", "hello", "update of new");
    }

    @Test
    void aDispatcherThatRegistersAndRefusesIsNotAskedAllTheTime() {
        for (int i = 0; i < 3; i++) {
            expect(PushMessage.registered("n", 1_000, false), PushMessage.refused("no", "none"));
        }
        conversation.step();
        assertThat(conversation.step()).isZero();
        conversation.step();

        assertThat(conversation.step()).isEqualTo(750);
    }

    @Test
    void saysStopOnlyWhenItIsRegistered() {
        assertThat(conversation.stop(this::send)).isFalse();
        assertThat(sent).isEmpty();

        expect(PushMessage.registered("n", 1_000, false), PushMessage.stopped("n"));
        conversation.step();
        assertThat(conversation.stop(this::send)).isTrue();
        assertThat(sent.get(1)).contains("\"kind\":\"stop\"", "\"id\":\"n\"");
        assertThat(conversation.stop(this::send)).as("a second time").isFalse();
    }

    private void expect(Object... next) {
        answers.addAll(List.of(next));
    }

    private PushMessage send(String message) throws IOException {
        sent.add(message);
        Object answer = answers.remove();
        if (answer instanceof IOException failure) {
            throw failure;
        }
        if (answer instanceof RuntimeException fault) {
            throw fault;
        }
        return (PushMessage) answer;
    }
}
