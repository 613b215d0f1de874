// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strangers who open connections, ask for much, and read nothing. */
@Timeout(60)
@Tag("thorough")
class StrangersIT {

    private static final int ATTACKERS = 10;
    private static final int PIPELINED = 60;
    private static final int SMALL_WINDOW = 2_048;

    /** As {@code Guests} has it. */
    private static final int MANY = 32;

    private static final int MOST = 256;
    private static final String BEARER = "Authorization: Bearer sesame";

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

    private Socket connect(String from) throws IOException {
        Socket socket = new Socket();
        opened.add(socket);
        socket.setReceiveBufferSize(SMALL_WINDOW);
        socket.setSoTimeout(10_000);
        socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
        socket.connect(
                new InetSocketAddress(server.url().getHost(), server.url().getPort()));
        return socket;
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** The least time of three, in milliseconds, since the machine has other work too. */
    private long leastMs(String path) throws IOException {
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 3; attempt++) {
            long beganNs = System.nanoTime();
            Answer answer = browser.get(path);
            assertThat(answer.status()).as(path).isEqualTo(200);
            least = Math.min(least, (System.nanoTime() - beganNs) / 1_000_000);
        }
        return least;
    }

    @ParameterizedTest
    @ValueSource(strings = {"/static/echarts.min.js", "/console/sign-in", "/metrics"})
    void areNotWaitedForByAnyThread(String path) throws IOException {
        for (int attacker = 0; attacker < ATTACKERS; attacker++) {
            // each has an address of its own, so that none has to make room for another
            Socket socket = connect("127.0.0." + (attacker + 2));
            send(socket, get(path).repeat(PIPELINED));
            assertThat(socket.getInputStream().read())
                    .as("the first answer comes")
                    .isEqualTo('H');
        }
        for (String asked : List.of(
                "/livez", "/readyz", "/metrics", "/api/v1/clusters", "/console/sign-in", "/static/console.js")) {
            assertThat(leastMs(asked)).as(asked).isLessThan(1_000);
        }
        assertThat(browser.send("POST", "/api/v1/agents", "{}").status()).isEqualTo(200);
    }

    /** A refusal that names a long host has 41 kB, more than the servlet gathers before it writes. */
    @ParameterizedTest
    @ValueSource(strings = {"/console/live", "/console/logs/download", "/console/sign-in"})
    void leaveNoWorkerWithARefusalThatTheyDoNotRead(String path) throws IOException {
        List<Thread> asking = new ArrayList<>();
        for (int attacker = 0; attacker < ATTACKERS; attacker++) {
            asking.add(asking(connect("127.0.0." + (attacker + 2)), path));
        }
        List<String> waiting = List.of();
        while (waiting.isEmpty() && asking.stream().anyMatch(Thread::isAlive)) {
            LockSupport.parkNanos(20_000_000);
            waiting = waitingForAReader();
        }
        assertThat(waiting).as("workers that wait for a reader").isEmpty();
    }

    /** Asks, and reads nothing, until the server closes the connection. */
    private static Thread asking(Socket socket, String path) throws IOException {
        socket.setSendBufferSize(SMALL_WINDOW);
        String request = "GET " + path + " HTTP/1.1\r\nHost: " + "&".repeat(7_900) + "\r\nAccept: text/html\r\n\r\n";
        Thread asking = new Thread(() -> {
            try {
                while (true) {
                    send(socket, request);
                }
            } catch (IOException e) {
                // closed
            }
        });
        asking.setDaemon(true);
        asking.start();
        return asking;
    }

