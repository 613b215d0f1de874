// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.backend.NodeConnection;
import io.evenkeel.dispatcher.backend.NodePool;
import io.evenkeel.dispatcher.backend.NodeUser;
import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.http.ErrorPage;
import io.evenkeel.dispatcher.http.Framing;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Method;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.RequestWriter;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.settings.RequestLimits;
import io.evenkeel.policy.Outcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The life of one request after another on a client connection: choose, forward, relay, finish.
 *
 * <p>Threads: the client connection's loop; {@link Assignee#granted} is the one call from elsewhere and hops.
 *
 * <p>When may a request go to a node again? Freely while not an octet of it was handed to the kernel: the connection could not be made,
 * or the first write was refused. After that only a safe request without a body, while not an octet of an answer has come. So a request
 * with side effects reaches one node once, or the client is told that nobody knows.
 */
public final class Exchange implements NodeUser {

    private static final long RESERVE_AGAIN_MS = 5;

    private enum Phase {
        /** No request. */
        IDLE,
        /** Waits in the cluster's queue. */
        QUEUED,
        /** Waits until the node may have one connection more. */
        RESERVING,
        /** Waits for the connection to the node. */
        CONNECTING,
        /** The request goes out, the answer comes in. */
        OPEN,
        /** The client is gone, or the connection has left HTTP behind. */
        OVER
    }

    final ClientSide client;
    final Workbench bench;
    final Assignee task;
    final Timing timing = new Timing();
    private final BodyFollower body = new BodyFollower();
    private final HeadBuffer request = new HeadBuffer(512);
    private final RequestWriter writer;
    private final AnswerRelay answer;

    private ListenerRules rules;
    private Method method = Method.OTHER;
    private int clientMinor;
    private boolean clientKeepsAlive;
    private boolean hadBody;
    private boolean last;
    private boolean bodyHeld;
    private boolean outputBroken;
    private Phase phase = Phase.IDLE;
    private @Nullable NodeConnection wire;
    private @Nullable ByteBuf early;

    /**
     * @param clientKey hash of the client's address, for policies
     */
    @SuppressWarnings("ThisEscapedInObjectConstruction") // parts of this object, which only keep the reference
    public Exchange(ClientSide client, Workbench bench, RequestWriter writer, ListenerRules rules, long clientKey) {
        this.client = client;
        this.bench = bench;
        this.writer = writer;
        this.rules = rules;
        this.task = new Assignee(this, clientKey);
        this.answer = new AnswerRelay(this);
    }

    /**
     * Takes on a request.
     *
     * @param in readable from the end of the head; what belongs to the body is consumed
     * @param firstNs when the first octet of the request came
     * @param lastOne true when no further request is taken on this connection
     */
    public void start(
            RequestHead head,
            ListenerRules newRules,
            ByteBuf in,
            int headLength,
            long firstNs,
            long nowNs,
            boolean lastOne) {
        rules = newRules;
        method = head.method();
        clientMinor = head.minorVersion();
        clientKeepsAlive = head.keepsAlive();
        hadBody = head.framing() != Framing.NONE;
        last = lastOne;
        outputBroken = false;
        answer.clear();
        timing.start(firstNs, nowNs, headLength);
        task.clear(nowNs);
        int from = in.readerIndex();
        body.start(
                head.framing(),
                head.contentLength(),
                rules.limits().body(),
                rules.limits().head(),
                rules.limits().fields());
        follow(in);
        writer.write(head, request);
        Refusal why = judge(head);
        if (why != null) {
            refuse(why);
        } else if (head.maxForwards() == 0) {
            answerAsLastServer();
        } else if (task.waits()) {
            phase = Phase.QUEUED;
            hold(in, from);
            client.deadline(nowNs + task.cluster().settings().queue().timeout().toNanos());
        } else {
            toNode(in, from);
        }
    }

    /** Finds a node for the request; null when all is well so far. */
    private @Nullable Refusal judge(RequestHead head) {
        if (body.refused() || body.tooLarge()) {
            return body.refused() ? Refusal.BAD_CHUNK : Refusal.BODY_TOO_LARGE;
        }
        if (head.maxForwards() == 0) {
            return method == Method.TRACE ? Refusal.NOT_ALLOWED : null;
        }
        Cluster cluster = rules.router().find(head);
        if (cluster == null) {
            return Refusal.NO_ROUTE;
        }
        task.contentKey(head);
        return task.assign(cluster);
    }

    /** Consumes what belongs to the body; what may be passed on ends at {@code body.passEnd()}. */
    private void follow(ByteBuf in) {
        int from = in.readerIndex();
        in.readerIndex(body.follow(in, from, in.writerIndex(), false));
        timing.bytesIn += in.readerIndex() - from;
    }

