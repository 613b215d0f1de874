// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.group;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * A TCP connection to a member that carries nothing before both ends have proved to know the cluster key, by TLS 1.3.
 *
 * <p>Its users take it for a plain socket. Closing cuts the connection without a word: TLS would want to send a
 * last record, and wait for a thread that hangs in a write, for as long as a network is cut. {@link #isStuck} tells
 * that it hangs. Threads: one reads, one writes, any closes.
 */
final class MemberSocket extends Socket {

    /** Time that both ends have to prove themselves; others may wait behind a member which this one connects to. */
    static final int HANDSHAKE_MS = 3_000;

    private static final String[] VERSIONS = {"TLSv1.3"};

    private final SSLSocketFactory factory;
    private final MemberSockets owner;
    private @Nullable InputStream in;
    private @Nullable OutputStream out;
    private volatile long writesSinceNs;
    private volatile boolean writes;

    MemberSocket(SSLSocketFactory factory, MemberSockets owner) {
        this.factory = factory;
        this.owner = owner;
    }

    @Override
    public void connect(SocketAddress address, int timeoutMs) throws IOException {
        super.connect(address, timeoutMs);
        owner.added(this);
        owner.proves(this, System.nanoTime());
        try {
            prove(true);
        } catch (IOException e) {
            owner.refused(this, "connected to", e);
            close();
            throw e;
        } finally {
            owner.proved(this);
        }
    }

    @Override
    public void connect(SocketAddress address) throws IOException {
        connect(address, 0);
    }

    /** Has both ends prove to know the key; any failure means that nothing was read or written. */
    void prove(boolean client) throws IOException {
        // Layered over this very socket, whose streams are those of TCP until there are others.
        SSLSocket secured =
                (SSLSocket) factory.createSocket(this, getInetAddress().getHostAddress(), getPort(), false);
        secured.setUseClientMode(client);
        secured.setEnabledProtocols(VERSIONS);
        secured.setNeedClientAuth(true);
        setSoTimeout(HANDSHAKE_MS);
        secured.startHandshake();
        setSoTimeout(0);
        InputStream securedIn = secured.getInputStream();
        OutputStream securedOut = new TimedOutput(secured.getOutputStream());
        in = securedIn;
        out = securedOut;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        InputStream secured = in;
        return secured == null ? super.getInputStream() : secured;
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        OutputStream secured = out;
        return secured == null ? super.getOutputStream() : secured;
    }

    @Override
    public synchronized void close() throws IOException {
        owner.removed(this);
        super.close();
    }

    /** Closes it so that nothing of it stays in the kernel, for one that is closed unheard. */
    void abort() {
        try {
            setSoLinger(true, 0);
        } catch (IOException e) {
            // The other end was faster.
        }
        MemberSockets.closeQuietly(this);
    }

    /** True when a write has lasted for so long that the other end, or the way to it, takes nothing any more. */
    boolean isStuck(long nowNs, long mostNs) {
        return writes && nowNs - writesSinceNs > mostNs;
    }

    /** Notes when a write begins and that it has ended. */
    private final class TimedOutput extends FilterOutputStream {

        TimedOutput(OutputStream secured) {
            super(secured);
        }

        @Override
        public void write(byte[] octets, int from, int length) throws IOException {
            writesSinceNs = System.nanoTime();
            writes = true;
            try {
                out.write(octets, from, length);
            } finally {
                writes = false;
            }
        }

        @Override
        public void write(int octet) throws IOException {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void close() throws IOException {
            MemberSocket.this.close();
        }
    }
}