    private static List<String> waitingForAReader() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(each -> each.getKey().getName().startsWith("admin-work-"))
                .filter(each -> isParkedInAWrite(List.of(each.getValue())))
                .map(each -> each.getKey().getName())
                .toList();
    }

    private static boolean isParkedInAWrite(List<StackTraceElement> stack) {
        return !stack.isEmpty()
                && stack.get(0).getMethodName().equals("park")
                && stack.stream().anyMatch(each -> each.getClassName().startsWith("org.eclipse.jetty.util.Blocker"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Via: 1.1 proxy",
                "Forwarded: for=192.0.2.1",
                "X-Forwarded-For: 192.0.2.1",
                "X-Forwarded-Host: shop",
                "X-Forwarded-Proto: https",
                "X-Real-IP: 192.0.2.1"
            })
    void mayNotReadThroughAProxy(String field) throws IOException {
        for (String path : List.of("/metrics", "/readyz?verbose", "/livez")) {
            assertThat(browser.get(path, field).status()).as(path).isEqualTo(401);
            assertThat(browser.get(path, field, BEARER).status()).as(path).isEqualTo(200);
        }
    }

    @Test
    void getNoSecondAnswerBeforeTheyHaveReadTheFirst() throws IOException {
        String message = "POST /api/v1/agents HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}";
        Socket socket = connect("127.0.0.2");
        send(socket, get("/static/echarts.min.js").repeat(PIPELINED) + message);
        InputStream in = socket.getInputStream();
        assertThat(in.read()).isEqualTo('H');
        assertThat(leastMs("/livez")).isLessThan(1_000);
        assertThat(control.messages).as("what stands behind the unread answers").isEmpty();

        byte[] chunk = new byte[1 << 16];
        while (control.messages.isEmpty()) {
            assertThat(in.read(chunk)).isPositive();
        }
    }

    @Test
    void loseTheirConnectionSoonWhenTheyDoNotRead() throws IOException {
        Socket socket = connect("127.0.0.2");
        send(socket, get("/static/echarts.min.js").repeat(PIPELINED));
        assertThat(socket.getInputStream().read()).isEqualTo('H');
        assertThat(endsAfterMs(connect("127.0.0.3"))).as("says nothing").isBetween(4_000L, 9_000L);
        long read = 1;
        byte[] chunk = new byte[1 << 16];
        try {
            for (int more = 0; more >= 0; more = socket.getInputStream().read(chunk)) {
                read += more;
            }
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the connection is still open", e);
        } catch (IOException reset) {
            // the end of a connection that was given up
        }
        assertThat(read).as("what had left before").isLessThan(PIPELINED * 300_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST /console/sign-in", "PUT /api/v1/clusters/shop/nodes/vcn1"})
    void loseTheirConnectionSoonWhenTheySendHalfABody(String line) throws IOException {
        Socket socket = connect("127.0.0.2");
        send(socket, line + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nname=");
        try {
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 408 ");
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the connection is still open", e);
        }
    }

    private static long endsAfterMs(Socket socket) throws IOException {
        long beganNs = System.nanoTime();
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
        return (System.nanoTime() - beganNs) / 1_000_000;
    }

    @Test
    void makeRoomForThoseWhoCome() throws IOException {
        for (int guest = 0; guest < MOST + 20; guest++) {
            connect("127.0." + (1 + guest / 200) + "." + (1 + guest % 200));
        }
        assertThat(browser.get("/livez").status()).isEqualTo(200);
        assertThat(browser.get("/console/sign-in").status()).isEqualTo(200);
        for (Socket first : opened.subList(0, 20)) {
            assertThat(first.getInputStream().read()).as("the first to come").isEqualTo(-1);
        }
    }

    @Test
    void areLetInWhileAllPlacesAreTakenByThoseWhoAreKnown() throws IOException {
        for (int guest = 0; guest < MOST; guest++) {
            Socket socket = connect("127.0.0.2");
            ask(socket, new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)));
        }
        assertThat(browser.get("/livez").status()).isEqualTo(200);
        assertThat(opened.get(0).getInputStream().read()).as("idle for longest").isEqualTo(-1);
    }

    @Test
    void keepFewConnectionsOfAnAddress() throws IOException {
        Socket known = connect("127.0.0.2");
        BufferedReader answers =
                new BufferedReader(new InputStreamReader(known.getInputStream(), StandardCharsets.UTF_8));
        ask(known, answers);
        List<Socket> strangers = new ArrayList<>();
        for (int stranger = 0; stranger < MANY + 8; stranger++) {
            strangers.add(connect("127.0.0.2"));
        }
        for (Socket first : strangers.subList(0, 8)) {
            assertThat(first.getInputStream().read()).as("the first to come").isEqualTo(-1);
        }
        Socket last = strangers.get(strangers.size() - 1);
        send(last, get("/livez"));
        assertThat(last.getInputStream().read()).isEqualTo('H');
        ask(known, answers);
    }

    /** With proof, on a connection that stays. */
    private static void ask(Socket socket, BufferedReader answers) throws IOException {
        send(socket, "GET /api/v1/dispatcher HTTP/1.1\r\nHost: localhost\r\n" + BEARER + "\r\n\r\n");
        assertThat(answers.readLine()).isEqualTo("HTTP/1.1 200 OK");
        int length = 0;
        for (String line = answers.readLine(); !line.isEmpty(); line = answers.readLine()) {
            if (line.startsWith("Content-Length: ")) {
                length = Integer.parseInt(line.substring(16));
            }
        }
        assertThat(answers.skip(length)).isEqualTo(length);
    }
}