    /** Sends the request on a connection that is there, or begins one and holds what has come of the body. */
    private void toNode(ByteBuf in, int from) {
        NodeConnection kept = bench.pools.of(task.cluster(), task.assigned()).take(this);
        if (kept == null || !(repeatable() || kept.quiet())) {
            if (kept != null) {
                kept.close();
            }
            hold(in, from);
            connect();
            return;
        }
        wire = kept;
        timing.assigned(task.nowNs());
        int at = from - request.length();
        if (at < 0) {
            hold(in, from);
            sendHeld();
            return;
        }
        in.setBytes(at, request.octets(), 0, request.length());
        Sent sent = kept.write(in, at, body.passEnd() - at);
        if (sent == Sent.FAILED) {
            hold(in, from);
            notSent();
            return;
        }
        afterFirst(body.done() ? sendTrailer(kept, sent) : sent);
    }

    /** Keeps what has come of the body until it can be sent; the client sends no more meanwhile. */
    private void hold(ByteBuf in, int from) {
        HeadBuffer trailer = body.trailer();
        int count = body.passEnd() - from;
        int more = body.done() ? trailer.length() : 0;
        if (count + more > 0) {
            ByteBuf kept = bench.allocate(count + more);
            kept.writeBytes(in, from, count);
            kept.writeBytes(trailer.octets(), 0, more);
            early = kept;
        }
        holdBody();
    }

    private void connect() {
        phase = Phase.CONNECTING;
        long nowNs = bench.loop.nowNs();
        timing.assigned(nowNs);
        client.deadline(nowNs + task.cluster().settings().timeouts().connect().toNanos() + TimeUnit.SECONDS.toNanos(1));
        NodePool pool = bench.pools.of(task.cluster(), task.assigned());
        if (bench.pools.reserve(pool)) {
            wire = pool.connect(this);
        } else {
            phase = Phase.RESERVING;
            reserveAgain(pool, timing.serial());
        }
    }

    /** Asks again soon: other loops are closing idle connections to make room. */
    private void reserveAgain(NodePool pool, long serial) {
        Runnable again = () -> {
            if (phase != Phase.RESERVING || timing.serial() != serial) {
                return;
            }
            if (bench.pools.reserve(pool)) {
                phase = Phase.CONNECTING;
                wire = pool.connect(this);
            } else {
                reserveAgain(pool, serial);
            }
        };
        bench.loop.eventLoop().schedule(again, RESERVE_AGAIN_MS, TimeUnit.MILLISECONDS);
    }

    /** A task that waited has its node. */
    void granted(long nowNs) {
        if (phase != Phase.QUEUED) {
            task.finish(Outcome.ABANDONED, false, nowNs);
            return;
        }
        connectOrReuse();
    }

    private void connectOrReuse() {
        NodeConnection kept = bench.pools.of(task.cluster(), task.assigned()).take(this);
        if (kept != null && (repeatable() || kept.quiet())) {
            wire = kept;
            timing.assigned(task.nowNs());
            sendHeld();
            return;
        }
        if (kept != null) {
            kept.close();
        }
        connect();
    }

    @Override
    public void nodeReady() {
        timing.connectedNs = bench.loop.nowNs();
        sendHeld();
    }

    /** Sends the head and what was held of the body. */
    private void sendHeld() {
        ByteBuf held = early;
        int count = held == null ? 0 : held.readableBytes();
        ByteBuf whole = bench.allocate(request.length() + count);
        whole.writeBytes(request.octets(), 0, request.length());
        if (held != null) {
            whole.writeBytes(held, held.readerIndex(), count);
        }
        Sent sent = wire().write(whole, whole.readerIndex(), whole.readableBytes());
        whole.release();
        if (sent == Sent.FAILED) {
            notSent();
            return;
        }
        dropEarly();
        afterFirst(sent);
    }

    private void afterFirst(Sent sent) {
        phase = Phase.OPEN;
        if (sent == Sent.BACKLOG) {
            holdBody();
        } else {
            letBody();
        }
        touch(timing.connectedNs);
    }

    private Sent sendTrailer(NodeConnection to, Sent sent) {
        HeadBuffer trailer = body.trailer();
        if (trailer.length() == 0) {
            return sent;
        }
        return to.write(Unpooled.wrappedBuffer(trailer.octets(), 0, trailer.length()), 0, trailer.length());
    }

    /** True while octets of the client belong to the present request. */
    public boolean wantsBody() {
        return phase == Phase.OPEN && !body.done();
    }

