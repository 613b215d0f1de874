// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend.h2;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.TlsFacts;
import io.evenkeel.dispatcher.engine.timer.Timeout;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.frame.FrameWriter;
import io.evenkeel.dispatcher.http2.frame.PeerSettings;
import io.evenkeel.dispatcher.http2.frame.Preface;
import io.evenkeel.dispatcher.http2.frame.Window;
import io.evenkeel.dispatcher.http2.hpack.HpackEncoder;
import io.evenkeel.dispatcher.http2.link.FrameOutput;
import io.evenkeel.dispatcher.http2.link.WaitingStreams;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ConnectTimeoutException;
import io.netty.util.collection.IntObjectHashMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A connection of HTTP/2 to a server, made with prior knowledge or by ALPN, and shared by its streams.
 *
 * <p>It takes streams once the server has told its settings, as many as they allow. A connection that goes away, has
 * cancelled many streams or has used up its numbers takes no further ones and ends with its last. When a stream is given
 * up without an answer and nothing else comes, a PING finds out whether anybody is there. Threads: its loop.
 */
public final class SharedConnection implements ConnectionHandler, Runnable {

    /** Streams of one connection, whatever its server allows. */
    private static final int MOST_STREAMS = 250;

    /** Numbers above this one are not used. */
    private static final int MOST_NUMBER = 1 << 30;

    /** Streams that may be cancelled; servers take many in a short time for an attack. */
    private static final int MOST_CANCELLED = 100;

    private static final int CANCELLED_PER_S = 3;
    private static final long QUIET_NS = 1_000_000_000;
    private static final long LINGER_NS = 5_000_000_000L;
    private static final int UNHEARD = 16 << 10;

    private final Loop loop;
    private final Owner owner;
    private final long patienceNs;
    private final Timeout timer;
    private final AnswerScratch scratch;
    private final ServerFrames intake;
    private final FrameBudget cancelled;
    private final PeerSettings peer = new PeerSettings();
    private final Window window = new Window(Window.DEFAULT);
    private final HpackEncoder encoder = new HpackEncoder();
    private final IntObjectHashMap<SharedStream> numbered = new IntObjectHashMap<>();
    private @Nullable Connection connection;
    private @Nullable FrameOutput output;
    private @Nullable WaitingStreams waiting;
    private @Nullable AnswerFlow headWaits;
    private @Nullable Throwable failure;
    private Phase phase = Phase.CONNECTING;
    private boolean retired;
    private boolean doubted;
    private boolean used;
    private int streams;
    private int nextNumber = 1;
    private long heardNs;

    /** The parts of its life. */
    private enum Phase {
        CONNECTING,
        SETTLING,
        OPEN,
        CLOSING,
        GONE
    }

    /** The receiver of what concerns the connection as a whole. */
    public interface Owner {

        /** The number of streams that may be opened has changed, or of those that there are. */
        void changed(SharedConnection connection);

        /** Time for which it stays open without a stream, in ns. */
        long idleNs();

        /**
         * The connection is gone; the last call.
         *
         * @param failure the reason why it was never of use; null when it was
         */
        void gone(SharedConnection connection, @Nullable Throwable failure);
    }

