// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

/**
 * Thrown into a read loop of Netty's to leave it without reading.
 *
 * <p>Netty's native transports read whatever is there when the peer has sent a FIN or a reset, also from a channel whose reads are
 * turned off. For a proxy that would mean megabytes in memory for every slow reader. The buffer of a read is asked for before the read,
 * and an exception at that point leaves the loop with nothing lost; {@link ChannelEvents} swallows it.
 */
final class ReadPause extends RuntimeException {

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("StaticAssignmentOfThrowable") // has no stack trace and takes no suppressed exceptions
    static final ReadPause NOW = new ReadPause();

    private ReadPause() {
        super("reads are paused", null, false, false);
    }
}
