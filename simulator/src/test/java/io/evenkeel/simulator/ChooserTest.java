// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.reported.Reported;
import io.evenkeel.simulator.scenario.SamplingModel;
import io.evenkeel.simulator.scenario.SamplingModel.Way;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.ServerGroup.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChooserTest {

    private static final SamplingModel PULLED = new SamplingModel(Way.POLLED, 5_000, 0, 0);
    private static final SamplingModel WITH_ANSWERS = new SamplingModel(Way.PIGGYBACK, 100, 0, 0);

    private final List<Double> periods = new ArrayList<>();

    /** The period by which the policy of the only dispatcher tells old samples. */
    private double period(SamplingModel sampling, Map<String, Double> options) {
        PolicyType rounds = Models.CATALOG.find("round-robin").orElseThrow();
        PolicyType type = new PolicyType(
                "old",
                "Takes turns and has a period.",
                "turns",
                "this test",
                PolicyType.Needs.AGENT,
                List.of(Reported.PERIOD),
                settings -> {
                    periods.add(settings.option("period"));
                    return rounds.create(settings.maxNodes(), settings.random(), Map.of());
                });
        Scenario scenario = Models.atLoad(0.5, Models.cores(Order.FIFO, 1, 1), "constant(10ms)", 100)
                .sampled(sampling);
        Chooser chooser = Chooser.policy(type, options);
        periods.clear();

        Simulator.run(scenario, chooser, 1);

        assertThat(periods).hasSize(1);
        return periods.get(0);
    }

    /** As the dispatcher takes the interval of its agents. */
    @Test
    void thePeriodOfAPolicyIsTheTimeBetweenTwoPulls() {
        assertThat(period(PULLED, Map.of())).isEqualTo(5);
    }

    @Test
    void aPeriodThatIsGivenStays() {
        assertThat(period(PULLED, Map.of("period", 2.0))).isEqualTo(2);
    }

    /** A server that sends none with answers is asked each second, whatever the least time between two is. */
    @Test
    void thePeriodOfSamplesThatComeWithAnswersIsASecond() {
        assertThat(period(WITH_ANSWERS, Map.of())).isEqualTo(1);
        assertThat(period(SamplingModel.NONE, Map.of())).isEqualTo(1);
    }

    @Test
    void policiesWithoutAPeriodGetNone() {
        Scenario scenario = Models.atLoad(0.5, Models.cores(Order.FIFO, 1, 1), "constant(10ms)", 100)
                .sampled(PULLED);

        assertThat(Models.run("round-robin", scenario).failuresEver()).isZero();
    }
}
