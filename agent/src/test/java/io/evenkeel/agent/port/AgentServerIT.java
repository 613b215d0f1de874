// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.agent.settings.AgentOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The agent server over real sockets. */
@Tag("thorough")
final class AgentServerIT {

    private static final int SILENCE_MS = 10_000;

    private final FakePages pages = new FakePages();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    @Test
    void showsTheSampleInThreeForms() throws IOException {
        Socket client = connect(started("port=0"));

        assertThat(ask(client, get("/evenkeel-agent")))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("Content-Type: application/json\r\n", "Cache-Control: no-store\r\n")
                .endsWith("\r\n\r\nthe json of a sample, θ included\n");
        assertThat(ask(client, get("/evenkeel-agent.html?x=1"))).contains("text/html", "the html of");
        assertThat(ask(client, get("/evenkeel-agent/orca"))).contains("text/plain", "the orca of");
    }

    @Test
    void answersAskedTogetherComeInOrder() throws IOException {
        Socket client = connect(started("port=0"));
        send(client, get("/evenkeel-agent") + get("/evenkeel-agent.html") + get("/nowhere"));

        assertThat(answer(client, true)).contains("the json");
        assertThat(answer(client, true)).contains("the html");
        assertThat(answer(client, true)).startsWith("HTTP/1.1 404");
    }

    @Test
    void headGivesNoBody() throws IOException {
        Socket client = connect(started("port=0"));
        send(client, "HEAD /evenkeel-agent HTTP/1.1\r\nHost: localhost\r\n\r\n");

        assertThat(answer(client, false)).startsWith("HTTP/1.1 200 OK").contains("Content-Length: 34\r\n");
        assertThat(ask(client, get("/nowhere"))).as("the next answer").startsWith("HTTP/1.1 404");
    }

