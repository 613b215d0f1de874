// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/**
 * A socket under TLS that shows what a plain one shows: the end of the stream is a close_notify, a reset is a reset.
 * A FIN without a close_notify is an error, {@link EOFException}, which Java's own {@code SSLSocket} hides.
 *
 * <p>Each write is one record, or several of 16 kB. To end the output is a close_notify and a FIN. To close leaves
 * session tickets that nobody has read aside, since the kernel would make a reset of them. Threads: one that reads
 * and one that writes.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // the socket below locks by itself
final class TlsSocket extends Socket {

    private final Socket socket;
    private final SSLEngine engine;
    private final ReentrantLock sending = new ReentrantLock();
    private final ByteBuffer records;
    private final ByteBuffer sent;
    private ByteBuffer plain;
    private boolean aborts;

    /** Shakes hands on a connected socket. */
    TlsSocket(Socket socket, SSLEngine engine) throws IOException {
        this.socket = socket;
        this.engine = engine;
        int most = engine.getSession().getPacketBufferSize();
        records = ByteBuffer.allocate(4 * most);
        sent = ByteBuffer.allocate(most);
        plain = ByteBuffer.allocate(2 * engine.getSession().getApplicationBufferSize());
        plain.flip();
        socket.setSoTimeout(RawClient.PATIENCE_MS);
        engine.beginHandshake();
        while (engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
            if (!proceed()) {
                throw new EOFException("the connection ended in the handshake");
            }
        }
    }

    /** The protocol that ALPN has chosen; empty without one. */
    String protocol() {
        return engine.getApplicationProtocol();
    }

    /** Does what the engine needs next; false at the end of the input. */
    private boolean proceed() throws IOException {
        switch (engine.getHandshakeStatus()) {
            case NEED_TASK -> {
                for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                    task.run();
                }
                return true;
            }
            case NEED_WRAP -> {
                send(ByteBuffer.allocate(0));
                return true;
            }
            default -> {
                return unwrap();
            }
        }
    }

    /** Takes one record; false behind a close_notify. */
    private boolean unwrap() throws IOException {
        while (true) {
            records.flip();
            plain.clear();
            SSLEngineResult result;
            try {
                result = engine.unwrap(records, plain);
            } finally {
                records.compact();
                plain.flip();
            }
            if (result.getStatus() == Status.CLOSED) {
                return false;
            }
            if (result.getStatus() != Status.BUFFER_UNDERFLOW) {
                return true;
            }
            int count = socket.getInputStream().read(records.array(), records.position(), records.remaining());
            if (count < 0) {
                throw new EOFException("FIN without close_notify");
            }
            records.position(records.position() + count);
        }
    }

    private void send(ByteBuffer octets) throws IOException {
        sending.lock();
        try {
            do {
                sent.clear();
                SSLEngineResult result = engine.wrap(octets, sent);
                socket.getOutputStream().write(sent.array(), 0, sent.position());
                if (result.getStatus() == Status.CLOSED && octets.hasRemaining()) {
                    throw new SocketException("the output has ended");
                }
            } while (octets.hasRemaining());
        } finally {
            sending.unlock();
        }
    }

    @Override
    public InputStream getInputStream() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] into, int at, int most) throws IOException {
                if (most == 0) {
                    return 0; // readNBytes asks so when it has all, and must not wait for more
                }
                while (!plain.hasRemaining()) {
                    if (!unwrap()) {
                        return -1;
                    }
                    HandshakeStatus status = engine.getHandshakeStatus();
                    while (status == HandshakeStatus.NEED_TASK || status == HandshakeStatus.NEED_WRAP) {
                        proceed();
                        status = engine.getHandshakeStatus();
                    }
                }
                int count = Math.min(most, plain.remaining());
                plain.get(into, at, count);
                return count;
            }
        };
    }

    @Override
    public OutputStream getOutputStream() {
        return new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                write(new byte[] {(byte) octet}, 0, 1);
            }

            @Override
            public void write(byte[] octets, int from, int count) throws IOException {
                if (count > 0) {
                    send(ByteBuffer.wrap(octets, from, count));
                }
            }
        };
    }

    @Override
    public void shutdownOutput() throws IOException {
        engine.closeOutbound();
        send(ByteBuffer.allocate(0));
        socket.shutdownOutput();
    }

    @Override
    public void setSoLinger(boolean on, int linger) throws SocketException {
        aborts = on && linger == 0;
        socket.setSoLinger(on, linger);
    }

    @Override
    public void close() throws IOException {
        if (!socket.isClosed() && !aborts && sending.tryLock()) {
            try {
                engine.closeOutbound();
                if (!socket.isOutputShutdown()) {
                    send(ByteBuffer.allocate(0));
                }
                leaveTickets();
            } catch (IOException e) {
                socket.close();
            } finally {
                sending.unlock();
            }
        }
        socket.close();
    }

    /** Reads records that are there already, as long as they hold nothing for the reader. */
    private void leaveTickets() throws IOException {
        while (!plain.hasRemaining() && socket.getInputStream().available() > 0 && unwrap()) {
            // a ticket
        }
    }

    @Override
    public void setSoTimeout(int millis) throws SocketException {
        socket.setSoTimeout(millis);
    }

    @Override
    public int getLocalPort() {
        return socket.getLocalPort();
    }

    @Override
    public void setReceiveBufferSize(int size) throws SocketException {
        socket.setReceiveBufferSize(size);
    }

    @Override
    public void setTcpNoDelay(boolean on) throws SocketException {
        socket.setTcpNoDelay(on);
    }

    @Override
    public boolean isClosed() {
        return socket.isClosed();
    }
}
