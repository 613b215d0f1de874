// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api.openapi;

import io.evenkeel.admin.account.Role;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The document while it is put together. */
final class OpenApiDocument {

    private static final Set<String> METHODS = Set.of("GET", "PUT", "POST", "DELETE", "PATCH");
    private static final Pattern IN_PATH = Pattern.compile("\\{([^}]+)}");
    private static final String REFERENCE = "#/components/schemas/";

    private final OpenApiWords words;
    private final ObjectNode json = JsonMapper.shared().createObjectNode();
    private final ObjectNode paths;

    /** @param version of the program */
    OpenApiDocument(String version, OpenApiWords words) {
        this.words = words;
        json.put("openapi", "3.1.0");
        json.putObject("info")
                .put("title", "Evenkeel's admin API")
                .put("version", version)
                .put(
                        "description",
                        "Reads need no token on a loopback address. Changes need one with the role that x-evenkeel-role"
                                + " names, or a session of the console and a page of this very server.");
        paths = json.putObject("paths");
        ObjectNode components = json.putObject("components");
        components.set("schemas", words.schemas());
        components
                .putObject("securitySchemes")
                .putObject("token")
                .put("type", "http")
                .put("scheme", "bearer")
                .put("description", "admin.token, an API token, or of agents the token of their cluster");
        words.withoutRoutes().forEach(each -> {
            String[] parts = each.asString("").split(" ", 2);
            add(parts[0], parts[1], null);
        });
    }

    ObjectNode json() {
        return json;
    }

    /** @param role that the route names; null when it names none */
    void add(String method, String path, @Nullable Role role) {
        if (!METHODS.contains(method)) {
            return;
        }
        ObjectNode item = paths.get(path) instanceof ObjectNode there ? there : paths.putObject(path);
        ObjectNode operation = item.putObject(method.toLowerCase(Locale.ROOT));
        JsonNode said = words.operation(method, path);
        operation.put("operationId", id(method, path));
        operation.put("summary", said.path("summary").asString(""));
        boolean changes = !method.equals("GET");
        Role needed = role != null ? role : changes ? Role.ADMIN : Role.VIEWER;
        boolean ofAgents = said.path("ofAgents").asBoolean(false);
        operation.put("x-evenkeel-role", ofAgents ? "agent" : needed.toString());
        parameters(operation, path, said);
        if (said.has("body")) {
            ObjectNode body = operation.putObject("requestBody");
            body.put("required", said.path("bodyRequired").asBoolean(false));
            content(body, "application/json", said.path("body"));
        }
        answers(operation, said);
        ArrayNode security = operation.putArray("security");
        if (!changes && role == null) {
            security.addObject();
        }
        security.addObject().putArray("token");
    }

    private void parameters(ObjectNode operation, String path, JsonNode said) {
        ArrayNode parameters = operation.putArray("parameters");
        Matcher names = IN_PATH.matcher(path);
        while (names.find()) {
            String name = names.group(1);
            ObjectNode parameter = parameters.addObject();
            parameter
                    .put("name", name)
                    .put("in", "path")
                    .put("required", true)
                    .put("description", words.parameter(name));
            ObjectNode schema = parameter.putObject("schema").put("type", "string");
            if (said.path("choices").has(name)) {
                schema.set("enum", said.path("choices").path(name));
            }
        }
        said.path("query").forEachEntry((name, each) -> {
            ObjectNode parameter = parameters.addObject();
            parameter
                    .put("name", name)
                    .put("in", "query")
                    .put("required", each.path("required").asBoolean(false))
                    .put("description", each.path("description").asString(""))
                    .putObject("schema")
                    .put("type", each.path("type").asString("string"));
            if (each.has("example")) {
                parameter.set("example", each.path("example"));
            }
        });
    }

    private static void answers(ObjectNode operation, JsonNode said) {
        ObjectNode responses = operation.putObject("responses");
        ObjectNode good = responses.putObject(said.path("status").asString("200"));
        good.put("description", said.path("answerIs").asString("done"));
        if (said.has("answer")) {
            content(good, "application/json", said.path("answer"));
        } else if (said.has("text")) {
            content(
                    good,
                    said.path("text").asString("text/plain"),
                    JsonMapper.shared().createObjectNode());
        }
        ObjectNode refused = responses.putObject("default");
        refused.put("description", "not done, with the reason and a remedy");
        content(
                refused,
                "application/json",
                JsonMapper.shared().getNodeFactory().stringNode("Refusal"));
    }

    /** A schema by its name, a list of such by {@code [Name]}, or the schema itself. */
    private static void content(ObjectNode of, String type, JsonNode schema) {
        ObjectNode media = of.putObject("content").putObject(type);
        if (!schema.isString()) {
            media.set("schema", schema);
            return;
        }
        String name = schema.asString("");
        ObjectNode target = media.putObject("schema");
        if (name.startsWith("[")) {
            target.put("type", "array");
            target = target.putObject("items");
            name = name.substring(1, name.length() - 1);
        }
        target.put("$ref", REFERENCE + name);
    }

    private static String id(String method, String path) {
        StringBuilder id = new StringBuilder(method.toLowerCase(Locale.ROOT));
        for (String part : path.split("[^A-Za-z0-9]+", -1)) {
            if (!part.isEmpty() && !part.equals("api") && !part.equals("v1")) {
                id.append(Character.toUpperCase(part.charAt(0))).append(part.substring(1));
            }
        }
        return id.toString();
    }
}
