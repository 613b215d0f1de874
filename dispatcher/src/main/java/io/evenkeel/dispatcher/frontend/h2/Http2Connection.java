// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.timer.Timeout;
import io.evenkeel.dispatcher.exchange.ListenerRules;
import io.evenkeel.dispatcher.exchange.LoopContext;
import io.evenkeel.dispatcher.frontend.h2.conduct.Glitches;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.frame.FrameWriter;
import io.evenkeel.dispatcher.http2.frame.PeerSettings;
import io.evenkeel.dispatcher.http2.hpack.HpackEncoder;
import io.evenkeel.dispatcher.http2.link.FrameOutput;
import io.evenkeel.dispatcher.http2.link.LinkInput;
import io.evenkeel.dispatcher.http2.link.LinkOutput;
import io.evenkeel.dispatcher.listener.OpenClient;
import io.evenkeel.dispatcher.metrics.ListenerMeter;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.task.Home;
import io.netty.buffer.ByteBuf;

/**
 * One connection of a client that speaks HTTP/2: its streams, its windows, and its end.
 *
 * <p>An error of the connection, an orderly end and the end of the client's input all lead to a FIN behind what has to
 * be said; then the client is read for a while, so that no reset overtakes it. Threads: its loop.
 */
public final class Http2Connection extends OpenClient implements ConnectionHandler, Runnable {

    /** Octets that a client may still send after the last frame that it gets. */
    private static final long MOST_LINGERING = 64L << 20;

    private static final long LINGER_NS = 5_000_000_000L;

    private final Http2Owner owner;
    private final Connection connection;
    private final LoopContext context;
    private final Origin origin;
    private final Home home;
    private final LoopSpares spares;
    private final Timeout timer;
    private final LinkOutput link;
    private final FrameIntake intake;
    private final GoingAway away;
    private final Glitches glitches;
    private final OpenStreams streams;
    private final PeerSettings peer = new PeerSettings(false);
    private Http2Phase phase = Http2Phase.PREFACE;
    private int lastStream;
    private boolean inputOver;
    private boolean leaving;
    private long lingered;

    /**
     * A connection that begins with the preface.
     *
     * @param home the home of the client in a cluster that assigns connections
     */
    public Http2Connection(Http2Owner owner, Connection connection, LoopContext context, Origin origin, Home home) {
        this.owner = owner;
        this.connection = connection;
        this.context = context;
        this.origin = origin;
        origin.speaksHttp2();
        this.home = home;
        this.spares = LoopSpares.of(context);
        this.timer = connection.loop().timers().timeout(this);
        this.glitches = new Glitches(connection.loop().nowNs());
        this.link = new LinkOutput(connection, context.answerHead(), glitches.budget());
        this.intake = new FrameIntake(this);
        this.away = new GoingAway(this);
        this.streams = new OpenStreams(this, context);
    }

    @Override
    public void opened(Connection opened) {
        ListenerRules rules = rules();
        ByteBuf out = link.frames().room();
        streams.table().most(rules.streams());
        FrameWriter.settings(out, rules.streams(), rules.limits().head(), true);
        FrameWriter.windowUpdate(out, 0, LinkInput.firstUpdate());
        timer.arm(loop().nowNs() + Math.min(rules.headNs(), rules.idleNs()));
    }

    @Override
    public void received(ByteBuf bytes) {
        if (phase == Http2Phase.PREFACE) {
            intake.preface(bytes);
        }
        if (phase == Http2Phase.OPEN) {
            intake.take(bytes, loop().nowNs());
        } else if (phase == Http2Phase.LINGER) {
            lingered += bytes.readableBytes();
            if (lingered > MOST_LINGERING) {
                connection.close();
            }
        }
    }

    /** The preface has come whole. */
    void greeted() {
        phase = Http2Phase.OPEN;
        timer.arm(loop().nowNs() + rules().idleNs());
        if (owner.draining()) {
            away.begin();
        }
    }

    /** True while frames are taken. */
    boolean reads() {
        return phase == Http2Phase.OPEN;
    }

    @Override
    public Connection connection() {
        return connection;
    }

    Loop loop() {
        return context.loop();
    }

    LoopContext context() {
        return context;
    }

    LoopSpares spares() {
        return spares;
    }

    ListenerRules rules() {
        return owner.rules();
    }

    Origin origin() {
        return origin;
    }

    Home home() {
        return home;
    }

    /** The sending half, which all streams share. */
    LinkOutput link() {
        return link;
    }

    FrameOutput output() {
        return link.frames();
    }

    GoingAway away() {
        return away;
    }

