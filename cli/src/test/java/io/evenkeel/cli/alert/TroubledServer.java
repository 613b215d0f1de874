// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.alert;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A small server with sessions in its memory, which asks for rest, fails or goes away when it is told to. */
final class TroubledServer implements AutoCloseable {

    private static final String COOKIE = "JSESSIONID=";

    /** The way it answers all but checks. */
    enum Mood {
        WELL,
        RESTS,
        FAILS
    }

    private final String name;
    private final int port;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<String> sessions = ConcurrentHashMap.newKeySet();
    private volatile Mood mood = Mood.WELL;
    private HttpServer server;

    TroubledServer(String name) throws IOException {
        this.name = name;
        server = open(0);
        port = server.getAddress().getPort();
    }

    private HttpServer open(int at) throws IOException {
        HttpServer made = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), at), 50);
        made.setExecutor(threads);
        made.createContext("/health", exchange -> end(exchange, 200));
        made.createContext("/", this::answer);
        made.start();
        return made;
    }

    int port() {
        return port;
    }

    void mood(Mood now) {
        mood = now;
    }

    /** Ends it, and all of its sessions. */
    void goAway() {
        server.stop(0);
        sessions.clear();
    }

    void comeBack() throws IOException {
        server = open(port);
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().add("X-Node", name);
        switch (mood) {
            case RESTS -> {
                exchange.getResponseHeaders().add("Retry-After", "8");
                end(exchange, 503);
            }
            case FAILS -> end(exchange, 500);
            case WELL -> {
                String sent = exchange.getRequestHeaders().getFirst("Cookie");
                if (sent == null || sessions.stream().noneMatch(each -> sent.contains(COOKIE + each))) {
                    String session = name + Long.toHexString(System.nanoTime());
                    sessions.add(session);
                    exchange.getResponseHeaders().add("Set-Cookie", COOKIE + session + "; Path=/");
                }
                end(exchange, 200);
            }
        }
    }

    private static void end(HttpExchange exchange, int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
