// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend.h2;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.timer.Timeout;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.frame.FrameWriter;
import io.netty.channel.ConnectTimeoutException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The life of a {@link SharedConnection}: its phases, the reason of its end, and the one timer for all that may take
 * too long: the settings, the answer to a PING, the next stream and the last octets.
 *
 * <p>The doubt that anybody is at the other end lasts from a PING until something comes. Threads: the connection's
 * loop.
 */
final class LinkLife implements Runnable {

    private static final long LINGER_NS = 5_000_000_000L;

    /** Time without an octet from the server after which a stream that is given up is a reason for a doubt. */
    private static final long QUIET_NS = 1_000_000_000;

    private final SharedConnection connection;
    private final SharedOwner owner;
    private final Loop loop;
    private final long patienceNs;
    private final Timeout timer;
    private LinkPhase phase = LinkPhase.CONNECTING;
    private @Nullable Throwable failure;
    /** True when it ends by the wish of its owner. */
    private boolean dismissed;

    private boolean inDoubt;
    /** True when the PING was not answered in time: of no use any more, except for those who wait on it. */
    private boolean lost;

    private long heardNs;

    /** @param patienceNs time for the settings of the server, and for the answer to a PING */
    LinkLife(SharedConnection connection, SharedOwner owner, long patienceNs) {
        this.connection = connection;
        this.owner = owner;
        this.loop = connection.loop();
        this.patienceNs = patienceNs;
        this.timer = loop.timers().timeout(this);
    }

    /** True until it is of use: connected, with the settings of the server. */
    boolean pending() {
        return phase == LinkPhase.CONNECTING || phase == LinkPhase.SETTLING;
    }

    /** True while frames are taken and sent. */
    boolean isOpen() {
        return phase == LinkPhase.SETTLING || phase == LinkPhase.OPEN;
    }

    /** True from the settings of the server to the end. */
    boolean isSettled() {
        return phase == LinkPhase.OPEN;
    }

    /** True when it ends, or has ended. */
    boolean isOver() {
        return phase == LinkPhase.CLOSING || phase == LinkPhase.GONE;
    }

    /** True when nobody knows whether anybody is at the other end. */
    boolean isInDoubt() {
        return inDoubt;
    }

    /** The connection underneath is made. */
    void begin(long nowNs) {
        phase = LinkPhase.SETTLING;
        heardNs = nowNs;
        timer.arm(nowNs + patienceNs);
    }

    /** The settings of the server are known, or have changed. */
    void settle() {
        if (phase == LinkPhase.SETTLING) {
            phase = LinkPhase.OPEN;
            rest();
        }
        owner.changed(connection);
    }

    /** A stream is opened. */
    void streamBegins() {
        timer.disarm();
    }

    /** A stream is over. */
    void streamOver() {
        restAndTell();
    }

    /**
     * The server takes no streams above a number, and no further one, so requests that wait for it go elsewhere. A
     * connection that was never of use tells so by its end, which is a failure.
     */
    void goesAway(int last) {
        connection.streams().refuseAbove(last);
        rest();
        if (phase == LinkPhase.OPEN || wasOfUse()) {
            owner.changed(connection);
        }
    }

    /** Rests if there is no stream, and tells the owner that more or fewer streams may be opened. */
    private void restAndTell() {
        if (phase == LinkPhase.OPEN) {
            rest();
            owner.changed(connection);
        }
    }

    /** Without a stream it waits for one, or ends. */
    private void rest() {
        SharedStreams streams = connection.streams();
        if (streams.open() > 0 || phase != LinkPhase.OPEN) {
            return;
        }
        if (lost) {
            close(StreamUser.StreamLoss.BROKEN);
        } else if (streams.retired() || streams.tired()) {
            leave(ErrorCode.NO_ERROR);
        } else if (!inDoubt) {
            timer.arm(loop.nowNs() + owner.idleNs());
        }
    }

