// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.policy.Sample;
import io.evenkeel.simulator.chance.Distribution;
import io.evenkeel.simulator.scenario.AgentFault;
import io.evenkeel.simulator.scenario.Holdings;
import io.evenkeel.simulator.scenario.RequestKind.Stay;
import io.evenkeel.simulator.scenario.ServerGroup;
import io.evenkeel.simulator.scenario.ServerGroup.Order;
import io.evenkeel.simulator.scenario.SlowPeriod;
import io.evenkeel.simulator.scenario.TimedBehaviour;
import io.evenkeel.simulator.scenario.Warming;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Servers that warm up, slow down and stand still, requests that stay, and agents that are wrong. */
class TimedBehaviourTest {

    /**
     * 10 ms are 10 (1 + 4 e^0) = 50 at first, 10 (1 + 4 e^-1) = 24.72 after a third of the requests, and 10 in the end.
     */
    @Test
    void aColdServerBecomesWarmAsItServes() {
        Drive drive = new Drive(group(new TimedBehaviour(new Warming(5, 30), List.of(), null)));
        IntStream.range(0, 200).forEach(k -> drive.arrive(100 * k, 10, 0));
        drive.until(30_000);

        assertThat(drive.ends).startsWith("0 ok 50").contains("10 ok 1024.72").endsWith("199 ok 19910");
    }

    /**
     * The second has had 5 ms when the server becomes four times slower at 20: 5 more take 20; the third has 10 ms in
     * the 20 slow ones left.
     */
    @Test
    void aSlowTimeStretchesWhatComputes() {
        Drive drive = drive(new SlowPeriod(20, constant(60), null, 4))
                .arrive(0, 10, 0)
                .arrive(15, 10, 0)
                .arrive(50, 20, 0)
                .until(1000);

        assertThat(drive.ends).containsExactly("0 ok 10", "1 ok 40", "2 ok 92.5");
    }

    /** The database goes on, but its answer waits for the end of the pause; so does the sample of the agent. */
    @Test
    void nothingComesOutOfAPausedServer() {
        Drive drive = drive(new SlowPeriod(20, constant(100), null, Double.POSITIVE_INFINITY))
                .arrive(0, 10, 30)
                .arrive(15, 10, 0)
                .arrive(30, 10, 0)
                .until(50);

        assertThat(drive.ends).isEmpty();
        assertThat(drive.server.isPaused()).isTrue();
        assertThat(drive.speaks(50)).isFalse();
        assertThat(drive.until(1000).ends).containsExactly("0 ok 120", "1 ok 130", "2 ok 135");
        assertThat(drive.speaks(1000)).isTrue();
    }

    /** 10 ms of each 100, from a moment by chance on: a tenth of the time. */
    @Test
    void pausesComeAgainAndAgain() {
        Drive drive = drive(new SlowPeriod(Double.NaN, constant(10), constant(100), Double.POSITIVE_INFINITY));
        int paused = 0;
        for (int ms = 0; ms < 10_000; ms++) {
            drive.until(ms);
            paused += drive.server.isPaused() ? 1 : 0;
        }

        assertThat(paused).isBetween(980, 1010);
    }

    /** One worker: a task that keeps it makes the next wait; a parked task or a tunnel does not. */
    @Test
    void onlyWhoKeepsItsWorkerIsInTheWay() {
        assertThat(two(Stay.WORKER)).containsExactly("0 ok 110", "1 ok 120");
        assertThat(two(Stay.PARKED)).containsExactly("1 ok 20", "0 ok 110");
        assertThat(two(Stay.TUNNEL)).containsExactly("0 switched 10", "1 ok 20", "0 ok 110");
    }

    private static List<String> two(Stay stay) {
        return Drive.of(1, 1, 0).arrive(0, 10, 0, 100, stay).arrive(1, 10, 0).until(1000).ends;
    }

