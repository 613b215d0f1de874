// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.dispatcher.log.Event;
import io.evenkeel.dispatcher.log.EventLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Questions to a source in virtual time. */
final class SourceRunTest {

    private static final long SECOND = 1_000_000_000L;

    private final ScriptedSource source = new ScriptedSource();
    private final EventLog events = new EventLog();
    private long nowNs = -5 * SECOND;
    private SourceRun run = run(1, 256);

    @AfterEach
    void close() {
        events.close();
    }

    private SourceRun run(long seed, int maxNodes) {
        return new SourceRun(
                "shop",
                ScriptedSource.settings(maxNodes),
                source,
                new SplittableRandom(seed),
                events.cluster(),
                () -> {},
                nowNs);
    }

    /** Steps at each moment that the run wants, for so long; returns the number of changes. */
    private int pass(Duration time) {
        long endNs = nowNs + time.toNanos();
        int changes = 0;
        while (nowNs < endNs) {
            changes += run.step(nowNs, nowNs / 1_000_000) ? 1 : 0;
            nowNs = Math.min(endNs, Math.max(nowNs + 1_000_000, run.dueNs()));
        }
        return changes;
    }

    private String names() {
        StringBuilder names = new StringBuilder();
        run.roster().members().forEach(node -> names.append(node.name()));
        return names.toString();
    }

    private List<String> said() {
        List<String> texts = new ArrayList<>();
        for (Event event : events.recent(100)) {
            texts.add(event.message());
        }
        return texts;
    }

    @Test
    void asksAgainWhenTheAnswerHasAged() {
        source.answer = ScriptedSource.nodes("ab");

        assertThat(pass(Duration.ofSeconds(100))).isEqualTo(1);

        assertThat(source.asked).as("every ten seconds, up to a tenth sooner").isBetween(10, 12);
        assertThat(names()).isEqualTo("ab");
        assertThat(run.view().problem()).isNull();
    }

    @Test
    void neitherAnEmptyAnswerNorAFailureNorSilenceEmptiesTheCluster() {
        source.answer = ScriptedSource.nodes("ab");
        pass(Duration.ofSeconds(1));

        source.answer = List.of();
        pass(Duration.ofMinutes(5));
        assertThat(names()).isEqualTo("ab");
        assertThat(run.view().problem()).isEqualTo("the answer has no nodes");

        source.failure = new IllegalStateException("refused");
        pass(Duration.ofMinutes(5));
        assertThat(names()).isEqualTo("ab");
        assertThat(run.view().problem()).isEqualTo("refused");

        source.failure = null;
        source.answer = null;
        pass(Duration.ofMinutes(5));
        assertThat(names()).isEqualTo("ab");
        assertThat(run.view().problem()).isEqualTo("no answer after 5000 ms");
        assertThat(source.open).as("what is not waited for is cancelled").anyMatch(each -> each.isCancelled());
        assertThat(said()).as("a row of failures is said once").hasSize(1);
        assertThat(said().get(0)).contains("2 nodes found before stay");
    }

    @Test
    void asksLaterAndLaterWhileItFails() {
        source.failure = new IllegalStateException("refused");
        pass(Duration.ofSeconds(60));
        int first = source.asked;
        pass(Duration.ofMinutes(60));

        assertThat(first).isBetween(6, 14);
        assertThat(source.asked - first).as("once a minute at most twice").isBetween(60, 120);
    }

    @Test
    void twoDispatchersDoNotAskInStep() {
        source.answer = ScriptedSource.nodes("a");
        SourceRun other = run(2, 256);
        for (SourceRun each : List.of(run, other)) {
            each.step(nowNs, 0);
            each.step(nowNs, 0);
        }

        assertThat(run.dueNs()).isNotEqualTo(other.dueNs());
    }

    @Test
    void aThousandNodesThatChangeTenTimesASecondCostABoundedAmountOfWorkAndNoUpdateIsLost() {
        run = run(1, 1000);
        source.goodFor = Duration.ZERO;
        int generation = 0;
        for (int i = 0; i < 300; i++) {
            generation = i;
            source.answer = generation(generation);
            pass(Duration.ofMillis(100));
        }
        assertThat(source.asked).as("in 30 s").isLessThanOrEqualTo(151);

        pass(Duration.ofSeconds(1));

        assertThat(run.roster().found()).isEqualTo(1000);
        assertThat(run.roster().members().stream()
                        .filter(node -> Boolean.TRUE.equals(run.roster().isFound(node.name()))))
                .as("the last state")
                .containsExactlyInAnyOrderElementsOf(generation(generation));
        assertThat(run.roster().draining()).as("bounded, too").isLessThanOrEqualTo(1000);
    }

    /** A thousand nodes, of which a hundred are new. */
    private static List<NodeSettings> generation(int number) {
        List<NodeSettings> nodes = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            int id = number * 100 + i;
            nodes.add(new NodeSettings(
                    "pod-" + id,
                    new HostPort("10." + (id >> 16) + "." + (id >> 8 & 255) + "." + (id & 255), 80),
                    1,
                    Integer.MAX_VALUE,
                    Integer.MAX_VALUE));
        }
        return nodes;
    }

    @Test
    void liesAreLeftOutAndSaid() {
        run = run(1, 2);
        List<NodeSettings> answer = new ArrayList<>(ScriptedSource.nodes("dcba"));
        answer.add(ScriptedSource.node("a", 7));
        answer.add(new NodeSettings("x", new HostPort("0.0.0.0", 80), 1, 1, 1));
        answer.add(new NodeSettings("y", new HostPort("169.254.169.254", 80), 1, 1, 1));
        answer.add(new NodeSettings("z\nz", new HostPort("10.0.0.1", 80), 1, 1, 1));
        answer.add(new NodeSettings("w", new HostPort("10.0.0.1", 0), 1, 1, 1));
        source.answer = answer;

        pass(Duration.ofSeconds(1));

        assertThat(names()).isEqualTo("ab");
        assertThat(run.view().remark())
                .isEqualTo(
                        "4 left out, at no address where a node can be; 1 left out, named twice; 2 left out, above 'max-nodes'");
    }

    @Test
    void namesThatCannotBeToldApartAreOneName() {
        source.answer =
                List.of(ScriptedSource.node("8yn0iYCKYHlIj4-BwPqk", 1), ScriptedSource.node("GReLUrM4wMqfg9yzV3KQ", 2));

        pass(Duration.ofSeconds(1));

        assertThat(names()).isEqualTo("8yn0iYCKYHlIj4-BwPqk");
        assertThat(run.view().remark()).isEqualTo("1 left out, named twice");
    }
}
