// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.exchange.cache.CacheSide;
import io.evenkeel.dispatcher.exchange.cache.Refresh;
import io.evenkeel.dispatcher.exchange.client.AnswerWriter;
import io.evenkeel.dispatcher.exchange.client.ClientStream;
import io.evenkeel.dispatcher.exchange.head.RequestFacts;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.body.RequestBody;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.evenkeel.dispatcher.node.overload.WithoutNode;
import io.evenkeel.dispatcher.task.Attempts;
import io.evenkeel.dispatcher.task.Home;
import io.evenkeel.dispatcher.trace.RequestTrace;
import io.evenkeel.policy.Outcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The life of a request on a client's stream: choose, forward, relay, finish. Then it serves the next request, of the
 * same stream or of another one.
 *
 * <p>What the client sent is told by its {@link ClientStream}, what the node sent by {@link NodeSide}. What goes to the
 * client goes through the stream's {@link AnswerWriter}, so nothing here knows the client's protocol.
 *
 * <p>Threads: the client connection's loop.
 */
public final class Exchange {

    final LoopContext context;
    final ExchangeStart start;
    final NodeSearch search;
    final Attempts task;
    final RequestFacts facts = new RequestFacts();
    final Timing timing = new Timing();
    final NodeSide node;
    final RequestRelay request;
    final AnswerRelay answer;
    final OwnAnswer own;
    final ExchangeCache cacheUser;
    final CacheSide cached;
    final RequestTrace trace = new RequestTrace();
    final ExchangeEnd end;
    private final ExchangeDeadline deadline = new ExchangeDeadline(this);
    final Passage passage;
    private @Nullable ClientStream client;
    private @Nullable AnswerWriter writer;
    private @Nullable ListenerRules rules;
    private Phase phase = Phase.IDLE;

    /** Made by {@link LoopContext#takeExchange}. */
    @SuppressWarnings("ThisEscapedInObjectConstruction") // parts of this object, which only keep the reference
    Exchange(LoopContext context) {
        this.context = context;
        this.start = new ExchangeStart(this);
        this.search = new NodeSearch(this);
        this.task = Attempts.ofRequests(context.loop, search);
        this.node = new NodeSide(this);
        this.request = new RequestRelay(this);
        this.answer = new AnswerRelay(this);
        this.own = new OwnAnswer(this);
        this.cacheUser = new ExchangeCache(this);
        this.cached = new CacheSide(cacheUser, context.heads());
        this.end = new ExchangeEnd(this);
        this.passage = new Passage(this);
    }

    /**
     * Serves a stream from now on, until {@link LoopContext#giveExchange}.
     *
     * @param home the home of the client's connection
     */
    void serve(ClientStream newClient, Home home) {
        client = newClient;
        writer = newClient.answer();
        task.serve(home);
    }

    /** Forgets the stream and its request; false while something of the request still goes on and needs this object. */
    boolean leaveClient() {
        if (phase != Phase.IDLE) {
            return false;
        }
        client = null;
        writer = null;
        rules = null;
        timing.of(null, 0);
        task.forget();
        search.forget();
        passage.forget();
        return true;
    }

    ClientStream client() {
        return Objects.requireNonNull(client, "there is no client");
    }

    /** The way back to the client. */
    AnswerWriter writer() {
        return Objects.requireNonNull(writer, "there is no client");
    }

    /**
     * Takes on a request.
     *
     * @param in readable from the end of the head; what belongs to the body is consumed
     * @param firstNs the time of the request's first octet
     */
    public void start(RequestHead head, ListenerRules newRules, ByteBuf in, int headLength, long firstNs, long nowNs) {
        facts.of(head);
        clear(newRules, headLength, firstNs, nowNs);
        phase = Phase.STARTED;
        start.begin(head, in);
    }

    /** Says that the request which begins next is for nobody but the cache. */
    public void refreshes(Refresh order) {
        cached.order(order);
    }

    /**
     * Answers what is not a request, or came too late.
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

    /** Fields of the present request that never reach a node. */
    public FieldNames unwanted() {
        return passage.edge().toNode().removed();
    }

    private void clear(ListenerRules newRules, int headLength, long firstNs, long nowNs) {
        rules = newRules;
        passage.clear(newRules);
        answer.clear();
        own.clear();
        cached.clear();
        timing.start(firstNs, nowNs, headLength);
        task.clear(nowNs);
    }

    /** True while octets of the client, or the end of them, belong to the present request. */
    public boolean wantsBody() {
        return phase == Phase.OPEN && !request.whole();
    }

    /** The client sends no more: without the rest of its request nothing comes of it. */
    public void inputEnded() {
        if (!request.whole()) {
            clientGone();
            client().cutOff();
        }
    }

    /** Passes on more of the request body, framed as HTTP/1.1 has it; what belongs to it is consumed. */
    public void bodyBytes(ByteBuf in, long nowNs) {
        more(in, false, nowNs);
    }