    /** A filter counts an asynchronous request until its end, and a WebSocket until its 101. */
    @Test
    void parkedRequestsAreInFlightAndTunnelsAreNot() {
        Drive drive = Drive.of(5, 5, 0)
                .arrive(0, 1, 0, 1000, Stay.WORKER)
                .arrive(0, 1, 0, 1000, Stay.PARKED)
                .arrive(0, 1, 0, 1000, Stay.PARKED)
                .arrive(0, 1, 0, 1000, Stay.TUNNEL)
                .until(100);

        assertThat(drive.sample(Sample.IN_FLIGHT, 100)).isEqualTo(3);
        assertThat(drive.sample(Sample.WORKERS_BUSY, 100)).isEqualTo(1);
        assertThat(drive.server.resting()).isEqualTo(3);
        assertThat(drive.until(2000).server.resting()).isZero();
        assertThat(drive.sample(Sample.IN_FLIGHT, 2000)).isZero();
    }

    /** 1 ms of CPU and 99 of keeping a worker, two workers, 10 a second: R0 = 100, θ = 50, k = 2. */
    @Test
    void keptWorkersCountInWhatTheAgentReports() {
        Drive drive = Drive.of(2, 50, 0);
        for (int k = 0; k < 100; k++) {
            drive.arrive(100 * k, 1, 0, 99, Stay.WORKER);
            drive.sample(Sample.CPU_SHARE, 100 * k);
        }

        assertThat(drive.sample(Sample.SERVICE_MS, 9900)).isEqualTo(100, within(3.0));
        assertThat(drive.sample(Sample.PARALLELISM, 9900)).isEqualTo(2, within(0.05));
    }

    @Test
    void anAgentThatIsMissingSaysNothing() {
        Drive drive = new Drive(group(fault(AgentFault.Kind.MISSING, 50)));

        assertThat(drive.speaks(49)).isTrue();
        assertThat(drive.speaks(50)).isFalse();
    }

    @Test
    void aFrozenAgentRepeatsWhatItSaid() {
        Drive drive = new Drive(group(fault(AgentFault.Kind.FROZEN, 50))).arrive(0, 40, 0);

        assertThat(drive.sample(Sample.IN_FLIGHT, 30)).isEqualTo(1);
        drive.until(60);
        assertThat(drive.server.size()).isZero();
        assertThat(drive.sample(Sample.IN_FLIGHT, 60)).isEqualTo(1);
    }

    @Test
    void anAgentThatLiesSaysItIsIdleOrFuller() {
        Drive idle = new Drive(group(fault(AgentFault.Kind.IDLE, 0))).arrive(0, 40, 0);
        Drive fuller = new Drive(group(fault(AgentFault.Kind.ADDS, 0))).arrive(0, 40, 0);

        assertThat(idle.sample(Sample.IN_FLIGHT, 10)).isZero();
        assertThat(idle.sample(Sample.PARALLELISM, 10)).isEqualTo(50);
        assertThat(idle.sample(Sample.WORKERS_MAX, 10)).isEqualTo(50);
        assertThat(fuller.sample(Sample.IN_FLIGHT, 10)).isEqualTo(9);
        assertThat(fuller.sample(Sample.WORKERS_BUSY, 10)).isEqualTo(9);
    }

    private static Drive drive(SlowPeriod slowPeriod) {
        return new Drive(group(new TimedBehaviour(null, List.of(slowPeriod), null)));
    }

    private static TimedBehaviour fault(AgentFault.Kind kind, double fromMs) {
        return new TimedBehaviour(null, List.of(), new AgentFault(kind, fromMs, 50, 8));
    }

    private static ServerGroup group(TimedBehaviour behaviour) {
        return new ServerGroup(
                "it",
                1,
                1,
                1,
                10,
                10,
                5,
                null,
                1,
                0,
                Order.PROCESSOR_SHARING,
                null,
                List.of(),
                behaviour,
                Holdings.NONE);
    }

    private static Distribution constant(double ms) {
        return Distribution.parse("constant(" + ms + "ms)");
    }
}
