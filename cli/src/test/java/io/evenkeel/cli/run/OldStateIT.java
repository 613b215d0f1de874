// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.CommandLineRun;
import io.evenkeel.cli.TestJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The state that the first revision with all its parts has written, read by the program of today. The files in
 * {@code state} are that program's own, which was built and run for them: accounts, tokens, orders to nodes, the
 * cluster key, the log of changes and an earlier text of the configuration. Only the ports are other ones.
 */
@Timeout(180)
final class OldStateIT {

    private static final Path FIRST = Path.of("src/test/resources/state");
    private static final String TOKEN = "ek_99a2929bed02c52e6bc466e1c59cbeb4bfab15dc2cddd8b7a0786910b2e80d49";

    @TempDir
    private Path folder;

    private Path config;
    private Path state;
    private @Nullable Process process;
    private @Nullable BufferedReader said;
    private String admin = "";

    @BeforeEach
    void copy() throws IOException {
        config = folder.resolve("shop.yaml");
        state = Files.createDirectories(folder.resolve(".evenkeel"));
        Files.createDirectories(state.resolve("shop.versions"));
        try (Stream<Path> files = Files.walk(FIRST)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                String text = Files.readString(each);
                boolean yaml = each.toString().endsWith(".yaml");
                Path below = FIRST.relativize(each);
                Files.writeString(
                        below.equals(Path.of("shop.yaml")) ? config : state.resolve(below),
                        yaml ? text.replaceAll("127.0.0.1:284(81|99)", "127.0.0.1:0") : text);
            }
        }
    }

    @AfterEach
    void end() throws Exception {
        if (process != null) {
            process.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
        }
    }

    private Process start(String... options) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(TestJvm.flags());
        command.addAll(List.of(
                "-Xmx128m",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "io.evenkeel.cli.Main",
                "run",
                "-c",
                config.toString()));
        command.addAll(List.of(options));
        Process started = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        process = started;
        said = started.errorReader();
        return started;
    }

    /** The lines up to the first one with these words; all when the process ends before. */
    private List<String> heard(String words) throws IOException {
        List<String> lines = new ArrayList<>();
        BufferedReader reader = Objects.requireNonNull(said, "the program has not started");
        String line = reader.readLine();
        while (line != null) {
            lines.add(line);
            if (line.contains(words)) {
                return lines;
            }
            line = reader.readLine();
        }
        throw new AssertionError("nothing with '" + words + "' in " + lines);
    }

    /** The lines until the program serves, and its admin server, which another thread starts, too. */
    private List<String> serves() throws IOException {
        List<String> lines = new ArrayList<>();
        boolean ready = false;
        admin = "";
        while (!ready || admin.isEmpty()) {
            String line = heard("").get(0);
            lines.add(line);
            ready |= line.contains("ready in ");
            admin = line.contains("admin on ") ? line.replaceFirst(".*admin on ", "") : admin;
        }
        return lines;
    }

    private String run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("-c", config.toString()));
        CommandLineRun done = CommandLineRun.of(all.toArray(String[]::new));
        assertThat(done.exitCode()).as(done.err()).isZero();
        return done.out();
    }

    private JsonNode node(String name) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(admin).resolve("/api/v1/clusters/shop"))
                .build();
        String body = HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
        for (JsonNode each : JsonMapper.shared().readTree(body).path("nodes")) {
            if (each.path("name").asString("").equals(name)) {
                return each;
            }
        }
        throw new AssertionError("no " + name + " in " + body);
    }

    private int post(String path, String token) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(admin).resolve(path))
                .header("Authorization", "Bearer " + token)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    /** Before the first revision with all parts, tokens were written without their maker. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isInForce(boolean tokensNameTheirMaker) throws Exception {
        Path users = state.resolve("shop.users.json");
        String accounts = Files.readString(users);
        Files.writeString(users, tokensNameTheirMaker ? accounts : accounts.replaceAll("\n *\"by\" : .*", ""));
        String key = Files.readString(state.resolve("shop.cluster.key"));
        Process running = start();
        assertThat(serves())
                .as("nothing is set aside, made again or misunderstood")
                .noneMatch(line -> line.matches(".*(cannot be (read|used)|is made|unreadable|torn).*"));

        assertThat(node("vcn2").path("state").asString("")).isEqualTo("drain");
        assertThat(node("vcn2").toString()).contains("new version");
        assertThat(node("vcn1").path("weight").asDouble()).isEqualTo(2.5);
        assertThat(Files.readString(state.resolve("shop.cluster.key"))).isEqualTo(key);
        assertThat(run("user", "list")).contains("ann", "admin", "vera", "viewer");
        assertThat(run("token", "list")).contains("deploy", "operator", "boss");
        assertThat(post("/api/v1/clusters/shop/nodes/vcn2/ready", TOKEN.replace('9', '8')))
                .as("another token")
                .isEqualTo(401);
        assertThat(post("/api/v1/clusters/shop/nodes/vcn2/ready", TOKEN)).isEqualTo(200);
        assertThat(node("vcn2").path("state").asString("")).isEqualTo("up");

        running.destroy();
        assertThat(running.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readAllLines(state.resolve("shop.audit.jsonl")))
                .as("the log of changes goes on behind the old lines")
                .startsWith(
                        Files.readAllLines(FIRST.resolve("shop.audit.jsonl")).toArray(String[]::new))
                .last()
                .asString()
                .contains("vcn2");
        assertThat(Files.readString(state.resolve("shop.nodes.json")))
                .contains("2.5")
                .doesNotContain("drain");
    }

    @Test
    void hasATextToGoBackTo() throws Exception {
        String good = Files.readString(config);
        Files.writeString(config, good.replace("listeners:", "listners:"));

        assertThat(start().waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(heard("--last-good")).isNotEmpty();
        start("--last-good");
        serves();

        assertThat(Files.readString(config)).isEqualTo(good);
        assertThat(node("vcn1").path("weight").asDouble()).isEqualTo(2.5);
    }
}