    /**
     * Passes on more of a request body that comes as payload, while {@link #wantsBody} and not between
     * {@link ClientStream#holdBody} and {@link ClientStream#letBody}; all of it is consumed.
     *
     * @param in has {@link RequestBody#PAYLOAD_ROOM} octets in front of what is readable, which may be overwritten;
     *     less than 1 MB is readable
     * @param ends true when the body is whole with it
     */
    public void payload(ByteBuf in, boolean ends, long nowNs) {
        more(in, ends, nowNs);
    }

    /** The stream says that a body which comes as payload is whole; see {@link #payload}. */
    public void bodyEnded(long nowNs) {
        more(Unpooled.EMPTY_BUFFER, true, nowNs);
    }

    /**
     * The stream says that a body which comes as payload is whole, with a trailer section.
     *
     * @param trailer its lines, each with its CR LF; they go to the node if the body is chunked there
     */
    public void bodyEnded(byte[] trailer, long nowNs) {
        request.trailer(trailer);
        bodyEnded(nowNs);
    }

    private void more(ByteBuf in, boolean ends, long nowNs) {
        Refusal why = request.more(in, ends, nowNs);
        if (why == null) {
            touch(nowNs);
        } else {
            node.abandon(Outcome.ABANDONED);
            end.refuseOrCut(why, why.status() < 500 ? BrokenOff.CLIENT : BrokenOff.FULL);
        }
    }

    /**
     * A new connection is being made, which itself times out earlier than the deadline set here, or a place on a shared
     * one is waited for.
     */
    void connecting() {
        phase = Phase.CONNECTING;
        timing.assigned(context.loop.nowNs());
        trace.attempting(task, timing.assignedNs, request.head());
        client().deadline(timing.assignedNs
                + 2 * task.cluster().settings().timeouts().connect().toNanos());
    }

    Phase phase() {
        return phase;
    }

    /** Enters a phase; for {@link ExchangeStart} and {@link ExchangeEnd}. */
    void phase(Phase next) {
        phase = next;
    }

    /** The first octets of the request have gone out. */
    void opened() {
        phase = Phase.OPEN;
        touch(timing.connectedNs);
    }

    /** An answer of the cache begins, or the rest of a node's: from now on the client takes it piece by piece. */
    void serving() {
        phase = Phase.SERVING;
        client().deadline(context.loop.nowNs() + rules().bodyNs());
    }

    /** The moment set by {@link ClientStream#deadline} has come. */
    public void timedOut() {
        deadline.passed();
    }

    /** Moves the deadline on: something has happened. */
    void touch(long nowNs) {
        deadline.moveOn(nowNs);
    }

    /** More of the answer may be given to the client. */
    public void clientDrained() {
        if (phase == Phase.OPEN) {
            answer.clientDrained(node.wire());
            touch(context.loop.nowNs());
        } else if (phase == Phase.SERVING) {
            cached.drained();
        }
    }

    /**
     * The client is gone for good, or wants the answer no more: nothing it asked for is needed. Nothing is told to the
     * stream, and the exchange may serve another one unless the queue has just granted it a node.
     */
    public void clientGone() {
        leave(WithoutNode.CLIENT_GONE, BrokenOff.CLIENT);
    }

    /**
     * The dispatcher has no memory for what the client sends: the request ends as one that is refused, and its node is
     * not blamed; else as {@link #clientGone}.
     */
    public void givenUp(Refusal why) {
        own.noted(why);
        if (timing.status == 0) {
            timing.status = why.status();
        }
        leave(WithoutNode.MEMORY_FULL, BrokenOff.FULL);
    }

    private void leave(WithoutNode why, BrokenOff by) {
        boolean goesOn = false;
        if (phase == Phase.QUEUED) {
            goesOn = !task.leaveQueue(why);
        } else if (phase == Phase.ASKING) {
            search.leaveStore();
            passage.leave();
        } else if (phase == Phase.STARTED || phase == Phase.CONNECTING || phase == Phase.OPEN) {
            node.abandon(Outcome.ABANDONED);
        }
        if (phase != Phase.IDLE && phase != Phase.OVER) {
            end.left(by, goesOn ? Phase.OVER : Phase.IDLE);
        }
    }

    /** A request failed while it began: as {@link #clientGone}, and an order of the cache comes to nothing. */
    public void failedToBegin() {
        try {
            clientGone();
        } finally {
            cached.ended();
        }
    }

    /** The client broke the rules of its protocol, for a reason that is logged; else as {@link #clientGone}. */
    public void clientBroke(Refusal why) {
        own.noted(why);
        clientGone();
    }

    /** The node agreed to leave HTTP behind: a tunnel takes over. */
    void leaveHttp() {
        phase = Phase.OVER;
        node.giveUpWire();
    }

    ListenerRules rules() {
        return Objects.requireNonNull(rules, "no request has begun");
    }
}
