// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.link;

import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.frame.FrameReader;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.http2.frame.FrameWriter;
import io.evenkeel.dispatcher.http2.frame.PeerSettings;
import io.evenkeel.dispatcher.http2.frame.Window;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The receiving half of a connection: the rules for frames that are the same whichever side sends them (RFC 9113 §3.4,
 * §5.2, §6).
 *
 * <p>The owner takes one frame after another from {@link #frame}, asks for each whether it may come, and does with
 * DATA, HEADERS and RST_STREAM what its role demands; all others are {@link #control}. The owner hears of an error, and
 * ends the stream or the connection. Threads: the connection's loop.
 */
public final class LinkInput {

    /** Octets that the other side may send in all before some are given back. */
    static final int WINDOW = 1 << 20;

    private final PeerSettings peer;
    private final LinkOwner owner;
    private final FrameReader frame = new FrameReader();
    private final BlockReader block;
    private boolean settled;
    private int window = WINDOW;

    /**
     * The input of a connection, of which nothing has come.
     *
     * @param peer takes the settings of the other side
     */
    public LinkInput(Loop loop, PeerSettings peer, LinkOwner owner) {
        this.peer = peer;
        this.owner = owner;
        this.block = new BlockReader(loop);
    }

    /** Octets that the other side may send beyond the window that every connection begins with. */
    public static int firstUpdate() {
        return WINDOW - Window.DEFAULT;
    }

    /** The frame that came last. */
    public FrameReader frame() {
        return frame;
    }

    /** The block of fields that came last. */
    public BlockReader block() {
        return block;
    }

    /** Octets of memory that a frame and a block take which have not come whole. */
    public int held() {
        return frame.held() + block.held();
    }

    /** Gives back all memory. */
    public void close() {
        frame.close();
        block.close();
    }

    /**
     * Finds out whether the frame may come here: SETTINGS before all others, and nothing inside a block.
     *
     * @return false when the owner was told of an error of the connection
     */
    public boolean admits() {
        ErrorCode error = frame.error();
        ErrorCode fatal = frame.streamError() ? null : error;
        int type = frame.type();
        if (!settled && (error != null || type != FrameType.SETTINGS || frame.has(FrameType.ACK))) {
            owner.beginsWrong(fatal == null ? ErrorCode.PROTOCOL_ERROR : fatal);
            return false;
        }
        if (fatal != null) {
            owner.fail(fatal);
            return false;
        }
        if (block.open() != (type == FrameType.CONTINUATION)) {
            owner.fail(ErrorCode.PROTOCOL_ERROR);
            return false;
        }
        return true;
    }

    /**
     * Takes what has come of a frame of DATA from the connection's window, which is given back at once: a stream holds
     * back nobody but itself.
     *
     * @return false when the owner was told of an error of the connection
     */
    public boolean takesData() {
        window -= frame.taken();
        if (window < 0) {
            owner.fail(ErrorCode.FLOW_CONTROL_ERROR);
            return false;
        }
        if (window < WINDOW / 2) {
            FrameWriter.windowUpdate(owner.output().frames().room(), 0, WINDOW - window);
            window = WINDOW;
        }
        return true;
    }

    /**
     * Pays for a frame that carries nothing.
     *
     * @return false when the owner was told of an error of the connection: it was one too many
     */
    public boolean pays(long nowNs) {
        if (owner.output().budget().take(nowNs)) {
            return true;
        }
        owner.fail(ErrorCode.ENHANCE_YOUR_CALM);
        return false;
    }

    /** Takes a frame that carries nothing, which is paid here: any type but DATA, HEADERS and RST_STREAM. */
    public void control(long nowNs) {
        if (frame.begins() && !pays(nowNs)) {
            return;
        }
        switch (frame.type()) {
            case FrameType.SETTINGS -> settings();
            case FrameType.PING -> ping();
            case FrameType.WINDOW_UPDATE -> windowUpdate();
            case FrameType.PRIORITY -> priority();
            case FrameType.GOAWAY -> owner.goesAway(frame.payload().getInt(frame.from()) & Integer.MAX_VALUE);
            default -> {}
        }
    }

    private void settings() {
        if (frame.has(FrameType.ACK)) {
            owner.acknowledged();
            return;
        }
        int before = peer.window();
        ErrorCode error = peer.read(frame.payload(), frame.from(), frame.to());
        int most = peer.mostWindow() - before;
        int octets = peer.window() - before;
        if ((most != 0 || octets != 0) && !owner.moveWindows(most, octets)) {
            error = ErrorCode.FLOW_CONTROL_ERROR;
        }
        if (error != null) {
            owner.fail(error);
            return;
        }
        LinkOutput output = owner.output();
        output.encoder().peerTableSize(peer.leastTableSize());
        ByteBuf out = roomForAnswer(output);
        if (out == null) {
            return;
        }
        FrameWriter.settingsAck(out);
        if (octets > 0) {
            output.waiting().proceed();
        }
        settled = true;
        owner.settled();
    }

    private void ping() {
        long data = frame.payload().getLong(frame.from());
        if (frame.has(FrameType.ACK)) {
            owner.answered(data);
            return;
        }
        ByteBuf out = roomForAnswer(owner.output());
        if (out != null) {
            FrameWriter.ping(out, data, FrameType.ACK);
        }
    }

    /** The buffer for an answer; null when the owner was told that too many wait. */
    private @Nullable ByteBuf roomForAnswer(LinkOutput output) {
        ByteBuf out = output.frames().roomForControl();
        if (out == null) {
            owner.fail(ErrorCode.ENHANCE_YOUR_CALM);
        }
        return out;
    }

    private void windowUpdate() {
        int id = frame.stream();
        int more = frame.payload().getInt(frame.from()) & Integer.MAX_VALUE;
        if (id == 0) {
            windowOfAll(more);
            return;
        }
        BodyOutput stream = owner.sendingHalf(id);
        if (stream == null) {
            if (owner.isIdle(id)) {
                owner.fail(ErrorCode.PROTOCOL_ERROR);
            }
        } else if (more == 0) {
            owner.failStream(id, ErrorCode.PROTOCOL_ERROR);
        } else if (stream.window().add(more)) {
            owner.output().waiting().proceed(stream);
        } else {
            owner.failStream(id, ErrorCode.FLOW_CONTROL_ERROR);
        }
    }

    private void windowOfAll(int more) {
        LinkOutput output = owner.output();
        if (more == 0) {
            owner.fail(ErrorCode.PROTOCOL_ERROR);
        } else if (output.window().add(more)) {
            output.waiting().proceed();
        } else {
            owner.fail(ErrorCode.FLOW_CONTROL_ERROR);
        }
    }

    /** Priorities are left aside, and those of a wrong length are errors all the same. */
    private void priority() {
        ErrorCode error = frame.error();
        if (error != null) {
            owner.failStream(frame.stream(), error);
        } else if (frame.waitsForItself()) {
            owner.waitsForItself(frame.stream());
        }
    }
}
