// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.admin.account.Role;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Forms that arrive slowly, or not at all. */
@Timeout(120)
class SlowFormsIT extends FormConsole {

    private static final String EDITOR = LIST + "/file";
    private static final int HALF = 100_000;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);

    private final List<Socket> sockets = new ArrayList<>();

    @Override
    String text(int port) {
        return """
                listeners:
                  - {name: web, address: "127.0.0.1:0", cluster: shop}
                clusters:
                  shop: {nodes: ["127.0.0.1:%d"]}
                """.formatted(port);
    }

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    /** Sends the head and half of the body. */
    private Socket half(String method, String who) throws IOException {
        Socket socket = new Socket(server.url().getHost(), server.url().getPort());
        sockets.add(socket);
        socket.setSoTimeout(20_000);
        String head =
                method + " " + EDITOR + " HTTP/1.1\r\nHost: " + server.url().getAuthority() + "\r\n" + who
                        + "\r\nOrigin: " + server.url() + "\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                        + "Content-Length: " + 2 * HALF + "\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().write(("do=check&x=" + "y".repeat(HALF - 11)).getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    @Test
    void keepNobodyFromTheConfiguration() throws Exception {
        Socket slow = half("POST", ann);
        half("POST", ann);

        for (int attempt = 0; attempt < 3; attempt++) {
            assertThat(browser.get(EDITOR, HTML, ann).status()).isEqualTo(200);
            assertThat(browser.post(EDITOR, Map.of("do", "check", "text", text), ann)
                            .body())
                    .contains("No problems.");
        }

        slow.getOutputStream().write("z".repeat(HALF).getBytes(StandardCharsets.US_ASCII));
        assertThat(new String(slow.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                .as("the slow one has its turn too")
                .isEqualTo("HTTP/1.1 200");
    }

    @Test
    void keepAThirdLongOneOutUntilOneOfThemIsOver() throws Exception {
        Socket slow = half("POST", ann);
        half("POST", ann);

        Answer third = whole();
        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        while (third.status() == 200 && System.nanoTime() < deadlineNs) {
            third = whole(); // the server had not begun with both of the others
        }
        assertThat(third.status()).isEqualTo(503);
        assertThat(third.head()).contains("Retry-After: 5");
        assertThat(third.body()).contains("another configuration is being checked", "Try again");

        slow.getOutputStream().write("z".repeat(HALF).getBytes(StandardCharsets.US_ASCII));
        slow.getInputStream().readAllBytes();
        assertThat(whole().status()).as("the place is free again").isEqualTo(200);
    }

    /** The answer to a long form that is sent at once. */
    private Answer whole() throws IOException {
        return browser.post(EDITOR, Map.of("do", "check", "text", "# " + "x".repeat(HALF) + "\n" + text), ann);
    }

    @Test
    void areReadOfNobodyWhoOnlyLooks() throws Exception {
        String vera = session("vera", Role.VIEWER);
        for (int reader = 0; reader < 12; reader++) {
            half("GET", vera);
        }
        for (Socket socket : sockets) {
            assertThat(new String(socket.getInputStream().readNBytes(9), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 ");
        }
        assertThat(browser.get(EDITOR, HTML, ann).status()).isEqualTo(200);
    }

    /** Sends more messages than there are workers, with a token, and none of them whole. */
    @Test
    void doNotStopTheApiEither() throws Exception {
        for (int message = 0; message < 12; message++) {
            Socket socket = new Socket(server.url().getHost(), server.url().getPort());
            sockets.add(socket);
            String head = "PUT /api/v1/clusters/shop/nodes/x HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer sesame\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        }
        for (int attempt = 0; attempt < 3; attempt++) {
            assertThat(browser.get("/api/v1/clusters").status()).isEqualTo(200);
            assertThat(browser.get(EDITOR, HTML, ann).status()).isEqualTo(200);
        }
    }
}
