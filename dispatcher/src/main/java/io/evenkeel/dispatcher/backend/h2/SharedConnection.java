// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend.h2;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.TlsFacts;
import io.evenkeel.dispatcher.engine.timer.Timeout;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.frame.FrameWriter;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ConnectTimeoutException;
import java.io.IOException;
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
public final class SharedConnection implements ConnectionHandler, Runnable {

    private static final long LINGER_NS = 5_000_000_000L;

    private final Loop loop;
    private final SharedOwner owner;
    private final long patienceNs;
    private final Timeout timer;
    private final AnswerScratch scratch;
    private final ServerFrames intake;
    private final WaitingHead waitingHead;
    private final ServerOutput output = new ServerOutput();
    private final SharedStreams streams;
    private final Doubt doubt = new Doubt();
    private @Nullable Connection connection;
    private @Nullable Throwable failure;
    private LinkPhase phase = LinkPhase.CONNECTING;
    /** True when it ends by the wish of its owner. */
    private boolean dismissed;

    private boolean used;
    private boolean blamed;

    /**
     * A connection that is about to be made.
     *
     * @param patienceNs time for the settings of the server, and for the answer to a PING
     */
    public SharedConnection(Loop loop, SharedOwner owner, long patienceNs) {
        this.loop = loop;
        this.owner = owner;
        this.patienceNs = patienceNs;
        this.timer = loop.timers().timeout(this);
        this.scratch = AnswerScratch.of(loop);
        this.waitingHead = new WaitingHead(scratch.answer);
        this.intake = new ServerFrames(this, loop.nowNs());
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

    /** True while frames are taken and sent. */
    boolean isOpen() {
        return phase == LinkPhase.SETTLING || phase == LinkPhase.OPEN;
    }

    /** The connection underneath; null when there was no socket for it. */
    public @Nullable Connection underneath() {
        return connection;
    }

    /** True until it is of use: connected, with the settings of the server. */
    public boolean pending() {
        return phase == LinkPhase.CONNECTING || phase == LinkPhase.SETTLING;
    }

    /** True when one stream more may be opened now. */
    public boolean takes() {
        return phase == LinkPhase.OPEN
                && streams.takesOneMore()
                && !doubt.isOpen()
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
        return streams.retired() || phase == LinkPhase.CLOSING || phase == LinkPhase.GONE;
    }

    /** True when so many streams were cancelled on it that further ones are better opened on another connection. */
    public boolean tired() {
        return streams.tired();
    }

    /** True for the first who asks: that the connection broke is one failure, however many streams it had. */
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
        timer.disarm();
        return new SharedStream(this, user, output.peer().window());
    }

    /** The next number, for a stream whose head is sent. */
    int number(SharedStream stream) {
        intake.budget().worked();
        return streams.number(stream);
    }

    /** The streams that are there. */
    SharedStreams streams() {
        return streams;
    }

    /** Sends a reset. */
    void reset(int number, ErrorCode why) {
        if (isOpen()) {
            FrameWriter.reset(output.frames().room(), number, why);
            streams.cancelled(loop.nowNs());
        }
    }

    /** A stream is over. */
    void over(SharedStream stream) {
        streams.over(stream);
        waitingHead.forget(stream.answer());
        if (phase == LinkPhase.OPEN) {
            rest();
            owner.changed(this);
        }
    }

    /** Without a stream it waits for one, or ends. */
    private void rest() {
        if (streams.open() > 0 || phase != LinkPhase.OPEN) {
            return;
        }
        if (doubt.isConfirmed()) {
            close();
        } else if (streams.retired() || streams.tired()) {
            leave(ErrorCode.NO_ERROR);
        } else if (!doubt.isOpen()) {
            timer.arm(loop.nowNs() + owner.idleNs());
        }
    }

    /** Takes no further stream, and ends with the last. */
    public void retire() {
        streams.retire();
        dismissed = true;
        if (phase == LinkPhase.OPEN) {
            rest();
        } else if (pending()) {
            close();
        }
    }

    /** A stream was given up without an answer: perhaps nobody is there any more. */
    void doubt() {
        long nowNs = loop.nowNs();
        if (phase == LinkPhase.OPEN && doubt.begin(nowNs)) {
            FrameWriter.ping(output.frames().room(), nowNs, 0);
            timer.arm(nowNs + patienceNs);
        }
    }