    @Test
    void otherMethodsAreNotAllowed() throws IOException {
        assertThat(ask(connect(started("port=0")), "DELETE /evenkeel-agent HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                .startsWith("HTTP/1.1 405")
                .contains("Allow: GET, HEAD\r\n");
    }

    @Test
    void wantsTheTokenWhenThereIsOne() throws IOException {
        Socket client = connect(started("port=0,token=s3cret"));

        assertThat(ask(client, get("/evenkeel-agent")))
                .startsWith("HTTP/1.1 401")
                .contains("WWW-Authenticate: Bearer")
                .doesNotContain("the json");
        assertThat(ask(client, get("/nowhere")))
                .as("nothing is told without it")
                .startsWith("HTTP/1.1 401");
        assertThat(ask(client, with("/evenkeel-agent", "Bearer s3cre"))).startsWith("HTTP/1.1 401");
        assertThat(ask(client, with("/evenkeel-agent", "Basic s3cret"))).startsWith("HTTP/1.1 401");
        assertThat(ask(client, with("/evenkeel-agent", "bearer s3cret"))).startsWith("HTTP/1.1 200");
    }

    @Test
    void drainsOnlyForWhoKnowsTheToken() throws IOException {
        String post = "POST /evenkeel-agent/%s HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n%s\r\n";
        Socket open = connect(started("port=0"));
        assertThat(ask(open, String.format(post, "drain", ""))).startsWith("HTTP/1.1 403");

        Socket closed = connect(started("port=0,token=s3cret"));
        assertThat(ask(closed, String.format(post, "drain", ""))).startsWith("HTTP/1.1 401");
        assertThat(pages.draining).isFalse();
        assertThat(ask(closed, String.format(post, "drain", "Authorization: Bearer s3cret\r\n")))
                .startsWith("HTTP/1.1 200");
        assertThat(pages.draining).isTrue();
        assertThat(ask(closed, String.format(post, "ready", "Authorization: Bearer s3cret\r\n")))
                .startsWith("HTTP/1.1 200");
        assertThat(pages.draining).isFalse();
        assertThat(ask(closed, with("/evenkeel-agent/drain", "Bearer s3cret"))).startsWith("HTTP/1.1 405");
    }

    @Test
    void refusesWhatIsNoPlainRequestAndHangsUp() throws IOException {
        AgentServer server = started("port=0");
        List<String> bad = List.of(
                "GET\r\n\r\n",
                "GET /evenkeel-agent HTTP/2.0\r\n\r\n",
                "GET http://n/ HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nno colon\r\n\r\n",
                "POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello",
                "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
        for (String request : bad) {
            Socket client = connect(server);
            assertThat(ask(client, request))
                    .as(request)
                    .startsWith("HTTP/1.1 400")
                    .contains("Connection: close");
            assertThat(client.getInputStream().read()).as("the end").isEqualTo(-1);
        }
    }

    @Test
    void aHeadWithoutEndIsCutAt8Kibibytes() throws IOException {
        Socket client = connect(started("port=0"));
        send(client, "GET /" + "a".repeat(8_187));

        assertThat(answer(client, true)).startsWith("HTTP/1.1 431");
        assertThat(client.getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void keepsAConnectionOfAnOldClientOnlyWhenItAsks() throws IOException {
        AgentServer server = started("port=0");
        Socket client = connect(server);
        assertThat(ask(client, "GET /evenkeel-agent HTTP/1.0\r\n\r\n")).contains("Connection: close");
        assertThat(client.getInputStream().read()).isEqualTo(-1);

        Socket other = connect(server);
        String asking = "GET /evenkeel-agent HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n";
        assertThat(ask(other, asking)).contains("Connection: keep-alive");
        assertThat(ask(other, asking)).startsWith("HTTP/1.1 200");
    }

    @Test
    void aSilentClientIsHungUpOn() throws IOException {
        Socket client = connect(started("port=0"));
        send(client, "GET /evenkeel-agent HT");

        assertThat(client.getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void aClientThatDripsIsHungUpOn() throws IOException {
        Socket client = connect(started("port=0"));
        client.setSoTimeout(200);
        boolean open = true;
        send(client, "GET /");
        for (int octets = 0; octets < 75 && open; octets++) {
            try {
                send(client, "a");
                open = client.getInputStream().read() >= 0;
            } catch (SocketTimeoutException e) {
                open = true;
            } catch (IOException e) {
                open = false;
            }
        }
        assertThat(open).as("after 15 s within one head").isFalse();
    }

    @Test
    void aFullHeapEndsAConnectionAndNotTheServer() throws IOException {
        AgentServer server = started("port=0");
        pages.fails = true;
        Socket unlucky = connect(server);
        send(unlucky, get("/evenkeel-agent"));
        assertThat(unlucky.getInputStream().read()).isEqualTo(-1);

        pages.fails = false;
        assertThat(ask(connect(server), get("/evenkeel-agent"))).startsWith("HTTP/1.1 200");
    }

    @Test
    void the65thConnectionIsClosedAndThe64OthersAreServed() throws IOException {
        AgentServer server = started("port=0");
        List<Socket> clients = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            clients.add(connect(server));
            assertThat(ask(clients.get(i), get("/evenkeel-agent"))).startsWith("HTTP/1.1 200");
        }
        assertThat(connect(server).getInputStream().read()).isEqualTo(-1);
        assertThat(ask(clients.get(63), get("/evenkeel-agent"))).startsWith("HTTP/1.1 200");
    }

    @Test
    void tellsTheCheckItsLineAtOnce() throws IOException {
        AgentServer server = started("port=off,check.port=0");
        assertThat(server.port()).isZero();
        pages.line = "up ready 42%\n";

        assertThat(check(server, "")).isEqualTo("up ready 42%\n");
        pages.draining(true);
        assertThat(check(server, "whatever HAProxy is told to send\n")).isEqualTo("drain\n");
    }

    @Test
    void takesTheNextPortWhenItsOwnIsTaken() throws IOException {
        ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        open.add(taken);
        AgentServer server = started("port=" + taken.getLocalPort());

        assertThat(server.port()).isBetween(taken.getLocalPort() + 1, taken.getLocalPort() + 20);
        assertThat(ask(connect(server), get("/evenkeel-agent"))).startsWith("HTTP/1.1 200");
    }

    @Test
    void goesOnWithoutTheCheckWhenItsPortIsTaken() throws IOException {
        ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        open.add(taken);
        AgentServer server = started("port=0,check.port=" + taken.getLocalPort());

        assertThat(server.checkPort()).isZero();
        assertThat(ask(connect(server), get("/evenkeel-agent"))).startsWith("HTTP/1.1 200");
    }

    @Test
    void closingGivesPortAndConnectionsBack() throws IOException {
        AgentServer server = started("port=0");
        int port = server.port();
        Socket client = connect(server);
        assertThat(ask(client, get("/evenkeel-agent"))).startsWith("HTTP/1.1 200");
        server.close();

        assertThat(client.getInputStream().read()).isEqualTo(-1);
        assertThat(started("port=" + port).port()).isEqualTo(port);
    }

    private AgentServer started(String arguments) {
        AgentOptions settings = AgentOptions.of(arguments, name -> null, name -> null, Map.of());
        assertThat(settings.complaints()).isEmpty();
        AgentServer server = Objects.requireNonNull(AgentServer.open(settings, pages));
        open.add(server::close);
        return server;
    }

    private Socket connect(AgentServer server) throws IOException {
        return connect(server.port());
    }

    private Socket connect(int port) throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), port);
        open.add(client);
        client.setSoTimeout(SILENCE_MS);
        return client;
    }

    private String check(AgentServer server, String sent) throws IOException {
        Socket client = connect(server.checkPort());
        send(client, sent);
        return new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }

    private static String with(String path, String authorization) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: " + authorization + "\r\n\r\n";
    }

    private static String ask(Socket client, String request) throws IOException {
        send(client, request);
        return answer(client, true);
    }

    private static void send(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String answer(Socket client, boolean withBody) throws IOException {
        InputStream in = client.getInputStream();
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        while (!octets.toString(StandardCharsets.UTF_8).endsWith("\r\n\r\n")) {
            int next = in.read();
            assertThat(next).as("the end within a head: " + octets).isNotNegative();
            octets.write(next);
        }
        String head = octets.toString(StandardCharsets.UTF_8);
        if (withBody) {
            int length = Integer.parseInt(head.replaceFirst("(?s).*Content-Length: ([0-9]+)\r\n.*", "$1"));
            octets.write(in.readNBytes(length));
        }
        return octets.toString(StandardCharsets.UTF_8);
    }
}
