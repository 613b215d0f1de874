// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.discovery;

import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The wait for the first answers of new sources, so that a cluster does not begin without nodes. */
final class FirstAnswers {

    private static final long LOOK_NS = 2_000_000L;

    private FirstAnswers() {}

    /** Waits until each source has answered or failed, for the longest timeout of a question at most. */
    static void await(List<SourceRun> fresh) {
        long startNs = System.nanoTime();
        long mostNs = fresh.stream()
                .mapToLong(run -> run.settings().timeout().toNanos())
                .max()
                .orElse(0);
        while (true) {
            long nowNs = System.nanoTime();
            for (SourceRun run : fresh) {
                if (run.isFirstOpen()) {
                    run.step(nowNs, System.currentTimeMillis());
                }
            }
            boolean waits = fresh.stream().anyMatch(SourceRun::isFirstOpen);
            if (!waits || nowNs - startNs >= mostNs || Thread.currentThread().isInterrupted()) {
                return;
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }
}
