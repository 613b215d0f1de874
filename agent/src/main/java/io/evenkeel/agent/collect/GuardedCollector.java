// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.collect;

import io.evenkeel.agent.log.AgentLog;
import io.evenkeel.wire.NodeSample;
import java.util.concurrent.TimeUnit;

/**
 * A collector whose failures do no harm: after a failure it is left out for a second, then two, four, up to a minute.
 *
 * <p>Each different failure is reported once. Errors of the virtual machine itself are passed on, except for a stack
 * overflow, which is over when it is caught. Used by the sampler's thread alone.
 */
final class GuardedCollector {

    private static final long FIRST_PAUSE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_PAUSE_NS = TimeUnit.SECONDS.toNanos(60);

    private final Collector collector;
    private long pauseNs;
    private long failedNs;

    GuardedCollector(Collector collector) {
        this.collector = collector;
    }

    void collect(NodeSample into, long nowNs) {
        if (pauseNs > 0 && nowNs - failedNs < pauseNs) {
            return;
        }
        try {
            collector.collect(into, nowNs);
            pauseNs = 0;
        } catch (Throwable failure) {
            failed(failure, nowNs);
        }
    }

    void close() {
        try {
            collector.close();
        } catch (Throwable failure) {
            failed(failure, 0);
        }
    }

    private void failed(Throwable failure, long nowNs) {
        if (failure instanceof VirtualMachineError && !(failure instanceof StackOverflowError)) {
            throw (VirtualMachineError) failure;
        }
        pauseNs = pauseNs == 0 ? FIRST_PAUSE_NS : Math.min(LONGEST_PAUSE_NS, 2 * pauseNs);
        failedNs = nowNs;
        AgentLog.sayOnce(collector.title() + " failed (" + AgentLog.told(failure)
                + "); its figures are absent until it works again");
    }
}
