// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.backend.NodeConnection;
import io.evenkeel.dispatcher.backend.NodeUser.Loss;
import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.exchange.client.AnswerWriter;
import io.evenkeel.dispatcher.exchange.head.PartialHead;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.http.body.AnswerBody;
import io.evenkeel.policy.Outcome;
import io.netty.buffer.ByteBuf;

/**
 * The way of an answer from the node to the client's {@link AnswerWriter}, for one exchange after another.
 *
 * <p>The body octets that came with the head go to the writer with it, in the buffer in which they came, so that both
 * can leave in one write and the body never moves.
 */
final class AnswerRelay {

    private static final int FIRST_LOOK = 2048;
    private static final int MOST_FIELDS = 1000;

    private final Exchange exchange;
    private final LoopContext context;
    private final AnswerBody body = new AnswerBody();
    private final PartialHead partial = new PartialHead();
    private boolean anyOctet;
    private boolean started;
    private boolean blocked;
    private boolean nodeKeeps;
    private int keepAliveS;
    private int status;

    AnswerRelay(Exchange exchange) {
        this.exchange = exchange;
        this.context = exchange.context;
    }

    /** Begins to wait for the answer to another request. */
    void clear() {
        dropPartial();
        anyOctet = false;
        started = false;
        blocked = false;
    }

    /** True once an octet of an answer came. */
    boolean begun() {
        return anyOctet;
    }

    /** True once the head of the final answer was given to the client. */
    boolean started() {
        return started;
    }

    /** True when an answer of its kind has no body whatever its fields say. */
    boolean bodyless() {
        return exchange.facts.isHead() || status == 204 || status == 304;
    }

    /** True while the client takes no more. */
    boolean blocked() {
        return blocked;
    }

    /** True when octets still leave for a client that takes no more of ours: it reads, if slowly. */
    boolean flows() {
        return blocked && exchange.writer().sinceSentNs() < exchange.rules().bodyNs();
    }

    /**
     * Octets from the node. After the exchange has ended, this object serves the next one: nothing here is touched
     * after that.
     */
    @SuppressWarnings("ReferenceEquality") // the very buffer that was lent, or one of our own
    void received(ByteBuf bytes, NodeConnection wire, long nowNs) {
        if (!anyOctet) {
            anyOctet = true;
            exchange.request.answered();
            exchange.timing.answerNs = nowNs;
        }
        wire.answers(nowNs);
        if (started) {
            relay(bytes, wire, nowNs);
            return;
        }
        ByteBuf in = partial.join(bytes);
        try {
            while (in.isReadable()) {
                Step step = readHead(in, wire, nowNs);
                if (step == Step.INCOMPLETE) {
                    partial.keep(in == bytes ? context.roomy(bytes) : in.retain());
                    exchange.touch(nowNs);
                }
                if (step != Step.INTERIM) {
                    return;
                }
            }
        } finally {
            if (in != bytes) {
                in.release();
            }
        }
    }

    private enum Step {
        INCOMPLETE,
        INTERIM,
        OVER
    }

    private Step readHead(ByteBuf in, NodeConnection wire, long nowNs) {
        int from = in.readerIndex();
        int end = parse(in, from);
        if (end == ResponseHead.INCOMPLETE) {
            return Step.INCOMPLETE;
        }
        if (end == ResponseHead.REFUSED) {
            wire.refused(in, from);
            bad(Refusal.BAD_ANSWER);
            return Step.OVER;
        }
        ResponseHead head = context.responseHead;
        boolean switches = head.status() == 101;
        if (exchange.facts.upgrades() && !exchange.writer().takes(head)) {
            // any page may be asked for a WebSocket and answers well; a 101 without a proof is the fault of the node
            bad(switches ? Outcome.FAILED : Outcome.ABANDONED, Refusal.NO_WEBSOCKET);
            return Step.OVER;
        }
        if (switches && !exchange.facts.isAgreedBy(head)) {
            bad(Refusal.BAD_ANSWER);
            return Step.OVER;
        }
        in.readerIndex(from + end);
        if (switches) {
            exchange.leaveHttp();
            exchange.search.answered(head);
            new Upgrade(exchange, wire).begin(head, in);
            return Step.OVER;
        }
        if (head.isInterim()) {
            if (head.status() == 100) {
                exchange.facts.continued();
            }
            return interim(head, wire, nowNs);
        }
        finalHead(head, in, wire, nowNs);
        return Step.OVER;
    }

