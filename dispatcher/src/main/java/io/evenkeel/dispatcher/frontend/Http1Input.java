// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.exchange.ListenerRules;
import io.evenkeel.dispatcher.exchange.LoopContext;
import io.evenkeel.dispatcher.exchange.head.HeldMemory;
import io.evenkeel.dispatcher.http.Method;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http2.frame.Preface;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The octets that a client sends on a connection of HTTP/1: finds request after request in them, keeps what cannot be
 * used yet, and decides whether the client is read.
 *
 * <p>One request is worked on at a time; what a pipelining client sends meanwhile waits, up to one read, and then the
 * client is not read any more. Threads: the connection's loop.
 */
final class Http1Input implements HeldMemory.Sender {

    /** Octets of further requests that may wait before the client is no longer read. */
    private static final int MOST_WAITING = 16 * 1024;

    /** The beginning of a request whose answer has no body. */
    private static final byte[] HEAD = Octets.ascii("HEAD ");

    private final Http1Connection owner;
    private final Connection connection;
    private final LoopContext context;
    private final Waiting waiting = new Waiting();
    private final HeadSearch search = new HeadSearch();
    /** True while an exchange is called from here, so that what follows is done when it returns. */
    private boolean inside;

    private boolean bodyHeld;
    private boolean ended;

    Http1Input(Http1Connection owner, Connection connection, LoopContext context) {
        this.owner = owner;
        this.connection = connection;
        this.context = context;
    }

    /** True inside a head. */
    boolean inHead() {
        return search.begun();
    }

    /** True when octets wait that were not used yet. */
    boolean waits() {
        return !waiting.none();
    }

    /** True once the client has said that it sends no more. */
    boolean ended() {
        return ended;
    }

    void end() {
        ended = true;
    }

    /** Takes octets that came between two requests, or inside a head. */
    void received(ByteBuf bytes) {
        look(waiting.join(bytes), bytes);
    }

    /** Takes octets that came while a request is worked on: more of its body, and what is behind it. */
    void receivedDuringExchange(ByteBuf bytes) {
        if (owner.exchange().wantsBody()) {
            inside = true;
            owner.exchange().bodyBytes(bytes, context.loop().nowNs());
            inside = false;
        }
        keepRest(bytes, false);
        if (waits()) {
            next();
        }
    }

    /** Takes on the requests in a buffer for as long as they are whole and answered at once. */
    private void requests(ByteBuf in, long nowNs) {
        while (owner.phase() == Http1Phase.HEAD && connection.writable()) {
            ListenerRules rules = owner.rules();
            int end = search.read(in, context, rules.limits(), nowNs);
            if (end == HeadSearch.NOTHING) {
                return;
            }
            if (end == RequestHead.INCOMPLETE) {
                owner.awaitHead(search.firstNs(), nowNs);
                return;
            }
            if (end == RequestHead.REFUSED && owner.mayBeHttp2(in)) {
                if (in.readableBytes() < Preface.LENGTH) {
                    owner.awaitHead(search.firstNs(), nowNs);
                    return;
                }
                waiting.headOver(HeldMemory.heads(context.loop()));
                owner.toHttp2(in);
                return;
            }
            waiting.headOver(HeldMemory.heads(context.loop()));
            RequestHead head = context.requestHead();
            inside = true;
            if (end == RequestHead.REFUSED) {
                in.skipBytes(in.readableBytes());
                owner.refuse(head.refusal(), head.method() == Method.HEAD, search.over(), nowNs);
            } else {
                in.skipBytes(end);
                owner.start(head, rules, in, end, search.over(), nowNs);
            }
            inside = false;
        }
    }

    /** Gives up the head that has not come whole. */
    void refuseHead(Refusal why) {
        owner.refuse(
                why, waiting.beginsWith(HEAD), search.over(), context.loop().nowNs());
    }

    /** Others need the memory of the head that has not come whole. */
    @Override
    public void giveUp() {
        waiting.headOver(HeldMemory.heads(context.loop()));
        if (owner.phase() == Http1Phase.HEAD) {
            refuseHead(Refusal.HEADS_FULL);
        }
    }

    /** The answer to the last request was handed over, and the connection is free for the next one. */
    void goOn() {
        if (inside) {
            return;
        }
        if (waits()) {
            connection.loop().execute(this::next);
        } else {
            rest();
        }
    }

    /** Goes on with what waits from before, if it is time for another request. */
    void next() {
        ByteBuf in = owner.phase() == Http1Phase.HEAD ? waiting.take() : null;
        if (in == null) {
            return;
        }
        try {
            look(in, null);
        } catch (RuntimeException | OutOfMemoryError e) {
            context.loop().events().exchange().error("a request that waited behind another one failed", e);
            connection.close();
        }
    }

    @SuppressWarnings("ReferenceEquality") // the very buffer that was lent, or one of our own
    private void look(ByteBuf in, @Nullable ByteBuf lent) {
        requests(in, context.loop().nowNs());
        keepRest(in, in != lent);
        rest();
    }

    /** Waits for more, unless the connection has served its time. */
    private void rest() {
        pace();
        if (owner.phase() != Http1Phase.HEAD) {
            return;
        }
        if (ended && (connection.writable() || !waits())) {
            connection.closeWhenSent();
        } else if (owner.isDraining() && !waits()) {
            owner.awaitLast();
        }
    }

    /**
     * Keeps what was not consumed.
     *
     * @param own true when the buffer is our own, which is given away here
     */
    private void keepRest(ByteBuf in, boolean own) {
        Http1Phase phase = owner.phase();
        if (!in.isReadable() || (phase != Http1Phase.HEAD && phase != Http1Phase.EXCHANGE)) {
            if (own) {
                in.release();
            }
            return;
        }
        waiting.keep(in, own, context);
        if (phase == Http1Phase.HEAD && search.begun()) {
            waiting.countAsHead(
                    HeldMemory.heads(context.loop()), this, context.loop().nowNs());
        }
        pace();
    }

    /** Takes no octets because the node cannot take them, or takes them again. */
    void holdBody(boolean hold) {
        bodyHeld = hold;
        pace();
    }

    /** The exchange is over: nothing of its body is held any more. */
    void bodyOver() {
        bodyHeld = false;
    }

    /** Reads the client or does not, by what waits already. */
    private void pace() {
        Http1Phase phase = owner.phase();
        boolean stuck = phase == Http1Phase.EXCHANGE || !connection.writable();
        boolean full = stuck && waiting.length() > MOST_WAITING;
        if (bodyHeld || full) {
            connection.pause();
        } else if (phase != Http1Phase.OVER) {
            connection.resume();
        }
    }

    /** The octets that wait, the caller's from now on; null when nothing does. */
    @Nullable
    ByteBuf take() {
        return waiting.take();
    }

    /** Drops what waits. */
    void drop() {
        waiting.drop(HeldMemory.heads(context.loop()));
    }
}
