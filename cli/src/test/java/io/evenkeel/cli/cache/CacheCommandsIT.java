// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.cache;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.evenkeel.admin.AdminFiles;
import io.evenkeel.admin.AdminServer;
import io.evenkeel.cli.CommandLineRun;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cache of a running dispatcher on the command line. */
class CacheCommandsIT {

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    Path folder;

    private HttpServer node;
    private Dispatcher dispatcher;
    private AdminServer server;
    private Path config;
    private String url;

    @BeforeEach
    void start() throws Exception {
        node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("Cache-Control", "max-age=60");
            exchange.sendResponseHeaders(200, 5);
            exchange.getResponseBody().write("hello".getBytes(StandardCharsets.US_ASCII));
            exchange.close();
        });
        node.start();
        config = Files.writeString(
                folder.resolve("shop.yaml"), """
                listeners:
                  - name: web
                    address: 127.0.0.1:0
                    routes: [{cluster: shop, cache: true}]
                clusters: {shop: {nodes: ["127.0.0.1:%d"]}}
                admin: {address: "127.0.0.1:0", history: off}
                """.formatted(node.getAddress().getPort()));
        SettingsFile file = SettingsFile.open(config);
        dispatcher = Dispatcher.start(file);
        server = AdminServer.start(
                dispatcher.control().settings().admin(), dispatcher.control(), AdminFiles.beside(config));
        url = "http://127.0.0.1:" + dispatcher.port("web") + "/a";
    }

    @AfterEach
    void stop() {
        server.close();
        dispatcher.close();
        node.stop(0);
    }

    private CommandLineRun run(String line, String... more) {
        List<String> words = new ArrayList<>(List.of(line.split(" ")));
        words.addAll(List.of(more));
        words.addAll(List.of("-c", config.toString()));
        return CommandLineRun.of(words.toArray(String[]::new));
    }

    /** Asks twice on one connection: when the second answer comes, the first one is stored. */
    private void askTwice() throws IOException, InterruptedException {
        for (int k = 0; k < 2; k++) {
            client.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.discarding());
        }
    }

    @Test
    void showsWhatTheCacheDid() throws Exception {
        assertThat(run("cache show").out())
                .isEqualTo("nothing yet: no request has come to a route with a cache since the start\n");
        askTwice();

        assertThat(run("cache show").out())
                .contains("hit", "50.0%")
                .contains("hit rate 50.0%: answered without a node; 0.1 kB sent from the cache")
                .contains("of 64.0 MB taken, about 1 URL; 1 answer stored, 0 URLs made room, 0 forgotten")
                .contains("packed: 0 kB, at most");
        assertThat(run("cache show -o csv").out().lines().toList())
                .startsWith("result,requests,share", "hit,1,50.0%")
                .endsWith("miss,1,50.0%", "bypass,0,0.0%");
        assertThat(run("cache show -o json").out()).contains("\"used\":true", "\"hitShare\":0.5");
    }

    @Test
    void forgetsAnswers() throws Exception {
        askTwice();

        assertThat(run("cache purge --tag red -o csv").out().lines()).containsExactly("purged", "0");
        assertThat(run("cache purge -o csv", url).out().lines()).containsExactly("purged", "1");
        askTwice();
        assertThat(run("cache purge -o csv --prefix", url.substring(0, url.length() - 1))
                        .out()
                        .lines())
                .containsExactly("purged", "1");
        askTwice();
        assertThat(run("cache purge --all -o csv").out().lines()).containsExactly("purged", "1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cache purge /a", "cache purge --prefix /a", "cache purge shop.example.org/a"})
    void whatIsNoUrlIsToldHowOneIsWritten(String line) {
        CommandLineRun run = run(line);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains("is not a URL; write one as clients do, such as")
                .doesNotContain("{\"url\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cache purge",
                "cache purge --all --tag red",
                "cache",
                "explain -X GET",
                "explain shop --url http://a/"
            })
    void anUnclearOrderIsAMistake(String line) {
        assertThat(run(line).exitCode()).isEqualTo(2);
    }

    @Test
    void explainsARequest() throws Exception {
        assertThat(run("explain --url", url).out().lines())
                .startsWith(
                        "It comes to listener web, takes route 1 and belongs to cluster shop.",
                        "Nothing is stored for its URL, so a node would be asked.");
        askTwice();

        assertThat(run("explain --url", url).out()).contains("The stored answer would be used.\n", " s more.\n");
        assertThat(run("explain -X POST --url", url, "-o", "csv").out())
                .contains(
                        "method,what is stored for its URL is forgotten when a node answers by 2xx or 3xx,web,1,shop,,fwd=method");
        assertThat(run("explain --url", url, "-H", "X-Rewrite-URL: /b", "-o", "json")
                        .out())
                .contains("\"course\":\"bypass\"", "(X-Rewrite-URL)");
        assertThat(run("explain --url shop").err()).contains("'shop' is not a URL");
    }
}
