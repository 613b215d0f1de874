// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.evenkeel.cli.TestJvm;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.Socket;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One process takes over from another, as in an upgrade; both are real ones. */
@Tag("thorough")
final class TakeOverIT {

    private static final int LOOK_MS = 10;
    private static final int PATIENCE_MS = 60_000;

    @TempDir
    private Path folder;

    private final LinkedBlockingQueue<String> err = new LinkedBlockingQueue<>();
    private final Queue<String> delivered = new ConcurrentLinkedQueue<>();
    private final List<Process> processes = new ArrayList<>();
    private final List<ProcessHandle> successors = new ArrayList<>();
    private ExecutorService threads;
    private HttpServer origin;
    private int port;
    private int adminPort;

    @BeforeEach
    void prepare() throws IOException {
        threads = Executors.newCachedThreadPool();
        origin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 256);
        origin.setExecutor(threads);
        origin.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            String number = exchange.getRequestURI().getPath().substring(1);
            if (exchange.getRequestMethod().equals("POST")) {
                delivered.add(number);
            }
            byte[] body = number.getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        origin.start();
        port = freePort();
        adminPort = freePort();
        configure("");
    }

    @AfterEach
    void end() {
        successors.forEach(ProcessHandle::destroyForcibly);
        processes.forEach(Process::destroyForcibly);
        origin.stop(0);
        threads.shutdownNow();
    }

    /** As in the upgrade of a service: systemd hears which process is the main one now. */
    @Test
    void noRequestFailsWhileTheNextProcessTakesOver() throws Exception {
        Epoll.ensureAvailability();
        Socket manager = Socket.newSocketDomainDgram();
        try {
            Path address = folder.resolve("notify");
            manager.bind(new DomainSocketAddress(address.toString()));
            Process old = start(address, "--forget");
            message(manager, "READY=1");
            heard("admin on ");
            order("drain");
            try (SteadyLoad load = new SteadyLoad(port)) {
                awaitAnswers(load, 500);
                signal(old, "USR2");
                heard("is started to take over");
                String main = message(manager, "MAINPID=");
                ProcessHandle next = ProcessHandle.of(Long.parseLong(main.substring("MAINPID=".length())))
                        .orElseThrow();
                successors.add(next);
                assertThat(next.parent())
                        .as("systemd kills a main process at a stop that is the child of another one")
                        .isNotEqualTo(Optional.of(old.toHandle()));
                assertThat(message(manager, "READY=1")).contains("serving web on 127.0.0.1:" + port);
                heard("admin on ");

                assertThat(old.waitFor(30, TimeUnit.SECONDS))
                        .as("the old one ends")
                        .isTrue();
                assertThat(old.exitValue()).isZero();
                assertThat(next.isAlive()).isTrue();
                awaitAnswers(load, load.answered() + 500);
                load.close();

                assertThat(load.failures()).isEmpty();
                assertThat(delivered).containsExactlyInAnyOrderElementsOf(load.posted());
                assertThat(admin("GET", "/api/v1/clusters/shop/nodes/vcn2", "")).contains("drain");
            }
        } finally {
            manager.close();
        }
    }

    @Test
    void aSuccessorThatFailsLeavesTheFirstOneAsItWas() throws Exception {
        Process old = start(folder.resolve("none"));
        heard("admin on ");
        String before = admin("GET", "/livez", "");
        // With NIO an address is never shared.
        configure("engine: {transport: nio}\n");

        Process next = start(folder.resolve("none"), "--take-over");

        heard("takes over");
        heard("cannot listen on 127.0.0.1:" + port);
        heard("has ended without taking over");
        heard("admin on ");
        assertThat(next.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(next.exitValue()).isEqualTo(1);
        assertThat(admin("GET", "/livez", "")).isEqualTo(before);
        assertThat(old.isAlive()).isTrue();
        try (SteadyLoad load = new SteadyLoad(port)) {
            awaitAnswers(load, 10);
        }
    }

    /** A directory stands for a file of another user, which this one cannot open. */
    @Test
    void troubleWithAFileEndsNothingForGood() throws Exception {
        Path successor = Files.createDirectories(folder.resolve(".evenkeel").resolve("evenkeel.successor"));
        Process old = start(folder.resolve("none"));
        heard("no other process can take over from this one as long as this goes on");
        Files.delete(successor);

        start(folder.resolve("none"), "--take-over");

        heard("took over from process " + old.pid());
        assertThat(old.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(old.exitValue()).isZero();
    }

    @Test
    void startsAsUsualWhereNobodyRuns() throws Exception {
        start(folder.resolve("none"), "--take-over");

        heard("nothing to take over");
        heard("ready in ");
    }

    @Test
    void takesNothingBackThatTheOtherOneHas() throws Exception {
        Process process = start(folder.resolve("none"), "--take-over", "--forget");

        heard("leave out --forget");
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
    }

    private void configure(String more) throws IOException {
        Files.writeString(folder.resolve("evenkeel.yaml"), """
                listeners: [{name: web, address: "127.0.0.1:%d", cluster: shop}]
                clusters:
                  shop:
                    nodes: [{name: vcn1, address: "127.0.0.1:%d"}, {name: vcn2, address: "127.0.0.1:%d"}]
                admin: {address: "127.0.0.1:%d", token: 0123456789abcdef0123456789abcdef}
                %s""".formatted(
                        port, origin.getAddress().getPort(), origin.getAddress().getPort(), adminPort, more));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private Process start(Path notifySocket, String... options) throws IOException {
        Path launcher = folder.resolve("launcher");
        if (!Files.exists(launcher)) {
            String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
            Files.writeString(launcher, """
                    #!/bin/sh
                    exec '%s' %s -Xmx128m -Devenkeel.launcher='%s' -cp '%s' io.evenkeel.cli.Main "$@"
                    """.formatted(
                            Path.of(System.getProperty("java.home"), "bin", "java"),
                            String.join(" ", TestJvm.flags()),
                            launcher,
                            classPath));
            Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
        }
        List<String> command = new ArrayList<>(List.of(
                launcher.toString(),
                "run",
                "-c",
                folder.resolve("evenkeel.yaml").toString()));
        command.addAll(List.of(options));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(folder.resolve("out").toFile());
        builder.environment().put("_JAVA_SR_SIGNUM", "40");
        if (Files.exists(notifySocket)) {
            builder.environment().put("NOTIFY_SOCKET", notifySocket.toString());
        }
        Process started = builder.start();
        processes.add(started);
        Thread reader = new Thread(() -> read(started), "stderr");
        reader.setDaemon(true);
        reader.start();
        return started;
    }

    private void read(Process started) {
        try (BufferedReader lines = started.errorReader()) {
            lines.lines().forEach(err::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String heard(String words) throws InterruptedException {
        List<String> before = new ArrayList<>();
        for (String line = err.poll(60, TimeUnit.SECONDS); line != null; line = err.poll(60, TimeUnit.SECONDS)) {
            if (line.contains(words)) {
                return line;
            }
            before.add(line);
        }
        throw new AssertionError("no line with '" + words + "', but:\n" + String.join("\n", before));
    }

    private String message(Socket manager, String words) throws IOException, InterruptedException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(512);
        for (int waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_MS) {
            int length = manager.read(buffer.clear(), 0, buffer.capacity());
            if (length <= 0) {
                Thread.sleep(LOOK_MS);
                continue;
            }
            String message = StandardCharsets.UTF_8.decode(buffer.limit(length)).toString();
            if (message.startsWith(words)) {
                return message;
            }
        }
        throw new AssertionError("no message " + words + "; it said:\n" + String.join("\n", err));
    }

    private static void awaitAnswers(SteadyLoad load, int count) throws InterruptedException {
        for (int waitedMs = 0; load.answered() < count; waitedMs += LOOK_MS) {
            assertThat(waitedMs)
                    .as("time for %d answers; %s", count, load.failures())
                    .isLessThan(PATIENCE_MS);
            Thread.sleep(LOOK_MS);
        }
    }

    private void order(String state) throws Exception {
        admin("POST", "/api/v1/clusters/shop/nodes/vcn2/" + state, "");
    }

    private String admin(String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + adminPort + path))
                .header("Authorization", "Bearer 0123456789abcdef0123456789abcdef")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private static void signal(Process process, String name) throws IOException, InterruptedException {
        new ProcessBuilder("bash", "-c", "kill -" + name + " " + process.pid())
                .start()
                .waitFor();
    }
}
