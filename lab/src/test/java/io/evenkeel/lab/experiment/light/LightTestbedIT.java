// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.light;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.server.light.LightPlan;
import io.evenkeel.lab.server.light.RequestNeeds;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("thorough")
final class LightTestbedIT {

    private static final ServerDemand ARRIVALS = new ServerDemand.Arrivals(100, "constant");
    private static final ServerDemand USERS = new ServerDemand.UserDemand(12, "20ms", "4");

    @Test
    void arrivalsAreCountedOnBothSides() throws Exception {
        Measurement measured = run("round-robin", Placing.REQUEST, ARRIVALS);

        assertThat(measured.figure(Measurement.FAILURES)).isZero();
        assertThat(measured.figure(Measurement.REQUESTS)).isPositive();
        assertThat(measured.nodes()).containsOnlyKeys("n1", "n2", "n3");
        // In turns, no server has more than one request more than another; one at each end of the period may be
        // counted on one side only.
        assertThat(spread(measured)).isLessThanOrEqualTo(3);
        assertThat(measured.figure(Period.UTILISATION)).isBetween(0.0, 1.0).isPositive();
        assertThat(measured.figure(Period.DISPATCHER_CPU)).isPositive();
        assertThat(measured.series()).extracting(moment -> moment.node()).contains("n1", "n2", "n3");
    }

    @Test
    void sessionsAreServedWhereTheyAreUnlessThePolicyMovesThem() throws Exception {
        Measurement measured = run("redal", Placing.SESSION, USERS);

        assertThat(measured.figure(Measurement.FAILURES)).isZero();
        assertThat(measured.figure(Measurement.REQUESTS)).isPositive();
        assertThat(measured.nodes()).containsOnlyKeys("n1", "n2", "n3");
    }

    /** Connections go to three dispatchers in turn; the third server is known to the first of them only. */
    @Test
    void severalDispatchersShareTheUsers() throws Exception {
        LightRun three = behind(new FrontPlan(3, false, true), lightRun("round-robin", Placing.SESSION, USERS));
        try (LightTestbed testbed = new LightTestbed()) {
            Measurement measured = testbed.run(three, 1);

            assertThat(measured.figure(Measurement.FAILURES)).isZero();
            assertThat(measured.figure(Measurement.REQUESTS)).isPositive();
            double third = Objects.requireNonNull(measured.nodes().get("n3")).getOrDefault(Measurement.SHARE, 1.0);
            assertThat(third).as("a third of a third").isBetween(0.01, 0.25);
        }
    }

    /** The module that joins dispatchers comes with the command line alone. */
    @Test
    void joinedDispatchersNeedTheirModule() {
        LightRun joined = behind(new FrontPlan(3, true, false), lightRun("redal", Placing.SESSION, USERS));
        try (LightTestbed testbed = new LightTestbed()) {
            assertThatThrownBy(() -> testbed.run(joined, 1))
                    .isInstanceOf(ExperimentException.class)
                    .hasMessageContaining("evenkeel-join");
        }
    }

    @Test
    void aBrokerPlacesSessionsByWhatServersReport() throws Exception {
        Measurement measured = run("{name: least-utilization, feedback: as-reported}", Placing.BROKER, USERS);

        assertThat(measured.figure(Measurement.FAILURES)).isZero();
        assertThat(measured.figure(Measurement.REQUESTS)).isPositive();
    }

    @Test
    void clientsOfABrokerGoToTheirServersThemselves() throws Exception {
        Measurement measured = run("round-robin", Placing.BROKER, USERS);

        assertThat(measured.figure(Measurement.FAILURES)).isZero();
        assertThat(measured.nodes()).containsOnlyKeys("n1", "n2", "n3");
        assertThat(measured.nodes().values())
                .as("each third session")
                .allMatch(node -> node.getOrDefault(Measurement.REQUESTS, 0.0) > 0);
    }

    @Test
    void closingEndsARun() {
        try (LightTestbed testbed = new LightTestbed()) {
            testbed.close();

            assertThatThrownBy(() -> testbed.run(lightRun("random", Placing.REQUEST, ARRIVALS), 1))
                    .isInstanceOf(ExperimentException.class)
                    .hasMessage("stopped");
        }
    }

    @Test
    void aPolicyThatIsNoneIsNamed() {
        try (LightTestbed testbed = new LightTestbed()) {
            assertThatThrownBy(() -> testbed.run(lightRun("nobody", Placing.REQUEST, ARRIVALS), 1))
                    .isInstanceOf(ExperimentException.class)
                    .hasMessageContaining("nobody");
        }
    }

    private static Measurement run(String policy, Placing placing, ServerDemand demand) throws Exception {
        try (LightTestbed testbed = new LightTestbed()) {
            return testbed.run(lightRun(policy, placing, demand), 1);
        }
    }

    private static LightRun lightRun(String policy, Placing placing, ServerDemand demand) {
        RequestNeeds work = new RequestNeeds(1_000_000, 2_000_000);
        List<LightPlan> plans = IntStream.rangeClosed(1, 3)
                .mapToObj(i -> new LightPlan("n" + i, 1, 1, 8, 100, (request, random) -> work))
                .toList();
        return new LightRun(plans, policy, placing, demand, Duration.ofMillis(500), Duration.ofSeconds(1));
    }

    private static LightRun behind(FrontPlan fronts, LightRun one) {
        return new LightRun(one.servers(), one.policy(), one.placing(), one.demand(), one.warmUp(), one.hold(), fronts);
    }

    private static double spread(Measurement measured) {
        double[] counts = measured.nodes().values().stream()
                .mapToDouble(node -> node.getOrDefault(Measurement.REQUESTS, Double.NaN))
                .sorted()
                .toArray();
        return counts[counts.length - 1] - counts[0];
    }
}
