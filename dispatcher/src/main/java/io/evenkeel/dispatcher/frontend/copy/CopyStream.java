// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.copy;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.engine.timer.Timeout;
import io.evenkeel.dispatcher.exchange.Exchange;
import io.evenkeel.dispatcher.exchange.ListenerRules;
import io.evenkeel.dispatcher.exchange.LoopContext;
import io.evenkeel.dispatcher.exchange.cache.Refresh;
import io.evenkeel.dispatcher.exchange.client.AnswerWriter;
import io.evenkeel.dispatcher.exchange.client.ClientStream;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.evenkeel.dispatcher.task.ClientKey;
import io.evenkeel.dispatcher.task.Home;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A client that asks for a copy of a request, or for what the cache wants, and throws the answer away. It leaves an
 * answer that is longer than it was told, and one that is not whole in time, whatever has come of it: nobody else is
 * there to leave a stream of events, or a node that sends an octet now and then. Threads: the loop's.
 */
final class CopyStream implements ClientStream, AnswerWriter {

    private static final int SHORTEST_HEAD = 16;

    private final LoopContext context;
    private final HeadBuffer head;
    private final HeadBuffer body;
    private final Runnable whenOver;
    private final Origin origin;
    private final Home home;
    private final Exchange exchange;
    private final Timeout timeout;
    private final Timeout end;
    private final long mostOctets;
    private final long mostNs;
    private long octets;
    private boolean isOver;

    /**
     * @param mostOctets the longest body of an answer that is taken, with the heads of interim answers before it
     * @param mostNs the longest time from the beginning to the whole answer
     */
    @SuppressWarnings("ThisEscapedInObjectConstruction") // the exchange only keeps the reference
    CopyStream(
            LoopContext context,
            HeadBuffer head,
            HeadBuffer body,
            Origin of,
            long mostOctets,
            long mostNs,
            Runnable whenOver) {
        this.mostOctets = mostOctets;
        this.mostNs = mostNs;
        this.context = context;
        this.head = head;
        this.body = body;
        this.whenOver = whenOver;
        InetSocketAddress client = of.client();
        this.origin = new Origin(client, new Origin.OwnAddress(Copies.forward(), client, false), true);
        this.home = new Home(context.loop(), ClientKey.of(client.getAddress()));
        this.exchange = context.takeExchange(this, home);
        this.timeout = context.loop().timers().timeout(exchange::timedOut);
        this.end = context.loop().timers().timeout(this::leave);
    }

    /**
     * Begins; false, and it is over, when the head cannot be read. When it throws, the caller has to count it as over.
     *
     * @param refresh the order of the cache that it is for, which is taken over in any case; null for a copy
     */
    boolean begin(ListenerRules rules, @Nullable Refresh refresh) {
        if (refresh != null) {
            exchange.refreshes(refresh);
        }
        try {
            RequestHead read = context.requestHead();
            int length = read.read(head.octets(), 0, head.length(), RequestLimits.NONE);
            if (length != head.length()) {
                exchange.failedToBegin();
                over();
                return false;
            }
            ByteBuf in = Unpooled.wrappedBuffer(body.octets(), 0, body.length());
            long nowNs = context.loop().nowNs();
            end.arm(nowNs + mostNs);
            exchange.start(read, rules, in, length, nowNs, nowNs);
            return true;
        } catch (RuntimeException | OutOfMemoryError e) {
            isOver = true;
            try {
                exchange.failedToBegin();
            } finally {
                giveBack();
            }
            throw e;
        }
    }

    private void leave() {
        exchange.clientGone();
        over();
    }

    private void over() {
        if (isOver) {
            return;
        }
        isOver = true;
        giveBack();
        whenOver.run();
    }

    private void giveBack() {
        timeout.remove();
        end.remove();
        context.giveExchange(exchange);
        home.unbind();
    }

    @Override
    public boolean isLogged() {
        return false;
    }

    @Override
    public AnswerWriter answer() {
        return this;
    }

    @Override
    public Origin origin() {
        return origin;
    }

    @Override
    public String version() {
        return "HTTP/1.1";
    }

    @Override
    public boolean sendsPayload() {
        return false;
    }

    @Override
    public void holdBody() {}

    @Override
    public void letBody() {}

    @Override
    public void refused(Refusal why) {}

    @Override
    public void deadline(long atNs) {
        timeout.arm(atNs);
    }

    @Override
    public HandedOver handOver() {
        throw new IllegalStateException("a copy does not leave HTTP");
    }

    @Override
    public void handedOverClosed() {}

    @Override
    public void ended(boolean unread) {
        over();
    }

    @Override
    public void cutOff() {
        over();
    }

    @Override
    public boolean wantsData() {
        return true;
    }

    @Override
    public void hides(FieldNames names) {}

    @Override
    public Sent interim(ResponseHead head) {
        int last = head.fields() - 1;
        octets += SHORTEST_HEAD + (last < 0 ? 0 : head.valueEnd(last));
        return octets > mostOctets ? Sent.FAILED : Sent.ALL;
    }

    @Override
    public boolean takes(ResponseHead head) {
        return true;
    }

    @Override
    public Sent upgraded(ResponseHead head) {
        return Sent.ALL;
    }

    @Override
    public Sent head(ResponseHead head, boolean requestWhole, ByteBuf in, int from, int to, boolean ends) {
        return body(in, from, to, ends);
    }

    @Override
    public int headLength() {
        return 0;
    }

    @Override
    public Sent body(ByteBuf in, int from, int to, boolean ends) {
        octets += to - from;
        return !ends && octets > mostOctets ? Sent.FAILED : Sent.ALL;
    }

    @Override
    public Sent end(HeadBuffer trailer) {
        return Sent.ALL;
    }

    @Override
    public int own(int status, boolean requestWhole, Page page) {
        return 0;
    }

    @Override
    public int room() {
        return UNLIMITED;
    }

    @Override
    public long sinceSentNs() {
        return 0;
    }
}
