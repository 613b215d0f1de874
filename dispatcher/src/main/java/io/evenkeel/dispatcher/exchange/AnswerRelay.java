// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.backend.NodeConnection;
import io.evenkeel.dispatcher.backend.NodeUser.Loss;
import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.exchange.client.AnswerWriter;
import io.evenkeel.dispatcher.exchange.head.PartialHead;
import io.evenkeel.dispatcher.http.Framing;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.http.body.BodyFollower;
import io.evenkeel.dispatcher.node.NodeState;
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
    private static final int EMPTY_LINE = 2;

    private final Exchange exchange;
    private final LoopContext context;
    private final BodyFollower body = new BodyFollower();
    private final PartialHead partial = new PartialHead();
    private boolean anyOctet;
    private boolean started;
    private boolean blocked;
    /** True while the framing of a chunked body stays here, and its data alone is passed on. */
    private boolean strip;

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
        strip = false;
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
        ResponseHead head = context.responseHead;
        int most = exchange.rules().limits().head();
        int from = in.readerIndex();
        int count = Math.min(in.readableBytes(), most + 1);
        int look = Math.min(count, FIRST_LOOK);
        boolean toHead = exchange.facts.isHead();
        int end = head.read(context.scratch(in, from, look), 0, look, most, MOST_FIELDS, toHead);
        if (end == ResponseHead.INCOMPLETE && look < count) {
            end = head.read(context.scratch(in, from, count), 0, count, most, MOST_FIELDS, toHead);
        }
        if (end == ResponseHead.INCOMPLETE) {
            return Step.INCOMPLETE;
        }
        if (end == ResponseHead.REFUSED) {
            exchange.node.pool().refused(in, from);
            bad(Refusal.BAD_ANSWER);
            return Step.OVER;
        }
        boolean switches = head.status() == 101;
        if (exchange.facts.upgrades() && !exchange.writer().takes(head)) {
            // any page may be asked for a WebSocket and answers well; a 101 without a proof is the fault of the node
            bad(switches ? Outcome.FAILED : Outcome.ABANDONED, Refusal.NO_WEBSOCKET);
            return Step.OVER;
        }
        if (switches && !(exchange.facts.upgrades() && head.upgrades())) {
            bad(Refusal.BAD_ANSWER);
            return Step.OVER;
        }
        in.readerIndex(from + end);
        if (switches) {
            exchange.leaveHttp();
            exchange.search.mark.answered(exchange.task.assigned(), head);
            new Upgrade(exchange, wire).begin(head, in);
            return Step.OVER;
        }
        if (head.isInterim()) {
            exchange.facts.continued();
            hold(exchange.writer().interim(head), wire);
            exchange.touch(nowNs);
            return Step.INTERIM;
        }
        if (exchange.cached.isConfirmed(head.status())) {
            confirmed(head, in, nowNs);
            return Step.OVER;
        }
        if (failsProbation(head.status()) && exchange.node.leave()) {
            anyOctet = false;
            return Step.OVER;
        }
        if (isFailure(head.status()) && exchange.cached.rescues(nowNs)) {
            heard(head, nowNs);
            exchange.node.abandon(Outcome.FAILED);
            exchange.cached.rescue(nowNs);
            return Step.OVER;
        }
        start(head, in, wire, nowNs);
        return Step.OVER;
    }

    /** The node says that a stored answer is still good; the client gets that one. */
    private void confirmed(ResponseHead head, ByteBuf in, long nowNs) {
        heard(head, nowNs);
        exchange.search.mark.answered(exchange.task.assigned(), head);
        exchange.task.facts().sessionKey(exchange.search.mark.sessionKey());
        boolean reusable = head.keepsAlive() && !in.isReadable() && exchange.request.delivered();
        NodeConnection mine = exchange.node.giveUpWire();
        if (mine != null) {
            if (reusable) {
                mine.release(nowNs, head.keepAliveS(), true);
            } else {
                mine.close();
            }
        }
        exchange.task.finish(Outcome.SUCCEEDED, false, nowNs);
        exchange.cached.confirmed(head, nowNs);
    }

    private void heard(ResponseHead head, long nowNs) {
        exchange.task.head(nowNs);
        exchange.node.heard(head, nowNs);
        if (head.hasReport()) {
            report(head.octets(), head.reportAt(), head.reportEnd(), head.reportIsBinary(), nowNs);
        }
    }

    /**
     * True when the answer is that of a node on probation, a failure, and need not be the client's: another node may
     * be asked.
     */
    private boolean failsProbation(int answered) {
        return isFailure(answered)
                && exchange.facts.repeatable()
                && exchange.task.assigned().state() == NodeState.PROBING
                && exchange.task.retries().mayRetry();
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
        heard(head, nowNs);
        int from = in.readerIndex();
        status = head.status();
        nodeKeeps = head.keepsAlive();
        keepAliveS = head.keepAliveS();
        AnswerWriter writer = exchange.writer();
        strip = head.framing() == Framing.CHUNKED && writer.wantsData();
        body.start(
                head.framing(),
                head.contentLength(),
                Long.MAX_VALUE,
                exchange.rules().limits().head(),
                MOST_FIELDS,
                head.unwantedTrailers(exchange.passage.edge().hidden()));
        in.readerIndex(body.follow(in, from, in.writerIndex(), strip));
        if (body.refused()) {
            bad(Refusal.BAD_ANSWER);
            return;
        }
        started = true;
        exchange.search.mark.answered(exchange.task.assigned(), head);
        exchange.task.facts().sessionKey(exchange.search.mark.sessionKey());
        head.added().add(exchange.passage.edge().toClient().added());
        exchange.cached.answered(head, head.framing() == Framing.CHUNKED && !strip, nowNs);
        exchange.cached.body(in, from, body.passEnd());
        boolean trailer = trailerFollows();
        boolean requestWhole = exchange.request.whole();
        Sent sent = writer.head(head, requestWhole, in, from, body.passEnd(), body.done() && !trailer);
        Timing timing = exchange.timing;
        timing.status = status;
        timing.headOut = writer.headLength();
        timing.bytesOut += timing.headOut + body.passEnd() - from;
        afterWrite(trailer ? sendTrailer(sent) : sent, in, wire, nowNs);
    }

    /** True when the body is whole except for octets that are not in the buffer in which its last ones came. */
    private boolean trailerFollows() {
        return body.done() && body.trailer().length() > (strip ? EMPTY_LINE : 0);
    }

    private Sent sendTrailer(Sent sent) {
        if (sent == Sent.FAILED) {
            return sent;
        }
        HeadBuffer trailer = body.trailer();
        if (!strip) {
            exchange.timing.bytesOut += trailer.length();
        }
        return exchange.writer().end(trailer);
    }

    /** Takes the load report that stands between two indexes. */
    void report(byte[] octets, int from, int to, boolean binary, long nowNs) {
        context.piggyback.received(exchange.task.cluster(), exchange.task.assigned(), octets, from, to, binary, nowNs);
    }

    /** More of the body. */
    private void relay(ByteBuf in, NodeConnection wire, long nowNs) {
        int from = in.readerIndex();
        in.readerIndex(body.follow(in, from, in.writerIndex(), strip));
        exchange.timing.bytesOut += body.passEnd() - from;
        exchange.cached.body(in, from, body.passEnd());
        boolean trailer = trailerFollows();
        Sent sent = exchange.writer().body(in, from, body.passEnd(), body.done() && !trailer);
        if (body.refused()) {
            exchange.node.abandon(Outcome.FAILED);
            exchange.end.cutOff(BrokenOff.NODE);
            return;
        }
        afterWrite(trailer ? sendTrailer(sent) : sent, in, wire, nowNs);
    }

    private void afterWrite(Sent sent, ByteBuf in, NodeConnection wire, long nowNs) {
        if (sent == Sent.FAILED) {
            exchange.node.abandon(Outcome.ABANDONED);
            exchange.end.cutOff(BrokenOff.CLIENT);
        } else if (body.done()) {
            finish(nodeKeeps && !in.isReadable(), nowNs);
        } else {
            hold(sent, wire);
            wire.expect(exchange.writer().room());
            exchange.touch(nowNs);
        }
    }

    private void hold(Sent sent, NodeConnection wire) {
        if (sent == Sent.BACKLOG && !blocked) {
            blocked = true;
            wire.pause();
        }
    }

    void clientDrained(NodeConnection wire) {
        if (blocked) {
            blocked = false;
            wire.expect(exchange.writer().room());
            wire.resume();
        }
    }

    private void finish(boolean reusable, long nowNs) {
        exchange.cached.whole(body.trailer().length() > EMPTY_LINE);
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
        } else if (started && how == Loss.ENDED && body.framing() == Framing.CLOSE) {
            exchange.writer().end(body.trailer());
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
