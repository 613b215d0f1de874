// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.link;

import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.frame.FrameReader;
import org.jspecify.annotations.Nullable;

/**
 * The owner of a {@link LinkInput}: one of the two sides of a connection, which knows the streams and hears what the
 * frames mean. All calls come from the connection's loop.
 */
public interface LinkOwner {

    /** The sending half of the connection. */
    LinkOutput output();

    /** True for the number of a stream that nobody has begun. */
    boolean isIdle(int stream);

    /** The sending half of a stream; null when the stream is over, or has not begun. */
    @Nullable
    BodyOutput sendingHalf(int stream);

    /**
     * Moves the windows of all streams, because the other side has changed the first window. Called at most once for a
     * frame of SETTINGS, however many of its settings change it.
     *
     * @param most the greatest change while the frame was read, compared with the window before it; 0 or more
     * @param octets the change that is left at the end of the frame, which may be negative
     * @return false when the window of a stream would have passed 2^31-1 on the way
     */
    boolean moveWindows(int most, int octets);

    /** The settings of the other side are in force. */
    void settled();

    /** The other side has acknowledged the settings of this one. */
    void acknowledged();

    /** An answer to a PING came. */
    void answered(long data);

    /**
     * The other side begins no further stream, and takes no further one.
     *
     * @param last the last stream of this side that it takes
     */
    void goesAway(int last);

    /** The other side does not begin with its settings. */
    void beginsWrong(ErrorCode error);

    /** The other side broke a rule of the connection. */
    void fail(ErrorCode error);

    /** A PRIORITY frame says that a stream waits for itself; see {@link FrameReader#waitsForItself}. */
    void waitsForItself(int stream);

    /** The other side broke a rule on a stream. */
    void failStream(int stream, ErrorCode error);
}
