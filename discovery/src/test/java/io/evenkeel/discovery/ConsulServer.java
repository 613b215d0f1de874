// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The health endpoint of a Consul agent, as its documentation describes blocking queries: a question with the present
 * index waits until the index moves.
 */
final class ConsulServer implements AutoCloseable {

    static final String TOKEN = "a-token-for-tests";

    private final HttpServer server;
    private final ExecutorService workers = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "consul");
        thread.setDaemon(true);
        return thread;
    });
    private final List<String> uris = new ArrayList<>();
    private final AtomicInteger questions = new AtomicInteger();
    private String instances = "[]";
    private long index = 7;
    private String forced = "";
    private int status = 200;

    ConsulServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        server.setExecutor(workers);
        server.createContext("/v1/health/service/", this::answer);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    int questions() {
        return questions.get();
    }

    synchronized String lastUri() {
        return uris.get(uris.size() - 1);
    }

    /** Sets the instances, each {@code id host port weight}, and moves the index. */
    synchronized void say(String... lines) {
        StringBuilder text = new StringBuilder("[");
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            text.append(text.length() == 1 ? "" : ",")
                    .append("{\"Node\":{\"Node\":\"n\",\"Address\":\"127.0.0.9\"},\"Service\":{\"ID\":\"" + words[0]
                            + "\",\"Service\":\"shop\",\"Address\":\"" + words[1].replace("-", "") + "\",\"Port\":"
                            + words[2] + ",\"Weights\":{\"Passing\":" + words[3] + ",\"Warning\":1}},\"Checks\":[]}");
        }
        instances = text.append("]").toString();
        index++;
        notifyAll();
    }

    /** Answers with a status and a text from now on, whatever is asked for. */
    synchronized void force(int newStatus, String text) {
        status = newStatus;
        forced = text;
        index++;
        notifyAll();
    }

    /** Begins again at a lower index, as after a restart of the servers. */
    synchronized void restart() {
        index = 1;
        notifyAll();
    }

    private void answer(HttpExchange exchange) throws IOException {
        questions.incrementAndGet();
        String query = String.valueOf(exchange.getRequestURI().getQuery());
        int code;
        String text;
        long now;
        synchronized (this) {
            uris.add(exchange.getRequestURI().toString());
            long asked = query.contains("index=") ? Long.parseLong(query.replaceAll(".*index=([0-9]+).*", "$1")) : 0;
            while (asked == index) {
                try {
                    wait(60_000);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
            boolean known = TOKEN.equals(exchange.getRequestHeaders().getFirst("X-Consul-Token"));
            code = known ? status : 403;
            text = known ? forced.isEmpty() ? instances : forced : "Permission denied: token not found";
            now = index;
        }
        exchange.getResponseHeaders().add("X-Consul-Index", Long.toString(now));
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(code, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        workers.shutdownNow();
    }
}
