// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.config.listener.ForwardSettings;
import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.engine.timer.Timeout;
import io.evenkeel.dispatcher.exchange.client.AnswerWriter;
import io.evenkeel.dispatcher.exchange.client.ClientStream;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.http.body.RequestBody;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.evenkeel.dispatcher.task.Home;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A client's stream in memory that is not HTTP/1: bodies of requests are payload whose end it tells, and of answers it
 * takes the data alone. What it is told is written down as events.
 *
 * <p>Threads: the test's, which is that of the loop.
 */
final class PayloadStream implements ClientStream, AnswerWriter {

    private final LoopContext context;
    private final @Nullable ListenerRules rules;
    private final Origin origin;
    private final Timeout timeout;
    private final Deque<Runnable> toTell = new ArrayDeque<>();
    private final List<String> events = new ArrayList<>();
    private final StringBuilder data = new StringBuilder();
    private @Nullable Exchange exchange;
    private @Nullable Connection connection;
    private boolean held;
    private boolean full;
    private int room = UNLIMITED;
    private Runnable atEnd = () -> {};

    /** A stream that never begins a request. */
    PayloadStream(LoopContext context) {
        this(context, null);
    }

    PayloadStream(LoopContext context, @Nullable ListenerRules rules) {
        this.context = context;
        this.rules = rules;
        InetSocketAddress here = new InetSocketAddress(InetAddress.getLoopbackAddress(), 80);
        this.origin = new Origin(here, new Origin.OwnAddress(ForwardSettings.DEFAULTS, here, false), false);
        this.timeout = context.loop().timers().timeout(() -> exchange().timedOut());
    }

    /** Begins a request, whose head is given as one of HTTP/1.1. */
    PayloadStream begins(String head) {
        byte[] octets = head.getBytes(StandardCharsets.US_ASCII);
        RequestHead read = context.requestHead();
        if (read.read(octets, 0, octets.length, RequestLimits.DEFAULTS) != octets.length) {
            throw new IllegalArgumentException(head);
        }
        exchange = context.takeExchange(this, new Home(context.loop(), 1));
        long nowNs = context.loop().nowNs();
        exchange().start(read, rules(), Unpooled.EMPTY_BUFFER, octets.length, nowNs, nowNs);
        return this;
    }

    private ListenerRules rules() {
        if (rules == null) {
            throw new IllegalStateException("a stream without rules");
        }
        return rules;
    }

    /** The exchange that serves the stream. */
    Exchange exchange() {
        if (exchange == null) {
            throw new IllegalStateException("no request was begun");
        }
        return exchange;
    }

    /** Sends payload. */
    PayloadStream sends(String payload) {
        return tell(payload, false);
    }

    /** Sends payload that ends the body. */
    PayloadStream sendsLast(String payload) {
        return tell(payload, true);
    }

    /** Ends the body. */
    PayloadStream ends() {
        toTell.add(() -> exchange().bodyEnded(context.loop().nowNs()));
        tellSoon();
        return this;
    }

    private PayloadStream tell(String payload, boolean ends) {
        toTell.add(() -> exchange().payload(piece(payload), ends, context.loop().nowNs()));
        tellSoon();
        return this;
    }

    /** Octets with as much room in front as the exchange was promised, and no more. */
    private static ByteBuf piece(String payload) {
        byte[] octets = payload.getBytes(StandardCharsets.ISO_8859_1);
        int at = RequestBody.PAYLOAD_ROOM;
        return Unpooled.buffer(at + octets.length).setIndex(at, at).writeBytes(octets);
    }

    private void tellSoon() {
        context.loop().execute(() -> {
            while (!held && !toTell.isEmpty() && exchange != null && exchange.wantsBody()) {
                toTell.remove().run();
            }
        });
    }

    /** Wants the answer no more. Returns true when the exchange may serve another stream. */
    boolean resets() {
        exchange().clientGone();
        return over();
    }

    private boolean over() {
        timeout.disarm();
        toTell.clear();
        Exchange mine = exchange();
        exchange = null;
        return context.giveExchange(mine);
    }

    /** Takes no more of the answer than was just given, until {@link #drains}. */
    void fills() {
        full = true;
    }

    /** Takes more of the answer. */
    void drains() {
        full = false;
        exchange().clientDrained();
    }

    /** Sets the room from now on. */
    void room(int octets) {
        room = octets;
    }

    /** Sets the connection that a tunnel gets. */
    void carriedBy(Connection carrier) {
        connection = carrier;
    }

    /** Does something when the exchange has told its end. */
    void atEnd(Runnable action) {
        atEnd = action;
    }

    /** True while the exchange takes no more of the body. */
    boolean isHeldBack() {
        return held;
    }

    /** Heads, ends and all else but data, in order. */
    List<String> events() {
        return events;
    }

    /** The data of the answers. */
    String data() {
        return data.toString();
    }

    private Sent sent() {
        return full ? Sent.BACKLOG : Sent.ALL;
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
        return "HTTP/2.0";
    }

    @Override
    public boolean sendsPayload() {
        return true;
    }

    @Override
    public void holdBody() {
        held = true;
    }

    @Override
    public void letBody() {
        held = false;
        tellSoon();
    }

    @Override
    public void refused(Refusal why) {
        events.add("refused " + why.reason());
    }

    @Override
    public void deadline(long atNs) {
        timeout.arm(atNs);
    }

    @Override
    public HandedOver handOver() {
        timeout.disarm();
        if (connection == null) {
            throw new IllegalStateException("nothing carries a tunnel");
        }
        return new HandedOver(connection, null);
    }

    @Override
    public void handedOverClosed() {
        events.add("tunnel over");
        over();
    }

    @Override
    public void ended(boolean unread) {
        events.add(unread ? "over, unread" : "over");
        over();
        atEnd.run();
    }

    @Override
    public void cutOff() {
        events.add("cut");
        over();
    }

    @Override
    public void hides(FieldNames names) {
        // nothing is written by name here
    }

    @Override
    public boolean wantsData() {
        return true;
    }

    @Override
    public Sent interim(ResponseHead head) {
        events.add("interim " + head.status());
        return sent();
    }

    @Override
    public boolean takes(ResponseHead head) {
        return true;
    }

    @Override
    public Sent upgraded(ResponseHead head) {
        events.add("upgraded");
        return Sent.ALL;
    }

    @Override
    public Sent head(ResponseHead head, boolean requestWhole, ByteBuf in, int from, int to, boolean ends) {
        events.add("head " + head.status());
        return body(in, from, to, ends);
    }

    @Override
    public int headLength() {
        return 0;
    }

    @Override
    public Sent body(ByteBuf in, int from, int to, boolean ends) {
        data.append(in.toString(from, to - from, StandardCharsets.ISO_8859_1));
        if (ends) {
            events.add("end");
        }
        return sent();
    }

    @Override
    public Sent end(HeadBuffer trailer) {
        String lines = new String(trailer.octets(), 0, trailer.length(), StandardCharsets.ISO_8859_1);
        events.add(("end " + lines.strip()).strip());
        return sent();
    }

    @Override
    public int own(int status, boolean requestWhole, Page page) {
        events.add("own " + status);
        return page.message(false).length;
    }

    @Override
    public int room() {
        return room;
    }

    @Override
    public long sinceSentNs() {
        return Long.MAX_VALUE;
    }
}
