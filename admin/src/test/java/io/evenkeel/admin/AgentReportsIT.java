// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.monitor.push.PushMessages;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class AgentReportsIT {

    private static final String[] SEALED = {
        "Evenkeel-Seal: abc", "evenkeel-nonce: n-1", "EVENKEEL-TIME: 1700000000000", "Authorization: Bearer x"
    };
    private static final int MOST = PushMessages.MOST_OCTETS;
    private static final String UPDATE = "/api/v1/agents/update";

    private final ScriptedControl control = new ScriptedControl();
    private final List<Socket> opened = new ArrayList<>();
    private AdminServer server;
    private Browser browser;

    @BeforeEach
    void start() throws IOException {
        server = AdminServer.start(new AdminSettings(new HostPort("127.0.0.1", 0), "sesame"), control, null);
        browser = new Browser(server.url());
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : opened) {
            socket.close();
        }
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/register", "/update", "/stop"})
    void bringsTheMessageAsItCameToThePushService(String word) throws IOException {
        String target = "/api/v1/agents" + word + "?a=%20b&c";
        Answer answer = browser.send("POST", target, "{\"é\":1}\n", SEALED);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"kind\":\"updated\"}");
        assertThat(answer.head()).contains("application/json", "no-store");
        ScriptedControl.Message message = control.messages.get(0);
        assertThat(message.method()).isEqualTo("POST");
        assertThat(message.target()).isEqualTo(target);
        assertThat(message.remoteHost()).isEqualTo("127.0.0.1");
        assertThat(message.body()).isEqualTo("{\"é\":1}\n".getBytes(StandardCharsets.UTF_8));
        assertThat(message.credentials())
                .isEqualTo(new PushMessages.Credentials("Bearer x", "1700000000000", "n-1", "abc"));
        assertThat(message.nowMs()).isGreaterThan(1_700_000_000_000L);
    }

    @Test
    void leavesToThePushServiceWhoMayReport() throws IOException {
        control.answer = new PushMessages.Answer(401, "{\"kind\":\"refused\",\"reason\":\"the seal is wrong\"}");
        Answer answer = browser.send("POST", UPDATE, "{}");

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.body()).contains("the seal is wrong");
    }

    @Test
    void needsNoTokenOnOtherAddressesEither() throws IOException {
        try (AdminServer open =
                AdminServer.start(new AdminSettings(new HostPort("0.0.0.0", 0), "sesame"), control, null)) {
            Browser outside = new Browser(open.url());
            assertThat(outside.send("POST", UPDATE, "{}", "Host: proxy.example").status())
                    .isEqualTo(200);
            assertThat(outside.send("GET", UPDATE, "", "Host: proxy.example").status())
                    .as("only what the desk authenticates")
                    .isEqualTo(401);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /api/v1/agents/, 401",
        "POST, /api/v1/agents/update/, 401",
        "POST, /api/v1/agents/updates, 401",
        "POST, /api/v1/agents/update/../../reload, 40[01]",
        "POST, /api/v1/agents/update%2f..%2f..%2freload, 40[01]",
        "POST, /api/v1/agents/update;/../../reload, 40[01]",
        "PUT, /api/v1/agents/update, 401",
        "GET, /api/v1/agents/update, 40[45]"
    })
    void opensNothingElse(String method, String path, String status) throws IOException {
        assertThat(browser.send(method, path, "").status() + "").as(path).matches(status);
        assertThat(control.commands).isEmpty();
        assertThat(control.messages).isEmpty();
    }

    @Test
    void refusesPagesOfOtherSites() throws IOException {
        assertThat(browser.send("POST", UPDATE, "{}", "Origin: http://evil.example")
                        .status())
                .isEqualTo(403);
        assertThat(control.messages).isEmpty();
    }

    @Test
    void takesMessagesUpToThePushServicesLimit() throws IOException {
        assertThat(browser.send("POST", UPDATE, "x".repeat(MOST)).status()).isEqualTo(200);
        assertThat(control.messages.get(0).body()).hasSize(MOST);
        Answer longer = browser.send("POST", UPDATE, "x".repeat(MOST + 1));
        assertThat(longer.status()).isEqualTo(413);
        assertThat(longer.body()).contains("\"kind\":\"refused\"", "longer than " + MOST + " bytes", "\"remedy\":");
        assertThat(control.messages).hasSize(1);
    }

    @Test
    void refusesChunksWithoutAnEnd() throws IOException {
        try (Socket socket = new Socket(server.url().getHost(), server.url().getPort())) {
            socket.setSoTimeout(10_000);
            String head = "POST " + UPDATE + " HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            String chunk = "4000\r\n" + "x".repeat(0x4000) + "\r\n";
            for (int i = 0; i < 5; i++) {
                socket.getOutputStream().write(chunk.getBytes(StandardCharsets.US_ASCII));
            }
            assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 413");
        }
        assertThat(control.messages).isEmpty();
    }

    @Test
    void slowsAnAddressDownThatIsNotBelieved() throws IOException {
        control.answer = new PushMessages.Answer(401, "{\"kind\":\"refused\"}");
        Answer answer = browser.send("POST", UPDATE, "{}");
        int tries = 1;
        while (answer.status() == 401 && tries < 400) {
            answer = browser.send("POST", UPDATE, "{}");
            tries++;
        }
        assertThat(answer.status()).as("after %d guesses", tries).isEqualTo(429);
        assertThat(answer.head()).contains("Retry-After: 1");
        assertThat(answer.body()).contains("\"kind\":\"refused\"", "too many messages from 127.0.0.1");
        assertThat(browser.get("/livez").status()).as("the rest goes on").isEqualTo(200);
    }

    private Socket half(String from, String... fields) throws IOException {
        Socket socket = new Socket(server.url().getHost(), server.url().getPort(), InetAddress.getByName(from), 0);
        opened.add(socket);
        socket.setSoTimeout(10_000);
        String head = "POST " + UPDATE + " HTTP/1.1\r\nHost: localhost\r\n"
                + Stream.of(fields).map(field -> field + "\r\n").collect(Collectors.joining())
                + "Content-Length: 9\r\n\r\n{";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** The same once the server waits for the rest, which it says by {@code 100 Continue}. */
    private Socket awaited(String from) throws IOException {
        Socket socket = new Socket(server.url().getHost(), server.url().getPort(), InetAddress.getByName(from), 0);
        opened.add(socket);
        socket.setSoTimeout(10_000);
        String head =
                "POST " + UPDATE + " HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        String answer = "HTTP/1.1 100 Continue\r\n\r\n";
        assertThat(new String(socket.getInputStream().readNBytes(answer.length()), StandardCharsets.US_ASCII))
                .isEqualTo(answer);
        return socket;
    }

    private static String status(Socket socket) throws IOException {
        return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
    }

    @Test
    void hearsRealAgentsWhileStrangersDoNotEndTheirMessages() throws IOException {
        for (int stranger = 2; stranger < 42; stranger++) {
            half("127.0.0." + stranger);
        }
        for (int push = 0; push < 20; push++) {
            assertThat(browser.send("POST", UPDATE, "{}").status())
                    .as("push %d", push)
                    .isEqualTo(200);
        }
        assertThat(browser.get("/livez").status()).isEqualTo(200);
        assertThat(control.messages).hasSize(20);
        for (Socket socket : opened) {
            assertThat(status(socket)).isEqualTo("HTTP/1.1 408");
        }
    }

    @Test
    void waitsForOneUnprovedMessageOfAnAddress() throws IOException {
        Socket first = awaited("127.0.0.2");
        Socket second = awaited("127.0.0.2");
        assertThat(status(first)).isEqualTo("HTTP/1.1 408");
        second.getOutputStream().write("{\"a\":  1}".getBytes(StandardCharsets.US_ASCII));
        assertThat(status(second)).isEqualTo("HTTP/1.1 200");
    }

    @Test
    void countsWhatDoesNotComeAsWholeAsMuchAsWhatIsNotBelieved() throws IOException {
        List<String> answers = new ArrayList<>();
        while (!answers.contains("HTTP/1.1 429")) {
            assertThat(answers.size()).isLessThan(100);
            Socket socket = half("127.0.0.2");
            socket.shutdownOutput();
            answers.add(status(socket));
        }
        assertThat(answers).containsOnly("HTTP/1.1 400", "HTTP/1.1 429");
        assertThat(browser.send("POST", UPDATE, "{}").status())
                .as("another address")
                .isEqualTo(200);
        assertThat(browser.send("POST", UPDATE, "{}", "Authorization: Bearer t0ken")
                        .status())
                .as("with a token")
                .isEqualTo(200);
    }

    @Test
    void readsNoBodyBehindAHeadThatProvesNothing() throws IOException {
        control.others = PushMessages.PushProof.NONE;
        assertThat(status(half("127.0.0.2"))).isEqualTo("HTTP/1.1 401");
        assertThat(status(half("127.0.0.2", "Authorization: Bearer guess"))).isEqualTo("HTTP/1.1 401");
        for (int guess = 0; guess < 30; guess++) {
            browser.send("POST", UPDATE, "{}");
        }
        assertThat(browser.send("POST", UPDATE, "{}").status()).isEqualTo(429);
        assertThat(browser.send("POST", UPDATE, "{}", "Authorization: Bearer t0ken")
                        .status())
                .as("who shows the token has a limit of their own")
                .isEqualTo(200);
    }
}
