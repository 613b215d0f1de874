// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.evenkeel.cli.TestJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program with too few descriptors: it accepts nothing, then refuses, answers its admin server, and recovers. */
final class ProtectionIT {

    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final int CLIENTS = 150;
    private static final int A_MOMENT_MS = 700;
    private static final int ANSWER_MS = 20_000;
    private static final Pattern ADMIN = Pattern.compile("admin on (http://\\S+?:\\d+)");
    private static final Pattern PORT = Pattern.compile(":(\\d+)(?!.*:\\d)");

    @TempDir
    private Path folder;

    private final LinkedBlockingQueue<String> err = new LinkedBlockingQueue<>();
    private final List<Socket> open = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private HttpServer origin;
    private Process process;

    @BeforeEach
    void prepare() throws IOException {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/prlimit")), "needs prlimit of util-linux");
        origin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        origin.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("ok".getBytes(StandardCharsets.US_ASCII));
            exchange.close();
        });
        origin.start();
        Path config = folder.resolve("evenkeel.yaml");
        Files.writeString(config, """
                version: 1
                listeners:
                  - address: 127.0.0.1:0
                    name: web
                    cluster: shop
                    limits: {connections: 5000, connections-per-address: 5000}
                    timeouts: {idle: 2m}
                clusters: {shop: {nodes: ["127.0.0.1:%d"]}}
                admin: 127.0.0.1:0
                engine: {loops: 2}
                """.formatted(origin.getAddress().getPort()));
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m"));
        command.addAll(TestJvm.flags());
        command.addAll(List.of(
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "io.evenkeel.cli.Main",
                "run",
                "-c",
                config.toString()));
        process = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        BufferedReader lines = process.errorReader();
        Thread reader = new Thread(() -> {
            try (lines) {
                lines.lines().forEach(err::add);
            } catch (UncheckedIOException | IOException e) {
                err.add("the stream has ended: " + e);
            }
        });
        reader.setDaemon(true);
        reader.start();
    }

    @AfterEach
    void end() throws IOException {
        for (Socket each : open) {
            each.close();
        }
        if (process != null) {
            process.destroyForcibly();
        }
        if (origin != null) {
            origin.stop(0);
        }
    }

    @Test
    void survivesWithoutDescriptorsAndRecovers() throws Exception {
        Matcher web = matched(heard("listener web on "), PORT);
        heard("ready in ");
        String admin = matched(heard("admin on "), ADMIN).group(1);
        int port = Integer.parseInt(web.group(1));
        for (int i = 0; i < CLIENTS; i++) {
            ask(connect(port));
        }
        Socket kept = open.get(0);
        assertThat(answer(kept)).startsWith("HTTP/1.1 200 ");
        // Every answer has begun, so no connection to the origin is still to come.
        for (Socket each : open.subList(1, CLIENTS)) {
            assertThat(each.getInputStream().read()).isEqualTo('H');
        }

        limit(Math.round(descriptors() / 0.925));
        heard("no connection is accepted");
        Socket waiting = connect(port);
        ask(waiting);
        assertThat(isSilent(waiting)).as("a client that came too late").isTrue();
        ask(kept);
        assertThat(answer(kept)).as("a client that was there").startsWith("HTTP/1.1 200 ");
        assertThat(metrics(admin)).contains("evenkeel_resource_level{level=\"paused\",resource=\"descriptors\"} 1.0");

        limit(descriptors() + 2);
        heard("requests are refused with 503 descriptors-full");
        ask(kept);
        assertThat(answer(kept)).startsWith("HTTP/1.1 503 ");
        assertThat(metrics(admin))
                .contains("evenkeel_resource_level{level=\"refusing\",resource=\"descriptors\"} 1.0")
                .contains("evenkeel_listener_refused_total{listener=\"web\",reason=\"descriptors-full\"} 1.0");
        assertThat(get(admin + "/readyz?verbose")).contains("requests are refused (descriptors)");

        limit(10_000);
        heard("connections are accepted again");
        assertThat(answer(waiting)).as("the client that waited").startsWith("HTTP/1.1 200 ");
        ask(kept);
        assertThat(answer(kept)).startsWith("HTTP/1.1 200 ");
        assertThat(metrics(admin)).contains("evenkeel_resource_pauses_total{resource=\"descriptors\"} 1.0");
    }

    private String metrics(String admin) throws Exception {
        return get(admin + "/metrics");
    }

    private String get(String url) throws Exception {
        return http.send(
                        HttpRequest.newBuilder(URI.create(url))
                                .timeout(Duration.ofSeconds(20))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    private Socket connect(int port) throws IOException {
        Socket made = new Socket(InetAddress.getLoopbackAddress(), port);
        open.add(made);
        return made;
    }

    private static void ask(Socket client) throws IOException {
        client.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
    }

    /** The head of an answer and what has come with it. */
    private static String answer(Socket client) throws IOException {
        client.setSoTimeout(ANSWER_MS);
        InputStream in = client.getInputStream();
        StringBuilder text = new StringBuilder();
        byte[] some = new byte[4096];
        while (text.indexOf("\r\n\r\n") < 0) {
            int count = in.read(some);
            if (count < 0) {
                return text + " and the end";
            }
            text.append(new String(some, 0, count, StandardCharsets.ISO_8859_1));
        }
        client.setSoTimeout(A_MOMENT_MS / 7);
        try {
            while (in.read(some) > 0) {}
        } catch (SocketTimeoutException e) {
            // that was all
        }
        return text.toString();
    }

    private static boolean isSilent(Socket client) throws IOException {
        client.setSoTimeout(A_MOMENT_MS);
        try {
            return client.getInputStream().read() == Integer.MIN_VALUE;
        } catch (SocketTimeoutException e) {
            return true;
        }
    }

    private long descriptors() {
        try (Stream<Path> all = Files.list(Path.of("/proc", String.valueOf(process.pid()), "fd"))) {
            return all.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sets how many descriptors the program may have, and leaves the hard limit as it is. */
    private void limit(long most) throws Exception {
        Process set = new ProcessBuilder(
                        "/usr/bin/prlimit", "--pid", String.valueOf(process.pid()), "--nofile=" + most + ":")
                .inheritIO()
                .start();
        assertThat(set.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(set.exitValue()).isZero();
    }

    private static Matcher matched(String line, Pattern pattern) {
        Matcher matcher = pattern.matcher(line);
        assertThat(matcher.find()).as(line).isTrue();
        return matcher;
    }

    private String heard(String what) throws InterruptedException {
        List<String> before = new ArrayList<>();
        for (String line = err.poll(60, TimeUnit.SECONDS); line != null; line = err.poll(60, TimeUnit.SECONDS)) {
            if (line.contains(what)) {
                return line;
            }
            before.add(line);
        }
        throw new AssertionError("'" + what + "' was not said, but " + before);
    }
}
