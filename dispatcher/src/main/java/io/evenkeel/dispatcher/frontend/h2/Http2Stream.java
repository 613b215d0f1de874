// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.timer.Timeout;
import io.evenkeel.dispatcher.exchange.Exchange;
import io.evenkeel.dispatcher.exchange.ListenerRules;
import io.evenkeel.dispatcher.exchange.client.ClientStream;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.head.WebSocketKey;
import io.evenkeel.dispatcher.http2.link.BodyOwner;
import io.netty.buffer.ByteBuf;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One stream of a client: a request, its answer, and the exchange between them. When it is over, the object serves
 * another stream, of any connection of its loop. Threads: the loop.
 */
final class Http2Stream implements ClientStream, BodyOwner, Runnable {

    private final Timeout timer;
    private final StreamAnswer answer;
    private final StreamInput input;
    private @Nullable Http2Connection connection;
    private int id;
    private @Nullable Exchange exchange;
    private boolean callsGrpc;
    private @Nullable WebSocketKey webSocketKey;
    private @Nullable StreamConnection tunnel;
    private FieldNames hidden = FieldNames.NONE;
    /** The error with which the stream ends, instead of an answer. */
    private @Nullable ErrorCode error;

    @SuppressWarnings("ThisEscapedInObjectConstruction") // parts of this object, which only keep the reference
    Http2Stream(Loop loop) {
        this.timer = loop.timers().timeout(this);
        this.answer = new StreamAnswer(this);
        this.input = new StreamInput(this, loop);
    }

    /**
     * Begins a stream.
     *
     * @param newId 0 for what ends a connection and is not a request
     * @param ends true when the client sends nothing behind the head
     */
    void begin(Http2Connection newConnection, int newId, boolean ends, long nowNs) {
        connection = newConnection;
        id = newId;
        error = null;
        callsGrpc = false;
        webSocketKey = null;
        answer.begin(newConnection, newId, nowNs);
        input.begin(ends);
    }

    /**
     * Takes on a request whose head the context has read.
     *
     * @param in nothing is readable in it, and what is in front may be overwritten
     */
    void start(RequestHead head, ListenerRules rules, ByteBuf in, int headLength, long firstNs, long nowNs) {
        hidden = rules.hidden();
        connection().meter().requestedByHttp2();
        if (webSocketKey != null) {
            input.holdAll();
        }
        exchange().start(head, rules, in, headLength, firstNs, nowNs);
    }

    /**
     * Answers fields that are not a request.
     *
     * @param how the error to end the stream with instead of an answer; null to answer
     * @param toHead true when it began as a HEAD request
     */
    void refuse(Refusal why, @Nullable ErrorCode how, boolean toHead, ListenerRules rules, long firstNs, long nowNs) {
        error = how;
        hidden = rules.hidden();
        exchange().refuseHead(why, toHead, rules, firstNs, nowNs);
    }

    private Exchange exchange() {
        Exchange mine = exchange;
        if (mine == null) {
            mine = connection().context().takeExchange(this, connection().home());
            exchange = mine;
        }
        return mine;
    }

    /** The exchange; null when it is over, or has not begun. */
    @Nullable
    Exchange exchangeOrNull() {
        return exchange;
    }

    /** The number of the stream; 0 when it is over. */
    int id() {
        return id;
    }

    Http2Connection connection() {
        return Objects.requireNonNull(connection, "the stream is over");
    }

    /** True when the stream ends, or has ended, with an error in place of an answer. */
    boolean isReset() {
        return error != null || id == 0;
    }

    /** Sets if the request is a call of gRPC, whose client understands no page. */
    void callsGrpc(boolean calls) {
        callsGrpc = calls;
    }

    /** True for a call of gRPC. */
    boolean callsGrpc() {
        return callsGrpc;
    }

    /** Sets the key of the WebSocket that the request opens; null for all other requests. */
    void webSocketKey(@Nullable WebSocketKey key) {
        webSocketKey = key;
    }

    /** The key of the WebSocket that the request opens; null for all other requests. */
    @Nullable
    WebSocketKey webSocketKey() {
        return webSocketKey;
    }

    /** The stream as the client's side of a tunnel; null while it carries a request. */
    @Nullable
    StreamConnection tunnel() {
        return tunnel;
    }

    /** Hides other fields of nodes from the client. */
    void hides(FieldNames names) {
        hidden = names;
    }

