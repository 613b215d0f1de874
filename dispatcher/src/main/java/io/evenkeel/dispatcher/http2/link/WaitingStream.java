// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.link;

/** A stream that has more to send than the other side takes now; an entry of {@link WaitingStreams}. */
public interface WaitingStream {

    /**
     * Goes on with what waits, one frame of it, when the windows or the connection take more.
     *
     * @return true when octets were sent
     */
    boolean proceed();

    /** True while it is in the list. */
    boolean listed();

    /** Notes that it was put into the list, or taken out; for {@link WaitingStreams} alone. */
    void listed(boolean nowListed);
}
