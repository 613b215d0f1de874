// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.frame;

import io.netty.buffer.ByteBuf;

/** Frames as octets, written to the end of a buffer that grows. */
public final class FrameWriter {

    /** Octets in front of the payload of each frame. */
    public static final int HEADER = 9;

    /** Octets of the payload of a PING. */
    public static final int PING = 8;

    private FrameWriter() {}

    /** Writes the octets in front of a payload. */
    public static void header(ByteBuf out, int length, int type, int flags, int stream) {
        out.writeMedium(length).writeByte(type).writeByte(flags).writeInt(stream);
    }

    /**
     * Writes the settings of a server.
     *
     * @param streams requests at the same time
     * @param headerList octets of a request head
     * @param connectProtocol true when CONNECT with {@code :protocol} is known (RFC 8441)
     */
    public static void settings(ByteBuf out, int streams, int headerList, boolean connectProtocol) {
        int count = connectProtocol ? 3 : 2;
        header(out, count * PeerSettings.SETTING, FrameType.SETTINGS, 0, 0);
        out.writeShort(PeerSettings.MAX_CONCURRENT_STREAMS).writeInt(streams);
        out.writeShort(PeerSettings.MAX_HEADER_LIST_SIZE).writeInt(headerList);
        if (connectProtocol) {
            out.writeShort(PeerSettings.ENABLE_CONNECT_PROTOCOL).writeInt(1);
        }
    }

    /**
     * Writes the settings of a client, who takes no pushes.
     *
     * @param headerList octets of the head of an answer
     */
    public static void clientSettings(ByteBuf out, int headerList) {
        header(out, 2 * PeerSettings.SETTING, FrameType.SETTINGS, 0, 0);
        out.writeShort(PeerSettings.ENABLE_PUSH).writeInt(0);
        out.writeShort(PeerSettings.MAX_HEADER_LIST_SIZE).writeInt(headerList);
    }

    /** Says that settings are in force. */
    public static void settingsAck(ByteBuf out) {
        header(out, 0, FrameType.SETTINGS, FrameType.ACK, 0);
    }

    /** Writes a PING, or the answer to one with the flag ACK. */
    public static void ping(ByteBuf out, long data, int flags) {
        header(out, PING, FrameType.PING, flags, 0);
        out.writeLong(data);
    }

    /** Lets the other side send so many octets more, on a stream or, with 0, in all. */
    public static void windowUpdate(ByteBuf out, int stream, int octets) {
        header(out, 4, FrameType.WINDOW_UPDATE, 0, stream);
        out.writeInt(octets);
    }

    /** Ends a stream before its time. */
    public static void reset(ByteBuf out, int stream, ErrorCode why) {
        header(out, 4, FrameType.RST_STREAM, 0, stream);
        out.writeInt(why.number());
    }

    /**
     * Says that no further stream is taken.
     *
     * @param last the last stream that is, or was, worked on
     */
    public static void goAway(ByteBuf out, int last, ErrorCode why) {
        header(out, 8, FrameType.GOAWAY, 0, 0);
        out.writeInt(last).writeInt(why.number());
    }
}
