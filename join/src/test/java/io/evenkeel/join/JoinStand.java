// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import com.sun.net.httpserver.HttpServer;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.JoinView;
import io.evenkeel.dispatcher.control.JoinView.MemberView;
import io.evenkeel.dispatcher.log.Event;
import io.evenkeel.dispatcher.node.Decision;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Dispatchers that can be joined, before nodes that hold requests to /hold until they are let go. */
final class JoinStand implements AutoCloseable {

    static final String KEY = "a-key-that-all-of-the-dispatchers-have";

    private static final long PATIENCE_NS = 40_000_000_000L;

    String policy = "least-connections";

    /** A line of the cluster's configuration. */
    String affinity = "";

    final List<HttpServer> nodes = new ArrayList<>();
    final List<AtomicInteger> held = new ArrayList<>();
    final List<Integer> ports = new ArrayList<>();
    private final List<Dispatcher> dispatchers = new ArrayList<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService workers = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "node");
        thread.setDaemon(true);
        return thread;
    });

    JoinStand(int nodeCount, int memberCount) throws IOException {
        for (int i = 0; i < nodeCount; i++) {
            nodes.add(node());
        }
        List<ServerSocket> taken = new ArrayList<>();
        for (int i = 0; i < memberCount; i++) {
            taken.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            ports.add(taken.get(i).getLocalPort());
        }
        for (ServerSocket each : taken) {
            each.close();
        }
    }

    private HttpServer node() throws IOException {
        AtomicInteger holding = new AtomicInteger();
        int number = held.size();
        held.add(holding);
        HttpServer node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.setExecutor(workers);
        node.createContext("/", exchange -> {
            if (exchange.getRequestURI().getPath().equals("/hold")) {
                holding.incrementAndGet();
                try {
                    released.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            if (exchange.getRequestURI().getPath().equals("/login")) {
                String session = exchange.getRequestURI().getQuery();
                exchange.getResponseHeaders().add("Set-Cookie", "JSESSIONID=" + session + "; Path=/");
            }
            exchange.getResponseHeaders().add("X-Node", Integer.toString(number));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        node.start();
        return node;
    }

    String address(int member) {
        return "127.0.0.1:" + ports.get(member);
    }

    /** Starts a dispatcher that has the first nodes. */
    Dispatcher start(int member, int nodeCount, String key) throws Exception {
        return started(SettingsFile.of(text(member, nodeCount, key), "shop" + member + ".yaml"));
    }

    /** The same from a file, which can be changed. */
    Dispatcher start(int member, Path file) throws Exception {
        Files.writeString(file, text(member, 1, KEY));
        return started(SettingsFile.open(file));
    }

    private Dispatcher started(SettingsFile file) throws Exception {
        Dispatcher dispatcher = Dispatcher.start(file);
        dispatchers.add(dispatcher);
        return dispatcher;
    }

    /** A configuration with the first nodes. */
    String text(int member, int nodeCount, String key) {
        StringBuilder yaml = new StringBuilder("listeners: [{name: web, address: 127.0.0.1:0, cluster: shop}]\n")
                .append("cluster-key: " + key + "\n")
                .append("join:\n  address: " + address(member) + "\n  members: [");
        for (int i = 0; i < ports.size(); i++) {
            yaml.append(i == 0 ? "" : ", ").append('"' + address(i) + '"');
        }
        yaml.append(
                "]\nclusters:\n  shop:\n    policy: " + policy + "\n    slow-start: 0\n" + affinity + "    nodes:\n");
        for (int i = 0; i < nodeCount; i++) {
            yaml.append("      - {name: n" + i + ", address: 127.0.0.1:"
                    + nodes.get(i).getAddress().getPort() + "}\n");
        }
        return yaml.toString();
    }

    /** Sends requests that a node holds; returns once all are there. */
    void hold(Dispatcher dispatcher, int count) {
        int before = sum();
        for (int i = 0; i < count; i++) {
            client.sendAsync(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + dispatcher.port("web") + "/hold"))
                            .build(),
                    HttpResponse.BodyHandlers.discarding());
            int sent = before + i + 1;
            await(() -> sum() >= sent, "request " + sent + " has come to a node");
        }
    }

    private int sum() {
        return held.stream().mapToInt(AtomicInteger::get).sum();
    }

    /** The number of the node that answers a request, with the cookie of a session or without. */
    String node(Dispatcher dispatcher, String path, String session) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + dispatcher.port("web") + path))
                .timeout(Duration.ofSeconds(20));
        if (!session.isEmpty()) {
            request.header("Cookie", "JSESSIONID=" + session);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.discarding())
                .headers()
                .firstValue("X-Node")
                .orElse("none");
    }

    /** The status of a request. */
    int get(Dispatcher dispatcher) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + dispatcher.port("web") + "/"))
                                .timeout(Duration.ofSeconds(20))
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    /** The same; 0 when there was no answer. */
    int status(Dispatcher dispatcher) {
        try {
            return get(dispatcher);
        } catch (Exception e) {
            return 0;
        }
    }

    static void await(BooleanSupplier condition, String what) {
        long endNs = System.nanoTime() + PATIENCE_NS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - endNs > 0) {
                throw new AssertionError("not within " + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NS) + "s: " + what);
            }
            LockSupport.parkNanos(20_000_000);
        }
    }

    static JoinView join(Dispatcher dispatcher) {
        return Objects.requireNonNull(dispatcher.control().join());
    }

    static List<String> members(Dispatcher dispatcher) {
        return join(dispatcher).members().stream().map(MemberView::name).toList();
    }

    /** Tasks of others in a node, as the policy is shown them. */
    static int others(Dispatcher dispatcher, String node) {
        return dispatcher.control().explain("shop").stream()
                .filter(each -> each.node().equals(node))
                .mapToInt(Decision.Candidate::othersInFlight)
                .sum();
    }

    /** The figure by which the policy ranks a node. */
    static double score(Dispatcher dispatcher, String node) {
        return dispatcher.control().explain("shop").stream()
                .filter(each -> each.node().equals(node))
                .mapToDouble(Decision.Candidate::score)
                .sum();
    }

    static NodeView view(Dispatcher dispatcher, String node) {
        return dispatcher.control().cluster("shop").nodes().stream()
                .filter(each -> each.name().equals(node))
                .findFirst()
                .orElseThrow();
    }

    static List<String> said(Dispatcher dispatcher) {
        return dispatcher.events().recent(1000).stream().map(Event::message).toList();
    }

    void letGo() {
        released.countDown();
    }

    @Override
    public void close() {
        letGo();
        dispatchers.forEach(Dispatcher::close);
        nodes.forEach(node -> node.stop(0));
        workers.shutdownNow();
    }
}
