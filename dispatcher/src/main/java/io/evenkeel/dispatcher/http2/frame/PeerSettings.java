// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.frame;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the other side (RFC 9113 §6.5), at first those that hold before it has said any. Threads: those of
 * its owner.
 */
public final class PeerSettings {

    /** Octets of one setting. */
    public static final int SETTING = 6;

    /** The smallest value of the greatest payload of a frame. */
    public static final int LEAST_FRAME = 16_384;

    /** The greatest value of the greatest payload of a frame. */
    public static final int MOST_FRAME = 16_777_215;

    static final int HEADER_TABLE_SIZE = 1;
    static final int ENABLE_PUSH = 2;
    static final int MAX_CONCURRENT_STREAMS = 3;
    static final int INITIAL_WINDOW_SIZE = 4;
    static final int MAX_FRAME_SIZE = 5;
    static final int MAX_HEADER_LIST_SIZE = 6;
    static final int ENABLE_CONNECT_PROTOCOL = 8;

    private final int mostPush;
    private int tableSize = 4096;
    private int leastTableSize = tableSize;
    private int window = Window.DEFAULT;
    private int mostWindow = Window.DEFAULT;
    private int streams = Integer.MAX_VALUE;
    private long fields = Long.MAX_VALUE;

    /**
     * Those of a side that has said nothing.
     *
     * @param ofServer true for those of a server, which may not allow pushes: only clients take them
     */
    public PeerSettings(boolean ofServer) {
        mostPush = ofServer ? 0 : 1;
    }

    /**
     * Takes the payload of a SETTINGS frame, whose length is a multiple of {@link #SETTING}. Unknown settings are left
     * aside. One of a kind that comes twice counts twice, in its order (RFC 9113 §6.5.3).
     *
     * @return the error of the connection, which ends the reading; null when the settings are valid
     */
    public @Nullable ErrorCode read(ByteBuf in, int from, int to) {
        mostWindow = window;
        leastTableSize = tableSize;
        for (int i = from; i < to; i += SETTING) {
            ErrorCode error = set(in.getUnsignedShort(i), in.getUnsignedInt(i + 2));
            if (error != null) {
                return error;
            }
        }
        return null;
    }

    private @Nullable ErrorCode set(int setting, long value) {
        switch (setting) {
            case HEADER_TABLE_SIZE -> {
                tableSize = (int) Math.min(value, Integer.MAX_VALUE);
                leastTableSize = Math.min(leastTableSize, tableSize);
            }
            case ENABLE_PUSH -> {
                if (value > mostPush) {
                    return ErrorCode.PROTOCOL_ERROR;
                }
            }
            case ENABLE_CONNECT_PROTOCOL -> {
                if (value > 1) {
                    return ErrorCode.PROTOCOL_ERROR;
                }
            }
            case MAX_CONCURRENT_STREAMS -> streams = (int) Math.min(value, Integer.MAX_VALUE);
            case INITIAL_WINDOW_SIZE -> {
                if (value > Integer.MAX_VALUE) {
                    return ErrorCode.FLOW_CONTROL_ERROR;
                }
                window = (int) value;
                mostWindow = Math.max(mostWindow, window);
            }
            case MAX_FRAME_SIZE -> {
                if (value < LEAST_FRAME || value > MOST_FRAME) {
                    return ErrorCode.PROTOCOL_ERROR;
                }
            }
            case MAX_HEADER_LIST_SIZE -> fields = value;
            default -> {}
        }
        return null;
    }

    /**
     * Octets of a dynamic table of fields that its decoder allows: the least of those that were in force while the last
     * payload was read, because the next block must tell that one (RFC 7541 §4.2).
     */
    public int leastTableSize() {
        return leastTableSize;
    }

    /** The number of streams that this side may have at the same time. */
    public int streams() {
        return streams;
    }

    /** Octets of all fields of a head that it takes, each with 32 more; {@link Long#MAX_VALUE} when it has not said. */
    public long fields() {
        return fields;
    }

    /** The first window of a stream, for octets that go to the other side. */
    public int window() {
        return window;
    }

    /**
     * The greatest of the first windows that were in force while the last payload was read, that before it and that
     * after it among them: one that is too large for a stream is an error, even when a smaller one follows.
     */
    public int mostWindow() {
        return mostWindow;
    }
}
