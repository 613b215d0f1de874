// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import io.javalin.http.Context;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** JSON in and out of a request. */
public final class Json {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    /** A body that another reader would take in another way is refused. */
    private static final ObjectReader BODIES = MAPPER.reader()
            .with(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private Json() {}

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    public static ArrayNode array() {
        return MAPPER.createArrayNode();
    }

    public static void answer(Context context, JsonNode body) {
        context.contentType("application/json").result(MAPPER.writeValueAsBytes(body));
    }

    /** Answers with the reason and the remedy. */
    public static void refuse(Context context, ApiRefusal refusal) {
        context.status(refusal.status());
        answer(
                context,
                object().put("status", refusal.status())
                        .put("reason", refusal.getMessage())
                        .put("remedy", refusal.remedy()));
    }

    /** The request's body; an empty object when there is none. */
    public static ObjectNode body(Context context) {
        String text = context.body();
        if (text.isBlank()) {
            return object();
        }
        try {
            if (BODIES.readTree(text) instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException e) {
            throw new ApiRefusal(400, "the body is not JSON: " + e.getOriginalMessage(), "Send one JSON object.");
        }
        throw new ApiRefusal(400, "the body is not a JSON object", "Send one JSON object.");
    }

    /** Refuses a body with other fields than these. */
    public static void only(ObjectNode body, Set<String> known) {
        for (String name : body.propertyNames()) {
            if (!known.contains(name)) {
                throw new ApiRefusal(
                        400,
                        "unknown field '" + name + "'",
                        "Send " + known.stream().sorted().collect(Collectors.joining(", ")) + ".");
            }
        }
    }
}
