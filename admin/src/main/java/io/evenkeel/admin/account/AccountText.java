// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The text of the accounts' file: JSON, read strictly, because people edit it and crashes tear it. */
final class AccountText {

    /** Letters, digits and {@code . _ @ -}, 64 at most. */
    static final Pattern NAME = Pattern.compile("[A-Za-z0-9._@-]{1,64}");

    private static final int VERSION = 1;
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private AccountText() {}

    /** The content of the file. */
    record Content(Map<String, Account> users, Map<String, Token> tokens) {

        static final Content EMPTY = new Content(Map.of(), Map.of());
    }

    static String write(Content content) {
        ObjectNode json = MAPPER.createObjectNode().put("version", VERSION);
        ObjectNode users = json.putObject("users");
        content.users
                .values()
                .forEach(account -> users.putObject(account.name())
                        .put("role", account.role().toString())
                        .put("password", account.password())
                        .put("stamp", account.stamp())
                        .put(
                                "created",
                                Instant.ofEpochMilli(account.createdMs()).toString()));
        ObjectNode tokens = json.putObject("tokens");
        content.tokens.values().forEach(token -> {
            ObjectNode entry = tokens.putObject(token.name())
                    .put("role", token.role().toString())
                    .put("sha256", token.sha256())
                    .put("created", Instant.ofEpochMilli(token.createdMs()).toString());
            if (!token.clusters().isEmpty()) {
                token.clusters().stream().sorted().forEach(entry.putArray("clusters")::add);
            }
            if (!token.by().isEmpty()) {
                entry.put("by", token.by());
            }
            if (token.expiresMs() != Long.MAX_VALUE) {
                entry.put("expires", Instant.ofEpochMilli(token.expiresMs()).toString());
            }
        });
        return MAPPER.writeValueAsString(json) + "\n";
    }

    /** @throws AccountException with the place and what is wrong there */
    static Content read(String text) throws AccountException {
        JsonNode json;
        try {
            json = MAPPER.readTree(text);
        } catch (JacksonException e) {
            String place = e.getLocation() == null
                    ? ""
                    : "line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr() + ": ";
            throw new AccountException(place + e.getOriginalMessage());
        }
        only(json, "the file", Set.of("version", "users", "tokens"));
        if (json.path("version").asInt(0) != VERSION) {
            throw new AccountException("version is not " + VERSION);
        }
        Map<String, Account> users = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : entries(json.path("users"), "users")) {
            users.put(entry.getKey(), user(entry.getKey(), entry.getValue()));
        }
        Map<String, Token> tokens = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : entries(json.path("tokens"), "tokens")) {
            tokens.put(entry.getKey(), token(entry.getKey(), entry.getValue()));
        }
        return new Content(users, tokens);
    }

    private static Account user(String name, JsonNode json) throws AccountException {
        String where = "user '" + name + "'";
        only(json, where, Set.of("role", "password", "stamp", "created"));
        String password = json.path("password").asString("");
        if (!Passwords.isHash(password)) {
            throw new AccountException(
                    where + ": password is not an Argon2id hash; set it with 'evenkeel user passwd'");
        }
        return new Account(
                named(name, where),
                role(json, where),
                password,
                json.path("stamp").asString(""),
                timeMs(json.path("created").asString(""), where));
    }

    private static Token token(String name, JsonNode json) throws AccountException {
        String where = "token '" + name + "'";
        only(json, where, Set.of("role", "clusters", "sha256", "created", "expires", "by"));
        String sha256 = json.path("sha256").asString("");
        if (!sha256.matches("[0-9a-f]{64}")) {
            throw new AccountException(where + ": sha256 does not have 64 hexadecimal digits");
        }
        Role role = role(json, where);
        Set<String> clusters = clusters(json, where);
        checkClusters(role, clusters, where);
        return new Token(
                named(name, where),
                role,
                clusters,
                sha256,
                timeMs(json.path("created").asString(""), where),
                json.has("expires") ? timeMs(json.path("expires").asString(""), where) : Long.MAX_VALUE,
                json.path("by").asString(""));
    }

    /** An empty list means no limit in this program, so one in the file is more likely a mistake than meant. */
    private static Set<String> clusters(JsonNode json, String where) throws AccountException {
        if (!json.has("clusters")) {
            return Set.of();
        }
        Set<String> clusters = new LinkedHashSet<>();
        for (JsonNode name : json.path("clusters")) {
            clusters.add(name.asString(""));
        }
        if (clusters.isEmpty() || clusters.contains("")) {
            throw new AccountException(where + ": clusters is not a list of names; leave it out for all clusters");
        }
        return clusters;
    }

    /**
     * Refuses a limit to clusters for roles other than operator: a viewer changes nothing, and an administrator's
     * changes belong to no single cluster.
     */
    static void checkClusters(Role role, Set<String> clusters, String where) throws AccountException {
        if (!clusters.isEmpty() && role != Role.OPERATOR) {
            throw new AccountException(where + ": only an operator's token can be limited to clusters, not one of role "
                    + role + "; viewers change nothing, and administrators change more than clusters");
        }
    }

    private static Iterable<Map.Entry<String, JsonNode>> entries(JsonNode json, String where) throws AccountException {
        if (!json.isObject()) {
            throw new AccountException(where + " is missing or is not an object");
        }
        return json.properties();
    }

    private static void only(JsonNode json, String where, Set<String> known) throws AccountException {
        if (!json.isObject()) {
            throw new AccountException(where + " is not an object");
        }
        for (String name : json.propertyNames()) {
            if (!known.contains(name)) {
                throw new AccountException(where + ": unknown field '" + name + "'");
            }
        }
    }

    private static String named(String name, String where) throws AccountException {
        if (!NAME.matcher(name).matches()) {
            throw new AccountException(where + ": a name has letters, digits and . _ @ - only, 64 at most");
        }
        return name;
    }

    private static Role role(JsonNode json, String where) throws AccountException {
        String word = json.path("role").asString("");
        return Role.of(word)
                .orElseThrow(() -> new AccountException(
                        where + ": there is no role '" + word + "'; there are viewer, operator, admin"));
    }

    private static long timeMs(String text, String where) throws AccountException {
        try {
            return Instant.parse(text).toEpochMilli();
        } catch (DateTimeException e) {
            throw new AccountException(where + ": '" + text + "' is not a time such as 2030-01-31T12:00:00Z");
        }
    }
}
