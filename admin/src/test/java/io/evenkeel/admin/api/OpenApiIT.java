// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.evenkeel.admin.AdminFiles;
import io.evenkeel.admin.AdminServer;
import io.evenkeel.admin.Routes;
import io.evenkeel.admin.ScriptedControl;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.control.JoinView;
import io.evenkeel.dispatcher.control.RegistrationView;
import io.evenkeel.dispatcher.control.Registrations;
import io.evenkeel.dispatcher.discovery.DiscoveryView;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The document of the API beside the routes and the answers of a server. */
@Timeout(120)
class OpenApiIT {

    private static final String NODE = "/api/v1/clusters/{cluster}/nodes/{node}";

    /** Bodies of changes, each with the status that it gets from a dispatcher that does everything. */
    private static final Map<String, Change> CHANGES = Map.ofEntries(
            Map.entry("PUT " + NODE, new Change("{\"state\":\"drain\",\"reason\":\"r\"}", 200)),
            Map.entry("POST " + NODE + "/{command}", new Change("{\"reason\":\"r\"}", 200)),
            Map.entry("PUT " + NODE + "/{command}", new Change("{\"reason\":\"r\"}", 200)),
            Map.entry("POST /api/v1/clusters/{cluster}/shadows", new Change("{\"policy\":\"least-connections\"}", 201)),
            Map.entry("DELETE /api/v1/clusters/{cluster}/shadows/{policy}", new Change("", 200)),
            Map.entry("POST /api/v1/silences", new Change("{\"rule\":\"node-out\",\"for\":\"1h\"}", 201)),
            Map.entry("DELETE /api/v1/silences/{id}", new Change("", 200)),
            Map.entry("POST /api/v1/cache/purge", new Change("{\"tag\":\"red\"}", 200)),
            Map.entry("POST /api/v1/reload", new Change("", 200)),
            Map.entry("POST /api/v1/agents", new Change("{}", 200)));

    private record Change(String body, int status) {}

    /** An operation of the document. */
    private record Operation(String method, String path, JsonNode said) {

        String name() {
            return method + " " + path;
        }
    }

    /** A server that has registered by mod_cluster's protocol. */
    private static final class OneServer implements Registrations {

        @Override
        public RegistrationView of(String cluster) {
            return new RegistrationView(List.of(new RegistrationView.ServerView(
                    "vcn1",
                    "vcn1",
                    "http://127.0.0.1:8080",
                    "mycluster",
                    "",
                    50,
                    900,
                    List.of(new RegistrationView.ContextView(List.of("shop.example.org"), "/shop", "enabled", 3)))));
        }

        @Override
        public Map<String, Map<String, Long>> messages() {
            return Map.of();
        }
    }

    private static final JoinView JOINED = new JoinView(
            "10.0.0.1:7800",
            true,
            null,
            List.of(
                    new JoinView.MemberView("10.0.0.1:7800", true, "0.1.0", 1, false, 0, 0, 1, 3, 12.5, 0, 50),
                    new JoinView.MemberView("10.0.0.2:7800", false, "0.1.0", 2, true, 3_000, 40, 0.37, 5, 20, 1, 50)),
            900,
            1,
            2,
            80);

    private final ScriptedControl control = new ScriptedControl();
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    Path folder;

    private AdminServer server;
    private ObjectNode document;

