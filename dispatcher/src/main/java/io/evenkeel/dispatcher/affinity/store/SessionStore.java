// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.store;

import org.jspecify.annotations.Nullable;

/**
 * A connection to a store of numbers by text, each with a time to live.
 *
 * <p>Threads: any. No call waits or throws. Each has one answer, from any thread, before or after the call returns, and
 * within a second: also when the store is away.
 */
public interface SessionStore extends AutoCloseable {

    /** Hears the end of one call. */
    @FunctionalInterface
    interface Reply {

        /**
         * The end of a call.
         *
         * @param value the number of the key; 0 when there is none, or after another call than those that read
         * @param failure the reason why the store did not do it; null when it did
         */
        void done(long value, @Nullable String failure);
    }

    /** Reads the number of a key. */
    void read(String key, Reply reply);

    /** Reads the number of a key, and lets it live for so many seconds from now. */
    void renew(String key, int seconds, Reply reply);

    /** Writes the number of a key, which lives for so many seconds. */
    void write(String key, long value, int seconds, Reply reply);

    /** Removes a key. */
    void remove(String key, Reply reply);

    /** Ends the connection; calls that are not answered fail. Waits for a second at most. */
    @Override
    void close();
}
