// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.SettingsException;
import io.evenkeel.config.file.SettingsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings that have every secret there is, as the API tells them. */
class SettingsJsonTest {

    private static final String HASH = "$2a$10$uRjZGzUtXDfqNrMnhAlyJO5H6pLGCsuni0UtA3Hig9xu.kZHjG6Im";

    @TempDir
    Path folder;

    private String json(String yaml) throws IOException, SettingsException {
        Files.writeString(folder.resolve("users.txt"), "ann:" + HASH + "\n");
        Path file = Files.writeString(folder.resolve("shop.yaml"), yaml);
        return SettingsJson.of(SettingsFile.open(file).load()).toString();
    }

    @Test
    void showsNoSecret() throws IOException, SettingsException {
        String json = json("""
                cluster-key: hide-me-hide-me-hide-me-hide-me-1
                old-cluster-key: hide-me-hide-me-hide-me-hide-me-2
                listeners:
                  - {address: 127.0.0.1:0, cluster: shop, basic-auth: users.txt}
                  - address: 127.0.0.1:0
                    name: second
                    routes: [{path: /a, cluster: shop, basic-auth: users.txt}, {cluster: found}]
                    tls: {certificates: [{acme: [shop.example.org]}]}
                clusters:
                  shop:
                    nodes: [127.0.0.1:18080]
                    agent: {token: hide-me-3, secret: hide-me-hide-me-4}
                    affinity: {mode: learned, store: {url: "valkey://127.0.0.1:6379", password: hide-me-5}}
                  found: {discover: {consul: {service: shop, token: hide-me-6}}}
                admin: {address: 127.0.0.1:8111, token: hide-me-7}
                acme: {accept-terms: true, external-account: {id: shown, hmac-key: aGlkZS1tZS1oaWRlLW1lLWhpZGUtbWUtaGlkZS1tZQ}}
                telemetry:
                  otlp: {endpoint: "http://127.0.0.1:4318", headers: [{name: api-key, value: hide-me-8}]}
                  traces: {ratio: 1%}
                alerts:
                  receivers:
                    - {name: ops, webhook: {url: "https://alerts.example.org/", token: hide-me-9}}
                    - {name: old, webhook: {url: "https://alerts.example.org/", user: lb, password: hide-me-10}}
                    - name: mail
                      mail: {server: "mail.example.org:587", from: lb@example.org, to: [o@example.org], user: lb, password: hide-me-11}
                """);
        assertThat(json)
                .contains("\"ann\"", "\"api-key\"", "\"restricted\"", "\"id\":\"shown\"")
                .doesNotContain("hide-me", HASH, "aGlkZS1tZS");
    }
}