    private Step interim(ResponseHead head, NodeConnection wire, long nowNs) {
        Sent sent = exchange.writer().interim(head);
        if (sent == Sent.FAILED) {
            cut(Outcome.ABANDONED, BrokenOff.CLIENT);
            return Step.OVER;
        }
        hold(sent, wire);
        exchange.touch(nowNs);
        return Step.INTERIM;
    }

    /** Reads a head: its first octets, where the whole of most heads is, and all that may be one only if need be. */
    private int parse(ByteBuf in, int from) {
        ResponseHead head = context.responseHead;
        int most = exchange.rules().limits().head();
        int count = Math.min(in.readableBytes(), most + 1);
        int look = Math.min(count, FIRST_LOOK);
        boolean toHead = exchange.facts.isHead();
        int end = head.read(context.scratch(in, from, look), 0, look, most, MOST_FIELDS, toHead);
        return end == ResponseHead.INCOMPLETE && look < count
                ? head.read(context.scratch(in, from, count), 0, count, most, MOST_FIELDS, toHead)
                : end;
    }

    /** Passes on the answer of a head that is the last one, unless a stored answer or another node takes its place. */
    private void finalHead(ResponseHead head, ByteBuf in, NodeConnection wire, long nowNs) {
        switch (exchange.cached.validation(head)) {
            case NONE -> answer(head, in, wire, nowNs);
            case CONFIRMED -> confirmed(head, in, nowNs);
            case ANOTHER -> {
                succeeded(head, in, nowNs);
                clear();
                exchange.start.again(nowNs);
            }
            case UNASKED -> {
                exchange.cached.forget(nowNs);
                bad(Refusal.BAD_ANSWER);
            }
        }
    }

    private void answer(ResponseHead head, ByteBuf in, NodeConnection wire, long nowNs) {
        boolean failure = isFailure(head.status());
        if (failure && exchange.node.leaveProbation()) {
            anyOctet = false;
        } else if (failure && exchange.cached.rescues(nowNs)) {
            exchange.node.heard(head, nowNs);
            exchange.node.abandon(Outcome.FAILED);
            exchange.cached.rescue(nowNs);
        } else {
            start(head, in, wire, nowNs);
        }
    }

    /** The node says that a stored answer is still good; the client gets that one. */
    private void confirmed(ResponseHead head, ByteBuf in, long nowNs) {
        exchange.search.answered(head);
        succeeded(head, in, nowNs);
        exchange.cached.confirmed(head, nowNs);
    }

    /** The attempt is over with an answer that has no body and does not go to the client. */
    private void succeeded(ResponseHead head, ByteBuf in, long nowNs) {
        exchange.node.heard(head, nowNs);
        exchange.node.letGo(head.keepsAlive() && !in.isReadable(), head.keepAliveS(), true, nowNs);
        exchange.task.finish(Outcome.SUCCEEDED, false, nowNs);
    }

    private static boolean isFailure(int answered) {
        return answered == 500 || (answered >= 502 && answered <= 504);
    }

    /** The node broke a rule of its protocol, and the connection is given up. */
    void malformed() {
        if (started) {
            nodeGone(Loss.BROKEN, false);
        } else {
            bad(Refusal.BAD_ANSWER);
        }
    }

    private void bad(Refusal why) {
        bad(Outcome.FAILED, why);
    }

    private void bad(Outcome outcome, Refusal why) {
        exchange.node.abandon(outcome);
        exchange.own.refuse(why);
    }

    private void start(ResponseHead head, ByteBuf in, NodeConnection wire, long nowNs) {
        exchange.node.heard(head, nowNs);
        status = head.status();
        nodeKeeps = head.keepsAlive();
        keepAliveS = head.keepAliveS();
        AnswerWriter writer = exchange.writer();
        body.start(
                head,
                writer.wantsData(),
                exchange.rules().limits().head(),
                MOST_FIELDS,
                exchange.passage.edge().hidden());
        body.take(in);
        if (body.refused()) {
            bad(Refusal.BAD_ANSWER);
            return;
        }
        started = true;
        exchange.search.answered(head);
        head.added().add(exchange.passage.edge().toClient().added());
        exchange.cached.answered(head, body.isFramed(), nowNs);
        exchange.cached.body(in, body.passFrom(), body.passEnd());
        Sent sent = writer.head(head, exchange.request.whole(), in, body.passFrom(), body.passEnd(), body.ends());
        Timing timing = exchange.timing;
        timing.status = status;
        timing.headOut = writer.headLength();
        timing.bytesOut += timing.headOut + body.passed();
        afterWrite(sent, in, wire, nowNs);
    }

