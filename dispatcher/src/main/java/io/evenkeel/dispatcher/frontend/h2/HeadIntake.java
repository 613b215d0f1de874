// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.condition.HostName;
import io.evenkeel.dispatcher.engine.TlsFacts;
import io.evenkeel.dispatcher.exchange.Exchange;
import io.evenkeel.dispatcher.exchange.ListenerRules;
import io.evenkeel.dispatcher.frontend.h2.conduct.AskedHosts;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Method;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.frame.FrameReader;
import io.evenkeel.dispatcher.http2.head.HeadProblem;
import io.evenkeel.dispatcher.http2.head.RequestComposer;
import io.evenkeel.dispatcher.http2.head.TrailerLines;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import io.evenkeel.dispatcher.http2.link.BlockReader;
import io.evenkeel.dispatcher.http2.link.LinkInput;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of fields of a client: a head begins a stream, a trailer section ends one. Every block is decoded, also
 * that of a stream that nobody wants, because the next one builds on it. Threads: the connection's loop.
 */
final class HeadIntake {

    /** Pseudo-fields, and pieces of cookies, that a head may have beside the fields that are counted. */
    private static final int MORE_FIELDS = 100;

    private final Http2Connection connection;
    private final FrameReader frame;
    private final BlockReader block;
    private final AskedHosts asked = new AskedHosts();
    /** The host that the client has opened the connection for; null when it named none. */
    private final @Nullable String serverName;

    private boolean waitsForItself;
    private boolean beginsStream;

    HeadIntake(Http2Connection connection, LinkInput link) {
        this.connection = connection;
        this.frame = link.frame();
        this.block = link.block();
        TlsFacts tls = connection.connection().tls();
        this.serverName = tls == null ? null : tls.serverName();
    }

    /** Takes HEADERS or CONTINUATION; the input has been read up to the end of the frame. */
    void take(ByteBuf in, long nowNs) {
        int id = frame.stream();
        if (block.open() ? id != block.stream() : !begin(id, nowNs)) {
            connection.fail(ErrorCode.PROTOCOL_ERROR, Refusal.H2_PROTOCOL);
            return;
        }
        if (!connection.reads()) {
            return;
        }
        RequestLimits limits = connection.rules().limits();
        FieldBlock fields = connection.spares().fields();
        int most = limits.head() + limits.fields() * FieldBlock.FIELD_OVERHEAD;
        switch (block.take(frame, fields, most, limits.fields() + MORE_FIELDS, nowNs)) {
            case MORE -> connection.awaitBlock(block.firstNs(), nowNs);
            case DONE -> {
                if (fields.size() <= most || connection.glitches().reset(nowNs)) {
                    done(fields, in, nowNs);
                } else {
                    connection.fail(ErrorCode.ENHANCE_YOUR_CALM, Refusal.H2_CONTINUATIONS);
                }
            }
            case MALFORMED -> connection.fail(ErrorCode.COMPRESSION_ERROR, Refusal.H2_COMPRESSION);
            case TOO_LARGE -> connection.fail(ErrorCode.ENHANCE_YOUR_CALM, Refusal.H2_CONTINUATIONS);
        }
    }

    /** Begins a block; false when its stream was never begun and cannot be any more. */
    private boolean begin(int id, long nowNs) {
        waitsForItself = frame.waitsForItself();
        if ((id & 1) == 0) {
            return false;
        }
        beginsStream = id > connection.lastStream();
        if (beginsStream) {
            connection.lastStream(id);
            return true;
        }
        if (connection.streams().table().get(id) == null
                && !connection.streams().drops(id, nowNs)) {
            if (connection.streams().table().closed().of(id) == null) {
                return false;
            }
            connection.fail(ErrorCode.STREAM_CLOSED, Refusal.H2_STREAM_CLOSED);
        }
        return true;
    }

    private void done(FieldBlock fields, ByteBuf in, long nowNs) {
        int id = block.stream();
        connection.blockOver();
        Http2Stream stream = connection.streams().table().get(id);
        if (waitsForItself) {
            connection.streams().error(id, ErrorCode.PROTOCOL_ERROR, Refusal.H2_PROTOCOL);
        } else if (stream != null) {
            trailer(stream, fields, nowNs);
        } else if (beginsStream && !connection.away().tooLate(id)) {
            request(id, fields, in, nowNs);
        }
    }