    /** Passes on more of the request body; what belongs to it is consumed. */
    public void bodyBytes(ByteBuf in, long nowNs) {
        int from = in.readerIndex();
        follow(in);
        if (body.refused() || body.tooLarge()) {
            abandonNode(Outcome.ABANDONED);
            refuseOrCut(body.refused() ? Refusal.BAD_CHUNK : Refusal.BODY_TOO_LARGE);
            return;
        }
        if (!outputBroken) {
            Sent sent = wire().write(in, from, body.passEnd() - from);
            if (sent != Sent.FAILED && body.done()) {
                sent = sendTrailer(wire(), sent);
            }
            if (sent == Sent.BACKLOG) {
                holdBody();
            }
            outputBroken = sent == Sent.FAILED;
        }
        touch(nowNs);
    }

    private void holdBody() {
        if (!bodyHeld && !body.done()) {
            bodyHeld = true;
            client.holdBody();
        }
    }

    private void letBody() {
        if (bodyHeld) {
            bodyHeld = false;
            client.letBody();
        }
    }

    @Override
    public void nodeDrained() {
        letBody();
        touch(bench.loop.nowNs());
    }

    @Override
    public void nodeOutputFailed() {
        outputBroken = true;
        letBody();
    }

    @Override
    public void nodeBytes(ByteBuf bytes) {
        answer.received(bytes, wire(), bench.loop.nowNs());
    }

    @Override
    public void nodeLost(Loss how) {
        boolean reused = wire != null && wire.reused();
        wire = null;
        switch (how) {
            case NOT_CONNECTED -> tryAgain(Outcome.FAILED, false, Refusal.CONNECT_FAILED);
            case CONNECT_TIMEOUT -> tryAgain(Outcome.FAILED, false, Refusal.CONNECT_TIMEOUT);
            case ENDED, BROKEN -> answer.nodeGone(how == Loss.ENDED, reused);
        }
    }

    /** The node has gone without an octet of an answer. */
    void unanswered(boolean reused) {
        if (repeatable()) {
            tryAgain(reused ? Outcome.ABANDONED : Outcome.FAILED, reused, Refusal.NODE_CLOSED);
        } else {
            task.finish(reused ? Outcome.ABANDONED : Outcome.FAILED, false, bench.loop.nowNs());
            refuse(Refusal.NODE_CLOSED);
        }
    }

    /** The first write was refused: the kernel knows that the connection is dead, and nothing was sent. */
    private void notSent() {
        NodeConnection dead = wire();
        boolean reused = dead.reused();
        dead.close();
        wire = null;
        tryAgain(reused ? Outcome.ABANDONED : Outcome.FAILED, reused, Refusal.NODE_CLOSED);
    }

    private void tryAgain(Outcome outcome, boolean hereToo, Refusal why) {
        long nowNs = bench.loop.nowNs();
        task.finish(outcome, false, nowNs);
        Refusal refusal = task.assignAgain(nowNs, hereToo, why);
        if (refusal == null) {
            connect();
        } else {
            refuse(refusal);
        }
    }

    /** True when the request may be sent twice, should nobody know whether it has arrived. */
    private boolean repeatable() {
        return method.safe() && !hadBody;
    }

    /** The moment set by {@link ClientSide#deadline} has come. */
    public void timedOut() {
        switch (phase) {
            case QUEUED -> {
                if (task.leaveQueue()) {
                    refuse(Refusal.QUEUE_TIMEOUT);
                }
            }
            case RESERVING, CONNECTING -> {
                abandonNode(Outcome.FAILED);
                refuse(Refusal.CONNECT_TIMEOUT);
            }
            case OPEN -> {
                boolean clientOwes = !body.done() && !bodyHeld;
                boolean blocked = answer.blocked();
                abandonNode(clientOwes || blocked ? Outcome.ABANDONED : Outcome.FAILED);
                refuseOrCut(clientOwes ? Refusal.BODY_TIMEOUT : Refusal.RESPONSE_TIMEOUT);
            }
            default -> {}
        }
    }

    /** Moves the deadline on: something has happened. */
    void touch(long nowNs) {
        if (phase != Phase.OPEN) {
            return;
        }
        boolean onClient = answer.blocked() || (!body.done() && !bodyHeld);
        client.deadline(nowNs
                + (onClient
                        ? rules.bodyNs()
                        : task.cluster().settings().timeouts().response().toNanos()));
    }

    /** More of the answer may be given to the client. */
    public void clientDrained() {
        if (phase == Phase.OPEN && wire != null) {
            answer.clientDrained(wire);
            touch(bench.loop.nowNs());
        }
    }

