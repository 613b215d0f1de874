// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Takes reports of an event loop on the client connections of one listener and on requests that it refused itself.
 *
 * <p>Calls come from that loop alone; any thread may read.
 */
public final class ListenerMeter {

    private static final VarHandle ACCEPTED;
    private static final VarHandle CLOSED;
    private static final VarHandle HTTP1;
    private static final VarHandle HTTP2;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ACCEPTED = lookup.findVarHandle(ListenerMeter.class, "accepted", long.class);
            CLOSED = lookup.findVarHandle(ListenerMeter.class, "closed", long.class);
            HTTP1 = lookup.findVarHandle(ListenerMeter.class, "http1", long.class);
            HTTP2 = lookup.findVarHandle(ListenerMeter.class, "http2", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Reasons come from some dozens of constants; when there are more than this, the others are counted together. */
    private static final int MOST_REASONS = 128;

    private long accepted;
    private long closed;
    private long http1;
    private long http2;
    private final Map<String, LongAdder> refusals = new ConcurrentHashMap<>();

    private final LongAdder[] handshakes = {new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder()};
    private final LongAdder handshakesFailed = new LongAdder();

    ListenerMeter() {}

    /** A client connection was accepted. */
    public void accepted() {
        ACCEPTED.setOpaque(this, accepted + 1);
    }

    /** A client connection that was accepted is gone. */
    public void closed() {
        CLOSED.setOpaque(this, closed + 1);
    }

    /**
     * A request was answered by the dispatcher itself and never given to a node.
     *
     * @param reason one of a fixed set of short names, as the access log has it
     */
    public void refused(String reason) {
        LongAdder count = refusals.get(reason);
        if (count == null) {
            String name = refusals.size() < MOST_REASONS ? reason : "other";
            count = refusals.computeIfAbsent(name, absent -> new LongAdder());
        }
        count.increment();
    }

    /**
     * A TLS handshake has succeeded.
     *
     * @param tls13 false for TLS 1.2
     * @param resumed true when an earlier session was continued
     */
    public void shookHands(boolean tls13, boolean resumed) {
        handshakes[(tls13 ? 2 : 0) + (resumed ? 1 : 0)].increment();
    }

    /** A TLS handshake has failed; it is {@link #refused}, too. */
    public void handshakeFailed() {
        handshakesFailed.increment();
    }

    /** A request of HTTP/1 has come whose head was read. */
    public void requestedByHttp1() {
        HTTP1.setOpaque(this, http1 + 1);
    }

    /** A request of HTTP/2 has come whose head was read. */
    public void requestedByHttp2() {
        HTTP2.setOpaque(this, http2 + 1);
    }

    HandshakeCounts handshakes() {
        return new HandshakeCounts(
                handshakes[0].sum(),
                handshakes[1].sum(),
                handshakes[2].sum(),
                handshakes[3].sum(),
                handshakesFailed.sum());
    }

    long http1Count() {
        return (long) HTTP1.getOpaque(this);
    }

    long http2Count() {
        return (long) HTTP2.getOpaque(this);
    }

    long acceptedCount() {
        return (long) ACCEPTED.getOpaque(this);
    }

    long closedCount() {
        return (long) CLOSED.getOpaque(this);
    }

    void addRefusalsTo(Map<String, Long> sum) {
        refusals.forEach((reason, count) -> sum.merge(reason, count.sum(), Long::sum));
    }
}
