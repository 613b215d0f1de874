// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend.h2;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.http.FieldName;
import io.evenkeel.dispatcher.http.Framing;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.body.PayloadFramer;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.head.ResponseComposer;
import io.evenkeel.dispatcher.http2.head.TrailerLines;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import io.evenkeel.dispatcher.http2.link.BodyInput;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An answer on its way from the server: blocks of fields become heads and trailer sections of HTTP/1.1, DATA is framed
 * where it came in. While the user hears nothing, what comes waits here, and the stream's window is not given back, so
 * that at most the window waits, and heads of little more than one. Threads: the connection's loop.
 */
final class AnswerFlow extends BodyInput implements Runnable {

    /** Octets of heads that may wait when a further one comes: flow control does not count them. */
    private static final int MOST_HEADS = ServerFrames.HEAD;

    private final SharedStream stream;
    private final SharedConnection connection;
    private @Nullable PayloadFramer framer;
    /** Payload behind what waits, of which one chunk is made: a chunk for each small piece would be far longer. */
    private @Nullable ByteBuf pieces;

    /**
     * The head of an answer of no octets, as its length says; it waits for the end of the stream, because before that
     * nobody knows whether the answer is malformed, and the head would be a whole answer.
     */
    private @Nullable HeadBuffer wholeHead;

    /** Octets of heads that wait. */
    private int heads;

    private boolean begun;
    private boolean headCame;

    AnswerFlow(SharedStream stream, SharedConnection connection) {
        this.stream = stream;
        this.connection = connection;
    }

    /** True once any part of an answer came. */
    boolean begun() {
        return begun;
    }

    /** Takes a block of fields: an interim head, the head or the trailers. */
    void fields(FieldBlock fields, boolean ends) {
        if (stream.answerEnded()) {
            stream.malformed(ErrorCode.STREAM_CLOSED);
        } else if (heads > MOST_HEADS) {
            stream.malformed(ErrorCode.ENHANCE_YOUR_CALM);
        } else if (headCame) {
            trailers(fields, ends);
        } else {
            begun = true;
            head(fields, ends);
        }
    }

    private void head(FieldBlock fields, boolean ends) {
        ResponseComposer composer = connection.scratch().composer;
        HeadBuffer head = connection.scratch().answer;
        boolean toHead = stream.request().toHead();
        if (composer.compose(fields, ends, toHead, head) != null) {
            stream.malformed(ErrorCode.PROTOCOL_ERROR);
            return;
        }
        if (composer.status() >= 200) {
            headCame = true;
            start(composer, toHead);
        }
        if (ends) {
            stream.answerEnds();
            tell(head);
            stream.answerTold();
        } else if (headCame && composer.contentLength() == 0 && hasContent(composer.status(), toHead)) {
            HeadBuffer whole = new HeadBuffer(head.length());
            whole.add(head.octets(), 0, head.length());
            wholeHead = whole;
        } else if (headCame && framer != null && !mustWait()) {
            connection.waitingHead().waits(this);
        } else {
            tell(head);
        }
    }

    private void start(ResponseComposer composer, boolean toHead) {
        long length = composer.contentLength();
        if (length == 0 || !hasContent(composer.status(), toHead)) {
            return;
        }
        PayloadFramer made = new PayloadFramer();
        made.start(length == ResponseComposer.NO_LENGTH ? Framing.CHUNKED : Framing.LENGTH, length);
        framer = made;
    }

    private static boolean hasContent(int status, boolean toHead) {
        return !toHead && status != 204 && status != 304;
    }

    /** Tells the head that has waited for DATA behind it. */
    void tellHead() {
        tell(connection.scratch().answer);
    }

    private void trailers(FieldBlock fields, boolean ends) {
        HeadBuffer lines = connection.scratch().answer;
        lines.clear();
        if (!ends || TrailerLines.write(fields, FieldNames.NONE, lines) != null) {
            stream.malformed(ErrorCode.PROTOCOL_ERROR);
            return;
        }
        report(fields);
        PayloadFramer mine = framer;
        if (mine != null) {
            gather(mine);
            if (lines.length() > 0) {
                mine.trailer(Arrays.copyOf(lines.octets(), lines.length()));
            }
            mine.take(Unpooled.EMPTY_BUFFER, 0, 0, true);
            if (mine.malformed()) {
                stream.malformed(ErrorCode.PROTOCOL_ERROR);
                return;
            }
        }
        stream.answerEnds();
        if (mine != null) {
            tell(mine.tail());
        }
        tellWholeHead();
        stream.answerTold();
    }

    private void tellWholeHead() {
        HeadBuffer whole = wholeHead;
        wholeHead = null;
        if (whole != null) {
            tell(whole);
        }
    }

