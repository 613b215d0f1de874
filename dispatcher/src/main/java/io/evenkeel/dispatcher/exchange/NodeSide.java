// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.config.text.Octets;
import io.evenkeel.config.tls.NodeTls;
import io.evenkeel.dispatcher.backend.NodeConnection;
import io.evenkeel.dispatcher.backend.NodePool;
import io.evenkeel.dispatcher.backend.NodeUser;
import io.evenkeel.dispatcher.condition.HostName;
import io.evenkeel.dispatcher.health.Rest;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.http.text.RetryAfterField;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.policy.Outcome;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The node's side of an exchange: gets a connection to the assigned node, hears its events, and goes to another node
 * where that does no harm.
 *
 * <p>A request may go to a node again while the kernel has taken no octet of it: the connection could not be made, or
 * the first write was refused; and when the node has said that it did nothing about the request. After that only a safe
 * request without a body may, while no octet of an answer has come, or the client has got none of it. So a request with
 * side effects reaches one node once, or the client is told that nobody knows. A node that is only slow or silent is
 * left when another one has been found, not before.
 *
 * <p>Threads: the exchange's loop.
 */
final class NodeSide implements NodeUser {

    private static final byte[] RETRY_AFTER = Octets.ascii("retry-after");
    private static final long RESERVE_AGAIN_NS = 5_000_000;

    private final Exchange exchange;
    private final LoopContext context;
    private @Nullable NodeConnection wire;
    private @Nullable String host;
    /** A connection that broke under the present attempt. */
    private @Nullable NodeConnection broken;
    /** True when the node has ended the present attempt alone, on a connection that goes on. */
    private boolean reset;

    NodeSide(Exchange exchange) {
        this.exchange = exchange;
        this.context = exchange.context;
    }

    NodeConnection wire() {
        if (wire == null) {
            throw new IllegalStateException("there is no node connection");
        }
        return wire;
    }

    @Nullable
    NodeConnection wireOrNull() {
        return wire;
    }

    /** Remembers the host of a request, for clusters whose nodes must prove to be it. */
    void remember(RequestHead head) {
        NodeTls tls = exchange.task.cluster().settings().tls();
        host = tls == null || tls.name() != null ? null : HostName.of(head, host);
    }

    /** Lets go of the node connection, if there is one. */
    @Nullable
    NodeConnection giveUpWire() {
        NodeConnection mine = wire;
        wire = null;
        return mine;
    }

    /**
     * Lets go of the node connection, if there is one, after a whole answer: it is given back, or closed when no other
     * request can use it.
     *
     * @param reusable the node keeps it and has sent nothing behind the answer
     * @param keepAliveS seconds for which it does; -1 when it does not say
     * @param bodyless the answer had no body by its kind
     */
    void letGo(boolean reusable, int keepAliveS, boolean bodyless, long nowNs) {
        NodeConnection mine = giveUpWire();
        if (mine == null) {
            return;
        }
        if (reusable && exchange.request.delivered()) {
            mine.release(nowNs, keepAliveS, bodyless);
        } else {
            mine.close();
        }
    }

    /** True while a place on the node's connections is missing that other requests take. */
    boolean waitsForOthers() {
        return wire != null && wire.waitsForOthers();
    }

    /** The head of an answer has come, with a load report or without: the node may ask for a time without new tasks. */
    void heard(ResponseHead head, long nowNs) {
        exchange.task.head(nowNs);
        Node from = exchange.task.assigned();
        int line = head.status() == 429 || head.status() == 503 ? head.find(RETRY_AFTER) : -1;
        if (line < 0) {
            from.pushback().answered();
        } else if (from.pushback()
                .asks(head.status() == 503, exchange.task.facts().clientKey())) {
            long seconds = RetryAfterField.seconds(
                    head.octets(), head.valueAt(line), head.valueEnd(line), context.clock.instant());
            Rest.ask(exchange.task.cluster(), from, head.status(), seconds, nowNs);
        }
        if (head.hasReport()) {
            nodeReport(head.octets(), head.reportAt(), head.reportEnd(), head.reportIsBinary());
        }
    }

    /** Ends the attempt on the node before its time. */
    void abandon(Outcome outcome) {
        abandonWire();
        finish(outcome);
    }

