// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Wire;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Bodies far larger than what the dispatcher may hold: the tests run with a heap, and so a bound on direct memory, of
 * half the large size.
 */
class StreamIT {

    private static final int PART = 64 * 1024;
    private static final long MB = 1024 * 1024;

    private final AtomicLong sentByNode = new AtomicLong();
    private ServerSocket server;
    private TestDispatcher dispatcher;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread node = new Thread(this::serve, "stream-node");
        node.setDaemon(true);
        node.start();
        dispatcher = TestDispatcher.start(TestSettings.of().andNode("n1", server.getLocalPort()));
    }

    @AfterEach
    void stop() throws IOException {
        dispatcher.close();
        server.close();
    }

    @Test
    void streams64MbUpAndDown() throws Exception {
        up(64 * MB, false);
        up(64 * MB, true);
        down(64 * MB);
    }

    @Test
    @Tag("slow")
    void streams1GbUpAndDown() throws Exception {
        up(1024 * MB, false);
        up(1024 * MB, true);
        down(1024 * MB);
    }

    @Test
    void stopsReadingANodeWhoseClientReadsNothing() throws Exception {
        try (Socket client = dispatcher.door().socket()) {
            client.getOutputStream().write(Wire.bytes("GET /" + 512 * MB + " HTTP/1.1\r\nHost: a\r\n\r\n"));
            long before = -1;
            CountDownLatch never = new CountDownLatch(1);
            for (int i = 0; i < 40 && before != sentByNode.get(); i++) {
                before = sentByNode.get();
                assertThat(never.await(500, TimeUnit.MILLISECONDS)).isFalse();
            }
            assertThat(sentByNode.get())
                    .as("bytes taken from the node")
                    .isPositive()
                    .isLessThan(64 * MB);
        }
    }

    private void up(long size, boolean chunked) throws IOException {
        try (Socket client = dispatcher.door().socket()) {
            client.setSoTimeout(RawClient.PATIENCE_MS);
            OutputStream out = client.getOutputStream();
            out.write(Wire.bytes("PUT /up HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                    + (chunked ? "Transfer-Encoding: chunked" : "Content-Length: " + size) + "\r\n\r\n"));
            for (long at = 0; at < size; at += PART) {
                byte[] part = part(at);
                if (chunked) {
                    out.write(Wire.bytes(Integer.toHexString(PART) + "\r\n"));
                    out.write(part);
                    out.write(Wire.bytes("\r\n"));
                } else {
                    out.write(part);
                }
            }
            if (chunked) {
                out.write(Wire.bytes("0\r\n\r\n"));
            }
            String answer = Wire.text(client.getInputStream().readAllBytes());
            assertThat(answer).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\ngot " + size);
        }
    }

    private void down(long size) throws IOException {
        try (Socket client = dispatcher.door().socket()) {
            client.setSoTimeout(RawClient.PATIENCE_MS);
            client.getOutputStream()
                    .write(Wire.bytes("GET /" + size + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"));
            InputStream in = new BufferedInputStream(client.getInputStream(), PART);
            assertThat(line(in)).isEqualTo("HTTP/1.1 200 OK");
            while (!line(in).isEmpty()) {
                // the fields do not matter here
            }
            for (long at = 0; at < size; at += PART) {
                assertThat(in.readNBytes(PART)).as("bytes from %s", at).isEqualTo(part(at));
            }
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    /** Bytes that tell their position. */
    private static byte[] part(long at) {
        byte[] part = new byte[PART];
        for (int i = 0; i < PART; i++) {
            part[i] = (byte) ((at / PART) * 31 + i * 7L);
        }
        return part;
    }

    private void serve() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread worker = new Thread(() -> serve(socket), "stream-connection");
                worker.setDaemon(true);
                worker.start();
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream(), PART);
            OutputStream out = socket.getOutputStream();
            String request = line(in);
            long length = -1;
            for (String field = line(in); !field.isEmpty(); field = line(in)) {
                if (field.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:")) {
                    length = Long.parseLong(field.substring(15).trim());
                }
            }
            if (request.startsWith("PUT")) {
                long got = length >= 0 ? read(in, 0, length) : readChunks(in);
                String text = "got " + got;
                out.write(Wire.bytes("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + text.length()
                        + "\r\n\r\n" + text));
                return;
            }
            long size = Long.parseLong(request.substring(5, request.indexOf(' ', 5)));
            out.write(Wire.bytes("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + size + "\r\n\r\n"));
            for (long at = 0; at < size; at += PART) {
                out.write(part(at));
                sentByNode.addAndGet(PART);
            }
        } catch (IOException e) {
            sentByNode.addAndGet(0);
        }
    }

    private static long readChunks(InputStream in) throws IOException {
        long total = 0;
        while (true) {
            long size = Long.parseLong(line(in), 16);
            if (size == 0) {
                line(in);
                return total;
            }
            total = read(in, total, size);
            line(in);
        }
    }

    /** Reads {@code count} bytes and checks that each is at its position. */
    private static long read(InputStream in, long from, long count) throws IOException {
        byte[] expected = part(from - from % PART);
        byte[] buffer = new byte[PART];
        long at = from;
        while (at < from + count) {
            int most = (int) Math.min(PART - at % PART, from + count - at);
            if (in.readNBytes(buffer, 0, most) != most) {
                throw new EOFException();
            }
            for (int i = 0; i < most; i++) {
                if (buffer[i] != expected[(int) (at % PART) + i]) {
                    throw new IOException("damaged at " + (at + i));
                }
            }
            at += most;
            if (at % PART == 0) {
                expected = part(at);
            }
        }
        return at;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException();
            }
            line.append((char) c);
        }
        return line.substring(0, line.length() - 1);
    }
}
