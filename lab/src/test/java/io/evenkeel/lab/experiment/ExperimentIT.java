// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.lab.load.Ramp;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ExperimentIT {

    private static final Pace SHORT = new Pace(
            new Ramp(3, Duration.ofMillis(200)),
            Duration.ofSeconds(4),
            Duration.ofSeconds(3),
            Duration.ofSeconds(1),
            false);

    private static ExperimentPlan plan(String... policies) {
        return new ExperimentPlan(List.of(Jqostd.scenarios().get(4)), List.of(policies), 12, SHORT, 1, 7);
    }

    @Test
    void everyPolicyHasACellWithWhatItsUsersSaw() throws Exception {
        try (Experiment experiment = new Experiment(plan("least-connections", "headroom"), line -> {})) {
            Result result = experiment.run();
            assertThat(result.runs()).hasSize(2);
            assertThat(result.cells()).extracting(Cell::policy).containsExactly("least-connections", "headroom");
            assertThat(result.cells()).allSatisfy(cell -> {
                assertThat(cell.failuresByKind())
                        .as("12 users do not fill any node")
                        .isEmpty();
                assertThat(cell.throughputPerSecond()).isGreaterThan(5);
                assertThat(cell.p50Ms())
                        .as("requests wait for a database that is far away")
                        .isGreaterThan(10);
                assertThat(cell.shares()).containsOnlyKeys("vcn1", "vcn2", "vcn3");
            });
            assertThat(result.isHeld()).isTrue();
        }
    }

    @Test
    void closingEndsItWhereverItIs() throws Exception {
        Experiment experiment = new Experiment(plan("headroom"), line -> {});
        CompletableFuture<Void> closing = new CompletableFuture<>();
        Thread closer = new Thread(() -> {
            try {
                Thread.sleep(1500);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            experiment.close();
            closing.complete(null);
        });
        closer.start();
        assertThatThrownBy(experiment::run).isInstanceOf(ExperimentException.class);
        assertThat(closing).succeedsWithin(Duration.ofSeconds(40));
        assertThatThrownBy(experiment::run).hasMessage("stopped");
    }
}