    /**
     * Ends the attempt. One reset stream may be the fault of its request, so it weighs half; a connection that broke is
     * one failure for all who shared it.
     */
    private void finish(Outcome outcome) {
        NodeConnection lost = broken;
        boolean half = reset;
        broken = null;
        reset = false;
        boolean counted = outcome == Outcome.FAILED && lost != null && !lost.blames();
        exchange.task.finish(counted ? Outcome.ABANDONED : outcome, half, context.loop.nowNs());
    }

    private void abandonWire() {
        NodeConnection mine = giveUpWire();
        if (mine != null) {
            mine.close();
        }
    }

    /** The connections to the assigned node. */
    private NodePool pool() {
        return context.pools.of(exchange.task.cluster(), exchange.task.assigned());
    }

    /**
     * Takes a kept connection, unless the kernel knows that the node is closing it or has said something unasked on it.
     *
     * @return false when there is none
     */
    boolean reuse() {
        NodeConnection kept = pool().take(this, host);
        if (kept == null) {
            return false;
        }
        if (!kept.quiet()) {
            kept.close();
            return false;
        }
        wire = kept;
        exchange.timing.assigned(context.loop.nowNs());
        exchange.timing.connectedNs = exchange.timing.assignedNs;
        exchange.trace.attempting(exchange.task, exchange.timing.assignedNs, exchange.request.head());
        return true;
    }

    /** Makes a new connection to the node. */
    void connect() {
        exchange.connecting();
        reach();
    }

    private void reach() {
        NodePool pool = pool();
        if (context.pools.reserve(pool)) {
            wire = pool.connect(this, host);
        } else {
            reachSoon(pool, exchange.timing.attempts(), pool.cuts());
        }
    }

    /**
     * Asks again soon: other loops are closing idle connections to make room, or one of this loop's comes back. When
     * the node leaves or its tasks are cut meanwhile, another node is asked: nothing was sent.
     */
    private void reachSoon(NodePool pool, long attempts, int cuts) {
        Runnable again = () -> {
            if (exchange.phase() != Phase.CONNECTING || exchange.timing.attempts() != attempts) {
                return;
            }
            try {
                if (pool.cuts() != cuts) {
                    tryAgain(Outcome.ABANDONED, false, Refusal.CONNECT_FAILED);
                } else {
                    askAgain();
                }
            } catch (RuntimeException | OutOfMemoryError e) {
                exchange.end.broken(e);
            }
        };
        context.loop.after(RESERVE_AGAIN_NS, again);
    }

    /** Asks again for a connection, of which nothing was used: to the same node, or to another one if that has left. */
    private void askAgain() {
        if (!exchange.task.assigned().member()) {
            tryAgain(Outcome.ABANDONED, false, Refusal.CONNECT_FAILED);
        } else if (reuse()) {
            exchange.request.sendHeld();
        } else {
            reach();
        }
    }

    @Override
    public void nodeReady() {
        exchange.timing.connectedNs = context.loop.nowNs();
        exchange.request.sendHeld();
    }

    @Override
    public void nodeDrained() {
        exchange.request.letBody();
        exchange.touch(context.loop.nowNs());
    }

    @Override
    public void nodeOutputFailed() {
        exchange.request.outputFailed();
    }

    @Override
    public void nodeBytes(ByteBuf bytes) {
        exchange.answer.received(bytes, wire(), context.loop.nowNs());
    }

    @Override
    public void nodeReport(byte[] octets, int from, int to, boolean binary) {
        context.piggyback.received(
                exchange.task.cluster(), exchange.task.assigned(), octets, from, to, binary, context.loop.nowNs());
    }

    @Override
    public void nodeLost(Loss how) {
        NodeConnection lost = giveUpWire();
        broken = how == Loss.BROKEN ? lost : null;
        reset = how == Loss.RESET;
        switch (how) {
            case NOT_CONNECTED -> tryAgain(Outcome.FAILED, false, Refusal.CONNECT_FAILED);
            case NO_SOCKET -> withoutSocket();
            case OTHER_HOST -> tryAgain(Outcome.ABANDONED, false, Refusal.CONNECT_FAILED);
            case CONNECT_TIMEOUT -> tryAgain(Outcome.FAILED, false, Refusal.CONNECT_TIMEOUT);
            case OUTDATED -> askAgain();
            case REFUSED -> refused();
            case MALFORMED -> exchange.answer.malformed();
            case RESET -> exchange.answer.nodeGone(how, false);
            case ENDED, BROKEN, CUT -> exchange.answer.nodeGone(how, lost != null && lost.reused());
        }
    }

