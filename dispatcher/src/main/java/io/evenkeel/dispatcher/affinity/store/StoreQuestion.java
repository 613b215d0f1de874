// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.store;

import io.evenkeel.dispatcher.engine.Loop;
import java.util.concurrent.ScheduledFuture;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A question for the node of a session, and the request that waits for it; the answer may come after the request has
 * gone on. Threads: its loop.
 */
public final class StoreQuestion {

    private final StoreLink link;
    private final Loop loop;
    private final long boundNs;
    private final long askedNs;
    private final LongConsumer then;
    private @Nullable ScheduledFuture<?> deadline;
    private @Nullable LongConsumer later;
    private boolean over;
    private boolean late;
    private boolean answered;
    private long node;

    /** @param boundNs a longer wait counts as late */
    StoreQuestion(StoreLink link, Loop loop, long boundNs, LongConsumer then) {
        this.link = link;
        this.loop = loop;
        this.boundNs = boundNs;
        this.askedNs = loop.nowNs();
        this.then = then;
    }

    /** Lets the request wait from now on, for as long as the store deserves. */
    void begin() {
        deadline = loop.after(link.patienceNs(boundNs), () -> {
            if (!over) {
                late = true;
                link.wasLate();
                end(0);
            }
        });
    }

    /** The request does not want the answer any more, which is noted all the same. */
    public void cancel() {
        over = true;
        if (deadline != null) {
            deadline.cancel(false);
        }
    }

    /** True when the request went on before the answer. */
    public boolean isLate() {
        return late;
    }

    /**
     * Runs something with the store's answer, the key of a node or 0, which also stands for a failure: at once, or when
     * the answer comes, even after {@link #cancel}. Only the last call counts.
     */
    public void whenAnswered(LongConsumer todo) {
        if (answered) {
            todo.accept(node);
        } else {
            later = todo;
        }
    }

    /** The store has answered with a node, or 0. */
    void answered(long newNode, boolean failed) {
        answered = true;
        node = newNode;
        if (!failed && loop.nowNs() - askedNs <= boundNs) {
            link.wasInTime();
        }
        end(newNode);
        LongConsumer todo = later;
        if (todo != null) {
            todo.accept(newNode);
        }
    }

    private void end(long found) {
        if (!over) {
            cancel();
            then.accept(found);
        }
    }
}
