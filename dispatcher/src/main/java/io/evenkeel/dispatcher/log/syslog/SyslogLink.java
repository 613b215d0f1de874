// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.syslog;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A way to a receiver. It never waits for the receiver but in {@link #open} and {@link #await}. One thread. */
interface SyslogLink {

    /** Octets of the longest message. */
    int LONGEST = 65_000;

    /**
     * Opens the way; takes seconds at most.
     *
     * @throws IOException when the receiver cannot be reached, with a few words for the user
     */
    void open() throws IOException;

    boolean isOpen();

    /**
     * Sends a message.
     *
     * @param message in a direct buffer; its position is left where it was
     * @return false when the receiver takes nothing now; the next call has the same message
     * @throws IOException when the receiver went away; the message is not sent then
     */
    boolean send(ByteBuffer message) throws IOException;

    /** Messages since the last call that were sent and that nobody took, as far as one is told. */
    default long refused() {
        return 0;
    }

    /** Waits until the receiver takes more, for at most a twentieth of a second. */
    void await() throws IOException, InterruptedException;

    void close();
}
