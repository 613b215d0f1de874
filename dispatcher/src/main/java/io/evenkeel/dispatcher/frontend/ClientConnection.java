// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.exchange.ClientSide;
import io.evenkeel.dispatcher.exchange.Exchange;
import io.evenkeel.dispatcher.exchange.ListenerRules;
import io.evenkeel.dispatcher.exchange.Workbench;
import io.evenkeel.dispatcher.http.Method;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.listener.OpenClient;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.task.Home;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * One connection of an HTTP client: finds request after request in its octets and answers them in order.
 *
 * <p>One request is worked on at a time; what a pipelining client sends meanwhile waits, up to one read, and then the
 * client is not read any more. Between requests it is this object, its {@link Origin}, its {@link Home} and its timer;
 * it keeps an exchange only while it lingers. Threads: its loop.
 */
final class ClientConnection extends OpenClient implements ConnectionHandler, ClientSide, HeldHeads.Sender, Runnable {

    /** Octets of further requests that may wait before the client is no longer read. */
    private static final int MOST_WAITING = 16 * 1024;

    /** Limits in octets and time of what a client may still send after an answer that ended the connection early. */
    private static final long MOST_LINGERING = 64L << 20;

    private static final long LINGER_NS = 5_000_000_000L;

    private enum Phase {
        /** Between requests, or inside a head. */
        HEAD,
        /** A request is worked on. */
        EXCHANGE,
        /** Everything is said; what the client still sends is thrown away so that it can read the answer. */
        LINGER,
        OVER
    }

    private final HttpListener listener;
    private final Origin origin;
    private final Home home;
    private final Connection connection;
    private final Workbench bench;
    private final ClientTimer timer;
    private @Nullable Exchange exchange;
    private Phase phase = Phase.HEAD;
    private final Waiting waiting = new Waiting();
    private final HeadSearch search = new HeadSearch();
    private long firstNs;
    private long lingered;
    private boolean inside;
    private boolean inputEnded;
    private boolean bodyHeld;
    private boolean draining;

    ClientConnection(HttpListener listener, Connection connection, Workbench bench, Origin origin) {
        this.listener = listener;
        this.origin = origin;
        this.home = new Home(bench.loop(), ClientKey.of(origin.client().getAddress()));
        this.connection = connection;
        this.bench = bench;
        this.timer = new ClientTimer(connection, this);
    }

    @Override
    public void opened(Connection opened) {
        ListenerRules rules = listener.rules();
        timer.arm(bench.loop().nowNs() + Math.min(rules.headNs(), rules.idleNs()));
    }

    @Override
    public void received(ByteBuf bytes) {
        switch (phase) {
            case HEAD -> look(waiting.join(bytes), bytes);
            case EXCHANGE -> {
                if (exchange().wantsBody()) {
                    inside = true;
                    exchange().bodyBytes(bytes, bench.loop().nowNs());
                    inside = false;
                }
                keepRest(bytes, false);
                if (phase == Phase.HEAD && !waiting.none()) {
                    next();
                }
            }
            case LINGER -> {
                lingered += bytes.readableBytes();
                if (lingered > MOST_LINGERING) {
                    connection.close();
                }
            }
            case OVER -> {}
        }
    }

    /** Takes on the requests in a buffer for as long as they are whole and answered at once. */
    private void requests(ByteBuf in, long nowNs) {
        while (phase == Phase.HEAD && connection.writable()) {
            if (search.skipEmptyLines(in)) {
                firstNs = 0;
            }
            if (!in.isReadable()) {
                return;
            }
            if (firstNs == 0) {
                firstNs = nowNs;
            }
            int from = in.readerIndex();
            ListenerRules rules = listener.rules();
            int count = Math.min(in.readableBytes(), rules.limits().head() + 1);
            if (!search.mayEnd(in, count, rules.limits().head())) {
                timer.armForHead(firstNs, rules.headNs(), nowNs);
                return;
            }
            RequestHead head = bench.requestHead();
            int end = head.read(bench.scratch(in, from, count), 0, count, rules.limits());
            if (end == RequestHead.INCOMPLETE) {
                search.endsNot(count);
                timer.armForHead(firstNs, rules.headNs(), nowNs);
                return;
            }
            search.start();
            waiting.headOver(HeldHeads.of(bench.loop()));
            long first = firstNs;
            firstNs = 0;
            inside = true;
            phase = Phase.EXCHANGE;
            if (end == RequestHead.REFUSED) {
                in.skipBytes(in.readableBytes());
                exchange().refuseHead(head.refusal(), head.method() == Method.HEAD, rules, first, nowNs);
            } else {
                in.readerIndex(from + end);
                exchange().start(head, rules, in, end, first, nowNs, draining || listener.draining());
            }
            inside = false;
        }
    }

    /** Goes on with what waits from before. */
    private void next() {
        ByteBuf in = phase == Phase.HEAD ? waiting.take() : null;
        if (in != null) {
            requests(in, bench.loop().nowNs());
            keepRest(in, true);
            rest();
        }
    }

    @SuppressWarnings("ReferenceEquality") // the very buffer that was lent, or one of our own
    private void look(ByteBuf in, ByteBuf lent) {
        requests(in, bench.loop().nowNs());
        keepRest(in, in != lent);
        rest();
    }

    /** Waits for more, unless the connection has served its time. */
    private void rest() {
        pace();
        boolean over = waiting.none() ? inputEnded || draining : inputEnded && connection.writable();
        if (phase == Phase.HEAD && over) {
            connection.closeWhenSent();
        }
    }

