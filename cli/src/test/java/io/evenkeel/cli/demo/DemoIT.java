// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.Main;
import io.evenkeel.cli.TestJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The demo as a process of its own, with real servers. */
@Timeout(180)
@Tag("thorough")
class DemoIT {

    private static final long LONGEST_END_SECONDS = 60;

    @TempDir
    private Path folder;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endWhatIsLeft() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void endsByItselfWithOneLineOfJsonAndNothingLeft() throws Exception {
        Process demo = start("--for", "6s", "--visitors", "12", "-o", "json");
        List<ProcessHandle> servers = awaitReady(demo);
        assertThat(servers).as("three Tomcats and a database").hasSize(4);
        while (histories().size() < 5 && !demo.waitFor(100, TimeUnit.MILLISECONDS)) {
            assertThat(temporaryFiles()).isNotEmpty();
        }
        assertThat(histories())
                .as("of three nodes, a cluster and the dispatcher")
                .hasSize(5);

        assertThat(demo.waitFor(LONGEST_END_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(demo.exitValue()).isZero();
        assertThat(servers).noneMatch(ProcessHandle::isAlive);
        assertThat(temporaryFiles()).isEmpty();

        List<String> lines = Files.readAllLines(folder.resolve("out"));
        assertThat(lines).hasSize(1);
        JsonNode result = JsonMapper.shared().readTree(lines.get(0));
        assertThat(result.get("requests").asLong()).isPositive();
        assertThat(result.get("failures").asLong()).isZero();
        assertThat(result.get("p99Ms").asDouble()).isPositive();
        assertThat(result.get("nodes").size()).isEqualTo(3);
        long sum = 0;
        for (JsonNode node : result.get("nodes")) {
            assertThat(node.get("requests").asLong()).as(node.toString()).isPositive();
            assertThat(node.get("failures").asLong()).isZero();
            assertThat(node.path("sampleAgeMedianMs").isNumber())
                    .as("its agent told how it is: %s", node)
                    .isTrue();
            sum += node.get("requests").asLong();
        }
        assertThat(sum).isEqualTo(result.get("requests").asLong());
    }

    /**
     * The process of a server is stopped for two seconds and a half, with requests in it; the share is of two seconds.
     */
    @Test
    void nothingFailsWhileAServerIsFrozen() throws Exception {
        Process demo = start("--for", "10s", "--visitors", "16", "--break", "freeze:2500ms@2s", "-o", "json");
        awaitReady(demo);

        assertThat(demo.waitFor(LONGEST_END_SECONDS, TimeUnit.SECONDS)).isTrue();
        JsonNode result = JsonMapper.shared().readTree(Files.readString(folder.resolve("out")));
        assertThat(result.get("failures").asLong()).as(result.toString()).isZero();
        assertThat(result.get("requests").asLong()).isPositive();
        assertThat(result.get("breaks").size()).isEqualTo(1);
        JsonNode seen = result.get("breaks").get(0);
        assertThat(seen.get("kind").asString() + " of " + seen.get("node").asString())
                .isEqualTo("freeze of tomcat-1");
        assertThat(seen.get("shareBefore").asDouble()).as(result.toString()).isGreaterThan(0.15);
        assertThat(seen.get("shareLeast").asDouble()).as(result.toString()).isLessThan(0.15);
        assertThat(seen.get("shareAfter").asDouble()).as(result.toString()).isGreaterThan(0.15);
    }

    /**
     * A full heap stops a server for most of its time, and the connections of a pool that leaks never come back; the
     * server's share falls while it is so, and comes back when it is mended.
     */
    @ParameterizedTest
    @CsvSource({"heap, tomcat-3", "pool, tomcat-2"})
    @Tag("slow")
    void aServerWithoutHeapOrConnectionsGetsLessUntilItIsMended(String kind, String server) throws Exception {
        Process demo = start("--for", "35s", "--visitors", "16", "--break", kind + ":10s@6s", "-o", "json");
        awaitReady(demo);

        assertThat(demo.waitFor(LONGEST_END_SECONDS + 35, TimeUnit.SECONDS)).isTrue();
        JsonNode result = JsonMapper.shared().readTree(Files.readString(folder.resolve("out")));
        assertThat(result.get("requests").asLong()).isPositive();
        assertThat(result.get("breaks").size()).isEqualTo(1);
        JsonNode seen = result.get("breaks").get(0);
        assertThat(seen.get("kind").asString() + " of " + seen.get("node").asString())
                .isEqualTo(kind + " of " + server);
        double before = seen.get("shareBefore").asDouble();
        assertThat(before).as(result.toString()).isGreaterThan(0.15);
        assertThat(seen.get("shareLeast").asDouble()).as(result.toString()).isLessThan(before / 2);
        assertThat(seen.get("shareAfter").asDouble()).as(result.toString()).isGreaterThan(before / 2);
    }

    /** The configuration in the folder that was named is in force, is reloaded when it is saved, and stays. */
    @Test
    void itsFileCanBeChanged() throws Exception {
        Path kept = Files.createDirectory(folder.resolve("kept"));
        Process demo = start("--folder", kept.toString(), "--visitors", "0");
        BufferedReader said = new BufferedReader(new InputStreamReader(demo.getErrorStream(), StandardCharsets.UTF_8));
        awaitLine(said, "ready in");
        awaitOut("configuration  " + kept.resolve("demo.yaml"));
        Path file = kept.resolve("demo.yaml");

        Files.writeString(file, Files.readString(file).replace("policy: headroom", "policy: round-robin"));

        awaitLine(said, "reload done (" + file + " changed)");
        demo.destroy();
        assertThat(demo.waitFor(LONGEST_END_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(temporaryFiles()).isEmpty();
        assertThat(file).content().contains("policy: round-robin");
    }

    @Test
    void signalEndsItWithATableAndNothingLeft() throws Exception {
        Process demo = start("--policy", "least-requests", "--visitors", "12", "--https");
        List<ProcessHandle> servers = awaitReady(demo);
        String said = awaitOut("Ctrl-C ends it");
        checkHttps(said);

        demo.destroy();

        assertThat(demo.waitFor(LONGEST_END_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(demo.exitValue()).isZero();
        assertThat(servers).noneMatch(ProcessHandle::isAlive);
        assertThat(temporaryFiles()).isEmpty();
        assertThat(Files.readString(folder.resolve("out")))
                .contains("least-requests", "tomcat-3", "256 MB, 6 workers, 5 connections");
    }

    /** The application answers by HTTP/2 over TLS to a client that trusts the certificate which the demo names. */
    private static void checkHttps(String said) throws Exception {
        URI application = URI.create(said.replaceFirst("(?s).* application  (https://localhost:\\d+/\\w+)/ .*", "$1"));
        Path certificate = Path.of(said.replaceFirst("(?s).* certificate  (\\S+).*", "$1"));
        assertThat(said).contains("The browser warns of it, because the demo has signed it itself");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(certificate)))
                .isEqualTo("rw-------");

        HttpResponse<Void> answer = HttpClient.newBuilder()
                .sslContext(trusting(certificate))
                .build()
                .send(
                        HttpRequest.newBuilder(URI.create(application + "/health"))
                                .build(),
                        HttpResponse.BodyHandlers.discarding());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
    }

    private static SSLContext trusting(Path certificate) throws Exception {
        KeyStore known = KeyStore.getInstance(KeyStore.getDefaultType());
        known.load(null, null);
        try (InputStream in = Files.newInputStream(certificate)) {
            known.setCertificateEntry(
                    "demo", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(known);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    /** Everything that the demo has printed, as soon as the words are there. */
    private String awaitOut(String words) throws IOException, InterruptedException {
        String text = "";
        while (!text.contains(words)) {
            TimeUnit.MILLISECONDS.sleep(20);
            text = Files.readString(folder.resolve("out"));
        }
        return text;
    }

    private Process start(String... options) throws IOException {
        List<String> command = Stream.of(
                        List.of(Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString()),
                        TestJvm.flags(),
                        List.of(
                                "-Xmx256m",
                                "-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("tmp")),
                                "-cp",
                                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                                Main.class.getName(),
                                "demo"),
                        List.of(options))
                .flatMap(List::stream)
                .toList();
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(folder.resolve("out").toFile());
        builder.environment().put("JAVA_TOOL_OPTIONS", String.join(" ", TestJvm.flags())); // of its servers
        Process demo = builder.start();
        started.add(demo);
        return demo;
    }

    private static List<ProcessHandle> awaitReady(Process demo) throws IOException {
        awaitLine(new BufferedReader(new InputStreamReader(demo.getErrorStream(), StandardCharsets.UTF_8)), "ready in");
        return demo.descendants().toList();
    }

    private static void awaitLine(BufferedReader said, String words) throws IOException {
        StringBuilder all = new StringBuilder();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            all.append(line).append('\n');
            if (line.contains(words)) {
                return;
            }
        }
        throw new AssertionError("the demo ended before it said '" + words + "':\n" + all);
    }

    private List<Path> histories() throws IOException {
        Path kept = temporaryFiles().get(0).resolve(".evenkeel/demo.history");
        if (!Files.isDirectory(kept)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(kept)) {
            return files.filter(file -> file.toString().endsWith(".rrd")).toList();
        }
    }

    private List<Path> temporaryFiles() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("tmp"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("evenkeel-"))
                    .toList();
        }
    }
}
