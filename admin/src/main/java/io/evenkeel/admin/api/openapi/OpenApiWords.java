// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api.openapi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The part of the document beyond the routes: sentences, parameters of queries, bodies and schemas. */
final class OpenApiWords {

    private static final String FILE = "/api/openapi-words.json";

    private final JsonNode words;

    private OpenApiWords(JsonNode words) {
        this.words = words;
    }

    static OpenApiWords read() {
        try (InputStream in = OpenApiWords.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException("there is no " + FILE);
            }
            return new OpenApiWords(JsonMapper.shared().readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The words for an operation; missing when there are none. */
    JsonNode operation(String method, String path) {
        return words.path("operations").path(method + " " + path);
    }

    /** Operations that are answered before there are routes, as {@code METHOD path}. */
    JsonNode withoutRoutes() {
        return words.path("withoutRoutes");
    }

    /** The sentence for a parameter of a path. */
    String parameter(String name) {
        return words.path("parameters").path(name).asString("");
    }

    /** The schemas by name. */
    JsonNode schemas() {
        return words.path("schemas");
    }
}
