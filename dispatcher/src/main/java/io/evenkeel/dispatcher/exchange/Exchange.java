// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.backend.NodeConnection;
import io.evenkeel.dispatcher.backend.NodeUser;
import io.evenkeel.dispatcher.exchange.AccessLine.BrokenOff;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.task.Home;
import io.evenkeel.dispatcher.task.Tries;
import io.evenkeel.policy.Outcome;
import io.netty.buffer.ByteBuf;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The life of one request after another on a client connection: choose, forward, relay, finish.
 *
 * <p>Threads: the client connection's loop.
 *
 * <p>A request may go to a node again while the kernel has taken no octet of it: the connection could not be made, or
 * the first write was refused. After that only a safe request without a body may, while no octet of an answer has come.
 * So a request with side effects reaches one node once, or the client is told that nobody knows.
 */
public final class Exchange implements NodeUser {

    final Workbench bench;
    final NodeSearch search;
    final Tries task;
    final RequestFacts facts = new RequestFacts();
    final Timing timing = new Timing();
    final RequestRelay request;
    private final AnswerRelay answer;
    private final AccessLine line;
    final OwnAnswer own;
    private @Nullable ClientSide client;
    private @Nullable ListenerRules rules;
    private Phase phase = Phase.IDLE;

    /** Made by {@link Workbench#takeExchange}. */
    @SuppressWarnings("ThisEscapedInObjectConstruction") // parts of this object, which only keep the reference
    Exchange(Workbench bench) {
        this.bench = bench;
        this.search = new NodeSearch(this);
        this.task = Tries.ofRequests(bench.loop, search);
        this.request = new RequestRelay(this);
        this.answer = new AnswerRelay(this);
        this.line = new AccessLine(this);
        this.own = new OwnAnswer(this);
    }

    /**
     * Serves a client from now on, until {@link Workbench#giveExchange}.
     *
     * @param home the home of the client's connection
     */
    void serve(ClientSide newClient, Home home) {
        client = newClient;
        task.serve(home);
    }

    /** Forgets the client and its request. */
    void leaveClient() {
        client = null;
        rules = null;
        timing.of(null, 0);
        task.forget();
    }

    ClientSide client() {
        return Objects.requireNonNull(client, "there is no client");
    }

    /**
     * Takes on a request.
     *
     * @param in readable from the end of the head; what belongs to the body is consumed
     * @param firstNs the time of the request's first octet
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
        facts.of(head, lastOne);
        clear(newRules, headLength, firstNs, nowNs);
        int bodyAt = in.readerIndex();
        request.begin(head, in, newRules);
        Refusal why = findNode(head);
        if (why != null) {
            own.refuse(why);
        } else if (head.maxForwards() == 0) {
            own.options();
        } else if (task.waits()) {
            phase = Phase.QUEUED;
            request.hold(in, bodyAt);
            client().deadline(
                            nowNs + task.cluster().settings().queue().timeout().toNanos());
        } else {
            request.toNode(in, bodyAt);
        }
    }

    /** Null when the request has a node, waits for one, or needs none. */
    private @Nullable Refusal findNode(RequestHead head) {
        if (request.malformed() || request.tooLarge()) {
            return request.malformed() ? Refusal.BAD_CHUNK : Refusal.BODY_TOO_LARGE;
        }
        if (head.maxForwards() == 0) {
            return facts.isTrace() ? Refusal.NOT_ALLOWED : null;
        }
        return search.begin(head, rules().router(), bench.routePath);
    }

    /**
     * Answers what is no request, or came too late to be one; the connection ends.
     *
     * @param toHead true when it began as a HEAD request
     * @param firstNs the time of its first octet
     */
    public void refuseHead(Refusal why, boolean toHead, ListenerRules newRules, long firstNs, long nowNs) {
        facts.none(toHead);
        clear(newRules, 0, firstNs, nowNs);
        request.beginNone();
        own.refuse(why);
    }