    /** Fields that never reach the client. */
    FieldNames hidden() {
        return hidden;
    }

    /** The request's body. */
    StreamInput input() {
        return input;
    }

    @Override
    public StreamAnswer answer() {
        return answer;
    }

    /** The client broke the rules of the protocol on the stream, or has reset it: nobody waits for an answer. */
    void gone(@Nullable Refusal why) {
        Exchange mine = exchange;
        if (mine != null) {
            if (why == null) {
                mine.clientGone();
            } else {
                mine.clientBroke(why);
            }
            leaveExchange();
        }
    }

    /** Ends for want of memory: nobody will get the answer, for which the client is not blamed. */
    void givenUp(Refusal why) {
        Exchange mine = exchange;
        if (mine != null) {
            mine.givenUp(why);
            leaveExchange();
        }
    }

    private void leaveExchange() {
        if (tunnel == null) {
            giveExchange();
        } else {
            tunnel.broken();
        }
    }

    /** The client sends no more on any stream, and has not said that it sends no more on this one. */
    void inputCut() {
        if (tunnel != null) {
            tunnel.reset();
        } else if (webSocketKey != null) {
            gone(null);
            connection().streams().reset(this, ErrorCode.CANCEL);
        } else if (exchange != null) {
            exchange.inputEnded();
        }
    }

    /**
     * Gives up what the stream has; the object may serve another one then, unless it is the side of a tunnel, of which
     * the exchange still has to hear.
     */
    void close() {
        id = 0;
        timer.disarm();
        answer.out().leave();
        input.drop();
        if (tunnel == null) {
            connection = null;
            answer.out().forget();
        }
    }

    @Override
    public Origin origin() {
        return connection().origin();
    }

    @Override
    public String version() {
        return "HTTP/2.0";
    }

    @Override
    public boolean sendsPayload() {
        return true;
    }

    @Override
    public void holdBody() {
        input.hold();
    }

    @Override
    public void letBody() {
        input.let();
    }

    @Override
    public void refused(Refusal why) {
        connection().meter().refused(why.reason());
        if (why == Refusal.BAD_LENGTH) {
            error = ErrorCode.PROTOCOL_ERROR;
        }
    }

    @Override
    public void deadline(long atNs) {
        timer.arm(atNs);
    }

    @Override
    public HandedOver handOver() {
        timer.disarm();
        StreamConnection made = new StreamConnection(this, connection());
        tunnel = made;
        return new HandedOver(made, null);
    }

    @Override
    public void handedOverClosed() {
        giveExchange();
    }

    private void giveExchange() {
        Exchange mine = exchange;
        if (mine != null) {
            exchange = null;
            connection().context().giveExchange(mine);
        }
    }

    @Override
    public void ended(boolean unread) {
        giveExchange();
        input.noMore();
        if (id == 0) {
            return;
        }
        if (error != null) {
            connection().streams().reset(this, error);
        } else if (answer.out().endSent()) {
            connection().streams().ended(this);
        } else {
            input.giveBack();
            patience();
        }
    }

    /** The rest of an answer whose exchange is over has been sent, or of a tunnel. */
    @Override
    public void endSent() {
        if (tunnel != null) {
            tunnel.sent();
        } else if (exchange == null) {
            connection().streams().ended(this);
        }
    }

    /** The client takes more of the answer. */
    @Override
    public void takesMore() {
        if (tunnel != null) {
            tunnel.drained();
        } else if (exchange != null) {
            exchange.clientDrained();
        }
    }

    @Override
    public void cutOff() {
        giveExchange();
        connection().streams().reset(this, error == null ? ErrorCode.INTERNAL_ERROR : error);
    }

    /** Waits for the client to take the rest of the answer. */
    private void patience() {
        Http2Connection mine = connection();
        timer.arm(mine.loop().nowNs() + mine.rules().bodyNs());
    }

    /** The moment of the timer has come. */
    @Override
    public void run() {
        if (exchange != null) {
            exchange.timedOut();
        } else if (id != 0) {
            if (answer.sinceSentNs() < connection().rules().bodyNs()) {
                patience();
            } else {
                connection().meter().refused(Refusal.H2_NO_WINDOW.reason());
                connection().streams().reset(this, ErrorCode.INTERNAL_ERROR);
            }
        }
    }
}
