// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.group;

import java.io.IOException;

/** The way to the other members. Threads: {@link #open} and {@link #close} are serial; the rest is for any thread. */
public interface GroupWire extends AutoCloseable {

    /**
     * Opens the port, and finds the others and what they know, for some seconds at most. May be tried again.
     *
     * @throws IOException when the port cannot be opened, with a sentence for people
     */
    void open() throws IOException;

    /** True between {@link #open} and {@link #close}. */
    boolean isOpen();

    /**
     * Sends each other member a message that the next one makes superfluous: it may be lost, and waits for nobody.
     *
     * @return the number of members that it was sent to, whether they were ever heard or not
     */
    int tell(byte[] message);

    /** Sends the member of a name a message that may be lost, and waits for nobody. */
    void tell(byte[] message, String member);

    /** Sends each other member a message that arrives. */
    void hand(byte[] message);

    /** Connections so far that did not prove to know the cluster key. */
    long strangers();

    @Override
    void close();
}
