// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import java.io.IOException;

/** A place that events go to. The thread of the log alone uses it. */
interface EventTarget {

    /**
     * Writes an event.
     *
     * @throws IOException when it cannot be written, for example on a full disk; it is lost then
     */
    void write(Event event) throws IOException;

    /** Events that it took and lost later. Any thread. */
    default long lost() {
        return 0;
    }

    /**
     * Opens a file again, because the open one may have been moved.
     *
     * @throws IOException when it cannot be opened; the open one stays in use then
     */
    default void reopen() throws IOException {}

    default void close() {}
}
