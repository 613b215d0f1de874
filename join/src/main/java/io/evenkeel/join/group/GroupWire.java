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
     * Sends each other member a message once, and waits for nobody. The message is lost for a member whose queue is
     * full or whose connection breaks, and one that was sent later may come before it. For messages that are
     * superfluous soon, or are sent again until they have come.
     *
     * @return the number of members that it was sent to, whether they were ever heard or not
     */
    int sendOnce(byte[] message);

    /** Sends the member of a name a message in the way of {@link #sendOnce(byte[])}. */
    void sendOnce(byte[] message, String member);

    /**
     * Sends each other member a message that is repeated until it has come, in the order in which such messages are
     * sent; waits while a member takes none. It is lost for those who are not in the group at this moment, as behind a
     * cut of the network, and for all while the port is not open or when this member leaves before it has come.
     */
    void sendReliably(byte[] message);

    /** Connections so far that did not prove to know the cluster key. */
    long strangers();

    @Override
    void close();
}
