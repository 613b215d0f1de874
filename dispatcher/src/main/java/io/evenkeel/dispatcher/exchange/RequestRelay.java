// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.backend.NodeConnection;
import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.exchange.client.ClientStream;
import io.evenkeel.dispatcher.exchange.copy.MirrorCopy;
import io.evenkeel.dispatcher.exchange.head.BorrowedHead;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.RequestWriter;
import io.evenkeel.dispatcher.http.body.HeldBody;
import io.evenkeel.dispatcher.http.body.RequestBody;
import io.evenkeel.dispatcher.http.text.FieldEdits;
import io.evenkeel.dispatcher.trace.RequestTrace;
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

    private final Exchange exchange;
    private final LoopContext context;
    private final NodeSide node;
    private final RequestBody body = new RequestBody();

    private final BorrowedHead head;
    /** Octets of the body's trailer section that are counted. */
    private int trailerOctets;

    private boolean bodyHeld;
    private boolean outputBroken;
    private final HeldBody held;
    /** The copy for a mirror while it is gathered; null for most requests. */
    private @Nullable MirrorCopy copy;

    RequestRelay(Exchange exchange) {
        this.exchange = exchange;
        this.context = exchange.context;
        this.node = exchange.node;
        this.head = new BorrowedHead(exchange.context.heads());
        this.held = new HeldBody(exchange.context.sentBodies);
    }

    /** Begins a request: rewrites its head and takes what has come of its body, which is consumed. */
    void begin(RequestHead source, ByteBuf in, ListenerRules rules) {
        ClientStream client = exchange.client();
        outputBroken = false;
        bodyHeld = false;
        FieldEdits edits = exchange.passage.edge().toNode();
        body.start(source, client.sendsPayload(), rules.limits(), source.unwantedTrailers(edits.removed()));
        take(in, false);
        RequestTrace trace = exchange.trace;
        Origin origin = client.origin();
        trace.begin(context.tracing(), context.loop.index(), source, origin);
        RequestWriter.write(source, edits, exchange.passage.target(), origin, trace.isOn(), head());
        trace.write(source, origin, head(), rules.listener(), exchange.timing.firstNs, context.epochNs);
        head.written();
        exchange.task.facts().trace(trace.ofTask());
        copy = exchange.passage.copy(source);
        if (copy != null) {
            copyBody(copy, in);
        }
    }

    /** Begins with octets that are not a request: nothing goes out, and their end is not known. */
    void beginNone() {
        outputBroken = false;
        bodyHeld = false;
        body.startEndless();
        exchange.trace.none();
        head().clear();
    }

    private void copyBody(MirrorCopy to, ByteBuf in) {
        to.add(in, body.passFrom(), body.passEnd());
        if (body.whole()) {
            to.ends(body.tail());
        }
    }

    /** The request was let in, so it may be mirrored. */
    void admitted() {
        if (copy != null) {
            copy.admit(head());
        }
    }

    private void take(ByteBuf in, boolean ends) {
        int count = body.take(in, ends);
        countTrailer();
        exchange.timing.bytesIn += count;
        if (count > 0) {
            exchange.facts.continued();
        }
    }

    private void countTrailer() {
        trailerOctets = context.heads().count(trailerOctets, body.trailerCapacity());
    }

    /** See {@link BorrowedHead#tunnelled}. */
    void tunnelled() {
        head.tunnelled();
    }

    /** True when head or trailer section may not stay until there is an answer: others leave no room for it. */
    boolean lacksRoom() {
        return head.lacksRoom(exchange.timing.headNs) || trailerLacksRoom(exchange.timing.headNs);
    }

    private boolean trailerLacksRoom(long nowNs) {
        return !body.whole() && context.heads().refuses(trailerOctets, trailerOctets, nowNs);
    }

    /** The octets behind the body have gone where they are needed. */
    private void dropTail() {
        body.dropTail();
        countTrailer();
    }

    /** The reason to refuse the body as it has come so far; null when there is none. */
    @Nullable
    Refusal refusal() {
        return body.refusal();
    }

    /** True once the client has sent the request whole. */
    boolean whole() {
        return body.whole();
    }

    /** True while it is the client that owes the next octet. */
    boolean clientOwes() {
        return !body.whole() && !bodyHeld && !exchange.facts.awaitsContinue();
    }

    /** True when octets still leave for a node that takes no more of ours: it reads, if slowly. */
    boolean flows() {
        NodeConnection wire = node.wireOrNull();
        if (!bodyHeld || wire == null) {
            return false;
        }
        long patienceNs =
                exchange.task.cluster().settings().timeouts().response().toNanos();
        return wire.sinceSentNs() < patienceNs;
    }

    /** True when the node has, or will get, all that was sent; so its connection can serve another request. */
    boolean delivered() {
        return body.whole() && !outputBroken;
    }

    /** Sends the request on a kept connection, or begins a new one and holds what has come of the body. */
    void toNode(ByteBuf in) {
        if (!node.reuse()) {
            hold(in);
            node.connect();
            return;
        }
        int at = body.passFrom() - head().length();
        if (at < 0) {
            hold(in);
            sendHeld();
            return;
        }
        if (!node.takes(head())) {
            return;
        }
        in.setBytes(at, head().octets(), 0, head().length());
        remember(in, body.passFrom(), body.passEnd());
        Sent fate = node.wire().write(in, at, body.passEnd() - at);
        if (fate == Sent.FAILED) {
            hold(in);
            node.notSent();
        } else {
            opened(body.whole() ? sendTail(fate) : fate);
        }
    }

    /** Sends what is held to a node that was found later. */
    void heldToNode() {
        if (node.reuse()) {
            sendHeld();
        } else {
            node.connect();
        }
    }

    /** Keeps what has come of the body until it can be sent. */
    void hold(ByteBuf in) {
        HeadBuffer tail = body.tail();
        int more = body.whole() ? tail.length() : 0;
        held.hold(in, body.passFrom(), body.passEnd() - body.passFrom(), tail, more);
        if (body.whole()) {
            dropTail();
        }
        holdBody();
    }

    /** Sends the head and what was held of the body. */
    void sendHeld() {
        if (!node.takes(head())) {
            return;
        }
        ByteBuf whole = held.behind(head());
        outputBroken = false;
        remember(whole, head().length(), whole.writerIndex());
        Sent fate;
        try {
            fate = node.wire().write(whole);
        } finally {
            whole.release();
        }
        if (fate == Sent.FAILED) {
            node.notSent();
            return;
        }
        held.dropHeld();
        opened(fate);
    }

    private void opened(Sent fate) {
        outputBroken |= fate == Sent.FAILED;
        if (fate == Sent.BACKLOG && !outputBroken) {
            holdBody();
        } else {
            letBody();
        }
        node.wire().expect(exchange.writer().room());
        if (body.whole()) {
            node.wire().awaits(exchange.timing.connectedNs);
        }
        exchange.opened();
    }

    private Sent sendTail(Sent before) {
        HeadBuffer tail = body.tail();
        if (before == Sent.FAILED || tail.length() == 0) {
            return before;
        }
        ByteBuf octets = Unpooled.wrappedBuffer(tail.octets(), 0, tail.length());
        rememberMore(octets, 0, tail.length());
        Sent fate = node.wire().write(octets);
        dropTail();
        return fate;
    }

    private void remember(ByteBuf octets, int from, int to) {
        if (node.wire().mayRefuse()) {
            held.remember(octets, from, to);
        }
    }

    private void rememberMore(ByteBuf octets, int from, int to) {
        if (!exchange.answer.begun() && node.wire().mayRefuse()) {
            held.rememberMore(octets, from, to);
        }
    }

    /** The node has begun to answer, so it cannot say any more that it did nothing. */
    void answered() {
        held.forgetSent();
    }

    /**
     * Holds again what was sent, for another attempt.
     *
     * @return false when it is not there any more
     */
    boolean holdAgain() {
        boolean isThere = held.holdAgain();
        if (isThere) {
            holdBody();
        }
        return isThere;
    }

    /**
     * More of the body came and is consumed.
     *
     * @param ends true when the stream says that the body is whole
     * @return the reason to refuse it; null when there is none
     */
    @Nullable
    Refusal more(ByteBuf in, boolean ends, long nowNs) {
        take(in, ends);
        Refusal why = trailerLacksRoom(nowNs) ? Refusal.LARGE_HEADS_FULL : body.refusal();
        if (why != null) {
            return why;
        }
        if (copy != null) {
            copyBody(copy, in);
        }
        if (!outputBroken) {
            rememberMore(in, body.passFrom(), body.passEnd());
            Sent fate = node.wire().write(in, body.passFrom(), body.passEnd() - body.passFrom());
            if (body.whole()) {
                fate = sendTail(fate);
                if (exchange.timing.answerNs == 0) {
                    node.wire().awaits(nowNs);
                }
            }
            outputBroken |= fate == Sent.FAILED;
            if (fate == Sent.BACKLOG && !outputBroken) {
                holdBody();
            }
        }
        return null;
    }

    /** Takes the lines of the trailer section of a payload, whose end comes next. */
    void trailer(byte[] lines) {
        body.trailer(lines);
    }

    private void holdBody() {
        if (!bodyHeld && !body.whole()) {
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

    /** Drops what is held of the body, or remembered. */
    void dropHeld() {
        if (copy != null) {
            copy.drop();
            copy = null;
        }
        held.dropHeld();
        held.forgetSent();
    }

    /** A field of the request by its name in lower case. Allocates: for errors, and requests that wait. */
    @Nullable
    String field(String lowerName) {
        RequestHead again = new RequestHead();
        return again.read(head().octets(), 0, head().length(), RequestLimits.NONE) < 0 ? null : again.field(lowerName);
    }

    /** Adds whole field lines to the head that goes to the node. */
    void tell(byte[] lines) {
        head().insertLines(lines);
        head.written();
    }

    /** The head for the node was changed in its place. */
    void changed() {
        head.written();
    }

    /** The head as the node gets it. */
    HeadBuffer head() {
        return head.buffer();
    }

    /** Nobody needs the head any more. */
    void giveHead() {
        dropTail();
        head.give();
    }
}
