// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.bench;

import com.sun.management.ThreadMXBean;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.simulator.Chooser;
import io.evenkeel.simulator.Run;
import io.evenkeel.simulator.Simulator;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.file.ScenarioFiles;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Requests that the simulator completes in a second of one processor's time, and the memory that it allocates for one:
 * the best of several runs, since other work on the machine only makes it slower.
 */
public final class SimulatorSpeed {

    private static final int RUNS = 7;
    private static final double MEASURED_MS = 1_800_000;

    private SimulatorSpeed() {}

    /**
     * Runs the given scenario and policies; without arguments, three equal servers and some policies from cheap to
     * expensive.
     */
    @SuppressWarnings("SystemOut") // a benchmark prints its figures
    public static void main(String[] arguments) {
        String scenario = arguments.length > 0 ? arguments[0] : "jqostd-baseline";
        List<String> policies = arguments.length > 1
                ? Arrays.asList(arguments).subList(1, arguments.length)
                : List.of("round-robin", "least-connections", "power-of-two", "headroom");
        Scenario what = ScenarioFiles.shipped(scenario).scenario();
        Scenario lasting = what.lasting(what.warmUpMs(), what.nodes() > 10 ? MEASURED_MS / 30 : MEASURED_MS);
        System.out.printf("%-28s %24s %18s%n", scenario, "requests / CPU second", "octets / request");
        for (String name : policies) {
            PolicyType type = PolicyCatalog.load()
                    .find(name)
                    .orElseThrow(() -> new IllegalArgumentException("no policy '" + name + "'"));
            double most = 0;
            double octets = Double.POSITIVE_INFINITY;
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            for (int run = 1; run <= RUNS; run++) {
                long cpuNs = threads.getCurrentThreadCpuTime();
                long allocated = threads.getCurrentThreadAllocatedBytes();
                Run result = Simulator.run(lasting, Chooser.policy(type, Map.of()), run);
                double requests = result.law().issuedPerSecond() * result.virtualS();
                most = Math.max(most, requests * 1e9 / (threads.getCurrentThreadCpuTime() - cpuNs));
                octets = Math.min(octets, (threads.getCurrentThreadAllocatedBytes() - allocated) / requests);
            }
            System.out.printf("%-28s %24.0f %18.2f%n", name, most, octets);
        }
    }
}
