// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.exchange.LoopContext;
import io.evenkeel.dispatcher.exchange.client.AnswerWriter;
import io.evenkeel.dispatcher.http.Framing;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.http.ResponseWriter.Persistence;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * Answers in HTTP/1 on one client connection, one after another, and whether the connection outlives them.
 *
 * <p>The new head is put in front of the body octets that came with the old one, so that both leave in one write and
 * the body never moves. Chunks pass as they are; a client of HTTP/1.0 gets their data alone, and the end of the
 * connection tells it the end. Threads: the connection's loop.
 */
final class Http1Answer implements AnswerWriter {

    private final Connection connection;
    private final LoopContext context;
    private FieldNames hidden = FieldNames.NONE;
    private int headLength;
    /** True when the client knows interim answers and the chunked coding. */
    private boolean http11;

    /** True when the client wants its connection kept, and nothing here speaks against it. */
    private boolean mayKeep;

    private boolean kept;
    private boolean endsWithConnection;

    Http1Answer(Connection connection, LoopContext context) {
        this.connection = connection;
        this.context = context;
    }

    /**
     * Begins to wait for the answer to a request.
     *
     * @param last true when no further request is taken on the connection
     * @param newHidden fields that never reach a client
     */
    void begin(RequestHead request, boolean last, FieldNames newHidden) {
        begin(request.minorVersion() > 0, request.keepsAlive() && !last, newHidden);
    }

    @Override
    public void hides(FieldNames names) {
        hidden = names;
    }

    /** No further request is taken on the connection: an answer that has not begun says so. */
    void last() {
        mayKeep = false;
    }

    /** Begins to wait for the answer to octets that are not a request; the connection ends with it. */
    void beginNone() {
        begin(false, false, FieldNames.NONE);
    }

    private void begin(boolean newHttp11, boolean newMayKeep, FieldNames newHidden) {
        http11 = newHttp11;
        mayKeep = newMayKeep;
        hidden = newHidden;
        kept = false;
        endsWithConnection = false;
    }

    /** The client's version of HTTP/1. */
    String version() {
        return http11 ? "HTTP/1.1" : "HTTP/1.0";
    }

    /** True when the client expects the connection to stay open after the answer that was written. */
    boolean kept() {
        return kept;
    }

    /** True when the client would take the end of the connection for the end of the answer under way. */
    boolean endsWithConnection() {
        return endsWithConnection;
    }

    @Override
    public boolean wantsData() {
        return !http11;
    }

    @Override
    public Sent interim(ResponseHead head) {
        return http11 ? lone(head, Persistence.KEPT) : Sent.ALL;
    }

    /** Takes all: the client sees what the node says. */
    @Override
    public boolean takes(ResponseHead head) {
        return true;
    }

    @Override
    public Sent upgraded(ResponseHead head) {
        return lone(head, Persistence.UPGRADED);
    }

    private Sent lone(ResponseHead head, Persistence persistence) {
        HeadBuffer out = context.answerHead();
        context.responseWriter().write(head, persistence, true, hidden, out);
        headLength = out.length();
        return write(out);
    }

    private Sent write(HeadBuffer octets) {
        return connection.write(Unpooled.wrappedBuffer(octets.octets(), 0, octets.length()));
    }

    @Override
    public Sent head(ResponseHead head, boolean requestWhole, ByteBuf in, int from, int to, boolean ends) {
        HeadBuffer out = written(head, requestWhole);
        int at = from - out.length();
        if (at >= 0) {
            in.setBytes(at, out.octets(), 0, out.length());
            return connection.write(in, at, to - at);
        }
        return headBefore(out, in, from, to);
    }

    @Override
    public boolean takesShared() {
        return connection.gathers();
    }

    @Override
    public Sent headBefore(ResponseHead head, boolean requestWhole, ByteBuf shared, int from, int to) {
        return headBefore(written(head, requestWhole), shared, from, to);
    }

    private Sent headBefore(HeadBuffer out, ByteBuf in, int from, int to) {
        ByteBuf lines = context.allocate(out.length());
        try {
            lines.writeBytes(out.octets(), 0, out.length());
            return connection.write(lines, 0, out.length(), in, from, to - from);
        } finally {
            lines.release();
        }
    }

    private HeadBuffer written(ResponseHead head, boolean requestWhole) {
        endsWithConnection = head.framing() == Framing.CLOSE || (head.framing() == Framing.CHUNKED && !http11);
        kept = mayKeep && requestWhole && !endsWithConnection;
        Persistence persistence = !kept ? Persistence.CLOSED : http11 ? Persistence.KEPT : Persistence.KEPT_AND_SAID;
        HeadBuffer out = context.answerHead();
        context.responseWriter().write(head, persistence, http11, hidden, out);
        headLength = out.length();
        return out;
    }

    @Override
    public int headLength() {
        return headLength;
    }

    @Override
    public Sent body(ByteBuf in, int from, int to, boolean ends) {
        return connection.write(in, from, to - from);
    }

    @Override
    public Sent end(HeadBuffer trailer) {
        return http11 && trailer.length() > 0 ? write(trailer) : Sent.ALL;
    }

    /** A client of HTTP/1.0 would have to be told that its connection stays open, which these answers do not. */
    @Override
    public int own(int status, boolean requestWhole, Page page) {
        kept = mayKeep && http11 && requestWhole && status != 400 && status != 413;
        byte[] message = page.message(!kept);
        connection.write(Unpooled.wrappedBuffer(message));
        return message.length;
    }

    /** Unlimited: the connection takes one read more, and says by BACKLOG that it has enough. */
    @Override
    public int room() {
        return UNLIMITED;
    }

    @Override
    public long sinceSentNs() {
        return connection.sinceSentNs();
    }
}