    /** A stream was given up without an answer: perhaps nobody is there any more. */
    void doubt() {
        long nowNs = loop.nowNs();
        if (phase == LinkPhase.OPEN && !inDoubt && nowNs - heardNs > QUIET_NS) {
            inDoubt = true;
            FrameWriter.ping(connection.output().frames().room(), nowNs, 0);
            timer.arm(nowNs + patienceNs);
        }
    }

    /**
     * The server says something, which ends a doubt. Called before its octets are taken.
     *
     * @return true when there was a doubt: {@link #trusts} must be called after the octets have been taken
     */
    boolean hears(long nowNs) {
        boolean trusted = inDoubt;
        heardNs = nowNs;
        inDoubt = false;
        lost = false;
        return trusted;
    }

    /** Goes on as before a doubt. Called after {@link #hears} has returned true and the octets have been taken. */
    void trusts() {
        if (phase == LinkPhase.OPEN) {
            timer.disarm();
            restAndTell();
        }
    }

    /** Takes no further stream, and ends with the last. */
    void retire() {
        connection.streams().retire();
        dismissed = true;
        if (phase == LinkPhase.OPEN) {
            rest();
        } else if (pending()) {
            close(StreamUser.StreamLoss.BROKEN);
        }
    }

    /**
     * The server broke a rule of the protocol. The last octets may take a while when the server takes none, and nobody
     * waits for a stream of this connection until then.
     */
    void fail(ErrorCode why) {
        if (isOpen()) {
            if (phase == LinkPhase.SETTLING) {
                failure = new NotHttp2Exception("its first frames break a rule (" + why + ")");
            }
            loseAll(StreamUser.StreamLoss.BROKEN);
            leave(why);
            if (wasOfUse()) {
                owner.changed(connection);
            }
        }
    }

    /** True for a connection whose end is no failure. */
    private boolean wasOfUse() {
        return failure == null
                && !pending()
                && (dismissed || connection.streams().begun());
    }

    /** Sends GOAWAY and closes. */
    private void leave(ErrorCode why) {
        phase = LinkPhase.CLOSING;
        timer.arm(loop.nowNs() + LINGER_NS);
        connection.output().leave(why);
    }

    private void loseAll(StreamUser.StreamLoss how) {
        LinkPhase before = phase;
        phase = LinkPhase.CLOSING;
        connection.streams().lose(how);
        phase = before;
    }

    /** Closes it now, because it has never been of use. */
    void close(Throwable why) {
        failure = why;
        close(StreamUser.StreamLoss.BROKEN);
    }

    /** Closes it now. */
    void close(StreamUser.StreamLoss how) {
        if (phase != LinkPhase.GONE) {
            loseAll(how);
            phase = LinkPhase.CLOSING;
            Connection below = connection.underneath();
            if (below != null) {
                below.close();
            }
        }
    }

    /** The server sends no more. */
    void inputEnded() {
        if (phase == LinkPhase.SETTLING) {
            failure = NotHttp2Exception.ended();
        }
        close(StreamUser.StreamLoss.BROKEN);
    }

    /** The connection underneath has failed. */
    void failed(Throwable cause) {
        if (pending()) {
            failure = cause;
        }
        close(StreamUser.StreamLoss.BROKEN);
    }

    /** The connection underneath is gone; the last call. */
    void end() {
        boolean never = !wasOfUse();
        Throwable why = failure != null ? failure : new IOException("the connection ended before its first stream");
        loseAll(StreamUser.StreamLoss.BROKEN);
        phase = LinkPhase.GONE;
        timer.remove();
        owner.gone(connection, never ? why : null);
    }

    /** The moment of the timer has come. */
    @Override
    public void run() {
        if (phase == LinkPhase.SETTLING) {
            close(new ConnectTimeoutException("no SETTINGS of HTTP/2 came in time"));
        } else if (phase == LinkPhase.CLOSING) {
            close(StreamUser.StreamLoss.BROKEN);
        } else if (phase == LinkPhase.OPEN && inDoubt) {
            lost = true;
            rest();
        } else if (phase == LinkPhase.OPEN && connection.streams().open() == 0) {
            retire();
        }
    }
}
