// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.evenkeel.dispatcher.log.EventLog;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.concurrent.MockTicker;
import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * An event loop without a thread: it works when the test says so, and its clock stands still unless the test moves it.
 */
public final class ManualLoop {

    /** The clock begins here, because 0 means "never" in some places. */
    private static final long BEGIN_S = 1000;

    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final MockTicker ticker = Ticker.newMockTicker();
    private final EmbeddedChannel channel;
    private final Loop loop;

    /** A loop at its first moment. */
    public ManualLoop() {
        ticker.advance(BEGIN_S, TimeUnit.SECONDS);
        channel = EmbeddedChannel.builder().ticker(ticker).build();
        loop = new Loop(0, 1, channel.eventLoop(), false, new EventLog(), ticker::nanoTime);
    }

    /** The loop, for the code under test. */
    public Loop loop() {
        return loop;
    }

    /** Does what is due now, and what follows from it; fails with what a task has thrown. */
    public void settle() {
        do {
            channel.runPendingTasks();
            channel.checkException();
        } while (channel.hasPendingTasks());
    }

    /** Lets time pass, and does what comes due on the way. */
    public void pass(Duration time) {
        long leftNs = time.toNanos();
        settle();
        while (leftNs > 0) {
            long stepNs = Math.min(STEP_NS, leftNs);
            ticker.advance(stepNs, TimeUnit.NANOSECONDS);
            leftNs -= stepNs;
            settle();
        }
    }
}
