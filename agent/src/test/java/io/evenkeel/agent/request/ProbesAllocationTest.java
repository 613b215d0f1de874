// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;

/** The garbage of a request: none. */
final class ProbesAllocationTest {

    private static final int CALLS = 100_000;

    @Test
    void aRequestMakesNoGarbage() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        Probes probes = new Probes(new Ledger(new AtomicLongArray(Ledger.LENGTH)), System::nanoTime);
        requests(probes);

        long before = threads.getCurrentThreadAllocatedBytes();
        requests(probes);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;

        // The compiler and the asking itself may leave some bytes of their own.
        assertThat(bytes).isLessThan(CALLS / 10);
    }

    private static void requests(Probes probes) {
        for (int i = 1; i <= CALLS; i++) {
            int client = i % 5_000;
            long request = probes.start(client);
            long mark = probes.processorMark(request);
            probes.update(request, 1_000);
            probes.worked(mark);
            probes.stop(request, client, i % 10 == 0);
        }
    }
}
