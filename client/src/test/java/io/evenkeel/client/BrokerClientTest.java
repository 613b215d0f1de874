// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.client;

import static io.evenkeel.client.ScriptedBroker.QUANTUM;
import static io.evenkeel.client.ScriptedBroker.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class BrokerClientTest {

    private static final Duration TINY = Duration.ofMillis(1);

    private final ScriptedBroker broker = new ScriptedBroker();
    private final BrokerClient client = broker.client();

    @Test
    void asksOnceForAQuantum() throws Exception {
        broker.tells("a", "b").tells("c");

        for (int i = 0; i < 100; i++) {
            assertThat(client.node()).isEqualTo(node("a"));
        }
        broker.pass(QUANTUM.multipliedBy(3).dividedBy(4));
        assertThat(client.node()).isEqualTo(node("a"));

        assertThat(broker.questions).isEqualTo(1);
    }

    @Test
    void asksAgainBeforeTheQuantumEndsWithoutKeepingRequestsWaiting() throws Exception {
        CompletableFuture<BrokerAnswer> slow = new CompletableFuture<>();
        broker.tells("a");
        broker.answers.add(slow);
        client.node();
        broker.pass(QUANTUM.multipliedBy(95).dividedBy(100));

        assertThat(client.node()).isEqualTo(node("a"));
        assertThat(client.node()).as("one question for all callers").isEqualTo(node("a"));
        assertThat(broker.questions).isEqualTo(2);
        slow.complete(new BrokerAnswer(List.of(node("c")), QUANTUM));

        assertThat(client.node()).isEqualTo(node("c"));
        broker.pass(QUANTUM.dividedBy(2));
        assertThat(client.node()).isEqualTo(node("c"));
        assertThat(broker.questions).isEqualTo(2);
    }

    /** By chance as early as three quarters, so that clients that began together do not stay together. */
    @Test
    void asksAtAMomentThatIsSpread() throws Exception {
        broker.random = 0;
        broker.tells("a").tells("c");
        client.node();

        broker.pass(QUANTUM.multipliedBy(3).dividedBy(4).minus(TINY));
        assertThat(client.node()).isEqualTo(node("a"));
        broker.pass(TINY);
        client.node();

        assertThat(client.node()).isEqualTo(node("c"));
    }

    @Test
    void waitsForTheAnswerOnceTheQuantumIsOver() throws Exception {
        CompletableFuture<BrokerAnswer> slow = new CompletableFuture<>();
        broker.tells("a");
        broker.answers.add(slow);
        client.node();
        broker.pass(QUANTUM);

        CompletableFuture<List<ToldNode>> waits = client.nodesAsync();
        assertThat(waits).isNotDone();
        slow.complete(new BrokerAnswer(List.of(node("c")), QUANTUM));

        assertThat(waits).isCompletedWithValue(List.of(node("c")));
    }

    /** The quantum counts from the question, so that it never ends later here than at the broker. */
    @Test
    void countsTheQuantumFromTheQuestion() throws Exception {
        CompletableFuture<BrokerAnswer> slow = new CompletableFuture<>();
        broker.answers.add(slow);
        CompletableFuture<List<ToldNode>> first = client.nodesAsync();
        broker.pass(Duration.ofSeconds(2));
        slow.complete(new BrokerAnswer(List.of(node("a")), QUANTUM));
        assertThat(first).isCompletedWithValue(List.of(node("a")));
        broker.answers.clear();
        broker.answers.add(new CompletableFuture<>());

        broker.pass(QUANTUM.minusSeconds(2));

        assertThat(client.nodesAsync()).isNotDone();
    }

    @Test
    void triesThreeTimesWithGrowingPausesBeforeTheFirstAnswer() throws Exception {
        broker.fails(2).tells("a");

        assertThat(client.node()).isEqualTo(node("a"));
        assertThat(broker.pausesMs).containsExactly(500L, 1000L);
    }

    @Test
    void saysThatTheBrokerDoesNotAnswerAndKeepsAwayForAWhile() {
        broker.random = 0;
        broker.fails(1);

        assertThatThrownBy(client::node).isInstanceOf(IOException.class).hasMessageContaining("no route");
        assertThat(broker.pausesMs).as("half of the full pauses").containsExactly(250L, 500L);
        assertThatThrownBy(client::node).hasMessageContaining("no route");
        assertThat(broker.questions).as("the second caller is told at once").isEqualTo(3);
        broker.pass(Duration.ofMillis(250));
        assertThatThrownBy(client::node).hasMessageContaining("no route");

        assertThat(broker.questions).isEqualTo(6);
    }

    @Test
    void theLastListServesWhileTheBrokerIsAwayAndTheBrokerIsAskedMoreAndMoreSeldom() throws Exception {
        broker.tells("a", "b").fails(1);
        client.node();
        broker.pass(QUANTUM);
        for (int second = 0; second < 600; second++) {
            assertThat(client.nodes()).containsExactly(node("a"), node("b"));
            broker.pass(Duration.ofSeconds(1));
        }

        assertThat(broker.questions).as("after 1, 1, 2, 4, 8, 16, 30, 30 … s").isBetween(20, 28);
        broker.pass(Duration.ofMinutes(20));
        assertThatThrownBy(client::node).as("too old at last").hasMessageContaining("no route");
    }

    @Test
    void theNextAnswerEndsTheFallback() throws Exception {
        broker.tells("a").fails(1).tells("c");
        client.node();
        broker.pass(QUANTUM);
        assertThat(client.node()).isEqualTo(node("a"));

        broker.pass(Duration.ofSeconds(1));

        assertThat(client.node()).isEqualTo(node("c"));
    }

    @Test
    void aBrokerWithoutANodeIsBelievedAndAskedWhenItSaid() throws Exception {
        broker.tells("a").refuses(503, Duration.ofSeconds(7)).tells("c");
        client.node();
        broker.pass(QUANTUM.minus(TINY));
        assertThat(client.node()).as("within the quantum").isEqualTo(node("a"));
        broker.pass(TINY);

        assertThatThrownBy(client::node).isInstanceOfSatisfying(BrokerException.class, e -> {
            assertThat(e.status()).isEqualTo(503);
            assertThat(e.retryAfter()).contains(Duration.ofSeconds(7));
        });
        broker.pass(Duration.ofSeconds(7).minus(TINY).minus(TINY));
        assertThatThrownBy(client::node).isInstanceOf(BrokerException.class);
        assertThat(broker.questions).isEqualTo(2);
        broker.pass(TINY);

        assertThat(client.node()).isEqualTo(node("c"));
    }

    @Test
    void aClientThatAsksTooOftenKeepsItsListAndTheTime() throws Exception {
        broker.tells("a").refuses(429, Duration.ofSeconds(20)).tells("c");
        client.node();
        broker.pass(QUANTUM);

        assertThat(client.node()).isEqualTo(node("a"));
        broker.pass(Duration.ofSeconds(19));
        assertThat(client.node()).isEqualTo(node("a"));
        assertThat(broker.questions).isEqualTo(2);
        broker.pass(Duration.ofSeconds(1));

        assertThat(client.node()).isEqualTo(node("c"));
    }

    @Test
    void aWrongQuestionIsNotRepeated() {
        broker.refuses(404, null);

        assertThatThrownBy(client::node)
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.status()).isEqualTo(404));
        assertThat(broker.questions).isEqualTo(1);
    }

    @Test
    void aNodeThatFailedComesLastForTenSecondsAndTheBrokerIsAsked() throws Exception {
        broker.tells("a", "b", "c");
        client.failed(client.node());

        assertThat(client.nodes()).containsExactly(node("b"), node("c"), node("a"));
        assertThat(broker.questions).isEqualTo(2);
        assertThat(client.nodes())
                .as("the broker has not noticed yet")
                .containsExactly(node("b"), node("c"), node("a"));
        assertThat(broker.questions).as("once is enough").isEqualTo(2);
        broker.pass(Duration.ofSeconds(10));

        assertThat(client.nodes()).containsExactly(node("a"), node("b"), node("c"));
    }

    @Test
    void needsABrokerWithAnAddressThatMakesSense() {
        assertThatThrownBy(() -> BrokerClient.of("shop").build()).hasMessageContaining("address of a broker");
        assertThatThrownBy(() -> BrokerClient.of("shop").broker(URI.create("10.0.0.2:8111")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BrokerClient.of("shop").quantum(Duration.ofNanos(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