    /** No node is at fault, and none can be reached: the request, and its session, go to no other. */
    private void withoutSocket() {
        long nowNs = context.loop.nowNs();
        finish(Outcome.ABANDONED);
        exchange.trace.failed(Refusal.DESCRIPTORS_FULL.reason(), nowNs);
        exchange.own.refuse(Refusal.DESCRIPTORS_FULL);
    }

    /** The node did nothing about the request, which goes to a node again if what was sent of it is still there. */
    private void refused() {
        if (exchange.answer.begun()) {
            exchange.answer.nodeGone(Loss.BROKEN, false);
        } else if (exchange.request.holdAgain()) {
            tryAgain(Outcome.ABANDONED, true, Refusal.NODE_REFUSED);
        } else {
            finish(Outcome.ABANDONED);
            exchange.own.refuse(Refusal.NODE_REFUSED);
        }
    }

    /**
     * Refuses a request whose head is larger than the node takes: a node may end the connection of all over it.
     *
     * @return false when it was refused
     */
    boolean takes(HeadBuffer head) {
        boolean fits = wire().fits(head);
        if (!fits) {
            abandon(Outcome.ABANDONED);
            exchange.own.refuse(Refusal.HEAD_TOO_LARGE_FOR_NODE);
        }
        return fits;
    }

    /** The first write was refused: the kernel knows that the connection is dead, and nothing was sent. */
    void notSent() {
        NodeConnection dead = wire();
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
        if (unsent || exchange.facts.repeatable()) {
            tryAgain(outcome, reused, Refusal.NODE_CLOSED);
        } else {
            finish(outcome);
            exchange.own.refuse(Refusal.NODE_CLOSED);
        }
    }

    /** The attempt on the node has failed: asks for another node, or refuses the request. */
    void tryAgain(Outcome outcome, boolean hereToo, Refusal why) {
        long nowNs = context.loop.nowNs();
        finish(outcome);
        exchange.trace.failed(why.reason(), nowNs);
        Refusal refusal = exchange.task.retries().assignAgain(nowNs, hereToo, why);
        if (refusal == null) {
            connect();
        } else {
            exchange.own.refuse(refusal);
        }
    }

    @Override
    public boolean nodeDoubted() {
        boolean unsent = exchange.phase() == Phase.CONNECTING;
        boolean repeatable = exchange.phase() == Phase.OPEN && !exchange.answer.begun() && exchange.facts.repeatable();
        Node from = exchange.task.assigned();
        boolean staysHome = from.pauses() && exchange.search.isHome(from);
        if (staysHome || (!unsent && !repeatable)) {
            return true;
        }
        // Silence is a doubt and says nothing of the node's tasks; a failed check is a proof.
        Outcome outcome = from.state() == NodeState.DOWN ? Outcome.FAILED : Outcome.ABANDONED;
        boolean found = exchange.task.retries().move(outcome, context.loop.nowNs());
        if (found && !exchange.task.on(from)) {
            reconnect("no sign of life");
        }
        return found;
    }

    /**
     * Leaves a node on probation that failed the request, for another one. Without one the client is better served by
     * what this node has answered.
     *
     * @return false when the node is not on probation, the request may go to no other, or none can be had now
     */
    boolean leaveProbation() {
        Node from = exchange.task.assigned();
        boolean left = from.state() == NodeState.PROBING
                && exchange.facts.repeatable()
                && exchange.task.retries().mayRetry()
                && exchange.task.retries().move(Outcome.FAILED, context.loop.nowNs())
                && !exchange.task.on(from);
        if (left) {
            reconnect("failed on probation");
        }
        return left;
    }

    private void reconnect(String why) {
        exchange.trace.failed(why, context.loop.nowNs());
        abandonWire();
        connect();
    }
}
