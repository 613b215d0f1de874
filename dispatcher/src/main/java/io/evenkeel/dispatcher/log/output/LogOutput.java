// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.output;

import java.io.IOException;
import java.nio.channels.WritableByteChannel;

/**
 * A place that whole lines go to, in UTF-8 with a line feed behind each. A write that fails leaves its buffer at the
 * first octet that was not written; the caller decides about the rest. One thread.
 */
public interface LogOutput extends WritableByteChannel {

    /**
     * Does what is due between two lines, such as a rotation.
     *
     * @param nowMs wall clock, milliseconds since 1970
     * @return false when lines should wait
     */
    default boolean isReady(long nowMs) {
        return true;
    }

    /** Lines that it took and lost later. Any thread. */
    default long lost() {
        return 0;
    }

    /**
     * Opens the file again, because the open one may have another name by now.
     *
     * @throws IOException when it cannot be opened; the open one stays in use then
     */
    default void reopen() throws IOException {}
}
