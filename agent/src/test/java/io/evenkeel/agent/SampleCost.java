// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

import io.evenkeel.agent.collect.SampleTaker;
import io.evenkeel.agent.server.ServerCollector;
import io.evenkeel.agent.settings.AgentOptions;
import io.evenkeel.wire.NodeSample;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Map;

/**
 * Prints what a sample costs: processor time and octets of garbage of the sampling thread, mean of some thousand
 * samples, every tenth of a second by the clock that the collectors are given. {@code bench/agent-cost} runs it, with
 * an app server's jars in front if one is to be watched.
 */
final class SampleCost {

    private static final int ROUNDS = 5;
    private static final int SAMPLES = 2_000;
    private static final long STEP_NS = 100_000_000;

    private SampleCost() {}

    public static void main(String[] arguments) {
        AgentOptions settings = AgentOptions.ofApplication(Map.of());
        long[] nowNs = {0};
        SampleTaker taker = new SampleTaker(
                Collectors.inOrder(new ServerCollector(settings)), () -> nowNs[0], System::currentTimeMillis);
        SampleForms forms = new SampleForms(taker, settings);
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int round = 1; round <= ROUNDS; round++) {
            long cpuNs = threads.getCurrentThreadCpuTime();
            long octets = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            int length = 0;
            for (int i = 0; i < SAMPLES; i++) {
                nowNs[0] += STEP_NS;
                taker.take();
                String report = forms.report();
                length += report == null ? 0 : report.length();
            }
            cpuNs = threads.getCurrentThreadCpuTime() - cpuNs;
            octets = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - octets;
            System.out.printf(
                    Locale.ROOT,
                    "round %d: %.1f us, %d B for a sample of %d figures with its load report of %d B%n",
                    round,
                    cpuNs / 1e3 / SAMPLES,
                    octets / SAMPLES,
                    taker.<Integer>read(NodeSample::size),
                    length / SAMPLES);
        }
    }
}
