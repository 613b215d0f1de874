// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import io.evenkeel.dispatcher.engine.TlsFacts;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.internal.tcnative.Buffer;
import io.netty.internal.tcnative.SSL;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * TLS by BoringSSL's own functions, on the memory of the buffers.
 *
 * <p>Netty's engine makes the native object, answers its calls for certificates, keeps the sessions of clients, and
 * frees it. It is asked to wrap once, the hello of a client, because it offers a kept session only then. It is never
 * asked again, which would cost an object for each call and end both directions when the peer ends one. In its place
 * this object gives BoringSSL a transport of its own, which reads from one buffer or writes to one, whichever is set.
 */
final class NativeCodec implements TlsCodec {

    /** Octets that the transport keeps when BoringSSL writes while it reads: alerts, and pieces of a handshake. */
    private static final int OWN_WORDS = 512;

    /** Room for the hello of a client: one with a post-quantum key and a long ticket has 4 kB. */
    private static final int HELLO_ROOM = 18 << 10;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final ReferenceCountedOpenSslEngine engine;
    private final boolean asksForCertificate;
    private final long ssl;
    /** 0 while the engine has its own, before the hello of a client. */
    private long transport;

    /** The hello of a client until it is flushed. */
    private @Nullable ByteBuf hello;

    private boolean established;
    private boolean toldEstablished;

    private NativeCodec(ReferenceCountedOpenSslEngine engine, boolean asksForCertificate) {
        this.engine = engine;
        this.asksForCertificate = asksForCertificate;
        this.ssl = engine.sslPointer();
    }

    /**
     * The server of a handshake.
     *
     * @param asksForCertificate true when clients may show one
     */
    static NativeCodec server(ReferenceCountedOpenSslEngine engine, boolean asksForCertificate) {
        NativeCodec made = new NativeCodec(engine, asksForCertificate);
        made.takeTransport();
        return made;
    }

    /** The client of a handshake, which begins with the first read. */
    static NativeCodec client(ReferenceCountedOpenSslEngine engine) {
        return new NativeCodec(engine, false);
    }

    /** Takes the place of the engine's own transport, which is freed: the engine must not be used for octets again. */
    private void takeTransport() {
        transport = SSL.bioNewByteBuffer(ssl, OWN_WORDS);
    }

    /** Lets the engine say hello: it offers a session that the peer has given to an earlier connection. */
    private void sayHello() throws TlsFailure {
        ByteBuf words = ByteBufAllocator.DEFAULT.directBuffer(HELLO_ROOM, HELLO_ROOM);
        try {
            ByteBuffer to = words.internalNioBuffer(0, HELLO_ROOM);
            words.writerIndex(engine.wrap(NOTHING, to).bytesProduced());
        } catch (SSLException e) {
            words.release();
            throw new TlsFailure("no hello could be made: " + e.getMessage(), e);
        }
        takeTransport();
        hello = words;
    }

    @Override
    public CodecProgress read(ByteBuf network, ByteBuf plain) throws TlsFailure {
        if (transport == 0) {
            sayHello();
            return CodecProgress.AGAIN;
        }
        if (established && !toldEstablished) {
            toldEstablished = true;
            return CodecProgress.ESTABLISHED;
        }
        int given = network.readableBytes();
        if (given > 0) {
            SSL.bioSetByteBuffer(transport, address(network) + network.readerIndex(), given, false);
        }
        try {
            return established ? decrypt(plain, given) : shakeHands();
        } finally {
            int left = given > 0 ? SSL.bioLengthByteBuffer(transport) : 0;
            SSL.bioClearByteBuffer(transport);
            network.skipBytes(given - left);
        }
    }

    private CodecProgress shakeHands() throws TlsFailure {
        int code = SSL.doHandshake(ssl);
        if (code > 0) {
            established = true;
            toldEstablished = true;
            return CodecProgress.ESTABLISHED;
        }
        return progress(code, "the handshake");
    }

    /** Reads record after record until the octets, or the room, are used up. */
    private CodecProgress decrypt(ByteBuf plain, int given) throws TlsFailure {
        long to = address(plain);
        while (true) {
            int room = plain.writableBytes();
            if (room == 0) {
                return CodecProgress.AGAIN;
            }
            int count = SSL.readFromSSL(ssl, to + plain.writerIndex(), room);
            if (count <= 0) {
                return progress(count, "a record");
            }
            plain.writerIndex(plain.writerIndex() + count);
            if (count < room && (given == 0 || SSL.bioLengthByteBuffer(transport) == 0)) {
                return CodecProgress.MORE;
            }
        }
    }