    private void clear(ListenerRules newRules, int headLength, long firstNs, long nowNs) {
        rules = newRules;
        answer.clear();
        own.clear();
        timing.start(firstNs, nowNs, headLength);
        task.clear(nowNs);
    }

    /** True while octets of the client belong to the present request. */
    public boolean wantsBody() {
        return phase == Phase.OPEN && !request.whole();
    }

    /** The client sends no more: without the rest of its request nothing comes of it. */
    public void inputEnded() {
        if (!request.whole()) {
            client().cutOff(answer.started() && answer.endsWithConnection());
        }
    }

    /** Passes on more of the request body; what belongs to it is consumed. */
    public void bodyBytes(ByteBuf in, long nowNs) {
        if (request.bodyBytes(in, nowNs)) {
            touch(nowNs);
        } else {
            abandonNode(Outcome.ABANDONED);
            refuseOrCut(request.malformed() ? Refusal.BAD_CHUNK : Refusal.BODY_TOO_LARGE);
        }
    }

    /** A task that waited has its node. */
    void granted(long nowNs) {
        if (phase == Phase.QUEUED) {
            request.heldToNode();
        } else {
            task.finish(Outcome.ABANDONED, false, nowNs);
        }
    }

    /** A new connection is being made; that itself times out earlier than the deadline set here. */
    void connecting() {
        phase = Phase.CONNECTING;
        timing.assigned(bench.loop.nowNs());
        client().deadline(timing.assignedNs
                + 2 * task.cluster().settings().timeouts().connect().toNanos());
    }

    Phase phase() {
        return phase;
    }

    @Override
    public boolean nodeDoubted() {
        return Elsewhere.go(this, !answer.begun());
    }

    @Override
    public void nodeReady() {
        timing.connectedNs = bench.loop.nowNs();
        request.sendHeld();
    }

    /** The first octets of the request have gone out. */
    void opened() {
        phase = Phase.OPEN;
        touch(timing.connectedNs);
    }

    @Override
    public void nodeDrained() {
        request.letBody();
        touch(bench.loop.nowNs());
    }

    @Override
    public void nodeOutputFailed() {
        request.outputFailed();
    }

    @Override
    public void nodeBytes(ByteBuf bytes) {
        answer.received(bytes, request.wire(), bench.loop.nowNs());
    }

    @Override
    public void nodeLost(Loss how) {
        NodeConnection lost = request.giveUpWire();
        switch (how) {
            case NOT_CONNECTED -> tryAgain(Outcome.FAILED, false, Refusal.CONNECT_FAILED);
            case CONNECT_TIMEOUT -> tryAgain(Outcome.FAILED, false, Refusal.CONNECT_TIMEOUT);
            case ENDED, BROKEN, CUT -> answer.nodeGone(how, lost != null && lost.reused());
        }
    }

    /** The first write was refused: the kernel knows that the connection is dead, and nothing was sent. */
    void notSent() {
        NodeConnection dead = request.wire();
        abandonWire();
        unanswered(dead.reused(), true);
    }

    /**
     * The node has gone without an octet of an answer.
     *
     * @param unsent true when it cannot have got an octet of the request
     */
    void unanswered(boolean reused, boolean unsent) {
        // A kept connection that dies says little about the node: it may just have been idle for too long.
        Outcome outcome = reused ? Outcome.ABANDONED : Outcome.FAILED;
        if (unsent || facts.repeatable()) {
            tryAgain(outcome, reused, Refusal.NODE_CLOSED);
        } else {
            task.finish(outcome, false, bench.loop.nowNs());
            own.refuse(Refusal.NODE_CLOSED);
        }
    }

    void tryAgain(Outcome outcome, boolean hereToo, Refusal why) {
        long nowNs = bench.loop.nowNs();
        task.finish(outcome, false, nowNs);
        Refusal refusal = task.assignAgain(nowNs, hereToo, why);
        if (refusal == null) {
            request.connect();
        } else {
            own.refuse(refusal);
        }
    }

