// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import io.evenkeel.admin.limit.QuestionLimit;
import io.evenkeel.config.BrokerSettings;
import io.evenkeel.config.schema.ScalarTypes;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.NoFreeNodeException;
import io.evenkeel.dispatcher.control.Selection;
import io.evenkeel.dispatcher.control.Selection.Place;
import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The call by which clients ask for a node, to go there by themselves: paper 5's broker. */
final class SelectCall {

    private static final String CLUSTER = "cluster";
    private static final String CLIENT = "client";
    private static final String QUANTUM = "quantum";
    private static final Set<String> PARAMETERS = Set.of(CLUSTER, CLIENT, QUANTUM);
    private static final Pattern NAME = Pattern.compile("[!-~]{1,128}");

    private final Control control;
    private final QuestionLimit limit = new QuestionLimit();

    SelectCall(Control control) {
        this.control = control;
    }

    /** Counts a question of a client, before it is looked at. */
    void admit(Context context) {
        String client = Callers.find(context)
                .map(caller -> "account " + caller.name())
                .orElse(context.req().getRemoteAddr());
        long seconds = limit.secondsToWait(client, control.settings().admin().broker(), System.nanoTime());
        if (seconds > 0) {
            context.header("Retry-After", Long.toString(seconds));
            throw new ApiRefusal(
                    429,
                    "this client asks too often",
                    "Ask again in " + seconds + " s, and once for each quantum; or raise admin.broker.rate.");
        }
    }

    /** Answers for a cluster that was found. */
    void answer(Context context, String cluster) {
        context.queryParamMap().forEach(SelectCall::check);
        String client = context.queryParam(CLIENT);
        if (client != null && !NAME.matcher(client).matches()) {
            throw new ApiRefusal(
                    400,
                    "a client's name has 1 to 128 visible ASCII characters",
                    "Send the same name for the same session, such as a hash of its id.");
        }
        Duration quantum = quantum(context.queryParam(QUANTUM));
        Selection selection;
        try {
            selection = control.select(
                    cluster, new Selection.Question(client, context.req().getRemoteAddr(), quantum));
        } catch (NoFreeNodeException e) {
            long seconds = e.retryAfter().toSeconds();
            context.header("Retry-After", Long.toString(seconds));
            throw new ApiRefusal(
                    503,
                    String.valueOf(e.getMessage()),
                    "Ask again in " + seconds + " s; see /api/v1/clusters/" + cluster + " for the state of its nodes.");
        }
        Json.answer(context, json(cluster, selection));
    }

    private static void check(String name, List<String> values) {
        if (!PARAMETERS.contains(name)) {
            throw new ApiRefusal(400, "unknown parameter '" + name + "'", "Send cluster, client, quantum.");
        }
        if (values.size() > 1) {
            throw new ApiRefusal(400, "the parameter '" + name + "' came twice", "Send it once.");
        }
    }

    private Duration quantum(@Nullable String text) {
        BrokerSettings terms = control.settings().admin().broker();
        if (text == null) {
            return terms.quantum();
        }
        if (!ScalarTypes.DURATION.accepts(text)) {
            throw new ApiRefusal(
                    400, "'" + text + "' is not a quantum", "Send " + ScalarTypes.DURATION.expectation() + ".");
        }
        Duration asked = ScalarTypes.DURATION.parse().apply(text);
        return asked.compareTo(terms.maxQuantum()) > 0 ? terms.maxQuantum() : asked;
    }

    private static ObjectNode json(String cluster, Selection selection) {
        Instant end = Instant.now().plus(selection.quantum()).truncatedTo(ChronoUnit.MILLIS);
        ObjectNode json = Json.object().put(CLUSTER, cluster);
        put(json, selection.place())
                .put("quantumMs", selection.quantum().toMillis())
                .put("expires", end.toString())
                .put("expiresMs", end.toEpochMilli())
                .put("stays", selection.stays());
        ArrayNode others = json.putArray("alternatives");
        selection.alternatives().forEach(place -> put(others.addObject(), place));
        return json;
    }

    private static ObjectNode put(ObjectNode json, Place place) {
        return json.put("node", place.node()).put("address", place.address()).put("public", place.publicAddress());
    }
}