    /** The settings of the server are known, or have changed. */
    void settle() {
        if (phase == LinkPhase.SETTLING) {
            phase = LinkPhase.OPEN;
            rest();
        }
        owner.changed(this);
    }

    /** The server takes no streams above a number. */
    void goesAway(int last) {
        streams.refuseAbove(last);
        rest();
    }

    /** The server speaks something else. */
    void notHttp2(String why) {
        failure = new NotHttp2Exception(why);
        close();
    }

    /** The server broke a rule of the protocol. */
    void fail(ErrorCode why) {
        if (isOpen()) {
            if (phase == LinkPhase.SETTLING) {
                failure = new NotHttp2Exception("its first frames break a rule (" + why + ")");
            }
            loseAll(StreamUser.StreamLoss.BROKEN);
            leave(why);
        }
    }

    /** Sends GOAWAY and closes. */
    private void leave(ErrorCode why) {
        phase = LinkPhase.CLOSING;
        timer.arm(loop.nowNs() + LINGER_NS);
        output.leave(why);
    }

    private void loseAll(StreamUser.StreamLoss how) {
        LinkPhase before = phase;
        phase = LinkPhase.CLOSING;
        streams.lose(how);
        phase = before;
    }

    /** Closes it now; its streams are broken. */
    public void close() {
        close(StreamUser.StreamLoss.BROKEN);
    }

    /** Closes it now. */
    public void close(StreamUser.StreamLoss how) {
        if (phase != LinkPhase.GONE) {
            loseAll(how);
            phase = LinkPhase.CLOSING;
            if (connection != null) {
                connection.close();
            }
        }
    }

    @Override
    public void opened(Connection opened) {
        connection = opened;
        if (phase != LinkPhase.CONNECTING) {
            opened.close();
            return;
        }
        TlsFacts tls = opened.tls();
        if (tls != null && !tls.http2()) {
            notHttp2("it does not choose h2 by ALPN");
            return;
        }
        phase = LinkPhase.SETTLING;
        opened.expectBody();
        output.open(opened, scratch.block, intake.budget());
        long nowNs = loop.nowNs();
        doubt.heard(nowNs);
        timer.arm(nowNs + patienceNs);
    }

    @Override
    public void received(ByteBuf bytes) {
        if (!isOpen()) {
            return;
        }
        long nowNs = loop.nowNs();
        used = used || phase == LinkPhase.OPEN;
        boolean trusted = doubt.heard(nowNs);
        intake.take(bytes, nowNs);
        if (trusted && phase == LinkPhase.OPEN) {
            timer.disarm();
            rest();
            owner.changed(this);
        }
    }

    @Override
    public void drained() {
        output.frames().drained();
        if (phase == LinkPhase.OPEN) {
            output.waiting().proceed();
        }
    }

    @Override
    public void outputFailed() {
        close();
    }

    @Override
    public void inputEnded() {
        if (phase == LinkPhase.SETTLING) {
            failure = NotHttp2Exception.ended();
        }
        close();
    }

    @Override
    public void failed(Throwable cause) {
        if (pending()) {
            failure = cause;
        }
        close();
    }

    @Override
    public void closed() {
        boolean never = failure != null || pending() || (!dismissed && !streams.begun());
        Throwable why = failure != null ? failure : new IOException("the connection ended before its first stream");
        loseAll(StreamUser.StreamLoss.BROKEN);
        phase = LinkPhase.GONE;
        timer.remove();
        output.drop();
        intake.close();
        owner.gone(this, never ? why : null);
    }

    /** The moment of the timer has come. */
    @Override
    public void run() {
        if (phase == LinkPhase.SETTLING) {
            failure = new ConnectTimeoutException("no SETTINGS of HTTP/2 came in time");
            close();
        } else if (phase == LinkPhase.CLOSING) {
            close();
        } else if (phase == LinkPhase.OPEN && doubt.isOpen()) {
            doubt.confirm();
            rest();
        } else if (phase == LinkPhase.OPEN && streams.open() == 0) {
            retire();
        }
    }
}
