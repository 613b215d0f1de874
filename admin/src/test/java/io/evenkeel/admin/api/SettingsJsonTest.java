// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.SettingsException;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.config.schema.ConfigSchema;
import io.evenkeel.config.schema.Key;
import io.evenkeel.config.schema.ValueType;
import io.evenkeel.config.schema.ValueType.Listing;
import io.evenkeel.config.schema.ValueType.NamedValues;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.yaml.Layout;
import io.evenkeel.config.yaml.LayoutReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Settings that have every secret there is, as the API tells them: a value for each key that the schema marks as one,
 * fields of answers, and users with passwords. A key that becomes a secret fails here until the settings have it.
 */
class SettingsJsonTest {

    private static final Path TLS = Path.of("../examples/config/tls");
    private static final String HASH = "$2a$10$uRjZGzUtXDfqNrMnhAlyJO5H6pLGCsuni0UtA3Hig9xu.kZHjG6Im";

    /** The password of the key is that of the examples. */
    private static final String SETTINGS = """
            cluster-key: hide-me-hide-me-hide-me-hide-me-1
            old-cluster-key: hide-me-hide-me-hide-me-hide-me-2
            listeners:
              - address: 127.0.0.1:0
                cluster: shop
                basic-auth: users.txt
                headers:
                  request: {set: {Authorization: hide-me-field-1}, add: {X-Key: hide-me-field-2}}
                  response: {set: {X-Origin: hide-me-field-3}, add: {X-Edge: hide-me-field-4}}
              - address: 127.0.0.1:0
                name: second
                routes:
                  - path: /a
                    cluster: shop
                    basic-auth: users.txt
                    headers:
                      request: {set: {Authorization: hide-me-field-5}, add: {X-Key: hide-me-field-6}}
                      response: {set: {X-Origin: hide-me-field-7}, add: {X-Edge: hide-me-field-8}}
                  - {cluster: found}
                tls:
                  certificates:
                    - {acme: [shop.example.org]}
                    - {certificate: console.pem, key: console-key.pem, key-password: change-me}
            clusters:
              shop:
                nodes: [127.0.0.1:18080]
                agent: {token: hide-me-3, secret: hide-me-hide-me-4}
                affinity: {mode: learned, store: {url: "valkey://127.0.0.1:6379/3", password: hide-me-5}}
              found: {discover: {consul: {service: shop, token: hide-me-6}}}
              secure:
                nodes: [127.0.0.1:18443]
                tls: {certificate: console.pem, key: console-key.pem, key-password: change-me}
            admin:
              address: 127.0.0.1:8111
              token: hide-me-7
              tls: {certificate: console.pem, key: console-key.pem, key-password: change-me}
            acme:
              accept-terms: true
              external-account: {id: shown, hmac-key: aGlkZS1tZS1oaWRlLW1lLWhpZGUtbWUtaGlkZS1tZQ}
            telemetry:
              otlp: {endpoint: "http://127.0.0.1:4318", headers: [{name: api-key, value: hide-me-8}]}
              traces: {ratio: 1%}
            alerts:
              receivers:
                - {name: ops, webhook: {url: "https://alerts.example.org/hide-me?key=hide-me", token: hide-me-9}}
                - {name: old, webhook: {url: "https://old.example.org:8443/", user: lb, password: hide-me-10}}
                - {name: chat, webhook: "https://chat.example.org/hide-me-11"}
                - {name: pager, command: [/hide-me/page, --key, hide-me-13]}
                - name: mail
                  mail: {server: "mail.example.org:587", from: lb@example.org, to: [o@example.org], user: lb, password: hide-me-12}
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(folder.resolve("users.txt"), "ann:" + HASH + "\n");
        for (String file : List.of("console.pem", "console-key.pem")) {
            Files.copy(TLS.resolve(file), folder.resolve(file));
        }
    }

    /** The paths of all keys that are secrets. */
    private static void marked(ValueType type, String path, Set<String> found) {
        if (type instanceof Listing list) {
            marked(list.item(), path, found);
        } else if (type instanceof NamedValues table) {
            marked(table.value(), path, found);
        } else if (type instanceof Section section) {
            for (Key key : section.keys()) {
                if (key.secret()) {
                    found.add(path + key.name());
                }
                marked(key.type(), path + key.name() + ".", found);
            }
        }
    }

    /** The values in a text of all keys that are secrets, by path. */
    private static void given(ValueType type, Layout at, String path, Map<String, List<String>> found) {
        if (type instanceof Listing list) {
            at.items().forEach(item -> given(list.item(), item, path, found));
        } else if (type instanceof NamedValues table) {
            at.entries().forEach(entry -> given(table.value(), entry.value(), path, found));
        } else if (type instanceof Section section) {
            for (Key key : section.keys()) {
                String name = path + key.name();
                at.entry(key.name()).ifPresent(entry -> {
                    if (key.secret()) {
                        found.merge(name, values(entry.value()), SettingsJsonTest::both);
                    }
                    given(key.type(), entry.value(), name + ".", found);
                });
            }
        }
    }

    private static List<String> values(Layout at) {
        return at.kind() == Layout.Kind.SCALAR
                ? List.of(at.text())
                : Stream.concat(at.items().stream(), at.entries().stream().map(Layout.Entry::value))
                        .flatMap(each -> values(each).stream())
                        .toList();
    }

    private static List<String> both(List<String> one, List<String> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }

    @Test
    void showsNoSecret() throws IOException, SettingsException {
        Set<String> marked = new TreeSet<>();
        marked(ConfigSchema.FILE, "", marked);
        Map<String, List<String>> given = new TreeMap<>();
        given(ConfigSchema.FILE, LayoutReader.read(SETTINGS).orElseThrow(), "", given);
        assertThat(given.keySet())
                .as("keys of which these settings have a value")
                .isEqualTo(marked);

        Path file = Files.writeString(folder.resolve("shop.yaml"), SETTINGS);
        String json = SettingsJson.of(SettingsFile.open(file).load()).toString();

        List<String> shown = List.of("https://old.example.org:8443/");
        given.forEach((key, values) -> assertThat(values)
                .as(key)
                .isNotEmpty()
                .filteredOn(value -> !shown.contains(value))
                .noneMatch(json::contains));
        assertThat(json)
                .contains("\"ann\"", "\"api-key\"", "\"restricted\"", "\"id\":\"shown\"", "\"Authorization\"")
                .contains("\"url\":\"https://alerts.example.org/********\"", "\"url\":\"https://chat.example.org/***")
                .contains("\"url\":\"https://old.example.org:8443/\"", "\"url\":\"valkey://127.0.0.1:6379/3\"")
                .doesNotContain("hide-me", HASH, "aGlkZS1tZS");
    }
}
