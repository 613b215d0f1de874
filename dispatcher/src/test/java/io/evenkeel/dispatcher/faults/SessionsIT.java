// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.affinity.SessionsView;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.order.KeptState;
import io.evenkeel.dispatcher.order.NodeOrders;
import io.evenkeel.dispatcher.order.OwnKey;
import java.io.IOException;
import java.net.HttpCookie;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Users whose carts are in the memory of one of three servers, over sockets: through reloads, drains, restarts and a
 * second dispatcher.
 */
@Timeout(60)
class SessionsIT {

    private static final int USERS = 12;
    private static final String KEY = "a cluster key that a test knows, 32 and more";

    private final List<CartServer> servers = new ArrayList<>();
    private final Map<Integer, Map<String, String>> cookies = new LinkedHashMap<>();
    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    private Path config;

    /** A server with an {@code HttpSession} for each user, as Tomcat has it with a route. */
    private static final class CartServer {

        private final String name;
        private final Map<String, Integer> carts = new LinkedHashMap<>();
        private int made;
        private ScriptedNode node;

        CartServer(String name) throws IOException {
            this.name = name;
            this.node = ScriptedNode.start(name).otherwise((peer, request) -> {
                peer.body();
                String cookie = String.join("; ", request.values("Cookie"));
                int at = cookie.indexOf("JSESSIONID=");
                String session = at < 0 ? "" : cookie.substring(at + 11).replaceFirst(";.*", "");
                String set = "";
                synchronized (carts) {
                    if (!carts.containsKey(session)) {
                        session = name.toUpperCase(Locale.ROOT) + "F00" + made++ + "." + name;
                        carts.put(session, 0);
                        set = "Set-Cookie: JSESSIONID=" + session + "; Path=/; HttpOnly\r\n";
                    }
                    carts.merge(session, 1, Integer::sum);
                    String body = name + " " + carts.get(session);
                    peer.write("HTTP/1.1 200 OK\r\n" + set + "Content-Length: " + body.length() + "\r\n\r\n" + body);
                }
            });
        }
    }

    @BeforeEach
    void start() throws IOException {
        for (int i = 1; i <= 3; i++) {
            servers.add(new CartServer("n" + i));
        }
        config = folder.resolve("shop.yaml");
    }

    @AfterEach
    void stop() throws IOException {
        for (CartServer server : servers) {
            server.node.close();
        }
    }

    private void write(String affinity, String more) throws IOException {
        StringBuilder text = new StringBuilder("""
                listeners: [{name: web, address: "127.0.0.1:0", cluster: shop}]
                clusters:
                  shop:
                    policy: round-robin
                    affinity: {mode: %s}
                    %s
                    nodes:
                """.formatted(affinity, more));
        for (CartServer server : servers) {
            text.append("      - {name: ")
                    .append(server.name)
                    .append(", address: \"127.0.0.1:")
                    .append(server.node.port())
                    .append("\"}\n");
        }
        Files.writeString(config, text);
    }

    private Dispatcher dispatcher() throws Exception {
        return Dispatcher.start(
                SettingsFile.open(config),
                settings -> {},
                events -> new KeptState(NodeOrders.inMemory(events), OwnKey.of(KEY)));
    }

    /** A request of each user; the answers, by user. */
    private List<String> round(Dispatcher dispatcher) throws Exception {
        List<String> answers = new ArrayList<>();
        for (int user = 0; user < USERS; user++) {
            Map<String, String> mine = cookies.computeIfAbsent(user, key -> new LinkedHashMap<>());
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + dispatcher.port("web") + "/cart"));
            if (!mine.isEmpty()) {
                StringBuilder line = new StringBuilder();
                mine.forEach((name, value) ->
                        line.append(name).append('=').append(value).append("; "));
                request.header("Cookie", line.substring(0, line.length() - 2));
            }
            HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
            for (String line : answer.headers().allValues("Set-Cookie")) {
                HttpCookie cookie = HttpCookie.parse("Set-Cookie: " + line).get(0);
                mine.put(cookie.getName(), cookie.getValue());
            }
            assertThat(answer.statusCode()).isEqualTo(200);
            answers.add(answer.body());
        }
        return answers;
    }

    /** Every user has a cart with so many requests in it, and all three servers have users. */
    private static void assertCarts(List<String> answers, int requests) {
        assertThat(answers).allSatisfy(answer -> assertThat(answer).endsWith(" " + requests));
        assertThat(answers).anyMatch(answer -> answer.startsWith("n1"));
        assertThat(answers).anyMatch(answer -> answer.startsWith("n2"));
        assertThat(answers).anyMatch(answer -> answer.startsWith("n3"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cookie", "jvm-route", "learned"})
    void noUserLosesACartByAReloadOrADrain(String mode) throws Exception {
        write(mode, "");
        try (Dispatcher dispatcher = dispatcher()) {
            assertCarts(round(dispatcher), 1);
            assertCarts(round(dispatcher), 2);
            write(mode, "slow-start: 1s");
            assertThat(dispatcher.control().reload().problems()).isEmpty();
            assertCarts(round(dispatcher), 3);
            dispatcher.control().want("shop", "n2", AdminState.DRAIN, "update");
            assertCarts(round(dispatcher), 4);

            SessionsView sessions = dispatcher.control().sessions("shop");
            assertThat(sessions.broken()).isZero();
            assertThat(sessions.total().active()).isEqualTo(USERS);
            assertThat(sessions.node("n2").active()).isEqualTo(USERS / 3);
            assertThat(sessions.kept()).isEqualTo(3 * USERS);
            assertThat(sessions.moved()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cookie", "jvm-route"})
    void noUserLosesACartByARestartOrAtASecondDispatcher(String mode) throws Exception {
        write(mode, "");
        try (Dispatcher first = dispatcher()) {
            assertCarts(round(first), 1);
            try (Dispatcher second = dispatcher()) {
                assertCarts(round(second), 2);
            }
        }
        try (Dispatcher restarted = dispatcher()) {
            assertCarts(round(restarted), 3);
        }
    }

    /** Exactly the carts of the node that went are lost, and each of them is counted. */
    @ParameterizedTest
    @ValueSource(strings = {"cookie", "jvm-route", "learned"})
    void theCartsOfANodeThatIsGoneAreLostAndCounted(String mode) throws Exception {
        write(mode, "");
        try (Dispatcher dispatcher = dispatcher()) {
            round(dispatcher);
            dispatcher.control().want("shop", "n2", AdminState.MAINT, "gone");
            List<String> after = round(dispatcher);

            assertThat(after).filteredOn(answer -> answer.endsWith(" 2")).hasSize(USERS * 2 / 3);
            assertThat(after).filteredOn(answer -> answer.endsWith(" 1")).hasSize(USERS / 3);
            assertThat(dispatcher.control().sessions("shop").broken()).isEqualTo(USERS / 3);
            List<String> then = round(dispatcher);
            assertThat(then).noneMatch(answer -> answer.endsWith(" 1"));
            assertThat(dispatcher.control().sessions("shop").broken()).isEqualTo(USERS / 3);
        }
    }

    @Test
    void withoutAffinityEveryBrokenSessionIsCounted() throws Exception {
        write("none", "");
        try (Dispatcher dispatcher = dispatcher()) {
            round(dispatcher);
            long before = servers.stream().mapToLong(server -> server.made).sum();
            for (int i = 0; i < 2; i++) {
                round(dispatcher);
            }
            long lost = servers.stream().mapToLong(server -> server.made).sum() - before;

            assertThat(dispatcher.control().sessions("shop").broken()).isEqualTo(lost);
        }
    }
}
