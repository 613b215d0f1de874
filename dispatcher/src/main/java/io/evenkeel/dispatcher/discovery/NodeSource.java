// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.discovery;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** One place that knows the nodes of a cluster. Threads: one calls, and is never made to wait. */
public interface NodeSource extends AutoCloseable {

    /**
     * Asks once. There is one question at a time; the answer comes on any thread: with all nodes, not only those that
     * are new, or with an exception whose message is a sentence for the user.
     *
     * <p>A source that hears of changes answers the first question at once, and each later one when something has
     * changed since the answer before, or after a while as a sign of life.
     */
    CompletableFuture<SourceAnswer> ask();

    /** The longest time that a question may take. */
    Duration patience();

    /** Ends all questions. */
    @Override
    void close();
}
