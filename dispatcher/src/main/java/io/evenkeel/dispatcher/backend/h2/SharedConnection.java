// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend.h2;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.TlsFacts;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.frame.FrameWriter;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * A connection of HTTP/2 to a server, made with prior knowledge or by ALPN, and shared by its streams.
 *
 * <p>It takes streams once the server has told its settings, as many as they allow. A connection that goes away or has
 * used up its numbers takes no further ones and ends with its last; so does one that has cancelled many, while there
 * are others. When a stream is given up without an answer and nothing else comes, a PING finds out whether anybody is
 * there: until it is answered no stream is opened, and those that are there wait as long as their users do. Threads:
 * its loop.
 */
public final class SharedConnection implements ConnectionHandler {

    private final Loop loop;
    private final LinkLife life;
    private final AnswerScratch scratch;
    private final ServerFrames intake;
    private final WaitingHead waitingHead;
    private final ServerOutput output = new ServerOutput();
    private final SharedStreams streams;
    private @Nullable Connection connection;
    private boolean used;
    private boolean blamed;

    /**
     * A connection that is about to be made.
     *
     * @param patienceNs time for the settings of the server, and for the answer to a PING
     */
    @SuppressWarnings("ThisEscapedInObjectConstruction") // parts of this object, which only keep the reference
    public SharedConnection(Loop loop, SharedOwner owner, long patienceNs) {
        this.loop = loop;
        this.life = new LinkLife(this, owner, patienceNs);
        this.scratch = AnswerScratch.of(loop);
        this.waitingHead = new WaitingHead(scratch.answer);
        this.intake = new ServerFrames(this);
        this.streams = new SharedStreams(output.peer(), loop.nowNs());
    }

    /** Set at once after the attempt has begun; null when there was no socket for it. Events come later. */
    public void connection(@Nullable Connection begun) {
        if (connection == null) {
            connection = begun;
        }
    }

    Loop loop() {
        return loop;
    }

    AnswerScratch scratch() {
        return scratch;
    }

    /** The head of an answer that waits for its DATA. */
    WaitingHead waitingHead() {
        return waitingHead;
    }

    ServerOutput output() {
        return output;
    }

    LinkLife life() {
        return life;
    }

    /** The connection underneath; null when there was no socket for it. */
    public @Nullable Connection underneath() {
        return connection;
    }

    /** True until it is of use: connected, with the settings of the server. */
    public boolean pending() {
        return life.pending();
    }

    /** True when one stream more may be opened now. */
    public boolean takes() {
        return life.isSettled()
                && !life.isInDoubt()
                && streams.takesOneMore()
                && connection != null
                && connection.open();
    }

    /** Streams that the server allows now; 0 when it wants none for a while. */
    public int mostStreams() {
        return streams.most();
    }

    /** The number of streams. */
    public int streamCount() {
        return streams.open();
    }

    /** True when no further stream is opened on it, ever. */
    public boolean retired() {
        return streams.retired() || life.isOver();
    }

    /** True when so many streams were cancelled on it that further ones are better opened on another connection. */
    public boolean tired() {
        return streams.tired();
    }

    /** True at the first call only: a connection that broke is one failure, however many streams it had. */
    boolean blames() {
        boolean first = !blamed;
        blamed = true;
        return first;
    }

    /** True once the server has answered on it. */
    public boolean used() {
        return used;
    }

    /**
     * Reads what the server has sent while nobody used the connection: it may have gone away. Costs a system call.
     *
     * @return true when a stream may still be opened
     */
    public boolean wake() {
        if (!output.hearUnheard(this)) {
            close();
        }
        return takes();
    }

    /** Opens a stream, while {@link #takes}; what it has to say is written by its user. */
    public SharedStream open(StreamUser user) {
        streams.opened();
        life.streamBegins();
        return new SharedStream(this, user, output.peer().window());
    }

    /** The next number, for a stream whose head is sent. */
    int number(SharedStream stream) {
        output.link().budget().worked();
        return streams.number(stream);
    }

    /** The streams that are there. */
    SharedStreams streams() {
        return streams;
    }

    /** Sends a reset. */
    void reset(int number, ErrorCode why) {
        if (life.isOpen()) {
            FrameWriter.reset(output.frames().room(), number, why);
            streams.cancelled(loop.nowNs());
        }
    }

    /** A stream is over. */
    void over(SharedStream stream) {
        streams.over(stream);
        waitingHead.forget(stream.answer());
        life.streamOver();
    }

    /** Takes no further stream, and ends with the last. */
    public void retire() {
        life.retire();
    }

    /** Closes it now; its streams are broken. */
    public void close() {
        life.close(StreamUser.StreamLoss.BROKEN);
    }

    /** Closes it now. */
    public void close(StreamUser.StreamLoss how) {
        life.close(how);
    }

    @Override
    public void opened(Connection opened) {
        connection = opened;
        if (life.isOver()) {
            opened.close();
            return;
        }
        TlsFacts tls = opened.tls();
        if (tls != null && !tls.http2()) {
            life.close(new NotHttp2Exception("it does not choose h2 by ALPN"));
            return;
        }
        long nowNs = loop.nowNs();
        opened.expectBody();
        output.open(opened, scratch.block, nowNs);
        life.begin(nowNs);
    }

    @Override
    public void received(ByteBuf bytes) {
        if (!life.isOpen()) {
            return;
        }
        long nowNs = loop.nowNs();
        used = used || life.isSettled();
        boolean trusted = life.hears(nowNs);
        intake.take(bytes, nowNs);
        if (trusted) {
            life.trusts();
        }
    }

    @Override
    public void drained() {
        output.frames().drained();
        if (life.isSettled()) {
            output.waiting().proceed();
        }
    }

    @Override
    public void outputFailed() {
        close();
    }

    @Override
    public void inputEnded() {
        life.inputEnded();
    }

    @Override
    public void failed(Throwable cause) {
        life.failed(cause);
    }

    @Override
    public void closed() {
        output.drop();
        intake.close();
        life.end();
    }
}
