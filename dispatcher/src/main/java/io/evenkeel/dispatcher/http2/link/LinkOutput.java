// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.link;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http2.frame.Window;
import io.evenkeel.dispatcher.http2.hpack.HpackEncoder;

/** The sending half of a connection, which all its streams share. Threads: the connection's loop. */
public final class LinkOutput {

    private final Connection connection;
    private final HeadBuffer block;
    private final ControlBudget budget;
    private final FrameOutput frames;
    private final WaitingStreams waiting;
    private final Window window = new Window(Window.DEFAULT);
    private final HpackEncoder encoder = new HpackEncoder();

    /**
     * The output of a connection, with nothing to send.
     *
     * @param block room for a block of fields; others use it between two of them
     * @param budget what the other side may send that carries nothing, which data pays
     */
    public LinkOutput(Connection connection, HeadBuffer block, ControlBudget budget) {
        this.connection = connection;
        this.block = block;
        this.budget = budget;
        this.frames = new FrameOutput(connection);
        this.waiting = new WaitingStreams(connection);
    }

    /** The connection underneath. */
    public Connection connection() {
        return connection;
    }

    /** Room for a block of fields, empty. */
    public HeadBuffer block() {
        block.clear();
        return block;
    }

    /** The frames of control that the other side may send. */
    public ControlBudget budget() {
        return budget;
    }

    /** The frames on their way out. */
    public FrameOutput frames() {
        return frames;
    }

    /** Streams that wait until the other side takes more. */
    public WaitingStreams waiting() {
        return waiting;
    }

    /** The octets that the other side takes on all streams together. */
    public Window window() {
        return window;
    }

    /** Writes blocks of fields. */
    public HpackEncoder encoder() {
        return encoder;
    }
}