    /** The moment set by {@link ClientSide#deadline} has come. */
    public void timedOut() {
        switch (phase) {
            case QUEUED -> {
                if (task.leaveQueue()) {
                    own.refuse(Refusal.QUEUE_TIMEOUT);
                }
            }
            case CONNECTING -> {
                abandonNode(Outcome.FAILED);
                own.refuse(Refusal.CONNECT_TIMEOUT);
            }
            case OPEN -> {
                if (answer.flows() || request.flows()) {
                    touch(bench.loop.nowNs());
                    return;
                }
                boolean clientOwes = request.clientOwes();
                abandonNode(clientOwes || answer.blocked() ? Outcome.ABANDONED : Outcome.FAILED);
                refuseOrCut(clientOwes ? Refusal.BODY_TIMEOUT : Refusal.RESPONSE_TIMEOUT);
            }
            default -> {}
        }
    }

    /** Moves the deadline on: something has happened. */
    void touch(long nowNs) {
        if (phase == Phase.OPEN) {
            long patienceNs = answer.blocked() || request.clientOwes()
                    ? rules().bodyNs()
                    : task.cluster().settings().timeouts().response().toNanos();
            client().deadline(nowNs + patienceNs);
        }
    }

    /** More of the answer may be given to the client. */
    public void clientDrained() {
        if (phase == Phase.OPEN) {
            answer.clientDrained(request.wire());
            touch(bench.loop.nowNs());
        }
    }

    /** The client is gone for good: nothing it asked for is needed any more. */
    public void clientGone() {
        if (phase == Phase.QUEUED) {
            task.leaveQueue();
        } else if (phase == Phase.CONNECTING || phase == Phase.OPEN) {
            abandonNode(Outcome.ABANDONED);
        }
        if (phase != Phase.IDLE && phase != Phase.OVER) {
            settle(false, BrokenOff.CLIENT, bench.loop.nowNs());
        }
        phase = Phase.OVER;
    }

    /** Ends the try on the node before its time. */
    void abandonNode(Outcome outcome) {
        abandonWire();
        task.finish(outcome, false, bench.loop.nowNs());
    }

    void abandonWire() {
        NodeConnection mine = request.giveUpWire();
        if (mine != null) {
            mine.close();
        }
    }

    /** Answers in the node's place; if an answer is already under way, cuts it off. */
    void refuseOrCut(Refusal why) {
        if (answer.started()) {
            cutOff();
        } else {
            own.refuse(why);
        }
    }

    /** Cuts the answer off so that the client sees it. */
    void cutOff() {
        settle(true, BrokenOff.NODE, bench.loop.nowNs());
        phase = Phase.OVER;
        client().cutOff(answer.endsWithConnection());
    }

    /** The answer is whole and was handed over. */
    void answered(
            boolean reusable, int keepAliveS, Outcome outcome, boolean applicationError, boolean keep, long nowNs) {
        NodeConnection mine = request.giveUpWire();
        if (mine != null) {
            if (reusable && request.delivered()) {
                mine.release(nowNs, keepAliveS, answer.bodyless());
            } else {
                mine.close();
            }
        }
        task.finish(outcome, applicationError, nowNs);
        finished(outcome == Outcome.FAILED, keep, nowNs);
    }

    /** The node agreed to leave HTTP behind: a tunnel takes over. */
    void leaveHttp() {
        phase = Phase.OVER;
        request.giveUpWire();
    }

    void finished(boolean failed, boolean keep, long nowNs) {
        request.letBody();
        settle(failed, null, nowNs);
        request.giveHead();
        phase = Phase.IDLE;
        client().ended(keep, !request.whole());
    }

    void settle(boolean failed, @Nullable BrokenOff gone, long nowNs) {
        request.dropHeld();
        answer.dropPartial();
        line.write(gone, nowNs);
        Cluster cluster = task.clusterOrNull();
        if (cluster != null) {
            timing.report(bench.meter(cluster), task.node(), failed, nowNs);
        }
    }

    ListenerRules rules() {
        return Objects.requireNonNull(rules, "no request has begun");
    }
}