    Glitches glitches() {
        return glitches;
    }

    OpenStreams streams() {
        return streams;
    }

    PeerSettings peer() {
        return peer;
    }

    HpackEncoder encoder() {
        return link.encoder();
    }

    /** The highest number of a stream that the client has begun. */
    int lastStream() {
        return lastStream;
    }

    void lastStream(int id) {
        lastStream = id;
    }

    /** A block of fields has begun, and the rest of it is awaited. */
    void awaitBlock(long firstNs, long nowNs) {
        timer.arm(rules().headUntilNs(firstNs, nowNs));
    }

    /** The block of fields is whole. */
    void blockOver() {
        if (streams.table().size() == 0) {
            timer.arm(loop().nowNs() + rules().idleNs());
        } else {
            timer.disarm();
        }
    }

    /** Begins a stream. */
    Http2Stream begin(int id, boolean ends, long nowNs) {
        timer.disarm();
        if (owner.draining()) {
            away.begin();
        }
        return streams.begin(id, ends, nowNs);
    }

    /** See {@link Http2Owner#servesElsewhere}. */
    boolean servesElsewhere(String serverName, String host) {
        return owner.servesElsewhere(serverName, host);
    }

    /** The listener's figures on this loop. */
    ListenerMeter meter() {
        return owner.meter(loop());
    }

    /** A stream is over. */
    void removed() {
        finishIfOver();
        if (streams.table().size() == 0 && phase == Http2Phase.OPEN && !intake.inBlock()) {
            timer.arm(loop().nowNs() + rules().idleNs());
        }
    }

    /** Ends the connection because of an error, which the client is told. */
    void fail(ErrorCode error, Refusal why) {
        if (phase == Http2Phase.LINGER || phase == Http2Phase.OVER) {
            return;
        }
        phase = Http2Phase.LINGER;
        streams.drop();
        streams.refuseNone(why, error, loop().nowNs());
        FrameWriter.goAway(link.frames().room(), away.last(), error);
        linger();
    }

    /** Ends the connection when it takes no further stream and has none. */
    void finishIfOver() {
        if (phase == Http2Phase.OPEN && streams.table().size() == 0 && (away.told() || inputOver)) {
            phase = Http2Phase.LINGER;
            linger();
        }
    }

    private void linger() {
        away.stop();
        link.frames().flushLast();
        timer.arm(loop().nowNs() + LINGER_NS);
        if (inputOver) {
            connection.closeWhenSent();
        } else {
            connection.endOutput();
        }
    }

    @Override
    public void drained() {
        link.frames().drained();
        if (phase == Http2Phase.OPEN) {
            link.waiting().proceed();
        }
    }

    /** The client has said that it begins no further stream; once it sends nothing more at all, it is gone. */
    void leaves() {
        leaving = true;
    }

    @Override
    public void inputEnded() {
        inputOver = true;
        if (phase == Http2Phase.PREFACE || phase == Http2Phase.LINGER) {
            connection.closeWhenSent();
            return;
        }
        if (leaving) {
            streams.drop();
        } else {
            streams.inputEnded();
        }
        finishIfOver();
    }

    @Override
    public void outputFailed() {
        connection.close();
    }

    @Override
    public void resetWhilePaused() {
        connection.close();
    }

    @Override
    public void failed(Throwable cause) {
        connection.close();
    }

    @Override
    public void closed() {
        phase = Http2Phase.OVER;
        timer.remove();
        away.stop();
        streams.drop();
        link.frames().drop();
        intake.close();
        home.unbind();
        owner.forget(this);
    }

    /** The moment of the timer has come. */
    @Override
    public void run() {
        switch (phase) {
            case PREFACE -> {
                meter().refused(Refusal.HEAD_TIMEOUT.reason());
                connection.close();
            }
            case OPEN -> {
                if (intake.inBlock()) {
                    fail(ErrorCode.PROTOCOL_ERROR, Refusal.HEAD_TIMEOUT);
                    intake.close();
                } else {
                    away.begin();
                }
            }
            case LINGER -> {
                if (connection.unsent() > 0 && connection.sinceSentNs() < rules().bodyNs()) {
                    timer.arm(loop().nowNs() + LINGER_NS);
                } else {
                    connection.close();
                }
            }
            case OVER -> {}
        }
    }

    @Override
    public void leaveNode(Node node) {
        home.leave(node);
    }

    @Override
    public void drain() {
        if (phase == Http2Phase.OPEN) {
            away.begin();
        } else if (phase == Http2Phase.PREFACE) {
            connection.close();
        }
    }
}
