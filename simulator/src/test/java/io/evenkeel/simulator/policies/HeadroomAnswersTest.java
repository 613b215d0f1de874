// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyCatalog;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Compares scores with {@code answers: relative} to scores by the plain times of answers. */
class HeadroomAnswersTest {

    private static final int PAGES = 1;
    private static final int REPORTS = 2;
    private static final Map<String, Double> RELATIVE = Map.of("answers", 1.0);

    private double nowMs;

    /** Each node gets pages of 10 and reports of 100 ms, half and half, twenty seconds long; B is as fast as A. */
    private Trial taught(Map<String, Double> options) {
        Trial trial = new Trial("headroom", 2, options).at(0);
        nowMs = 0;
        for (int i = 0; i < 200; i++) {
            ask(trial, 0, i % 2 == 0 ? PAGES : REPORTS);
            ask(trial, 1, i % 2 == 0 ? PAGES : REPORTS);
        }
        return trial;
    }

    private void ask(Trial trial, int slot, int requestClass) {
        nowMs += 50;
        trial.at(nowMs);
        trial.task.requestClass(requestClass);
        trial.choose();
        trial.run(slot, requestClass == PAGES ? 10 : 100);
    }

    private double scoreAfterReports(Map<String, Double> options) {
        Trial trial = taught(options);
        for (int i = 0; i < 40; i++) {
            ask(trial, 0, REPORTS);
            ask(trial, 1, PAGES);
        }
        return trial.score(0) / trial.score(1);
    }

    /** A gets the reports, B the pages: by their times A looks several times slower. */
    @Test
    void aNodeThatGotTheLongRequestsDoesNotLookSlow() {
        assertThat(scoreAfterReports(Map.of())).isGreaterThan(3);
        assertThat(scoreAfterReports(RELATIVE)).isBetween(0.8, 1.25);
    }

    @Test
    void aNodeThatIsSlowStillLooksSlow() {
        Trial trial = taught(RELATIVE);
        for (int i = 0; i < 100; i++) {
            ask(trial, 0, PAGES);
            nowMs += 50;
            trial.at(nowMs);
            trial.run(1, 30);
        }

        assertThat(trial.score(1) / trial.score(0)).isGreaterThan(2.5);
    }

    @Test
    void countsAsItIsWithoutClasses() {
        Trial plain = new Trial("headroom", 2).at(0);
        Trial relative = new Trial("headroom", 2, RELATIVE).at(0);
        for (int i = 0; i < 300; i++) {
            double ms = 1 + i * 7919 % 101;
            plain.at(10 * i).run(i % 2, ms);
            relative.at(10 * i).run(i % 2, ms);
            assertThat(relative.choose()).isEqualTo(plain.choose());
        }

        assertThat(relative.score(0)).isEqualTo(plain.score(0), within(1e-9));
        assertThat(relative.score(1)).isEqualTo(plain.score(1), within(1e-9));
    }

    /** Between two that compare within classes it is the classes that changed: what class 2 cost says nothing of it. */
    @Test
    void forgetsWhatClassesCostWhenRequestsAreToldApartOtherwise() {
        Trial before = taught(RELATIVE);
        Policy next = successor(before);
        assertThat(next.inherits(before.policy)).isTrue();

        double speed = next.score(before.task, 1, before.nodes);
        assertThat(speed).as("how fast nodes are").isEqualTo(before.score(1), within(1e-9));
        before.at(nowMs + 2_000);
        before.task.requestClass(REPORTS).memo(0);
        next.onFinish(before.task, 1, Outcome.SUCCEEDED, Math.round(speed * 1e6), before.nodes);
        assertThat(next.score(before.task, 1, before.nodes))
                .as("an answer counts as it is until its class is known")
                .isEqualTo(speed, within(1e-5));
    }

    private static Policy successor(Trial before) {
        Policy next = PolicyCatalog.load()
                .find("headroom")
                .orElseThrow()
                .create(16, new SplittableRandom(Trial.SEED), RELATIVE);
        next.onJoin(0, before.nodes, 0);
        next.onJoin(1, before.nodes, 0);
        return next;
    }

    @Test
    void keepsWhatItLearnedWhenTheParameterChanges() {
        Trial before = new Trial("headroom", 2).at(0);
        for (int i = 0; i < 8; i++) {
            before.run(0, 10).run(1, 30);
        }
        before.run(1, Outcome.FAILED, 1);
        Policy next = successor(before);

        assertThat(next.inherits(before.policy)).isTrue();
        assertThat(next.score(before.task, 0, before.nodes)).isEqualTo(10, within(1e-9));
        assertThat(next.score(before.task, 1, before.nodes)).isEqualTo(36, within(1e-9));
    }
}