    @BeforeEach
    void start() throws Exception {
        control.meters.meter("shop", 0).finished(0, 200, false, 1_000, 2_000_000, 10_000_000, 12_000_000, 10, 100);
        control.registrations = new OneServer();
        control.join = JOINED;
        control.discoveries = List.of(new DiscoveryView("bank", "dns bank.local", 2, 0, 7, 1, 0, 1, null, ""));
        Path config = Files.writeString(folder.resolve("shop.yaml"), "");
        server = AdminServer.start(
                new AdminSettings(new HostPort("127.0.0.1", 0), "sesame"), control, AdminFiles.beside(config));
        document = (ObjectNode) JsonMapper.shared()
                .readTree(call("GET", "/api/v1/openapi.json", "").body());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpResponse<String> call(String method, String path, String body) throws Exception {
        return client.send(
                HttpRequest.newBuilder(server.url().resolve(path))
                        .header("Authorization", "Bearer sesame")
                        .header("Content-Type", "application/json")
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        document.path("paths")
                .forEachEntry((path, item) -> item.forEachEntry(
                        (method, said) -> operations.add(new Operation(method.toUpperCase(Locale.ROOT), path, said))));
        return operations;
    }

    @Test
    void hasEveryRouteAndNoOther() {
        Set<String> routes = Routes.of(server).stream()
                .filter(route -> !route.path().startsWith("/console")
                        && !route.path().startsWith("/static/")
                        && !route.path().equals("/"))
                .map(route -> route.method() + " " + route.path())
                .collect(Collectors.toCollection(TreeSet::new));
        routes.add("POST /api/v1/agents");

        Set<String> documented =
                operations().stream().map(Operation::name).collect(Collectors.toCollection(TreeSet::new));
        assertThat(documented).isEqualTo(routes);
    }

    @Test
    void saysTheRoleThatEachRouteNeeds() {
        Map<String, String> roles = new HashMap<>();
        Routes.of(server).stream()
                .filter(route -> route.role() != null)
                .forEach(route -> roles.put(route.method() + " " + route.path(), String.valueOf(route.role())));
        for (Operation each : operations()) {
            String wanted = each.path().equals("/api/v1/agents") ? "agent" : roles.getOrDefault(each.name(), "viewer");
            assertThat(each.said().path("x-evenkeel-role").asString())
                    .as(each.name())
                    .isEqualTo(wanted);
        }
    }

    @Test
    void hasWordsForEverything() {
        Set<String> ids = new TreeSet<>();
        for (Operation each : operations()) {
            assertThat(each.said().path("summary").asString()).as(each.name()).isNotBlank();
            assertThat(ids.add(each.said().path("operationId").asString()))
                    .as(each.name())
                    .isTrue();
            for (JsonNode parameter : each.said().path("parameters")) {
                assertThat(parameter.path("description").asString())
                        .as(each.name() + " " + parameter.path("name"))
                        .isNotBlank();
            }
            assertThat(good(each).has("content"))
                    .as("an answer of " + each.name())
                    .isTrue();
        }
    }

    private static JsonNode good(Operation operation) {
        JsonNode responses = operation.said().path("responses");
        return responses.has("201") ? responses.path("201") : responses.path("200");
    }

    @Test
    void everyReadAnswersAsItSays() throws Exception {
        call("POST", "/api/v1/clusters/shop/shadows", "{\"policy\":\"least-connections\"}");
        call("POST", "/api/v1/silences", "{\"rule\":\"node-out\",\"for\":\"1h\"}");
        while (call("GET", "/api/v1/history?cluster=shop&node=vcn1", "").statusCode() == 404) {
            TimeUnit.MILLISECONDS.sleep(200);
        }
        List<Operation> reads = operations().stream()
                .filter(each -> each.method().equals("GET"))
                .toList();
        assertThat(reads).hasSizeGreaterThan(25);
        List<String> misfits = new ArrayList<>();
        for (Operation each : reads) {
            HttpResponse<String> answer = call("GET", filled(each), "");
            assertThat(answer.statusCode())
                    .as(each.name() + ": " + answer.body())
                    .isEqualTo(200);
            misfits.addAll(misfits(each.name(), good(each), answer));
        }
        assertThat(misfits).isEmpty();
    }

    @Test
    void everyChangeAnswersAsItSays() throws Exception {
        String id = JsonMapper.shared()
                .readTree(call("POST", "/api/v1/silences", "{\"rule\":\"heap-live\",\"for\":\"1h\"}")
                        .body())
                .path("id")
                .asString();
        List<Operation> changes = operations().stream()
                .filter(each -> !each.method().equals("GET"))
                .sorted((a, b) ->
                        Boolean.compare(a.method().equals("DELETE"), b.method().equals("DELETE")))
                .toList();

        assertThat(changes.stream().map(Operation::name)).containsExactlyInAnyOrderElementsOf(CHANGES.keySet());
        for (Operation each : changes) {
            Change change = Objects.requireNonNull(CHANGES.get(each.name()), each.name());
            HttpResponse<String> answer = call(each.method(), filled(each).replace("{id}", id), change.body());
            assertThat(answer.statusCode())
                    .as(each.name() + ": " + answer.body())
                    .isEqualTo(change.status());
            fits(
                    each.name(),
                    change.status() < 400
                            ? good(each)
                            : each.said().path("responses").path("default"),
                    answer);
        }
    }

    @Test
    void aRefusalIsAsItSays() throws Exception {
        HttpResponse<String> answer = call("GET", "/api/v1/clusters/none", "");

        assertThat(answer.statusCode()).isEqualTo(404);
        fits("refusal", operations().get(0).said().path("responses").path("default"), answer);
    }

    /** The path with names of the scripted dispatcher, and the parameters of the query that have an example. */
    private static String filled(Operation operation) {
        String path = operation
                .path()
                .replace("{cluster}", "shop")
                .replace("{node}", "vcn1")
                .replace("{policy}", "least-connections")
                .replace("{command}", "drain");
        String query = operation
                .said()
                .path("parameters")
                .valueStream()
                .filter(each -> each.path("in").asString().equals("query") && each.has("example"))
                .map(each -> each.path("name").asString() + "="
                        + each.path("example").asString())
                .collect(Collectors.joining("&"));
        return query.isEmpty() ? path : path + "?" + query;
    }

    private void fits(String name, JsonNode response, HttpResponse<String> answer) {
        assertThat(misfits(name, response, answer)).isEmpty();
    }

    private List<String> misfits(String name, JsonNode response, HttpResponse<String> answer) {
        JsonNode json = response.path("content").path("application/json");
        assertThat(answer.body()).as(name).isNotBlank();
        if (json.isMissingNode()) {
            return List.of();
        }
        ObjectNode schema = JsonMapper.shared().createObjectNode();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.setAll((ObjectNode) json.path("schema"));
        schema.set("components", document.path("components"));
        Schema judge = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema.toString(), InputFormat.JSON);
        return judge.validate(answer.body(), InputFormat.JSON).stream()
                .map(each -> name + each)
                .toList();
    }
}
