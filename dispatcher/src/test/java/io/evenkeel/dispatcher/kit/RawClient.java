// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/**
 * A client that sends exactly the bytes it is given and reads answers with the {@link ReferenceReader}.
 *
 * <p>One thread. Every read ends after {@link #PATIENCE_MS}; what is not well-formed fails the test with the bytes
 * shown.
 */
public final class RawClient implements Closeable {

    /** Longest time a read waits for anything that should come. */
    public static final int PATIENCE_MS = 8_000;

    /** The way in which the other side ended a connection. */
    public enum Ending {
        /** FIN. */
        CLOSED,
        /** RST; under TLS a FIN without close_notify, too. */
        RESET
    }

    private final Socket socket;
    private final List<Message> interims = new ArrayList<>();
    private byte[] unread = new byte[0];
    private boolean ended;
    private Ending ending = Ending.CLOSED;

    private RawClient(Socket socket) {
        this.socket = socket;
    }

    /** Connects to a port of the loopback, on clear text. */
    public static RawClient to(int port) throws IOException {
        return new Door(port, Cover.NONE).connect();
    }

    /** A client on a connection that is there. */
    public static RawClient over(Socket socket) {
        return new RawClient(socket);
    }

    public int localPort() {
        return socket.getLocalPort();
    }

    public RawClient send(String text) throws IOException {
        return send(Wire.bytes(text));
    }

    public RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /** Sends every byte in a write of its own; stops quietly when the other side has hung up on them. */
    public RawClient sendBytewise(byte[] bytes) {
        try {
            for (byte b : bytes) {
                socket.getOutputStream().write(b);
            }
        } catch (IOException e) {
            return this;
        }
        return this;
    }

    /** Sends what the other side takes; false when it hung up before all was taken. */
    public boolean trySend(byte[] bytes) {
        try {
            send(bytes);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Reads the final answer to a request with {@code method}; interim answers before it are in {@link #interims()}.
     */
    public Message response(String method) throws IOException {
        while (true) {
            Reading reading = ReferenceReader.response(unread, 0, method, ended);
            if (reading instanceof Reading.Whole whole) {
                drop(whole.end());
                int status = whole.message().status();
                if (status >= 200 || status == 101) {
                    return whole.message();
                }
                interims.add(whole.message());
            } else if (reading instanceof Reading.Refused refused) {
                throw new AssertionError("malformed answer (" + refused.reason() + "):\n" + Wire.shown(unread));
            } else if (ended) {
                throw new AssertionError(
                        "the connection was " + ending + " and " + reading + ", got:\n" + Wire.shown(unread));
            } else if (!fill(PATIENCE_MS)) {
                throw new AssertionError("no answer in time, " + reading + ", got:\n" + Wire.shown(unread));
            }
        }
    }

    /** Reads the next answer, be it interim or final. */
    public Message next(String method) throws IOException {
        while (true) {
            Reading reading = ReferenceReader.response(unread, 0, method, ended);
            if (reading instanceof Reading.Whole whole) {
                drop(whole.end());
                return whole.message();
            }
            if (reading instanceof Reading.Refused || ended || !fill(PATIENCE_MS)) {
                throw new AssertionError("no answer: " + reading + ", got:\n" + Wire.shown(unread));
            }
        }
    }

    /** Reads the head of the next answer and leaves its body unread. */
    public Message head(String method) throws IOException {
        while (true) {
            Reading reading = ReferenceReader.responseHead(unread, 0, method);
            if (reading instanceof Reading.Whole whole) {
                drop(whole.end());
                return whole.message();
            }
            if (reading instanceof Reading.Refused || ended || !fill(PATIENCE_MS)) {
                throw new AssertionError("no head: " + reading + ", got:\n" + Wire.shown(unread));
            }
        }
    }

    /** Waits for the head of the final answer, which stays unread; interim answers before it are read. */
    Message coming(String method) throws IOException {
        while (true) {
            Reading reading = ReferenceReader.responseHead(unread, 0, method);
            if (reading instanceof Reading.Whole whole) {
                if (whole.message().status() >= 200) {
                    return whole.message();
                }
                drop(whole.end());
                interims.add(whole.message());
            } else if (reading instanceof Reading.Refused || ended || !fill(PATIENCE_MS)) {
                throw new AssertionError("no head: " + reading + ", got:\n" + Wire.shown(unread));
            }
        }
    }

    /** Reads exactly {@code count} bytes. */
    public byte[] bytes(int count) throws IOException {
        while (unread.length < count) {
            if (ended || !fill(PATIENCE_MS)) {
                throw new AssertionError(unread.length + " of " + count + " bytes came:\n" + Wire.shown(unread));
            }
        }
        byte[] taken = java.util.Arrays.copyOf(unread, count);
        drop(count);
        return taken;
    }

    /** Interim answers read so far. */
    public List<Message> interims() {
        return interims;
    }

    /** Reads to the end of the connection and returns what came. */
    public byte[] rest() throws IOException {
        while (!ended) {
            if (!fill(PATIENCE_MS)) {
                throw new AssertionError("the connection stays open, got:\n" + Wire.shown(unread));
            }
        }
        byte[] rest = unread;
        unread = new byte[0];
        return rest;
    }

    /** Waits for the end of the connection; anything that comes before it fails the test. */
    public Ending end() throws IOException {
        byte[] rest = rest();
        if (rest.length > 0) {
            throw new AssertionError("unexpected bytes before the end:\n" + Wire.shown(rest));
        }
        return ending;
    }

    /** The way in which the connection ended; meaningful once it has. */
    public Ending ending() {
        return ending;
    }

    /** True when nothing comes and the connection stays open for this long. */
    public boolean silentFor(int millis) throws IOException {
        return unread.length == 0 && !ended && !fill(millis) && !ended;
    }

    public RawClient halfClose() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** Ends the connection with a reset. */
    public void abort() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** Makes the receive window small; before much was received. */
    public RawClient smallWindow() throws IOException {
        socket.setReceiveBufferSize(4096);
        return this;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private boolean fill(int millis) throws IOException {
        socket.setSoTimeout(millis);
        byte[] buffer = new byte[64 * 1024];
        try {
            int count = socket.getInputStream().read(buffer);
            if (count < 0) {
                ended = true;
            } else {
                ByteArrayOutputStream all = new ByteArrayOutputStream(unread.length + count);
                all.writeBytes(unread);
                all.write(buffer, 0, count);
                unread = all.toByteArray();
            }
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            ended = true;
            ending = Ending.RESET;
            return true;
        }
    }

    private void drop(int count) {
        unread = java.util.Arrays.copyOfRange(unread, count, unread.length);
    }
}