    /**
     * A connection that is about to be made.
     *
     * @param patienceNs time for the settings of the server, and for the answer to a PING
     */
    public SharedConnection(Loop loop, Owner owner, long patienceNs) {
        this.loop = loop;
        this.owner = owner;
        this.patienceNs = patienceNs;
        this.timer = loop.timers().timeout(this);
        this.scratch = AnswerScratch.of(loop);
        this.intake = new ServerFrames(this, loop.nowNs());
        this.cancelled = new FrameBudget(MOST_CANCELLED, CANCELLED_PER_S, loop.nowNs());
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

    PeerSettings peer() {
        return peer;
    }

    /** The octets that the server takes on all streams together. */
    Window window() {
        return window;
    }

    HpackEncoder encoder() {
        return encoder;
    }

    FrameOutput output() {
        if (output == null) {
            throw new IllegalStateException("the connection is not open");
        }
        return output;
    }

    WaitingStreams waitingStreams() {
        if (waiting == null) {
            throw new IllegalStateException("the connection is not open");
        }
        return waiting;
    }

    private Connection network() {
        if (connection == null) {
            throw new IllegalStateException("the attempt has not begun");
        }
        return connection;
    }

    boolean secure() {
        return network().tls() != null;
    }

    boolean writable() {
        return network().writable();
    }

    long sinceSentNs() {
        return network().sinceSentNs();
    }

    /** True while frames are taken and sent. */
    boolean isOpen() {
        return phase == Phase.SETTLING || phase == Phase.OPEN;
    }

    /** The connection underneath; null when there was no socket for it. */
    public @Nullable Connection underneath() {
        return connection;
    }

    /** True until it is of use: connected, with the settings of the server. */
    public boolean pending() {
        return phase == Phase.CONNECTING || phase == Phase.SETTLING;
    }

    /** True when one stream more may be opened now. */
    public boolean takes() {
        return phase == Phase.OPEN
                && !retired
                && !doubted
                && streams < mostStreams()
                && network().open();
    }

    /** Streams that the server allows now; 0 when it wants none for a while. */
    public int mostStreams() {
        return Math.min(peer.streams(), MOST_STREAMS);
    }

    /** The number of streams. */
    public int streams() {
        return streams;
    }

    /** True when no further stream is opened on it, ever. */
    public boolean retired() {
        return retired || phase == Phase.CLOSING || phase == Phase.GONE;
    }

    /** True once the server has answered on it. */
    public boolean used() {
        return used;
    }

    /**
     * Hears what the server has said while nobody used the connection: it may have gone away. Costs a system call.
     *
     * @return true when a stream may still be opened
     */
    public boolean wake() {
        if (secure()) {
            if (!network().quiet()) {
                close();
            }
            return takes();
        }
        ByteBuf octets = ByteBufAllocator.DEFAULT.directBuffer(Connection.HEADROOM + UNHEARD);
        try {
            octets.setIndex(Connection.HEADROOM, Connection.HEADROOM);
            int count = network().readUnheard(octets);
            if (count > 0) {
                received(octets);
            } else if (count < 0) {
                close();
            }
        } finally {
            octets.release();
        }
        return takes();
    }

    /** Opens a stream, while {@link #takes}; what it has to say is written by its user. */
    public SharedStream open(StreamUser user) {
        streams++;
        timer.disarm();
        return new SharedStream(this, user, peer.window());
    }

    /** The next number, for a stream whose head is sent. */
    int number(SharedStream stream) {
        int number = nextNumber;
        nextNumber += 2;
        numbered.put(number, stream);
        intake.worked();
        if (number > MOST_NUMBER) {
            retired = true;
        }
        return number;
    }

    /** The stream with a number; null when it is over, or was never there. */
    @Nullable
    SharedStream stream(int number) {
        return numbered.get(number);
    }

    /** True for a number that was never used. */
    boolean isIdle(int number) {
        return number >= nextNumber || (number & 1) == 0;
    }

    /** Data flows. */
    void worked() {
        intake.worked();
    }

    /** Sends a reset; with too many of them the server might think ill of all streams. */
    void reset(int number, ErrorCode why) {
        if (isOpen()) {
            FrameWriter.reset(output().room(), number, why);
            if (!cancelled.take(loop.nowNs())) {
                retired = true;
            }
        }
    }

    /** A stream is over. */
    void over(SharedStream stream) {
        streams--;
        if (stream.id() != 0) {
            numbered.remove(stream.id());
        }
        if (stream.answer().equals(headWaits)) {
            headWaits = null;
        }
        if (phase == Phase.OPEN) {
            rest();
            owner.changed(this);
        }
    }

    /** Without a stream it waits for one, or ends. */
    private void rest() {
        if (streams > 0 || phase != Phase.OPEN) {
            return;
        }
        if (retired) {
            leave(ErrorCode.NO_ERROR);
        } else if (!doubted) {
            timer.arm(loop.nowNs() + owner.idleNs());
        }
    }

    /** Takes no further stream, and ends with the last. */
    public void retire() {
        retired = true;
        if (phase == Phase.OPEN) {
            rest();
        } else if (pending()) {
            close();
        }
    }

    /** A stream was given up without an answer: perhaps nobody is there any more. */
    void doubt() {
        long nowNs = loop.nowNs();
        if (phase == Phase.OPEN && !doubted && nowNs - heardNs > QUIET_NS) {
            doubted = true;
            FrameWriter.ping(output().room(), nowNs, 0);
            timer.arm(nowNs + patienceNs);
        }
    }

    /** The head of an answer waits for DATA of the same read, so that both are told at once. */
    void headWaits(AnswerFlow flow) {
        headWaits = flow;
    }

    /** Tells a head that waits. */
    void tellHead() {
        AnswerFlow flow = headWaits;
        headWaits = null;
        if (flow != null) {
            flow.tellHead();
        }
    }

    /** The same, unless it is that of an answer whose DATA has come. */
    void tellHeadOfOthers(AnswerFlow mine) {
        if (!mine.equals(headWaits)) {
            tellHead();
        }
    }

    /**
     * Puts a head that waits in front of its DATA.
     *
     * @return start of both
     */
    int withHead(AnswerFlow mine, ByteBuf in, int from) {
        int at = from - scratch.answer.length();
        if (!mine.equals(headWaits)) {
            return from;
        }
        if (at < 0) {
            tellHead();
            return from;
        }
        headWaits = null;
        in.setBytes(at, scratch.answer.octets(), 0, scratch.answer.length());
        return at;
    }

    /** The first window has changed, and with it all there are; false when one is too large now. */
    boolean moveWindows(int octets) {
        boolean fits = true;
        for (SharedStream each : numbered.values()) {
            fits &= each.request().window().add(octets);
        }
        return fits;
    }

    /** The settings of the server are known, or have changed. */
    void settle() {
        if (phase == Phase.SETTLING) {
            phase = Phase.OPEN;
            rest();
        }
        owner.changed(this);
    }

    /** The server takes no streams above a number. */
    void goesAway(int last) {
        retired = true;
        for (SharedStream each : all()) {
            if (each.id() > last) {
                each.lost(StreamUser.Loss.REFUSED);
            }
        }
        rest();
    }

    private List<SharedStream> all() {
        return new ArrayList<>(numbered.values());
    }

    /** The server speaks something else. */
    void notHttp2(String why) {
        failure = new NotHttp2Exception(why);
        close();
    }

    /** The server broke a rule of the protocol. */
    void fail(ErrorCode why) {
        if (isOpen()) {
            loseAll(StreamUser.Loss.BROKEN);
            leave(why);
        }
    }

    /** Says good-bye and closes. */
    private void leave(ErrorCode why) {
        phase = Phase.CLOSING;
        timer.arm(loop.nowNs() + LINGER_NS);
        FrameWriter.goAway(output().room(), 0, why);
        output().flush();
        network().closeWhenSent();
    }

    private void loseAll(StreamUser.Loss how) {
        Phase before = phase;
        phase = Phase.CLOSING;
        for (SharedStream each : all()) {
            each.lost(how);
        }
        phase = before;
    }

    /** Closes it now; its streams are broken. */
    public void close() {
        close(StreamUser.Loss.BROKEN);
    }

    /** Closes it now. */
    public void close(StreamUser.Loss how) {
        if (phase != Phase.GONE) {
            loseAll(how);
            phase = Phase.CLOSING;
            if (connection != null) {
                connection.close();
            }
        }
    }

    @Override
    public void opened(Connection opened) {
        connection = opened;
        if (phase != Phase.CONNECTING) {
            opened.close();
            return;
        }
        TlsFacts tls = opened.tls();
        if (tls != null && !tls.http2()) {
            notHttp2("it does not choose h2 by ALPN");
            return;
        }
        phase = Phase.SETTLING;
        opened.expectBody();
        FrameOutput frames = new FrameOutput(opened);
        output = frames;
        waiting = new WaitingStreams(opened);
        heardNs = loop.nowNs();
        timer.arm(heardNs + patienceNs);
        Preface.write(frames.room());
        FrameWriter.clientSettings(frames.room(), ServerFrames.HEAD);
        FrameWriter.windowUpdate(frames.room(), 0, ServerFrames.firstUpdate());
    }

    @Override
    public void received(ByteBuf bytes) {
        if (!isOpen()) {
            return;
        }
        heardNs = loop.nowNs();
        used = used || phase == Phase.OPEN;
        boolean trusted = doubted;
        doubted = false;
        intake.take(bytes, heardNs);
        if (trusted && phase == Phase.OPEN) {
            timer.disarm();
            rest();
            owner.changed(this);
        }
    }

    @Override
    public void drained() {
        output().drained();
        if (phase == Phase.OPEN) {
            waitingStreams().proceed();
        }
    }

    @Override
    public void outputFailed() {
        close();
    }

    @Override
    public void inputEnded() {
        if (phase == Phase.SETTLING) {
            failure = new IOException("it closed the connection before it sent its SETTINGS");
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
        boolean never = failure != null || pending();
        Throwable why = failure != null ? failure : new IOException("the connection was closed");
        loseAll(StreamUser.Loss.BROKEN);
        phase = Phase.GONE;
        timer.remove();
        if (output != null) {
            output.drop();
        }
        intake.close();
        owner.gone(this, never ? why : null);
    }

    /** The moment of the timer has come. */
    @Override
    public void run() {
        if (phase == Phase.SETTLING) {
            failure = new ConnectTimeoutException("no SETTINGS of HTTP/2 came in time");
            close();
        } else if (phase == Phase.CLOSING || (phase == Phase.OPEN && doubted)) {
            close();
        } else if (phase == Phase.OPEN && streams == 0) {
            retire();
        }
    }
}
