// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.store;

import io.evenkeel.dispatcher.engine.Loop;
import java.util.concurrent.ScheduledFuture;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A question for the node of a session, and the request that waits for it. Threads: its loop. */
public final class StoreQuestion {

    private final StoreLink link;
    private final LongConsumer then;
    private @Nullable ScheduledFuture<?> deadline;
    private boolean over;

    StoreQuestion(StoreLink link, LongConsumer then) {
        this.link = link;
        this.then = then;
    }

    void waitFor(long boundNs, Loop loop) {
        deadline = loop.after(boundNs, () -> {
            if (!over) {
                link.wasLate();
            }
            end(0);
        });
    }

    /** The request does not want the answer any more, which is noted all the same. */
    public void cancel() {
        over = true;
        if (deadline != null) {
            deadline.cancel(false);
        }
    }

    /** Goes on with the node, or 0, if the request still waits. */
    void end(long node) {
        if (!over) {
            cancel();
            then.accept(node);
        }
    }
}
