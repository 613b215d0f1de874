// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import io.evenkeel.dispatcher.engine.TlsFacts;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** TLS by Java's engine, record by record; the begin of a record is kept until its end has come. */
final class JavaCodec implements TlsCodec {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SSLEngine engine;
    private final long begunMs = System.currentTimeMillis();
    private @Nullable ByteBuf begun;
    private boolean established;
    private boolean toldEstablished;

    JavaCodec(SSLEngine engine) {
        this.engine = engine;
    }

    @Override
    public CodecProgress read(ByteBuf network, ByteBuf plain) throws TlsFailure {
        ByteBuf kept = begun;
        if (kept == null) {
            CodecProgress progress = progress(network, plain);
            if (progress == CodecProgress.MORE && network.isReadable()) {
                begun = ByteBufAllocator.DEFAULT
                        .directBuffer(network.readableBytes())
                        .writeBytes(network);
            }
            return progress;
        }
        kept.discardReadBytes().writeBytes(network);
        CodecProgress progress = progress(kept, plain);
        if (!kept.isReadable()) {
            begun = null;
            kept.release();
        }
        return progress;
    }

    private CodecProgress progress(ByteBuf network, ByteBuf plain) throws TlsFailure {
        try {
            while (true) {
                if (established && !toldEstablished) {
                    toldEstablished = true;
                    return CodecProgress.ESTABLISHED;
                }
                if (doTasks() == HandshakeStatus.NEED_WRAP) {
                    return CodecProgress.AGAIN;
                }
                SSLEngineResult result = unwrap(network, plain);
                if (result.getStatus() == Status.CLOSED) {
                    return CodecProgress.ENDED;
                } else if (result.getStatus() == Status.BUFFER_UNDERFLOW) {
                    return CodecProgress.MORE;
                } else if (result.getStatus() == Status.BUFFER_OVERFLOW) {
                    return CodecProgress.AGAIN;
                }
            }
        } catch (SSLException e) {
            throw failure(e);
        }
    }

    private SSLEngineResult unwrap(ByteBuf network, ByteBuf plain) throws SSLException {
        ByteBuffer from = network.nioBuffer();
        ByteBuffer to = plain.nioBuffer(plain.writerIndex(), plain.writableBytes());
        boolean mayBegin = !established;
        SSLEngineResult result = engine.unwrap(from, to);
        network.skipBytes(result.bytesConsumed());
        plain.writerIndex(plain.writerIndex() + result.bytesProduced());
        established |= result.getHandshakeStatus() == HandshakeStatus.FINISHED;
        boolean begins = result.getHandshakeStatus() == HandshakeStatus.NEED_TASK;
        if (begins && !mayBegin && "TLSv1.2".equals(engine.getSession().getProtocol())) {
            throw new SSLException("renegotiation is refused");
        }
        return result;
    }

    private HandshakeStatus doTasks() {
        while (engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
            engine.getDelegatedTask().run();
        }
        return engine.getHandshakeStatus();
    }

    private static TlsFailure failure(SSLException cause) {
        return new TlsFailure(String.valueOf(cause.getMessage()), cause);
    }

    @Override
    public void write(ByteBuf source, int index, int length, ByteBuf network) throws TlsFailure {
        ByteBuffer from = source.nioBuffer(index, length);
        try {
            while (from.hasRemaining()) {
                if (wrap(from, network).getStatus() != Status.OK) {
                    throw new TlsFailure("writing is over", null);
                }
            }
        } catch (SSLException e) {
            throw failure(e);
        }
    }

    private SSLEngineResult wrap(ByteBuffer from, ByteBuf network) throws SSLException {
        ByteBuffer to = network.nioBuffer(network.writerIndex(), network.writableBytes());
        SSLEngineResult result = engine.wrap(from, to);
        network.writerIndex(network.writerIndex() + result.bytesProduced());
        established |= result.getHandshakeStatus() == HandshakeStatus.FINISHED;
        return result;
    }

    @Override
    public void flush(ByteBuf network) {
        try {
            boolean wrote = true;
            while (wrote && doTasks() == HandshakeStatus.NEED_WRAP) {
                wrote = wrap(NOTHING, network).bytesProduced() > 0;
            }
        } catch (SSLException e) {
            // The failure was told when it was read; this is the engine's last word about it.
        }
    }

    @Override
    public void end(ByteBuf network) {
        engine.closeOutbound();
        flush(network);
    }

    @Override
    public TlsFacts facts(@Nullable String serverName) {
        SSLSession session = engine.getSession();
        String protocol = engine.getApplicationProtocol();
        return new TlsFacts(
                session.getProtocol(),
                session.getCipherSuite(),
                protocol == null || protocol.isEmpty() ? null : protocol,
                serverName,
                session.getCreationTime() < begunMs,
                subject(session));
    }

    private static @Nullable String subject(SSLSession session) {
        X509Certificate own = certificate(session);
        return own == null ? null : own.getSubjectX500Principal().getName();
    }

    @Override
    public @Nullable X509Certificate peerCertificate() {
        return certificate(engine.getSession());
    }

    private static @Nullable X509Certificate certificate(SSLSession session) {
        try {
            Certificate[] chain = session.getPeerCertificates();
            return chain[0] instanceof X509Certificate own ? own : null;
        } catch (SSLPeerUnverifiedException e) {
            return null;
        }
    }

    @Override
    public void forgetSessions() {
        TlsCodec.forgetSessions(engine);
    }

    @Override
    public void release() {
        if (begun != null) {
            begun.release();
            begun = null;
        }
    }
}
