// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.task;

import static io.evenkeel.dispatcher.node.ClusterFixture.counts;
import static io.evenkeel.dispatcher.node.ClusterFixture.inFlight;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.RetrySettings;
import io.evenkeel.dispatcher.engine.ManualLoop;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.policy.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskRetriesTest {

    private final ManualLoop clock = new ManualLoop();
    private final Attempts attempts = Attempts.ofRequests(clock.loop(), new HeardOwner());
    private final TaskRetries retries = attempts.retries();
    private final ClusterFixture fixture = new ClusterFixture(0);

    private long now() {
        return clock.loop().nowNs();
    }

    /** A cluster of nodes a, b, c …. */
    private Cluster cluster(int nodes) {
        for (int i = 0; i < nodes; i++) {
            fixture.nodes.add(ClusterFixture.node(String.valueOf((char) ('a' + i)), Integer.MAX_VALUE));
        }
        return fixture.create(now());
    }

    private @Nullable Refusal assign(Cluster cluster) {
        attempts.clear(now());
        return attempts.assign(cluster, 1);
    }

    private @Nullable Refusal assignToHome(Cluster cluster, String home, boolean onlyHome) {
        attempts.clear(now());
        attempts.facts().belongs(ClusterFixture.named(cluster, home).key(), 0, onlyHome);
        return attempts.assign(cluster, 1);
    }

    private @Nullable Refusal failsAndAsksAgain(boolean hereToo) {
        return failsAndAsksAgain(hereToo, Refusal.NODE_CLOSED);
    }

    private @Nullable Refusal failsAndAsksAgain(boolean hereToo, Refusal why) {
        attempts.finish(Outcome.FAILED, false, now());
        return retries.assignAgain(now(), hereToo, why);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 20})
    void goesToEachNodeOnceAndThenSaysWhyTheLastTryFailed(int nodes) {
        fixture.retry = new RetrySettings(100, 1);
        Cluster cluster = cluster(nodes);
        List<Node> seen = new ArrayList<>();

        Refusal refusal = assign(cluster);
        while (refusal == null) {
            seen.add(attempts.assigned());
            clock.pass(Duration.ofMillis(200));
            refusal = failsAndAsksAgain(false);
        }

        assertThat(refusal).isEqualTo(Refusal.NODE_CLOSED);
        assertThat(seen).containsExactlyInAnyOrderElementsOf(cluster.nodes());
        assertThat(inFlight(cluster)).isZero();
    }

    @Test
    void stopsAtTheNumberOfAttempts() {
        fixture.retry = new RetrySettings(2, 1);
        Cluster cluster = cluster(4);
        assign(cluster);

        assertThat(failsAndAsksAgain(false)).isNull();
        assertThat(failsAndAsksAgain(false)).isNull();
        assertThat(failsAndAsksAgain(false)).isEqualTo(Refusal.NODE_CLOSED);

        assertThat(retries.attempt()).isEqualTo(2);
        assertThat(counts(cluster, "d").started()).isZero();
    }

    @Test
    void stopsWhileTheBudgetIsSpent() {
        fixture.retry = new RetrySettings(1, 0);
        Cluster cluster = cluster(2);
        for (int i = 0; i < 10; i++) {
            assign(cluster);
            assertThat(failsAndAsksAgain(false)).as("retry " + i).isNull();
            attempts.finish(Outcome.SUCCEEDED, false, now());
        }

        assign(cluster);
        assertThat(failsAndAsksAgain(false)).isEqualTo(Refusal.NODE_CLOSED);

        clock.pass(Duration.ofSeconds(1));
        assign(cluster);
        assertThat(failsAndAsksAgain(false)).isNull();
    }

    @Test
    void goesToTheSameNodeAgainOnlyWhereThatIsAllowedAndThereIsNoOther() {
        fixture.retry = new RetrySettings(1, 1);
        Cluster one = cluster(1);
        assign(one);
        assertThat(failsAndAsksAgain(false)).isEqualTo(Refusal.NODE_CLOSED);

        assign(one);
        assertThat(failsAndAsksAgain(true)).isNull();
        assertThat(attempts.assigned().name()).isEqualTo("a");
        assertThat(failsAndAsksAgain(true)).as("a third attempt").isEqualTo(Refusal.NODE_CLOSED);

        fixture.nodes.add(ClusterFixture.node("b", Integer.MAX_VALUE));
        assign(fixture.create(now()));
        assertThat(failsAndAsksAgain(true)).isNull();
        assertThat(attempts.assigned().name()).isEqualTo("b");
    }

    @Test
    void movesOnceItHasAnotherNodeAndStaysOtherwise() {
        fixture.retry = new RetrySettings(5, 1);
        Cluster cluster = cluster(2);
        assign(cluster);

        assertThat(retries.move(Outcome.ABANDONED, now())).isTrue();
        assertThat(attempts.assigned().name()).isEqualTo("b");
        assertThat(counts(cluster, "a").abandoned()).isEqualTo(1);

        assertThat(retries.move(Outcome.FAILED, now())).as("no third node").isFalse();
        assertThat(attempts.assigned().name()).isEqualTo("b");
        assertThat(retries.attempt()).isEqualTo(1);
        assertThat(counts(cluster, "b").failed()).isZero();
        assertThat(inFlight(cluster)).isEqualTo(1);
    }

    @Test
    void staysWhereItMayNotRetry() {
        fixture.retry = new RetrySettings(0, 1);
        Cluster cluster = cluster(2);
        assign(cluster);

        assertThat(retries.move(Outcome.ABANDONED, now())).isTrue();

        assertThat(attempts.assigned().name()).isEqualTo("a");
        assertThat(counts(cluster, "a").inFlight()).isEqualTo(1);
    }

    @Test
    void theFirstMoveAwayFromANodeInDoubtLeavesTheAttemptsAsTheyAre() {
        fixture.retry = new RetrySettings(1, 1);
        assign(cluster(4));

        assertThat(retries.move(Outcome.ABANDONED, now())).isTrue();
        assertThat(retries.mayRetry()).isTrue();
        assertThat(failsAndAsksAgain(false)).isNull();

        assertThat(retries.mayRetry()).isFalse();
        assertThat(retries.attempt()).isEqualTo(2);
    }

    @Test
    void aMoveAwayFromANodeThatFailedIsAnAttempt() {
        fixture.retry = new RetrySettings(1, 1);
        assign(cluster(4));

        assertThat(retries.move(Outcome.FAILED, now())).isTrue();

        assertThat(retries.mayRetry()).isFalse();
    }

    @Test
    void aStaleConnectionToTheHomeIsRepeatedThereOnceAndIsNoAttempt() {
        fixture.retry = new RetrySettings(1, 1);
        assertThat(assignToHome(cluster(2), "b", false)).isNull();

        assertThat(failsAndAsksAgain(true)).isNull();
        assertThat(attempts.assigned().name()).isEqualTo("b");
        assertThat(retries.mayRetry()).isTrue();

        assertThat(failsAndAsksAgain(true)).isNull();
        assertThat(attempts.assigned().name()).isEqualTo("a");
        assertThat(retries.mayRetry()).isFalse();
    }

    @Test
    void theOnlyHomeThatCannotBeReachedIsGone() {
        fixture.retry = new RetrySettings(0, 1);
        Cluster cluster = cluster(2);

        assignToHome(cluster, "b", true);
        assertThat(failsAndAsksAgain(false, Refusal.CONNECT_FAILED)).isEqualTo(Refusal.HOME_GONE);
        assignToHome(cluster, "b", true);
        assertThat(failsAndAsksAgain(false, Refusal.NODE_CLOSED)).isEqualTo(Refusal.NODE_CLOSED);
        assignToHome(cluster, "b", false);
        assertThat(failsAndAsksAgain(false, Refusal.CONNECT_FAILED)).isEqualTo(Refusal.CONNECT_FAILED);
    }

    @Test
    void aNewRequestHasAllItsAttemptsAgain() {
        fixture.retry = new RetrySettings(1, 1);
        Cluster cluster = cluster(2);
        assign(cluster);
        failsAndAsksAgain(false);
        int failed = ClusterFixture.named(cluster, "a").slot();
        assertThat(retries.tried(failed)).isTrue();

        assign(cluster);

        assertThat(retries.tried(failed)).isFalse();
        assertThat(retries.mayRetry()).isTrue();
        assertThat(retries.attempt()).isZero();
    }
}
