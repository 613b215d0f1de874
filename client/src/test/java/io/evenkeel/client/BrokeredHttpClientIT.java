// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokeredHttpClientIT {

    private static final URI SHOP = URI.create("http://shop");
    private static final URI NOBODY = URI.create("http://127.0.0.1:1");

    private final HttpClient plain = HttpClient.newHttpClient();
    private final List<HttpServer> servers = new ArrayList<>();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final ScriptedBroker broker = new ScriptedBroker();
    private final HttpClient http = new BrokeredHttpClient(plain, broker.client(), SHOP);

    /** The answer of a node to a request. */
    private interface Answer {

        void give(HttpExchange exchange) throws IOException;
    }

    private URI node(String name, Answer answer) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            heard.add(name + " " + exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("X-Mark") + " " + body);
            answer.give(exchange);
        });
        server.start();
        servers.add(server);
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private URI well(String name) throws IOException {
        return node(name, exchange -> {
            byte[] octets = ("from " + name).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, octets.length);
            exchange.getResponseBody().write(octets);
            exchange.close();
        });
    }

    /** Closes the connection without an answer. */
    private URI mute(String name) throws IOException {
        return node(name, HttpExchange::close);
    }

    private static HttpRequest.Builder to(String target) {
        return HttpRequest.newBuilder(URI.create(target)).header("X-Mark", "m");
    }

    @AfterEach
    void stop() {
        servers.forEach(server -> server.stop(0));
    }

    @Test
    void sendsRequestsOfTheServiceToTheNodeAndOthersAsTheyAre() throws Exception {
        URI other = well("other");
        broker.tells(well("a"));

        HttpResponse<String> answer = http.send(
                to("http://SHOP/cart%2F1?x=%20y")
                        .PUT(BodyPublishers.ofString("tea"))
                        .build(),
                BodyHandlers.ofString());
        http.send(to(other + "/plain").build(), BodyHandlers.ofString());
        http.send(to("http://shop").DELETE().build(), BodyHandlers.ofString());

        assertThat(answer.body()).isEqualTo("from a");
        assertThat(heard).containsExactly("a PUT /cart%2F1?x=%20y m tea", "other GET /plain m ", "a DELETE / m ");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anyRequestGoesToTheNextNodeWhenNoConnectionIsMade(boolean async) throws Exception {
        broker.tells(NOBODY, well("b"));
        HttpRequest order =
                to("http://shop/order").POST(BodyPublishers.ofString("tea")).build();

        HttpResponse<String> answer = async
                ? http.sendAsync(order, BodyHandlers.ofString()).get()
                : http.send(order, BodyHandlers.ofString());

        assertThat(answer.body()).isEqualTo("from b");
        assertThat(heard).containsExactly("b POST /order m tea");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatWasSentIsRepeatedOnlyWhenItIsSafe(boolean async) throws Exception {
        broker.tells(mute("a"), well("b"));
        HttpRequest order =
                to("http://shop/order").POST(BodyPublishers.ofString("tea")).build();

        assertThatThrownBy(() -> {
                    if (async) {
                        http.sendAsync(order, BodyHandlers.ofString()).get();
                    } else {
                        http.send(order, BodyHandlers.ofString());
                    }
                })
                .as("not known whether it was carried out")
                .isInstanceOf(Exception.class);
        assertThat(heard).noneMatch(each -> each.startsWith("b"));

        HttpClient another = new BrokeredHttpClient(plain, broker.client(), SHOP);
        HttpRequest look = to("http://shop/order").build();
        HttpResponse<String> answer = async
                ? another.sendAsync(look, BodyHandlers.ofString()).get()
                : another.send(look, BodyHandlers.ofString());
        assertThat(answer.body()).isEqualTo("from b");
    }

    @Test
    void anAnswerThatHasBegunIsNotAskedForAgain() throws Exception {
        broker.tells(
                node("a", exchange -> {
                    exchange.sendResponseHeaders(200, 100);
                    exchange.getResponseBody().write('x');
                    exchange.getResponseBody().flush();
                    exchange.getHttpContext().getServer().stop(0);
                }),
                well("b"));

        assertThatThrownBy(() -> http.send(to("http://shop/").build(), BodyHandlers.ofString()))
                .isInstanceOf(IOException.class);
        assertThat(heard).containsExactly("a GET / m ");
    }

    @Test
    void theRequestsOwnTimeoutEndsIt() throws Exception {
        broker.tells(node("a", exchange -> {}), well("b"));

        assertThatThrownBy(() -> http.send(
                        to("http://shop/").timeout(Duration.ofMillis(300)).build(), BodyHandlers.ofString()))
                .isInstanceOf(HttpTimeoutException.class);
        assertThat(heard).containsExactly("a GET / m ");
    }

    @Test
    void theNodeThatFailedIsNotTheFirstForTheNextRequest() throws Exception {
        broker.tells(NOBODY, well("b"));
        http.send(to("http://shop/1").build(), BodyHandlers.ofString());
        int questions = broker.questions;

        http.send(to("http://shop/2").build(), BodyHandlers.ofString());

        assertThat(broker.questions).as("the broker is asked again").isEqualTo(questions + 1);
        assertThat(heard).containsExactly("b GET /1 m ", "b GET /2 m ");
    }

    @Test
    void saysSoWhenNoNodeIsReached() {
        broker.tells(NOBODY, NOBODY);

        assertThatThrownBy(() -> http.send(to("http://shop/").build(), BodyHandlers.ofString()))
                .isInstanceOf(ConnectException.class);
        assertThat(http.sendAsync(to("http://shop/").build(), BodyHandlers.ofString()))
                .failsWithin(Duration.ofSeconds(5))
                .withThrowableThat()
                .withRootCauseInstanceOf(Exception.class);
    }

    @Test
    void isTheClientThatItWasGivenInEverythingElse() {
        assertThat(http.version()).isEqualTo(plain.version());
        assertThat(http.followRedirects()).isEqualTo(plain.followRedirects());
        assertThat(http.sslContext()).isSameAs(plain.sslContext());
        assertThatThrownBy(() -> new BrokeredHttpClient(plain, broker.client(), URI.create("shop")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
