// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.backend.NodeConnection;
import io.evenkeel.dispatcher.backend.NodePool;
import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.RequestWriter;
import io.evenkeel.policy.Outcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * The way of a request from the client to the node, for one exchange after another.
 *
 * <p>The head that goes to the node is put in front of the body octets that came with the client's, so that both leave
 * in one write. When there is no connection yet, what has come of the body is held, and the client is not read until it
 * has gone out.
 */
final class RequestRelay {

    private static final long RESERVE_AGAIN_NS = 5_000_000;

    private final Exchange exchange;
    private final Workbench bench;
    private final BodyFollower body = new BodyFollower();

    /** Borrowed from the loop while a request is under way, so that an idle client has none. */
    private @Nullable HeadBuffer head;

    private boolean bodyHeld;
    private boolean outputBroken;
    private @Nullable ByteBuf early;
    private @Nullable NodeConnection wire;

    RequestRelay(Exchange exchange) {
        this.exchange = exchange;
        this.bench = exchange.bench;
    }

    /** Begins a request: rewrites its head and follows what has come of its body, which is consumed. */
    void begin(RequestHead source, ByteBuf in, ListenerRules rules) {
        RequestLimits limits = rules.limits();
        outputBroken = false;
        body.start(
                source.framing(),
                source.contentLength(),
                limits.body(),
                limits.head(),
                limits.fields(),
                rules.removed());
        follow(in);
        RequestWriter.write(source, rules.removed(), exchange.client().origin(), head());
    }

    /** Begins with what is no request: nothing goes out, and nobody knows where it ends. */
    void beginNone() {
        outputBroken = false;
        body.startEndless();
        head().clear();
    }

    private void follow(ByteBuf in) {
        int from = in.readerIndex();
        in.readerIndex(body.follow(in, from, in.writerIndex(), false));
        exchange.timing.bytesIn += in.readerIndex() - from;
        if (in.readerIndex() > from) {
            exchange.facts.continued();
        }
    }

    boolean malformed() {
        return body.refused();
    }

    boolean tooLarge() {
        return body.tooLarge();
    }

    /** True once the client has sent the request whole. */
    boolean whole() {
        return body.done();
    }

    /** True while it is the client that owes the next octet. */
    boolean clientOwes() {
        return !body.done() && !bodyHeld && !exchange.facts.awaitsContinue();
    }

    /** True when octets still leave for a node that takes no more of ours: it reads, if slowly. */
    boolean flows() {
        if (!bodyHeld || wire == null) {
            return false;
        }
        long patienceNs =
                exchange.task.cluster().settings().timeouts().response().toNanos();
        return wire.connection().sinceSentNs() < patienceNs;
    }

    /** True when the node has, or will get, all that was sent; so its connection can serve another request. */
    boolean delivered() {
        return body.done() && !outputBroken;
    }

    /**
     * Sends the request on a kept connection, or begins a new one and holds what has come of the body from {@code from}
     * on.
     */
    void toNode(ByteBuf in, int from) {
        if (!reuse()) {
            hold(in, from);
            connect();
            return;
        }
        int at = from - head().length();
        if (at < 0) {
            hold(in, from);
            sendHeld();
            return;
        }
        in.setBytes(at, head().octets(), 0, head().length());
        Sent sent = wire().write(in, at, body.passEnd() - at);
        if (sent == Sent.FAILED) {
            hold(in, from);
            exchange.notSent();
        } else {
            opened(body.done() ? sendTrailer(sent) : sent);
        }
    }

    /** Sends what is held to a node that was found later. */
    void heldToNode() {
        if (reuse()) {
            sendHeld();
        } else {
            connect();
        }
    }

    /**
     * Takes a kept connection, unless the kernel knows that the node is closing it or has said something unasked on it.
     */
    private boolean reuse() {
        NodeConnection kept = pool().take(exchange);
        if (kept == null) {
            return false;
        }
        if (!kept.quiet()) {
            kept.close();
            return false;
        }
        wire = kept;
        exchange.timing.assigned(bench.loop.nowNs());
        return true;
    }

    private NodePool pool() {
        return bench.pools.of(exchange.task.cluster(), exchange.task.assigned());
    }

    /** Keeps what has come of the body until it can be sent. */
    void hold(ByteBuf in, int from) {
        HeadBuffer trailer = body.trailer();
        int count = body.passEnd() - from;
        int more = body.done() ? trailer.length() : 0;
        if (count + more > 0) {
            ByteBuf kept = bench.allocate(count + more);
            kept.writeBytes(in, from, count).writeBytes(trailer.octets(), 0, more);
            early = kept;
        }
        holdBody();
    }