    private CodecProgress progress(int code, String what) throws TlsFailure {
        int error = SSL.getError(ssl, code);
        if (error == SSL.SSL_ERROR_WANT_READ) {
            return CodecProgress.MORE;
        } else if (error == SSL.SSL_ERROR_WANT_WRITE) {
            return CodecProgress.AGAIN;
        } else if (error == SSL.SSL_ERROR_ZERO_RETURN) {
            return CodecProgress.ENDED;
        }
        throw failure(what);
    }

    /** The failure that BoringSSL has noted, whose notes are cleared for the next connection of this thread. */
    private static TlsFailure failure(String what) {
        int number = SSL.getLastErrorNumber();
        String why = number == 0 ? "for a reason that is not told" : reason(SSL.getErrorString(number));
        SSL.clearError();
        return new TlsFailure(what + " failed: " + why, null);
    }

    /** The words of a line such as {@code error:1000042e:SSL routines:OPENSSL_internal:BAD_DECRYPT}. */
    private static String reason(@Nullable String line) {
        return line == null
                ? "?"
                : line.substring(line.lastIndexOf(':') + 1).replace('_', ' ').toLowerCase(Locale.ROOT);
    }

    @Override
    public void write(ByteBuf source, int index, int length, ByteBuf network) throws TlsFailure {
        if (!source.isDirect() || source.nioBufferCount() != 1) {
            ByteBuf copy = ByteBufAllocator.DEFAULT.directBuffer(length, length);
            try {
                copy.writeBytes(source, index, length);
                write(copy, 0, length, network);
            } finally {
                copy.release();
            }
            return;
        }
        int code;
        lendForWriting(network);
        try {
            code = SSL.writeToSSL(ssl, address(source) + index, length);
        } finally {
            takeBack(network);
        }
        if (code != length) {
            throw failure("writing");
        }
    }

    @Override
    public void flush(ByteBuf network) {
        ByteBuf first = hello;
        if (first != null) {
            hello = null;
            network.writeBytes(first);
            first.release();
        }
        if (transport == 0 || (established && SSL.bioLengthNonApplication(transport) == 0)) {
            return;
        }
        lendForWriting(network);
        try {
            if (!established) {
                // Writes the rest of a flight that was too long for the transport.
                established = SSL.doHandshake(ssl) > 0;
            }
        } finally {
            takeBack(network);
            SSL.clearError();
        }
    }

    @Override
    public void end(ByteBuf network) {
        lendForWriting(network);
        try {
            SSL.shutdownSSL(ssl);
        } finally {
            takeBack(network);
            SSL.clearError();
        }
    }

    /** Lets BoringSSL write to a buffer, first of all what it has to say itself. */
    private void lendForWriting(ByteBuf network) {
        int at = network.writerIndex();
        SSL.bioSetByteBuffer(transport, address(network) + at, network.capacity() - at, true);
        SSL.bioFlushByteBuffer(transport);
    }

    private void takeBack(ByteBuf network) {
        network.writerIndex(network.capacity() - SSL.bioLengthByteBuffer(transport));
        SSL.bioClearByteBuffer(transport);
    }

    private static long address(ByteBuf buffer) {
        if (buffer.hasMemoryAddress()) {
            return buffer.memoryAddress();
        }
        ByteBuffer all = buffer.internalNioBuffer(0, buffer.capacity());
        return Buffer.address(all) + all.position();
    }

    @Override
    public TlsFacts facts(@Nullable String serverName) {
        String protocol = SSL.getAlpnSelected(ssl);
        return new TlsFacts(
                SSL.getVersion(ssl),
                SSL.getCipherForSSL(ssl),
                protocol == null || protocol.isEmpty() ? null : protocol,
                serverName,
                SSL.isSessionReused(ssl),
                asksForCertificate ? subject(SSL.getPeerCertificate(ssl)) : null);
    }

    private static @Nullable String subject(byte @Nullable [] certificate) {
        return certificate == null
                ? null
                : parsed(certificate).getSubjectX500Principal().getName();
    }

    private static X509Certificate parsed(byte[] certificate) {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(certificate));
        } catch (CertificateException e) {
            throw new IllegalStateException("a certificate that was checked cannot be read", e);
        }
    }

    @Override
    public @Nullable X509Certificate peerCertificate() {
        byte[] certificate = SSL.getPeerCertificate(ssl);
        return certificate == null ? null : parsed(certificate);
    }

    @Override
    public void forgetSessions() {
        TlsCodec.forgetSessions(engine);
    }

    @Override
    public void release() {
        if (hello != null) {
            hello.release();
            hello = null;
        }
        engine.release();
    }
}
