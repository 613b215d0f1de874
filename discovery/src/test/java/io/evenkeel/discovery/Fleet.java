// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery;

import com.sun.net.httpserver.HttpServer;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.control.EventView;
import io.evenkeel.dispatcher.discovery.DiscoveryView;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Servers that answer with their name, and a dispatcher in front of them. */
final class Fleet implements AutoCloseable {

    private static final long PATIENCE_NS = 20_000_000_000L;

    private final Map<String, HttpServer> servers = new HashMap<>();
    private final ExecutorService workers = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "node");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable Dispatcher dispatcher;

    /** Starts a server on a free port of an address. */
    int server(String name, String host) throws IOException {
        return server(name, host, 0);
    }

    int server(String name, String host, int port) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName(host), port), 50);
        server.setExecutor(workers);
        server.createContext("/", exchange -> {
            LockSupport.parkNanos(1_000_000);
            byte[] body = name.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        servers.put(name, server);
        return server.getAddress().getPort();
    }

    int port(String name) {
        return Objects.requireNonNull(servers.get(name)).getAddress().getPort();
    }

    void stop(String name) {
        Objects.requireNonNull(servers.remove(name)).stop(0);
    }

    /** Starts the dispatcher; {@code cluster} are the lines of cluster shop. */
    void dispatch(Path folder, String... cluster) throws Exception {
        StringBuilder yaml = new StringBuilder("listeners: [{name: web, address: 127.0.0.1:0, cluster: shop}]\n")
                .append("clusters:\n  shop:\n    policy: round-robin\n");
        for (String line : cluster) {
            yaml.append("    ").append(line).append('\n');
        }
        Path file = folder.resolve("shop.yaml");
        Files.writeString(file, yaml);
        dispatcher = Dispatcher.start(SettingsFile.open(file));
    }

    Dispatcher dispatcher() {
        return Objects.requireNonNull(dispatcher);
    }

    Cluster shop() {
        return Objects.requireNonNull(dispatcher().clusters().get("shop"));
    }

    /** The members with their states, such as {@code a UP}. */
    List<String> members() {
        return shop().nodes().stream()
                .map(node -> node.name() + " " + node.state())
                .sorted()
                .toList();
    }

    List<String> names() {
        return shop().nodes().stream().map(Node::name).sorted().toList();
    }

    DiscoveryView view() {
        return dispatcher().control().discoveries().get(0);
    }

    List<String> events() {
        List<String> messages = new ArrayList<>();
        for (EventView event : dispatcher().control().events(200)) {
            messages.add(event.text());
        }
        return messages;
    }

    /** Waits until something holds, and says what there is if it does not. */
    static void until(BooleanSupplier holds, Supplier<Object> present) {
        long endNs = System.nanoTime() + PATIENCE_NS;
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() - endNs > 0) {
                throw new AssertionError("it does not come about; there is " + present.get());
            }
            LockSupport.parkNanos(5_000_000);
        }
    }

    @Override
    public void close() {
        if (dispatcher != null) {
            dispatcher.close();
        }
        servers.values().forEach(server -> server.stop(0));
        workers.shutdownNow();
    }
}