    /** Makes a new connection to the node. */
    void connect() {
        exchange.connecting();
        NodePool pool = pool();
        if (bench.pools.reserve(pool)) {
            wire = pool.connect(exchange);
        } else {
            reserveAgain(pool, exchange.timing.tries(), pool.cuts());
        }
    }

    /**
     * Asks again soon: other loops are closing idle connections to make room, or one of this loop's comes back. When
     * the node's tasks are cut meanwhile, another node is asked: nothing was sent.
     */
    private void reserveAgain(NodePool pool, long tries, int cuts) {
        Runnable again = () -> {
            if (exchange.phase() != Phase.CONNECTING || exchange.timing.tries() != tries) {
                return;
            }
            if (pool.cuts() != cuts) {
                exchange.tryAgain(Outcome.ABANDONED, false, Refusal.CONNECT_FAILED);
            } else if (reuse()) {
                sendHeld();
            } else if (bench.pools.reserve(pool)) {
                wire = pool.connect(exchange);
            } else {
                reserveAgain(pool, tries, cuts);
            }
        };
        bench.loop.after(RESERVE_AGAIN_NS, again);
    }

    /** Sends the head and what was held of the body. */
    void sendHeld() {
        ByteBuf held = early;
        int count = held == null ? 0 : held.readableBytes();
        ByteBuf whole = bench.allocate(head().length() + count);
        whole.writeBytes(head().octets(), 0, head().length());
        if (held != null) {
            whole.writeBytes(held, held.readerIndex(), count);
        }
        outputBroken = false;
        Sent sent = wire().write(whole);
        whole.release();
        if (sent == Sent.FAILED) {
            exchange.notSent();
            return;
        }
        dropHeld();
        opened(sent);
    }

    private void opened(Sent sent) {
        if (sent == Sent.BACKLOG && !outputBroken) {
            holdBody();
        } else {
            letBody();
        }
        if (body.done()) {
            wire().awaits(exchange.timing.connectedNs);
        }
        exchange.opened();
    }

    private Sent sendTrailer(Sent sent) {
        HeadBuffer trailer = body.trailer();
        if (sent == Sent.FAILED || trailer.length() == 0) {
            return sent;
        }
        return wire().write(Unpooled.wrappedBuffer(trailer.octets(), 0, trailer.length()));
    }

    /** More of the body came and is consumed; false when it is malformed or too large. */
    boolean bodyBytes(ByteBuf in, long nowNs) {
        int from = in.readerIndex();
        follow(in);
        if (body.refused() || body.tooLarge()) {
            return false;
        }
        if (!outputBroken) {
            Sent sent = wire().write(in, from, body.passEnd() - from);
            if (body.done()) {
                sent = sendTrailer(sent);
                if (exchange.timing.answerNs == 0) {
                    wire().awaits(nowNs);
                }
            }
            outputBroken |= sent == Sent.FAILED;
            if (sent == Sent.BACKLOG && !outputBroken) {
                holdBody();
            }
        }
        return true;
    }

    private void holdBody() {
        if (!bodyHeld && !body.done()) {
            bodyHeld = true;
            exchange.client().holdBody();
        }
    }

    /** Takes octets from the client again. */
    void letBody() {
        if (bodyHeld) {
            bodyHeld = false;
            exchange.client().letBody();
        }
    }

    /** The node takes no more; what the client still sends has nowhere to go. */
    void outputFailed() {
        outputBroken = true;
        letBody();
    }

    void dropHeld() {
        if (early != null) {
            early.release();
            early = null;
        }
    }

    /** The Accept field of the request. Allocates: for errors. */
    @Nullable
    String accept() {
        RequestHead again = new RequestHead();
        return again.read(head().octets(), 0, head().length(), RequestLimits.NONE) < 0 ? null : again.field("accept");
    }

    /** The head as the node gets it. */
    HeadBuffer head() {
        if (head == null) {
            head = bench.takeHead();
        }
        return head;
    }

    /** Nobody needs the head any more. */
    void giveHead() {
        if (head != null) {
            bench.giveHead(head);
            head = null;
        }
    }

    NodeConnection wire() {
        if (wire == null) {
            throw new IllegalStateException("there is no node connection");
        }
        return wire;
    }

    /** Lets go of the node connection, if there is one. */
    @Nullable
    NodeConnection giveUpWire() {
        NodeConnection mine = wire;
        wire = null;
        return mine;
    }
}
