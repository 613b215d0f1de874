// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.exchange.Exchange;
import io.evenkeel.dispatcher.exchange.ListenerRules;
import io.evenkeel.dispatcher.exchange.LoopContext;
import io.evenkeel.dispatcher.exchange.client.AnswerWriter;
import io.evenkeel.dispatcher.exchange.client.ClientStream;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http2.frame.Preface;
import io.evenkeel.dispatcher.listener.OpenClient;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.task.ClientKey;
import io.evenkeel.dispatcher.task.Home;
import io.netty.buffer.ByteBuf;

/**
 * One connection of a client that speaks HTTP/1: finds request after request in its octets and answers them in order,
 * so that it is one stream after another.
 *
 * <p>Between requests it is this object with its input, its {@link Origin}, its {@link Home}, its answers and its
 * timer, without an exchange. Threads: its loop.
 */
final class Http1Connection extends OpenClient implements ConnectionHandler, ClientStream, Runnable {

    private final HttpListener listener;
    private final Origin origin;
    private final Home home;
    private final Connection connection;
    private final LoopContext context;
    private final ClientTimer timer;
    private final Http1Answer answer;
    private final Http1Input input;
    private final Http1End end;
    private final CurrentExchange current;
    private Http1Phase phase = Http1Phase.HEAD;
    private boolean draining;
    private boolean begun;

    Http1Connection(HttpListener listener, Connection connection, LoopContext context, Origin origin) {
        this.listener = listener;
        this.origin = origin;
        this.home = new Home(context.loop(), ClientKey.of(origin.client().getAddress()));
        this.connection = connection;
        this.context = context;
        this.timer = new ClientTimer(connection, this);
        this.answer = new Http1Answer(connection, context);
        this.input = new Http1Input(this, connection, context);
        this.end = new Http1End(connection, timer);
        this.current = new CurrentExchange(context);
    }

    @Override
    public void opened(Connection opened) {
        ListenerRules rules = listener.rules();
        timer.arm(context.loop().nowNs() + Math.min(rules.headNs(), rules.idleNs()));
    }

    @Override
    public void received(ByteBuf bytes) {
        switch (phase) {
            case HEAD -> input.received(bytes);
            case EXCHANGE -> input.receivedDuringExchange(bytes);
            case LINGER -> end.lingers(bytes.readableBytes());
            case OVER -> {}
        }
    }

    /** Takes on a request whose head the {@link LoopContext} has read. */
    void start(RequestHead head, ListenerRules rules, ByteBuf in, int headLength, long firstNs, long nowNs) {
        phase = Http1Phase.EXCHANGE;
        begun = true;
        listener.meter(context.loop()).requestedByHttp1();
        answer.begin(head, draining || listener.draining(), rules.hidden());
        exchange().start(head, rules, in, headLength, firstNs, nowNs);
    }

    /**
     * Finds out whether octets that are not a request of HTTP/1 are the beginning of HTTP/2, which is spoken here.
     */
    boolean mayBeHttp2(ByteBuf in) {
        return !begun && rules().http2() && Preface.begins(in, in.readerIndex(), in.writerIndex());
    }

    /** Gives the connection away to HTTP/2, with its preface. */
    void toHttp2(ByteBuf preface) {
        phase = Http1Phase.OVER;
        timer.remove();
        listener.toHttp2(this, origin, home, preface);
        preface.skipBytes(preface.readableBytes());
    }

    /**
     * Answers octets that are not a request.
     *
     * @param toHead true when it began as a HEAD request
     */
    void refuse(Refusal why, boolean toHead, long firstNs, long nowNs) {
        phase = Http1Phase.EXCHANGE;
        answer.beginNone();
        exchange().refuseHead(why, toHead, rules(), firstNs, nowNs);
    }

    /** A head has begun, and the rest of it is awaited. */
    void awaitHead(long firstNs, long nowNs) {
        timer.arm(rules().headUntilNs(firstNs, nowNs));
    }

