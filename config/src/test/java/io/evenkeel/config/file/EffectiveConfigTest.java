// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.SettingsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EffectiveConfigTest {

    private static final String NODES =
            "listeners: [{address: 127.0.0.1:9090, cluster: shop}]\nclusters:\n  shop:\n    nodes: [127.0.0.1:18080]\n";

    @Test
    void everyValueTellsWhenceItComes() throws Exception {
        String shown = file(NODES + "    queue: {size: \"${env:QUEUE:-64}\", timeout: 3s}\n", Map.of())
                .show();

        assertThat(shown.lines())
                .anyMatch(line -> line.matches(" {6}size: 64 +# line 5, \\$\\{env:QUEUE}"))
                .anyMatch(line -> line.matches(" {6}timeout: 3s +# line 5"))
                .anyMatch(line -> line.matches(" {6}max-idle: 1024 +# default"))
                .anyMatch(line -> line.matches(" {6}- name: 127.0.0.1:18080 +# default"));
    }

    @Test
    void tokensAreNeverShown(@TempDir Path directory) throws Exception {
        Path secret = Files.writeString(directory.resolve("token"), "s3cret-in-a-file\n");
        String yaml = NODES + "    agent: {token: \"${env:AGENT}\"}\n" + "admin: {token: \"${file:" + secret + "}\"}\n";
        SettingsFile file = file(yaml, Map.of("AGENT", "s3cret-in-env"));

        assertThat(file.load().admin().token()).isEqualTo("s3cret-in-a-file");
        assertThat(file.show()).doesNotContain("s3cret").contains("token: \"********\"");
        assertThat(file(NODES + "admin: {token: plain-s3cret}\n", Map.of()).show())
                .doesNotContain("s3cret");
    }

    private static final String FIELDS_AND_HOOKS = """
            listeners:
              - address: 127.0.0.1:9090
                headers:
                  request: {set: {Authorization: Basic s3cret-one}, add: {X-Key: s3cret-two}}
                  response: {set: {X-Frame-Options: DENY}}
                routes: [{cluster: shop, headers: {request: {set: {Authorization: s3cret-three}}}}]
            clusters:
              shop:
                nodes: [127.0.0.1:18080]
            alerts:
              receivers:
                - {name: ops, webhook: {url: "https://alerts.example.org/s3cret-four", timeout: 5s}}
                - {name: chat, webhook: "https://chat.example.org/s3cret-five"}
            """;

    @Test
    void fieldsForNodesAndUrlsOfWebhooksAreNeverShown() throws Exception {
        assertThat(file(FIELDS_AND_HOOKS, Map.of()).show())
                .doesNotContain("s3cret")
                .contains("Authorization: \"********\"", "X-Key: \"********\"")
                .contains("url: \"https://alerts.example.org/********\"", "url: \"https://chat.example.org/********\"")
                .contains("X-Frame-Options: DENY");
    }

    @Test
    void theMaskedTextHasNoFieldsForNodesAndNoUrlsOfWebhooks() throws Exception {
        assertThat(file(FIELDS_AND_HOOKS, Map.of()).masked(FIELDS_AND_HOOKS).orElseThrow())
                .doesNotContain("s3cret")
                .contains("{Authorization: \"********\"}", "{url: \"********\", timeout: 5s}", "webhook: \"********\"");
    }

    @Test
    void aSubstitutedNumberIsANumberAndASubstitutedTokenIsText() throws Exception {
        String yaml = NODES
                + "    retry: {attempts: \"${env:TRIES}\"}\nadmin: {address: \"127.0.0.1:${env:PORT}\", token: \"${env:TOKEN}\"}\n";
        var settings = file(yaml, Map.of("TRIES", "7", "PORT", "8111", "TOKEN", "0123"))
                .load();

        assertThat(settings.clusters().values().iterator().next().retry().attempts())
                .isEqualTo(7);
        AdminSettings admin = settings.admin();
        assertThat(String.valueOf(admin.address())).isEqualTo("127.0.0.1:8111");
        assertThat(admin.token()).isEqualTo("0123");
    }

    @Test
    void whatIsSubstitutedIsNotLookedThroughAgain() throws Exception {
        String yaml = NODES + "admin: {token: \"$${env:A}-${env:A}-${env:NONE:-x$y}\"}\n";

        assertThat(file(yaml, Map.of("A", "${env:B}: [1]", "B", "no"))
                        .load()
                        .admin()
                        .token())
                .isEqualTo("${env:A}-${env:B}: [1]-x$y");
    }

    @Test
    void oddTextsSurviveBeingShown() throws Exception {
        String odd = "\"a$${env:X} # \\\"b\\\" \\\\ c: [d]\"";
        String oddWithTab = odd.replace(" c:", " \\t c:");
        String yaml = NODES + "    health: {path: /, host: " + odd + "}\nlog: {file: " + oddWithTab + "}\n";
        var settings = file(yaml, Map.of()).load();

        assertThat(settings.log().file())
                .isEqualTo(Path.of("a${env:X} # \"b\" \\ \t c: [d]")
                        .toAbsolutePath()
                        .toString());
        assertThat(file(file(yaml, Map.of()).show(), Map.of()).load()).isEqualTo(settings);
    }

    @Test
    void theSameTextGivesTheSameSettingsAsJson() throws SettingsException {
        String json =
                "{\"listeners\": [{\"address\": \"127.0.0.1:9090\", \"cluster\": \"shop\"}],\n\t\"clusters\": {\"shop\": {\"nodes\": [\"127.0.0.1:18080\"]}}}";

        assertThat(file(json, Map.of()).load()).isEqualTo(file(NODES, Map.of()).load());
    }

    private static SettingsFile file(String yaml, Map<String, String> environment) {
        return new SettingsFile("test.yaml", null, yaml, environment::get);
    }
}