    /**
     * Keeps what was not consumed.
     *
     * @param own true when the buffer is our own, which is given away here
     */
    private void keepRest(ByteBuf in, boolean own) {
        if (!in.isReadable() || (phase != Phase.HEAD && phase != Phase.EXCHANGE)) {
            if (own) {
                in.release();
            }
            return;
        }
        waiting.keep(in, own, bench);
        if (phase == Phase.HEAD && firstNs != 0) {
            waiting.countAsHead(HeldHeads.of(bench.loop()), this, bench.loop().nowNs());
        }
        pace();
    }

    /** Others need the memory of the head that has not come whole. */
    @Override
    public void giveUp() {
        if (phase == Phase.HEAD) {
            phase = Phase.EXCHANGE;
            long nowNs = bench.loop().nowNs();
            exchange().refuseHead(Refusal.HEADS_FULL, false, listener.rules(), firstNs, nowNs);
        }
    }

    /** Reads the client or does not, by what waits already. */
    private void pace() {
        boolean stuck = phase == Phase.EXCHANGE || !connection.writable();
        boolean full = stuck && waiting.length() > MOST_WAITING;
        if (bodyHeld || full) {
            connection.pause();
        } else if (phase != Phase.OVER) {
            connection.resume();
        }
    }

    @Override
    public Connection connection() {
        return connection;
    }

    @Override
    public Origin origin() {
        return origin;
    }

    private Exchange exchange() {
        Exchange mine = exchange;
        if (mine == null) {
            mine = bench.takeExchange(this, home);
            exchange = mine;
        }
        return mine;
    }

    @Override
    public void holdBody() {
        bodyHeld = true;
        pace();
    }

    @Override
    public void letBody() {
        bodyHeld = false;
        pace();
    }

    @Override
    public void refused(Refusal why) {
        listener.meter(bench.loop()).refused(why.reason());
    }

    @Override
    public void deadline(long atNs) {
        timer.arm(atNs);
    }

    @Override
    public @Nullable ByteBuf handOver() {
        phase = Phase.OVER;
        timer.remove();
        return waiting.take();
    }

    @Override
    public void handedOverClosed() {
        home.unbind();
        listener.forget(this);
    }

    @Override
    public void ended(boolean keep, boolean unread) {
        bodyHeld = false;
        if (!keep) {
            finish(unread);
            return;
        }
        bench.giveExchange(exchange());
        exchange = null;
        phase = Phase.HEAD;
        graceUntilSent(listener.rules().idleNs());
        if (inside) {
            return;
        }
        if (waiting.none()) {
            rest();
        } else {
            connection.loop().execute(this::next);
        }
    }

    /** Ends the connection in good order; a client that may still be sending must be able to read the answer first. */
    private void finish(boolean unread) {
        boolean mayBeSending = !inputEnded && (unread || !waiting.none());
        waiting.drop(HeldHeads.of(bench.loop()));
        graceUntilSent(LINGER_NS);
        if (!mayBeSending) {
            phase = Phase.OVER;
            connection.closeWhenSent();
            return;
        }
        phase = Phase.LINGER;
        connection.endOutput();
        connection.resume();
    }

    @Override
    public void cutOff(boolean reset) {
        phase = Phase.OVER;
        graceUntilSent(LINGER_NS);
        if (reset) {
            connection.reset();
        } else {
            connection.closeWhenSent();
        }
    }

    @Override
    public void drained() {
        if (phase == Phase.HEAD) {
            next();
        } else if (phase == Phase.EXCHANGE) {
            exchange().clientDrained();
        }
    }

    @Override
    public void inputEnded() {
        inputEnded = true;
        if (phase == Phase.HEAD && !waiting.none()) {
            next();
        } else if (phase == Phase.EXCHANGE) {
            exchange().inputEnded();
        } else if (phase == Phase.HEAD || phase == Phase.LINGER) {
            connection.closeWhenSent();
        }
    }

    @Override
    public void outputFailed() {
        connection.close();
    }

    @Override
    public void failed(Throwable cause) {
        connection.close();
    }

    @Override
    public void closed() {
        phase = Phase.OVER;
        timer.remove();
        waiting.drop(HeldHeads.of(bench.loop()));
        if (exchange != null) {
            exchange.clientGone();
        }
        handedOverClosed();
    }

    private void graceUntilSent(long graceNs) {
        timer.armUntilSent(bench.loop().nowNs(), graceNs, listener.rules().bodyNs());
    }

    private void closeUnlessSending() {
        if (timer.sending()) {
            graceUntilSent(LINGER_NS);
        } else {
            connection.close();
        }
    }

    /** The moment of the timer has come. */
    @Override
    public void run() {
        switch (phase) {
            case HEAD -> {
                if (firstNs == 0) {
                    closeUnlessSending();
                } else {
                    phase = Phase.EXCHANGE;
                    long nowNs = bench.loop().nowNs();
                    exchange().refuseHead(Refusal.HEAD_TIMEOUT, false, listener.rules(), firstNs, nowNs);
                }
            }
            case EXCHANGE -> exchange().timedOut();
            case LINGER, OVER -> closeUnlessSending();
        }
    }

    @Override
    public void leaveNode(Node node) {
        home.leave(node);
    }

    @Override
    public void drain() {
        draining = true;
        if (phase == Phase.HEAD && firstNs == 0) {
            connection.closeWhenSent();
        }
    }
}
