// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection that a {@link ScriptedNode} accepted, and every byte that came over it. Scripts use it on its own
 * thread.
 */
public final class Peer {

    private final Socket socket;
    private final ScriptedNode node;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private final CountDownLatch gone = new CountDownLatch(1);
    private int read;
    private boolean open = true;
    private @Nullable Message current;

    Peer(Socket socket, ScriptedNode node) {
        this.socket = socket;
        this.node = node;
    }

    /** Everything that came over this connection so far. */
    public byte[] received() {
        synchronized (received) {
            return received.toByteArray();
        }
    }

    public long receivedCount() {
        synchronized (received) {
            return received.size();
        }
    }

    public void write(String text) throws IOException {
        write(Wire.bytes(text));
    }

    public void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Writes every byte in a write of its own. */
    public void writeBytewise(byte[] bytes) throws IOException {
        for (byte b : bytes) {
            socket.getOutputStream().write(b);
        }
    }

    /** The present request as a whole; reads what is missing of it. */
    public Message body() throws IOException {
        Message known = current;
        if (known != null) {
            return known;
        }
        while (true) {
            Reading reading = ReferenceReader.request(received(), read);
            if (reading instanceof Reading.Whole whole) {
                if (whole.message().path().equals("/settle")) {
                    node.settling(whole.end() - read);
                }
                read = whole.end();
                current = whole.message();
                node.completed(whole.message());
                return whole.message();
            }
            more(reading);
        }
    }

    /** Waits until the dispatcher ends the connection; true when it did so before the deadline. */
    public boolean awaitEnd() {
        try {
            while (true) {
                fill(RawClient.PATIENCE_MS);
            }
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Waits on the thread of a test until this connection is over. */
    public boolean over() throws InterruptedException {
        return gone.await(RawClient.PATIENCE_MS, TimeUnit.MILLISECONDS);
    }

    /** True when the connection is over already. */
    public boolean isOver() {
        return gone.getCount() == 0;
    }

    /** Reads raw bytes until {@code count} unread ones are there, and takes them. */
    public byte[] take(int count) throws IOException {
        while (receivedCount() - read < count) {
            fill(RawClient.PATIENCE_MS);
        }
        byte[] all = received();
        read += count;
        return Arrays.copyOfRange(all, read - count, read);
    }

    /** Marks the head alone as the whole request, so that raw bytes may follow. */
    public void becomeTunnel(int headEnd) {
        read = headEnd;
    }

    /** The end of the present request's head in the received bytes. */
    public int headEnd() {
        return ReferenceReader.requestHead(received(), read) instanceof Reading.Whole whole ? whole.end() : read;
    }

    public void halfClose() throws IOException {
        socket.shutdownOutput();
    }

    public void close() throws IOException {
        open = false;
        socket.close();
    }

    /** Ends the connection with a reset; bytes written before may be lost with it. */
    public void reset() throws IOException {
        open = false;
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** Ends the connection with a reset from any thread. */
    void kill() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            gone.countDown();
        }
    }

    void run() {
        try {
            while (open) {
                current = null;
                Message head = head();
                if (head == null) {
                    break;
                }
                node.script(head).play(this, head);
                if (open && current == null) {
                    body();
                }
            }
        } catch (IOException e) {
            node.broken();
        } catch (AssertionError e) {
            node.malformed(String.valueOf(e.getMessage()));
        } finally {
            try {
                socket.close();
            } catch (IOException e) {
                node.broken();
            }
            gone.countDown();
        }
    }

    private @Nullable Message head() throws IOException {
        while (true) {
            Reading reading = ReferenceReader.requestHead(received(), read);
            if (reading instanceof Reading.Whole whole) {
                return whole.message();
            }
            if (receivedCount() == read) {
                if (!fillOrEnd()) {
                    return null;
                }
            } else {
                more(reading);
            }
        }
    }

    private void more(Reading reading) throws IOException {
        if (reading instanceof Reading.Refused refused) {
            node.malformed(refused.reason() + ":\n" + Wire.shown(received()));
            throw new IOException("malformed request");
        }
        fill(60_000);
    }

    private boolean fillOrEnd() {
        try {
            fill(0);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void fill(int millis) throws IOException {
        socket.setSoTimeout(millis);
        byte[] buffer = new byte[64 * 1024];
        int count = socket.getInputStream().read(buffer);
        if (count < 0) {
            throw new IOException("the dispatcher closed");
        }
        synchronized (received) {
            received.write(buffer, 0, count);
        }
        node.received(count);
    }
}
