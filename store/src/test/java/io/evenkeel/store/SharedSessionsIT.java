// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.affinity.store.StoreView;
import io.evenkeel.dispatcher.log.Event;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two dispatchers in front of the same nodes, which share learned sessions in a real Valkey; {@code .ci/slow.d/store}.
 * A node throws out each client that comes with a session that it does not have.
 */
@Tag("servers")
final class SharedSessionsIT {

    private static final int NODES = 3;
    private static final int USERS = 30;

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<HttpServer> nodes = new ArrayList<>();
    private final List<Dispatcher> dispatchers = new ArrayList<>();
    private ValkeyServer server;
    private int strangers;

    @BeforeEach
    void start() throws Exception {
        server = ValkeyServer.start(folder);
        for (int i = 0; i < NODES; i++) {
            nodes.add(node(i));
        }
        dispatchers.add(dispatcher());
        dispatchers.add(dispatcher());
    }

    @AfterEach
    void stop() {
        dispatchers.forEach(Dispatcher::close);
        nodes.forEach(node -> node.stop(0));
        server.close();
    }

    /** Begins a session for /login, and answers others with 200 if it has theirs and 403 if not. */
    private static HttpServer node(int number) throws IOException {
        Set<String> sessions = ConcurrentHashMap.newKeySet();
        HttpServer node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.setExecutor(Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "node");
            thread.setDaemon(true);
            return thread;
        }));
        node.createContext("/", exchange -> {
            int status = 200;
            if (exchange.getRequestURI().getPath().equals("/login")) {
                String session = "N" + number + "S" + sessions.size();
                sessions.add(session);
                exchange.getResponseHeaders().add("Set-Cookie", "JSESSIONID=" + session + "; Path=/");
            } else {
                String cookie = String.valueOf(exchange.getRequestHeaders().getFirst("Cookie"));
                status = sessions.contains(cookie.replace("JSESSIONID=", "")) ? 200 : 403;
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        node.start();
        return node;
    }

    private Dispatcher dispatcher() throws Exception {
        StringBuilder yaml = new StringBuilder("listeners: [{name: web, address: 127.0.0.1:0, cluster: shop}]\n")
                .append("cluster-key: a-key-that-both-of-the-dispatchers-have\n")
                .append("clusters:\n  shop:\n    policy: round-robin\n    affinity:\n      mode: learned\n")
                .append("      store: {url: valkey://127.0.0.1:" + server.port() + ", password: "
                        + ValkeyServer.PASSWORD + ", timeout: 500ms}\n")
                .append("    nodes:\n");
        for (int i = 0; i < NODES; i++) {
            yaml.append("      - {name: n" + i + ", address: 127.0.0.1:"
                    + nodes.get(i).getAddress().getPort() + "}\n");
        }
        return Dispatcher.start(SettingsFile.of(yaml.toString(), "shop.yaml"));
    }

    private HttpResponse<Void> get(Dispatcher dispatcher, String path, String session) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + dispatcher.port("web") + path))
                .header("Cookie", "JSESSIONID=" + session)
                .timeout(Duration.ofSeconds(10))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.discarding());
    }

    private int status(Dispatcher dispatcher, String session) throws Exception {
        return get(dispatcher, "/cart", session).statusCode();
    }

    private String login(Dispatcher dispatcher) throws Exception {
        String cookie =
                get(dispatcher, "/login", "").headers().firstValue("Set-Cookie").orElseThrow();
        return cookie.substring("JSESSIONID=".length(), cookie.indexOf(';'));
    }

    private List<String> logins(Dispatcher dispatcher) throws Exception {
        List<String> sessions = new ArrayList<>();
        for (int i = 0; i < USERS; i++) {
            sessions.add(login(dispatcher));
        }
        settle(dispatcher);
        return sessions;
    }

    /** Asks the store through a dispatcher, so that it has done what the dispatcher had sent before. */
    private void settle(Dispatcher dispatcher) throws Exception {
        assertThat(status(dispatcher, "nobodys" + strangers++)).isEqualTo(403);
    }

    private static StoreView store(Dispatcher dispatcher) {
        return Objects.requireNonNull(dispatcher.control().sessions("shop").store());
    }

    private static List<String> said(Dispatcher dispatcher) {
        return dispatcher.events().recent(1000).stream()
                .map(Event::message)
                .filter(message -> message.startsWith("session store"))
                .toList();
    }

    private static void await(BooleanSupplier condition) {
        long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("within 30 s").isLessThan(until);
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void sessionsOfOneDispatcherAreAtHomeAtTheOther() throws Exception {
        Dispatcher first = dispatchers.get(0);
        Dispatcher second = dispatchers.get(1);

        for (String session : logins(first)) {
            assertThat(status(second, session)).as(session).isEqualTo(200);
            assertThat(status(second, session)).as(session).isEqualTo(200);
        }
        assertThat(store(second).asked()).as("one question for each session").isEqualTo(USERS);
        assertThat(store(second).found()).isEqualTo(USERS);
        assertThat(store(second).failed() + store(first).failed()).isZero();
        assertThat(second.control().sessions("shop").kept()).isEqualTo(2 * USERS);
    }

    @Test
    void aRestartForgetsNoSession() throws Exception {
        List<String> sessions = logins(dispatchers.get(0));
        dispatchers.remove(0).close();
        dispatchers.add(dispatcher());

        for (String session : sessions) {
            assertThat(status(dispatchers.get(1), session)).as(session).isEqualTo(200);
        }
    }

    /** As a copy is whose original is gone: reads go on, each write fails. */
    @Test
    void aStoreThatTakesNoWritesIsLeftAloneWithOneWarning() throws Exception {
        Dispatcher first = dispatchers.get(0);
        server.tell("CONFIG SET min-replicas-to-write 1");
        for (int round = 0; round < 3; round++) {
            for (String session : logins(first)) {
                assertThat(status(first, session)).as(session).isEqualTo(200);
            }
            long refused = server.refused("NOREPLICAS");
            await(() -> server.refused("NOREPLICAS") > refused); // the dispatcher has asked whether it is back
        }
        assertThat(said(first)).singleElement().asString().contains("is away (NOREPLICAS");

        server.tell("CONFIG SET min-replicas-to-write 0");
        await(() -> said(first).size() > 1);
        assertThat(said(first)).first().asString().contains("is back after");
    }

    @Test
    void aStoreThatIsKilledFailsNoRequestAndIsTakenUpAgain() throws Exception {
        Dispatcher first = dispatchers.get(0);
        Dispatcher second = dispatchers.get(1);
        List<String> sessions = logins(first);
        for (String session : sessions) {
            assertThat(status(second, session)).as(session).isEqualTo(200);
        }

        server.close();
        for (int round = 0; round < 10; round++) {
            for (String session : sessions) {
                assertThat(status(first, session)).as(session).isEqualTo(200);
                assertThat(status(second, session)).as(session).isEqualTo(200);
            }
            String fresh = login(first);
            assertThat(status(first, fresh)).isEqualTo(200);
            settle(second);
        }
        assertThat(store(first).away()).isTrue();
        assertThat(said(first)).singleElement().asString().contains("is away");
        assertThat(said(second)).singleElement().asString().contains("is away");

        server = ValkeyServer.start(folder, server.port());
        await(() -> said(first).size() > 1);
        String later = login(first);
        settle(first);
        await(() -> said(second).size() > 1);

        assertThat(status(second, later)).isEqualTo(200);
        assertThat(said(first)).hasSize(2).anyMatch(message -> message.contains("is back after"));
        assertThat(said(second)).hasSize(2);
    }
}
