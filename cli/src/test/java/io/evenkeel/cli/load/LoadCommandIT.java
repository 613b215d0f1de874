// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.evenkeel.cli.CommandLineRun;
import io.evenkeel.cli.terminal.ExitCode;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("thorough")
class LoadCommandIT {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger requests = new AtomicInteger();
    private final List<String> targets = Collections.synchronizedList(new ArrayList<>());
    private final Set<String> said = ConcurrentHashMap.newKeySet();
    private HttpServer server;

    @TempDir
    private Path folder;

    /** Every tenth answer of /shaky is a 503; the others are the octets that the query asks for. */
    @BeforeEach
    void start() throws IOException {
        // Otherwise every answer waits 40 ms for the client's acknowledgement; read once by the JDK's server.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            int number = requests.incrementAndGet();
            targets.add(exchange.getRequestURI().toString());
            said.add(exchange.getRequestMethod() + " "
                    + exchange.getRequestHeaders().getFirst("X-A") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            boolean isShaky = exchange.getRequestURI().getPath().equals("/shaky") && number % 10 == 0;
            byte[] body = new byte[100];
            exchange.getResponseHeaders().add("X-Backend", "b" + number % 2);
            exchange.sendResponseHeaders(isShaky ? 503 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    private CommandLineRun load(String path, String... options) {
        List<String> words = new ArrayList<>(
                List.of("load", "http://127.0.0.1:" + server.getAddress().getPort() + path, "--for", "20s"));
        words.addAll(List.of(options));
        return CommandLineRun.of(words.toArray(String[]::new));
    }

    @Test
    void countsFailuresAndNodesAndHoldsThemAgainstThresholds() {
        CommandLineRun run = load(
                "/shaky",
                "-u",
                "2",
                "--requests-max",
                "100",
                "--node-header",
                "X-Backend",
                "-o",
                "json",
                "--expect",
                "failures=10,failures<=10%,requests=100,p99<20s");
        JsonNode figures = JsonMapper.shared().readTree(run.out());

        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(requests).hasValue(100);
        assertThat(figures.get("loop").asString()).isEqualTo("closed");
        assertThat(figures.get("requests").asInt()).isEqualTo(100);
        assertThat(figures.get("failuresByKind").get("unavailable").asInt()).isEqualTo(10);
        assertThat(figures.get("nodes").get(1).get("name").asString()).isEqualTo("b1");
        assertThat(figures.get("bodyBytes").asInt()).isEqualTo(10_000);

        CommandLineRun failed = load("/shaky", "--requests-max", "50", "--expect", "failures=0,p50<20s");
        assertThat(failed.exitCode()).isEqualTo(ExitCode.THRESHOLD);
        assertThat(failed.out()).contains("FAILED: expected failures=0, measured 5", "ok: expected p50<20s");
    }

    @Test
    void anOpenLoadShowsBothCurvesAndWritesItsFiles() throws Exception {
        Path log = folder.resolve("load.hlog");
        Path lines = folder.resolve("requests.csv");
        CommandLineRun run = load(
                "/page",
                "--rate",
                "200/s",
                "--arrivals",
                "constant",
                "--requests-max",
                "300",
                "--log",
                log.toString(),
                "--requests",
                lines.toString());

        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("from when it was due", "from when it was sent", "more than 1 ms late");
        assertThat(Files.readAllLines(lines)).hasSize(301).first().asString().startsWith("dueMs,sentMs,latencyMs");
        assertThat(countIn(log.toFile(), "latency")).isEqualTo(300);
        assertThat(countIn(log.toFile(), "fromSent")).isEqualTo(300);
    }

    /** Reads the log as HdrHistogram's own tools do. */
    private static long countIn(File log, String tag) throws IOException {
        long count = 0;
        try (HistogramLogReader reader = new HistogramLogReader(log)) {
            for (EncodableHistogram next = reader.nextIntervalHistogram();
                    next != null;
                    next = reader.nextIntervalHistogram()) {
                count += tag.equals(next.getTag()) ? ((org.HdrHistogram.Histogram) next).getTotalCount() : 0;
            }
        }
        return count;
    }

    @Test
    void methodFieldsAndBodyAreSent() {
        CommandLineRun run = load("/form", "-H", "X-A: b", "-d", "a=1", "--close", "--requests-max", "5", "-o", "csv");

        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(said).containsExactly("POST b a=1");
        assertThat(run.out())
                .startsWith("requests,failures,failureShare,throughputPerSecond,meanMs,p50Ms,p90Ms,p99Ms,p999Ms");
    }

    /**
     * With Zipf's exponent 1 and 100 files the first is asked for 1 / H(100) = 19.3 % of the times: 193 of 1000, sd
     * 12.5, six of them 75.
     */
    @Test
    void popularFilesAreAskedForMoreOften() {
        CommandLineRun run = load("/f/{file}?bytes={size}", "--files", "100", "--requests-max", "1000", "-u", "4");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(targets)
                .hasSize(1000)
                .allSatisfy(target -> assertThat(target).matches("/f/[0-9]+\\?bytes=[0-9]+"));
        assertThat(targets.stream().filter(target -> target.startsWith("/f/1?")).count())
                .isBetween(118L, 268L);
        assertThat(targets.stream().filter(target -> target.startsWith("/f/1?")).distinct())
                .as("a file keeps its size")
                .hasSize(1);
    }

    @Test
    void aWalkFollowsItsFile() throws Exception {
        Path mix = Files.writeString(folder.resolve("mix.yaml"), """
                states:
                  a: {page: GET /a, next: {b: 1}}
                  b: {page: GET /b?x=1, next: {a: 1}}
                """);
        CommandLineRun run = load("/shop", "--mix", mix.toString(), "-u", "1", "--requests-max", "4");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(targets).containsExactly("/shop/a", "/shop/b?x=1", "/shop/a", "/shop/b?x=1");
    }

    @Test
    void anHttpsServerIsBelievedByTheGivenAuthorityAloneOrBlindly() throws Exception {
        X509Bundle own = new CertificateBuilder()
                .ecp256()
                .subject("CN=shop")
                .addSanDnsName("localhost")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        Path file = Files.writeString(folder.resolve("shop.pem"), own.getCertificatePEM());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.toKeyManagerFactory().getKeyManagers(), null, null);
        HttpsServer tls = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        try {
            tls.setExecutor(threads);
            tls.setHttpsConfigurator(new HttpsConfigurator(context));
            tls.createContext("/", exchange -> {
                exchange.sendResponseHeaders(204, -1);
                exchange.close();
            });
            tls.start();
            String port = ":" + tls.getAddress().getPort() + "/";

            CommandLineRun doubted = loadTls("https://localhost" + port);
            assertThat(doubted.out())
                    .containsPattern("handshake +3 +1.0000")
                    .contains(
                            "handshake: its certificate was issued by 'CN=shop', which the trust store of this Java",
                            "--ca FILE");
            CommandLineRun known =
                    loadTls("https://localhost" + port, "--ca", file.toString(), "--expect", "failures=0,requests=3");
            assertThat(known.exitCode()).as(known.out()).isEqualTo(ExitCode.OK);
            CommandLineRun other = loadTls("https://127.0.0.1" + port, "--ca", file.toString(), "-o", "json");
            JsonNode figures = JsonMapper.shared().readTree(other.out());
            assertThat(figures.get("failuresByKind").get("handshake").asInt()).isEqualTo(3);
            assertThat(figures.get("failureReasons").get("handshake").asString())
                    .contains("other names: localhost");
            CommandLineRun blind =
                    loadTls("https://127.0.0.1" + port, "-k", "--rate", "100/s", "--expect", "failures=0,requests=3");
            assertThat(blind.exitCode()).as(blind.out()).isEqualTo(ExitCode.OK);
        } finally {
            tls.stop(0);
        }
    }

    private static CommandLineRun loadTls(String url, String... options) {
        List<String> words = new ArrayList<>(List.of("load", url, "--for", "20s", "--requests-max", "3", "-u", "1"));
        words.addAll(List.of(options));
        return CommandLineRun.of(words.toArray(String[]::new));
    }

    @Test
    void nobodyThereIsSaid() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        CommandLineRun run = CommandLineRun.of("load", "127.0.0.1:" + port, "-u", "1", "--requests-max", "3");

        assertThat(run.exitCode()).isEqualTo(ExitCode.THRESHOLD);
        assertThat(run.out()).containsPattern("refused +3 +1.0000");
    }
}