    /** The client is gone for good: nothing it asked for is needed any more. */
    public void clientGone() {
        if (phase == Phase.QUEUED) {
            task.leaveQueue();
        } else if (phase != Phase.IDLE && phase != Phase.OVER) {
            abandonNode(Outcome.ABANDONED);
        }
        if (phase != Phase.IDLE && phase != Phase.OVER) {
            settle(false);
        }
        phase = Phase.OVER;
        task.unbind();
    }

    /** Ends the try on the node before its time. */
    void abandonNode(Outcome outcome) {
        NodeConnection mine = wire;
        wire = null;
        if (mine != null) {
            mine.close();
        }
        task.finish(outcome, false, bench.loop.nowNs());
    }

    /** Answers in the node's place; if an answer is already under way, cuts it off. */
    void refuseOrCut(Refusal why) {
        if (answer.started()) {
            cutOff();
        } else {
            refuse(why);
        }
    }

    /** Cuts the answer off so that the client sees it. */
    void cutOff() {
        settle(true);
        phase = Phase.OVER;
        client.cutOff(answer.endsWithConnection());
    }

    /** Answers in the node's place. */
    void refuse(Refusal why) {
        String accept = accept();
        boolean keep = body.done() && mayKeep() && why.status() != 400 && why.status() != 413;
        byte[] page = ErrorPage.render(why, accept, bench.nextId(), method == Method.HEAD, !keep, bench.date);
        sendOwn(page, why.status(), keep);
    }

    /** The Accept field of the request, which the forwarded head still has. */
    private @Nullable String accept() {
        RequestHead head = new RequestHead();
        int end = head.read(request.octets(), 0, request.length(), RequestLimits.NONE);
        return end < 0 ? null : head.field("accept");
    }

    /**
     * Answers what is no request, or came too late to be one; the connection ends.
     *
     * @param firstNs when its first octet came
     */
    public void refuseHead(Refusal why, ListenerRules newRules, long firstNs, long nowNs) {
        rules = newRules;
        last = true;
        answer.clear();
        timing.start(firstNs, nowNs, 0);
        task.clear(nowNs);
        request.clear();
        body.start(Framing.CLOSE, 0, 0, 0, 0);
        sendOwn(ErrorPage.render(why, null, bench.nextId(), false, true, bench.date), why.status(), false);
    }

    /** True while the client owes a part of the request. */
    public boolean bodyMissing() {
        return !body.done();
    }

    private void answerAsLastServer() {
        boolean keep = body.done() && mayKeep();
        sendOwn(ErrorPage.options(!keep, bench.date), 200, keep);
    }

    private void sendOwn(byte[] page, int status, boolean keep) {
        timing.status = status;
        timing.bytesOut += page.length;
        dropEarly();
        letBody();
        client.connection().write(Unpooled.wrappedBuffer(page), 0, page.length);
        settle(status >= 500);
        phase = Phase.IDLE;
        client.ended(keep, !body.done());
    }

    /** The answer is whole and was handed over. */
    void answered(
            boolean nodeReusable, int keepAliveS, Outcome outcome, boolean applicationError, boolean keep, long nowNs) {
        NodeConnection mine = wire;
        wire = null;
        if (mine != null) {
            if (nodeReusable && body.done() && !outputBroken) {
                mine.release(nowNs, idleNs(keepAliveS));
            } else {
                mine.close();
            }
        }
        task.finish(outcome, applicationError, nowNs);
        dropEarly();
        settle(outcome == Outcome.FAILED, nowNs);
        phase = Phase.IDLE;
        client.ended(keep, !body.done());
    }

    /** How long the connection may stay idle: as configured, and a second less than the node has announced. */
    private long idleNs(int keepAliveS) {
        long configuredNs = task.cluster().settings().pool().idle().toNanos();
        return keepAliveS < 0 ? configuredNs : Math.min(configuredNs, TimeUnit.SECONDS.toNanos(keepAliveS - 1L));
    }

    boolean isHead() {
        return method == Method.HEAD;
    }

    boolean speaksHttp11() {
        return clientMinor > 0;
    }

    /** True when the client connection may serve another request, as far as the request goes. */
    boolean mayKeep() {
        return clientKeepsAlive && !last;
    }

    boolean requestWhole() {
        return body.done();
    }

    int mostHead() {
        return rules.limits().head();
    }

    private void settle(boolean failed) {
        settle(failed, bench.loop.nowNs());
    }

    private void settle(boolean failed, long nowNs) {
        dropEarly();
        Cluster cluster = task.clusterOrNull();
        if (cluster != null) {
            timing.report(bench.meter(cluster), task.node(), failed, nowNs);
        }
    }

    private void dropEarly() {
        if (early != null) {
            early.release();
            early = null;
        }
    }

    private NodeConnection wire() {
        if (wire == null) {
            throw new IllegalStateException("no node connection in phase " + phase);
        }
        return wire;
    }
}
