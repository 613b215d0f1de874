// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.file.SettingsFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dispatcher whose cluster has the dispatcher itself as its node. */
class LoopIT {

    @TempDir
    private Path folder;

    private Path write(int port) throws IOException {
        return Files.writeString(folder.resolve("loop.yaml"), """
                listeners: [{name: web, address: "127.0.0.1:0", cluster: shop}]
                clusters: {shop: {nodes: [{name: a, address: "127.0.0.1:%d"}]}}
                log: {level: warn, access: {format: json, file: "%s"}}
                """.formatted(port, folder.resolve("access.log")));
    }

    @Test
    void aRequestThatGoesRoundIsAnsweredAfterTenPasses() throws Exception {
        try (Dispatcher dispatcher = Dispatcher.start(SettingsFile.open(write(1)))) {
            write(dispatcher.port("web"));
            assertThat(dispatcher.reload().applied()).isTrue();

            URI address = URI.create("http://127.0.0.1:" + dispatcher.port("web") + "/");
            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(508);
            assertThat(answer.body()).contains("goes round");
        }
        List<String> lines = Files.readAllLines(folder.resolve("access.log"));
        assertThat(lines)
                .filteredOn(line -> line.contains("\"method\":\"GET\""))
                .as("to the node")
                .hasSize(10);
        assertThat(lines)
                .filteredOn(line -> line.contains("\"reason\":\"loop\""))
                .as("refused")
                .hasSize(1);
    }
}
