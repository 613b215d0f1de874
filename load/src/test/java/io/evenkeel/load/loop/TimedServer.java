// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.loop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A server that takes a known time for every answer, a thread for each connection; it can be told to stall. */
final class TimedServer implements AutoCloseable {

    private final ServerSocket listening;
    private final String host;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final long serviceNs;
    private final AtomicLong stallNs = new AtomicLong();
    private final AtomicLong stallUntilNs = new AtomicLong(System.nanoTime());
    final AtomicInteger requests = new AtomicInteger();
    final AtomicInteger connections = new AtomicInteger();
    final Set<String> targets = ConcurrentHashMap.newKeySet();
    final Set<String> cookies = ConcurrentHashMap.newKeySet();
    final Set<String> names = ConcurrentHashMap.newKeySet();

    TimedServer(long serviceMs) throws IOException {
        this(serviceMs, new ServerSocket(0, 500, InetAddress.getLoopbackAddress()), "http://127.0.0.1:");
    }

    /** A server that speaks TLS and is called localhost in a URL. */
    TimedServer(long serviceMs, SSLContext tls) throws IOException {
        this(
                serviceMs,
                tls.getServerSocketFactory().createServerSocket(0, 500, InetAddress.getLoopbackAddress()),
                "https://localhost:");
    }

    private TimedServer(long serviceMs, ServerSocket listening, String host) {
        this.serviceNs = TimeUnit.MILLISECONDS.toNanos(serviceMs);
        this.listening = listening;
        this.host = host;
        threads.execute(this::accept);
    }

    URI uri(String path) {
        return URI.create(host + listening.getLocalPort() + path);
    }

    /** From the first request on, none is answered before this time has passed. */
    void stallFromTheFirst(long ms) {
        stallNs.set(TimeUnit.MILLISECONDS.toNanos(ms));
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listening.accept();
                socket.setTcpNoDelay(true);
                open.add(socket);
                int number = connections.incrementAndGet();
                threads.execute(() -> serve(socket, number));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket socket, int number) {
        try (socket) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
            OutputStream out = socket.getOutputStream();
            if (socket instanceof SSLSocket tls && tls.getSession() instanceof ExtendedSSLSession session) {
                session.getRequestedServerNames()
                        .forEach(name -> names.add(new String(name.getEncoded(), StandardCharsets.US_ASCII)));
            }
            while (head(in)) {
                if (requests.incrementAndGet() == 1) {
                    stallUntilNs.set(System.nanoTime() + stallNs.get());
                }
                long untilNs = Math.max(System.nanoTime() + serviceNs, stallUntilNs.get());
                for (long left = untilNs - System.nanoTime(); left > 0; left = untilNs - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                String answer = "HTTP/1.1 200 OK\r\nX-Node: here\r\nSet-Cookie: c=%d\r\nContent-Length: 2\r\n\r\nok"
                        .formatted(number);
                out.write(answer.getBytes(StandardCharsets.ISO_8859_1));
            }
        } catch (IOException gone) {
            // So is the client.
        } finally {
            open.remove(socket);
        }
    }

    private boolean head(BufferedReader in) throws IOException {
        String line = in.readLine();
        if (line == null) {
            return false;
        }
        int blank = line.indexOf(' ');
        targets.add(line.substring(blank + 1, line.lastIndexOf(' ')));
        while (line != null && !line.isEmpty()) {
            if (line.startsWith("Cookie: ")) {
                cookies.add(line.substring(8));
            }
            line = in.readLine();
        }
        return true;
    }

    @Override
    public void close() {
        try {
            listening.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            threads.shutdownNow();
        }
    }
}