    /** More of the body. */
    private void relay(ByteBuf in, NodeConnection wire, long nowNs) {
        body.take(in);
        exchange.cached.body(in, body.passFrom(), body.passEnd());
        if (exchange.cached.isBehind()) {
            keep(in, wire, nowNs);
            return;
        }
        exchange.timing.bytesOut += body.passed();
        Sent sent = exchange.writer().body(in, body.passFrom(), body.passEnd(), body.ends());
        if (body.refused()) {
            cut(Outcome.FAILED, BrokenOff.NODE);
            return;
        }
        afterWrite(sent, in, wire, nowNs);
    }

    /** More of the body, for a client that is behind: nothing overtakes what was kept for it. */
    private void keep(ByteBuf in, NodeConnection wire, long nowNs) {
        if (body.refused()) {
            cut(Outcome.FAILED, BrokenOff.NODE);
            return;
        }
        boolean goesOn = exchange.cached.keep(in, body.passFrom(), body.passEnd());
        if (exchange.cached.isLost()) {
            cut(Outcome.ABANDONED, BrokenOff.FULL);
        } else if (body.whole()) {
            exchange.cached.rest(body.lacksTail() ? body.tail() : null);
            finish(nodeKeeps && !in.isReadable(), nowNs);
        } else if (goesOn) {
            wire.expect(exchange.cached.room());
        } else {
            wire.pause();
        }
    }

    private void cut(Outcome outcome, BrokenOff by) {
        exchange.node.abandon(outcome);
        exchange.end.cutOff(by);
    }

    private void afterWrite(Sent passed, ByteBuf in, NodeConnection wire, long nowNs) {
        Sent sent = passed;
        if (sent != Sent.FAILED && body.lacksTail()) {
            exchange.timing.bytesOut += body.tailPassed();
            sent = exchange.writer().end(body.tail());
        }
        if (sent == Sent.FAILED) {
            cut(Outcome.ABANDONED, BrokenOff.CLIENT);
        } else if (body.whole()) {
            finish(nodeKeeps && !in.isReadable(), nowNs);
        } else {
            hold(sent, wire);
            wire.expect(
                    exchange.cached.isBehind()
                            ? exchange.cached.room()
                            : exchange.writer().room());
            exchange.touch(nowNs);
        }
    }

    private void hold(Sent sent, NodeConnection wire) {
        if (sent == Sent.BACKLOG && !blocked) {
            blocked = true;
            if (!exchange.cached.readsAhead()) {
                wire.pause();
            }
        }
    }

    void clientDrained(NodeConnection wire) {
        Sent sent = blocked ? exchange.cached.catchUp() : Sent.BACKLOG;
        if (sent == Sent.FAILED) {
            cut(Outcome.ABANDONED, BrokenOff.CLIENT);
        } else if (sent == Sent.ALL) {
            blocked = false;
            wire.expect(exchange.writer().room());
            wire.resume();
        }
    }

    private void finish(boolean reusable, long nowNs) {
        exchange.cached.whole(body.hasTrailer());
        Outcome outcome = isFailure(status) ? Outcome.FAILED : Outcome.SUCCEEDED;
        exchange.end.answered(reusable, keepAliveS, outcome, status == 500, nowNs);
    }

    /** The connection, which the exchange has already let go of, ended, broke or was cut. */
    void nodeGone(Loss how, boolean reused) {
        boolean cut = how == Loss.CUT;
        boolean blameless = cut || clientIsLate();
        if (cut && exchange.phase() == Phase.CONNECTING) {
            exchange.node.tryAgain(Outcome.ABANDONED, false, Refusal.CONNECT_FAILED);
        } else if (!anyOctet) {
            exchange.node.unanswered(reused || blameless, false);
        } else if (started && how == Loss.ENDED && body.endsWithConnection()) {
            exchange.writer().end(body.tail());
            finish(false, context.loop.nowNs());
        } else {
            exchange.node.abandon(blameless ? Outcome.ABANDONED : Outcome.FAILED);
            exchange.end.refuseOrCut(
                    Refusal.NODE_CLOSED, cut ? BrokenOff.CUT : blameless ? BrokenOff.CLIENT : BrokenOff.NODE);
        }
    }

    /** True when the node had nothing to answer yet: it waited for the client, and may have lost its patience. */
    private boolean clientIsLate() {
        return !started && partial.isEmpty() && exchange.request.clientOwes();
    }

    void dropPartial() {
        partial.drop();
    }
}