    private void trailer(Http2Stream stream, FieldBlock fields, long nowNs) {
        if (stream.input().ended()) {
            connection.streams().error(stream.id(), ErrorCode.STREAM_CLOSED, Refusal.H2_STREAM_CLOSED);
            return;
        }
        HeadBuffer lines = connection.spares().composed();
        lines.clear();
        Exchange asked = stream.exchangeOrNull();
        FieldNames removed = asked == null ? connection.rules().edge().toNode().removed() : asked.unwanted();
        HeadProblem problem = TrailerLines.write(fields, removed, lines);
        if (!block.endsStream() || problem != null || stream.webSocketKey() != null) {
            connection.streams().error(stream.id(), ErrorCode.PROTOCOL_ERROR, Refusal.H2_MALFORMED);
        } else if (!stream.input().trailed(lines, nowNs)) {
            connection.streams().giveUp(stream, Refusal.LARGE_HEADS_FULL);
        }
    }

    private void request(int id, FieldBlock fields, ByteBuf in, long nowNs) {
        boolean ends = block.endsStream();
        ListenerRules rules = connection.rules();
        long firstNs = block.firstNs();
        Http2Stream stream = connection.begin(id, ends, nowNs);
        connection.glitches().worked();
        if (connection.streams().table().tooMany()) {
            stream.refuse(Refusal.H2_STREAMS, ErrorCode.REFUSED_STREAM, false, rules, firstNs, nowNs);
            return;
        }
        HeadBuffer composed = connection.spares().composed();
        RequestComposer composer = connection.spares().composer();
        HeadProblem problem = composer.compose(fields, ends, true, composed);
        stream.callsGrpc(composer.callsGrpc());
        stream.webSocketKey(composer.webSocketKey());
        stream.input().announcesNothing(composer.announcesNothing());
        if (problem != null) {
            boolean large = problem == HeadProblem.TOO_LARGE;
            stream.refuse(
                    large ? Refusal.HEAD_TOO_LARGE : Refusal.H2_MALFORMED,
                    large ? null : ErrorCode.PROTOCOL_ERROR,
                    composer.toHead(),
                    rules,
                    firstNs,
                    nowNs);
            return;
        }
        if (composer.opensUnknown()) {
            stream.refuse(Refusal.UNKNOWN_PROTOCOL, null, false, rules, firstNs, nowNs);
            return;
        }
        RequestHead head = connection.context().requestHead();
        int length = head.take(composed.octets(), 0, composed.length(), rules.limits());
        if (length < 0) {
            stream.refuse(head.refusal(), null, head.method() == Method.HEAD, rules, firstNs, nowNs);
        } else if (isMisdirected(head)) {
            stream.refuse(Refusal.MISDIRECTED, null, head.method() == Method.HEAD, rules, firstNs, nowNs);
        } else {
            start(stream, head, rules, in, length, nowNs);
        }
    }

    /**
     * True for a request that its client sent here because it takes one connection for that of several hosts, and which
     * another connection would bring to the right certificate (RFC 9110 §15.5.20). Clients that have named no host
     * cannot know better.
     */
    private boolean isMisdirected(RequestHead head) {
        int from = head.hostAt();
        int to = head.hostEnd();
        if (serverName == null || asked.has(head.octets(), from, to)) {
            return false;
        }
        String host = HostName.of(head, null);
        if (host != null && connection.servesElsewhere(serverName, host)) {
            return true;
        }
        asked.add(head.octets(), from, to);
        return false;
    }

    /** Starts the request, with nothing readable in the input: what was read may be overwritten by the head. */
    private void start(Http2Stream stream, RequestHead head, ListenerRules rules, ByteBuf in, int length, long nowNs) {
        int readerIndex = in.readerIndex();
        int writerIndex = in.writerIndex();
        in.writerIndex(readerIndex);
        try {
            stream.start(head, rules, in, length, block.firstNs(), nowNs);
        } finally {
            in.setIndex(readerIndex, writerIndex);
        }
    }
}