    private void report(FieldBlock fields) {
        for (int k = 0; k < fields.count(); k++) {
            byte name = FieldName.of(fields.octets(), fields.nameFrom(k), fields.nameTo(k));
            if (name == FieldName.LOAD_REPORT || name == FieldName.LOAD_REPORT_BINARY) {
                boolean binary = name == FieldName.LOAD_REPORT_BINARY;
                stream.tellReport(fields.octets(), fields.valueFrom(k), fields.valueTo(k), binary);
                return;
            }
        }
    }

    /**
     * Takes a piece of DATA.
     *
     * @param in what is in front of {@code from} may be overwritten
     * @param counted octets with padding, which all count for flow control
     * @param ends true when the server sends no more
     */
    void data(ByteBuf in, int from, int to, int counted, boolean ends) {
        boolean fits = take(counted);
        if (stream.answerEnded()) {
            stream.malformed(ErrorCode.STREAM_CLOSED);
        } else if (!fits) {
            stream.malformed(ErrorCode.FLOW_CONTROL_ERROR);
        } else if (!headCame || (framer == null && to > from)) {
            stream.malformed(ErrorCode.PROTOCOL_ERROR);
        } else {
            payload(in, from, to, ends);
        }
    }

    private void payload(ByteBuf in, int from, int to, boolean ends) {
        PayloadFramer mine = framer;
        if (mine == null) {
            if (ends) {
                stream.answerEnds();
                tellWholeHead();
                stream.answerTold();
            }
            return;
        }
        if (mustWait() && !ends && mine.framing() == Framing.CHUNKED) {
            pieces = appended(pieces, in, from, to);
            return;
        }
        gather(mine);
        mine.take(in, from, to, ends);
        if (mine.malformed()) {
            stream.malformed(ErrorCode.PROTOCOL_ERROR);
            return;
        }
        if (ends) {
            stream.answerEnds();
        }
        HeadBuffer tail = mine.tail();
        int passFrom = mine.passFrom();
        int passEnd = mine.passEnd();
        boolean tailWaits = ends && tail.length() > 0;
        // Behind the last octets of a read is room that nobody has read from.
        if (tailWaits && to == in.writerIndex() && passEnd == to && in.writableBytes() >= tail.length()) {
            in.setBytes(passEnd, tail.octets(), 0, tail.length());
            passEnd += tail.length();
            tailWaits = false;
        }
        if (passEnd > passFrom) {
            passFrom = connection.waitingHead().putBefore(this, in, passFrom);
            tell(in, passFrom, passEnd);
        }
        if (tailWaits) {
            connection.waitingHead().tell();
            tell(tail);
        }
        giveBack();
        if (ends) {
            stream.answerTold();
        }
    }

    private void tell(HeadBuffer octets) {
        if (stream.user() == null) {
            return;
        }
        if (mustWait()) {
            heads += octets.length();
            keep(Unpooled.wrappedBuffer(octets.octets()), 0, octets.length());
            return;
        }
        int capacity = Connection.HEADROOM + octets.length();
        ByteBuf out = ByteBufAllocator.DEFAULT.directBuffer(capacity, capacity);
        try {
            out.setIndex(Connection.HEADROOM, Connection.HEADROOM);
            out.writeBytes(octets.octets(), 0, octets.length());
            stream.tell(out);
        } finally {
            out.release();
        }
    }

    private void tell(ByteBuf in, int from, int to) {
        if (stream.user() == null) {
            return;
        }
        if (mustWait()) {
            keep(in, from, to);
            return;
        }
        int readerIndex = in.readerIndex();
        int writerIndex = in.writerIndex();
        try {
            stream.tell(in.setIndex(from, to));
        } finally {
            in.setIndex(readerIndex, writerIndex);
        }
    }

    /** Makes one chunk of the pieces, behind what waits. */
    private void gather(PayloadFramer mine) {
        ByteBuf all = pieces;
        if (all != null) {
            pieces = null;
            mine.take(all, all.readerIndex(), all.writerIndex(), false);
            keep(all, mine.passFrom(), mine.passEnd());
            all.release();
        }
    }

    private boolean mustWait() {
        return waits() || pieces != null;
    }

    /** Gives the stream's window back, unless the server has no use for it, or nobody hears the answer. */
    private void giveBack() {
        if (!stream.answerEnded() && stream.user() != null) {
            giveBack(connection.output().frames(), stream.id());
        }
    }

    /** The user takes more; what waits is told soon. */
    void let() {
        if (takesAgain() || pieces != null) {
            connection.loop().atTurnEnd(this);
        }
    }

    /** Tells what waits. */
    @Override
    public void run() {
        if (isHeld()) {
            return;
        }
        if (framer != null) {
            gather(framer);
        }
        ByteBuf mine = takeWaiting();
        heads = 0;
        if (mine != null) {
            try {
                stream.tell(mine);
            } finally {
                mine.release();
            }
        }
        giveBack();
    }

    /** Drops what waits. */
    void drop() {
        dropWaiting();
        if (pieces != null) {
            pieces.release();
            pieces = null;
        }
    }
}