    ListenerRules rules() {
        return listener.rules();
    }

    Http1Phase phase() {
        return phase;
    }

    /** True when the connection is to end with the request that is worked on. */
    boolean isDraining() {
        return draining;
    }

    @Override
    public Connection connection() {
        return connection;
    }

    @Override
    public AnswerWriter answer() {
        return answer;
    }

    @Override
    public Origin origin() {
        return origin;
    }

    @Override
    public String version() {
        return answer.version();
    }

    @Override
    public boolean sendsPayload() {
        return false;
    }

    Exchange exchange() {
        return current.take(this, home);
    }

    @Override
    public void holdBody() {
        input.holdBody(true);
    }

    @Override
    public void letBody() {
        input.holdBody(false);
    }

    @Override
    public void refused(Refusal why) {
        listener.meter(context.loop()).refused(why.reason());
    }

    @Override
    public void deadline(long atNs) {
        timer.arm(atNs);
    }

    @Override
    public HandedOver handOver() {
        phase = Http1Phase.OVER;
        timer.remove();
        return new HandedOver(connection, input.take());
    }

    @Override
    public void handedOverClosed() {
        current.give();
        home.unbind();
        listener.forget(this);
    }

    @Override
    public void ended(boolean unread) {
        input.bodyOver();
        current.give();
        if (answer.kept()) {
            phase = Http1Phase.HEAD;
            timer.graceUntilSent(rules().idleNs(), rules().bodyNs());
            input.goOn();
        } else {
            finish(unread);
        }
    }

    /** Ends the connection in good order; a client that may still be sending must be able to read the answer first. */
    private void finish(boolean unread) {
        boolean mayBeSending = !input.ended() && (unread || input.waits());
        input.drop();
        phase = end.begin(mayBeSending, rules().bodyNs());
    }

    @Override
    public void cutOff() {
        phase = end.cut(answer.endsWithConnection(), rules().bodyNs());
    }

    @Override
    public void drained() {
        if (phase == Http1Phase.HEAD) {
            input.next();
        } else if (phase == Http1Phase.EXCHANGE) {
            exchange().clientDrained();
        }
    }

    @Override
    public void inputEnded() {
        input.end();
        if (phase == Http1Phase.HEAD && input.waits()) {
            input.next();
        } else if (phase == Http1Phase.EXCHANGE) {
            exchange().inputEnded();
        } else if (phase == Http1Phase.HEAD || phase == Http1Phase.LINGER) {
            connection.closeWhenSent();
        }
    }

    @Override
    public void outputFailed() {
        connection.close();
    }

    @Override
    public void resetWhilePaused() {
        connection.close();
    }

    @Override
    public void failed(Throwable cause) {
        connection.close();
    }

    @Override
    public void closed() {
        phase = Http1Phase.OVER;
        timer.remove();
        input.drop();
        current.clientGone();
        handedOverClosed();
    }

    /** The moment of the timer has come. */
    @Override
    public void run() {
        switch (phase) {
            case HEAD -> {
                if (input.inHead()) {
                    input.refuseHead(Refusal.HEAD_TIMEOUT);
                } else {
                    timer.closeUnlessSending(rules().bodyNs());
                }
            }
            case EXCHANGE -> exchange().timedOut();
            case LINGER, OVER -> timer.closeUnlessSending(rules().bodyNs());
        }
    }

    @Override
    public void leaveNode(Node node) {
        home.leave(node);
    }

    @Override
    public void drain() {
        draining = true;
        if (phase == Http1Phase.HEAD && !input.inHead()) {
            awaitLast();
        } else if (phase == Http1Phase.EXCHANGE && !input.waits()) {
            answer.last();
        }
    }

    /** Serves the request that may be on its way to this idle connection, and ends it if there is none. */
    void awaitLast() {
        if (!end.awaitsLast()) {
            finish(false);
        }
    }
}
