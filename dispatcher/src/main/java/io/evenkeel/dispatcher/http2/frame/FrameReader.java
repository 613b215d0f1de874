// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * Finds frame after frame in the octets of a connection, and keeps the rules for a frame by itself: its length, its
 * padding, whether it belongs to a stream.
 *
 * <p>Nothing is copied but a frame that is cut by the end of a read, which has at most {@link PeerSettings#LEAST_FRAME}
 * octets. DATA, and frames of an unknown type, are given in pieces as they come. Threads: those of its owner.
 */
public final class FrameReader {

    private static final int HEADER = FrameWriter.HEADER;
    private static final int MOST = PeerSettings.LEAST_FRAME;
    private static final int UNKNOWN_PADDING = -1;

    private final byte[] cutHeader = new byte[HEADER];
    private int headerSeen;
    private @Nullable ByteBuf cut;

    /** Octets of the payload that have not come. */
    private int left;

    private boolean inFrame;
    private boolean given;
    private boolean begins;
    private int length;
    private int type;
    private int flags;
    private int stream;
    private int padding;
    private @Nullable ErrorCode error;
    private boolean streamError;
    private boolean waitsForItself;

    private ByteBuf payload = Unpooled.EMPTY_BUFFER;
    private int from;
    private int to;
    private int taken;

    /**
     * Goes on to the next frame, or the next piece of one, and consumes it.
     *
     * @return false when more octets must come first; nothing of the input is left then
     */
    public boolean next(ByteBuf in) {
        release();
        if (!inFrame && !header(in)) {
            return false;
        }
        if (error != null && !streamError) {
            return true;
        }
        if (type == FrameType.DATA || type > FrameType.CONTINUATION) {
            return piece(in);
        }
        return whole(in);
    }

    /** Reads the octets in front of a payload. */
    private boolean header(ByteBuf in) {
        int at = in.readerIndex();
        int count = Math.min(HEADER - headerSeen, in.readableBytes());
        if (headerSeen == 0 && count == HEADER) {
            length = in.getUnsignedMedium(at);
            type = in.getUnsignedByte(at + 3);
            flags = in.getUnsignedByte(at + 4);
            stream = in.getInt(at + 5) & Integer.MAX_VALUE;
            in.readerIndex(at + HEADER);
        } else {
            in.readBytes(cutHeader, headerSeen, count);
            headerSeen += count;
            if (headerSeen < HEADER) {
                return false;
            }
            ByteBuf whole = Unpooled.wrappedBuffer(cutHeader);
            length = whole.getUnsignedMedium(0);
            type = whole.getUnsignedByte(3);
            flags = whole.getUnsignedByte(4);
            stream = whole.getInt(5) & Integer.MAX_VALUE;
            headerSeen = 0;
        }
        left = length;
        given = false;
        inFrame = true;
        padding = type == FrameType.DATA && (flags & FrameType.PADDED) != 0 ? UNKNOWN_PADDING : 0;
        streamError = false;
        waitsForItself = false;
        error = check();
        return true;
    }

    /** The error of a frame that its header shows; null when there is none. */
    private @Nullable ErrorCode check() {
        if (length > MOST) {
            return ErrorCode.FRAME_SIZE_ERROR;
        }
        boolean ofStream = stream != 0;
        return switch (type) {
            case FrameType.DATA, FrameType.HEADERS ->
                !ofStream ? ErrorCode.PROTOCOL_ERROR : length < least() ? ErrorCode.FRAME_SIZE_ERROR : null;
            case FrameType.PRIORITY -> {
                streamError = ofStream && length != 5;
                yield !ofStream ? ErrorCode.PROTOCOL_ERROR : length == 5 ? null : ErrorCode.FRAME_SIZE_ERROR;
            }
            case FrameType.RST_STREAM -> exactly(4, ofStream);
            case FrameType.WINDOW_UPDATE -> exactly(4, true);
            case FrameType.SETTINGS -> {
                boolean ack = (flags & FrameType.ACK) != 0;
                boolean fits = ack ? length == 0 : length % PeerSettings.SETTING == 0;
                yield ofStream ? ErrorCode.PROTOCOL_ERROR : fits ? null : ErrorCode.FRAME_SIZE_ERROR;
            }
            case FrameType.PING -> exactly(FrameWriter.PING, !ofStream);
            case FrameType.GOAWAY ->
                ofStream ? ErrorCode.PROTOCOL_ERROR : length < 8 ? ErrorCode.FRAME_SIZE_ERROR : null;
            case FrameType.PUSH_PROMISE -> ErrorCode.PROTOCOL_ERROR;
            case FrameType.CONTINUATION -> ofStream ? null : ErrorCode.PROTOCOL_ERROR;
            default -> null;
        };
    }

    /** Octets that a frame has by its flags. */
    private int least() {
        int least = (flags & FrameType.PADDED) != 0 ? 1 : 0;
        return type == FrameType.HEADERS && (flags & FrameType.PRIORITISED) != 0 ? least + 5 : least;
    }

    private @Nullable ErrorCode exactly(int octets, boolean placed) {
        return !placed ? ErrorCode.PROTOCOL_ERROR : length == octets ? null : ErrorCode.FRAME_SIZE_ERROR;
    }

    /** Takes what has come of a frame that is given in pieces. */
    private boolean piece(ByteBuf in) {
        int count = Math.min(left, in.readableBytes());
        if (count == 0 && left > 0) {
            return false;
        }
        begins = !given;
        given = true;
        payload = in;
        from = in.readerIndex();
        to = from + count;
        taken = count;
        in.readerIndex(to);
        left -= count;
        if (padding == UNKNOWN_PADDING) {
            padding = in.getUnsignedByte(from++);
            if (padding >= length) {
                error = ErrorCode.PROTOCOL_ERROR;
                return true;
            }
        }
        to -= Math.max(0, Math.min(to - from, padding - left));
        inFrame = left > 0;
        return true;
    }

    /** Takes a frame once it is whole. */
    private boolean whole(ByteBuf in) {
        int count = in.readableBytes();
        ByteBuf before = cut;
        if (before == null && count >= left) {
            payload = in;
            from = in.readerIndex();
            in.skipBytes(left);
        } else {
            if (before == null) {
                before = ByteBufAllocator.DEFAULT.directBuffer(left, left);
                cut = before;
            }
            int more = Math.min(count, left);
            before.writeBytes(in, more);
            left -= more;
            if (left > 0) {
                return false;
            }
            payload = before;
            from = 0;
        }
        to = from + length;
        taken = length;
        left = 0;
        inFrame = false;
        begins = true;
        if (type == FrameType.HEADERS) {
            unpad();
        } else if (type == FrameType.PRIORITY && error == null) {
            depend();
        }
        return true;
    }

    private void depend() {
        waitsForItself = (payload.getInt(from) & Integer.MAX_VALUE) == stream;
    }

    /** Leaves the padding of a HEADERS frame aside, and what it says of a priority. */
    private void unpad() {
        if ((flags & FrameType.PADDED) != 0) {
            to -= payload.getUnsignedByte(from++);
        }
        if ((flags & FrameType.PRIORITISED) != 0) {
            depend();
            from += 5;
        }
        if (to < from) {
            error = ErrorCode.PROTOCOL_ERROR;
        }
    }

    /** Octets of memory that a frame takes which has not come whole. */
    public int held() {
        return cut == null ? 0 : cut.capacity();
    }

    /** Gives back the memory of the last frame; nothing of it is valid any more. */
    public void release() {
        if (!inFrame && cut != null) {
            cut.release();
            cut = null;
        }
    }

    /** Gives back all memory; the connection is over. */
    public void close() {
        inFrame = false;
        release();
    }

    /** The type of the frame; see {@link FrameType}. */
    public int type() {
        return type;
    }

    /** True when the frame has a flag of {@link FrameType}. */
    public boolean has(int flag) {
        return (flags & flag) != 0;
    }

    /** The stream of the frame; 0 for the connection. */
    public int stream() {
        return stream;
    }

    /** The error of the frame; null when it has none. The rest of an input with an error is of no use. */
    public @Nullable ErrorCode error() {
        return error;
    }

    /** True when the error concerns the stream of the frame alone, and the next frame can be read. */
    public boolean streamError() {
        return streamError;
    }

    /**
     * True for a priority by which the stream waits for itself: a fault on the stream by RFC 7540 §5.3.1, and without
     * a meaning since RFC 9113 §5.3. No {@link #error}, because the side that sends it makes the difference.
     */
    public boolean waitsForItself() {
        return waitsForItself;
    }

    /** Holds the payload between {@link #from} and {@link #to}, without padding and priority. */
    public ByteBuf payload() {
        return payload;
    }

    public int from() {
        return from;
    }

    public int to() {
        return to;
    }

    /** Octets of the payload, or of the piece of it, with everything: what flow control counts. */
    public int taken() {
        return taken;
    }

    /** True, once, for DATA that carries nothing: no octet beside its padding, and no end of the stream. */
    public boolean carriesNothing() {
        int pad = has(FrameType.PADDED) ? 1 + padding : 0;
        return begins && length == pad && !has(FrameType.END_STREAM);
    }

    /** True for a frame that is whole, and for its first piece. */
    public boolean begins() {
        return begins;
    }

    /** True for a frame that is whole, and for its last piece. */
    public boolean ends() {
        return !inFrame;
    }
}
