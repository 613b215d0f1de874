// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.CutResult;
import io.evenkeel.dispatcher.node.AdminState;
import io.javalin.http.Context;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Commands on a node; each is checked as a whole before a part of it is done. */
final class NodeCommands {

    private final NodeChanges changes;

    NodeCommands(NodeChanges changes) {
        this.changes = changes;
    }

    /** {@code PUT …/nodes/{n}} with {@code state}, {@code weight} or both, and {@code reason}. */
    void put(Context context) {
        ObjectNode body = Json.body(context);
        Json.only(body, Set.of("state", "weight", "reason"));
        JsonNode state = body.get("state");
        if (state == null && body.get("weight") == null) {
            throw new ApiRefusal(400, "nothing to change", "Send \"state\", \"weight\" or both.");
        }
        carryOut(context, state == null ? null : NodeChanges.state(state.asString("")), weight(body), reason(body));
    }

    /**
     * {@code POST …/nodes/{n}/drain} and its like, with {@code reason}, and {@code weight} for that command;
     * {@code /cut}.
     */
    void post(Context context) {
        ObjectNode body = Json.body(context);
        String command = context.pathParam("command");
        if (command.equals("weight")) {
            Json.only(body, Set.of("weight", "reason"));
            Double weight = weight(body);
            if (weight == null) {
                throw new ApiRefusal(400, "no weight given", "Send {\"weight\": 2}.");
            }
            carryOut(context, null, weight, reason(body));
        } else if (command.equals("cut")) {
            Json.only(body, Set.of("reason"));
            String cluster = context.pathParam("cluster");
            String node = context.pathParam("node");
            CutResult cut = changes.cut(Callers.known(context), cluster, node, reason(body));
            ObjectNode answer = JsonMapper.shared().createObjectNode();
            answer.put("node", cluster + "/" + node).put("cut", cut.inFlight());
            if (!cut.silent().isEmpty()) {
                cut.silent().forEach(answer.putArray("silent")::add);
            }
            Json.answer(context, answer);
        } else {
            Json.only(body, Set.of("reason"));
            carryOut(context, NodeChanges.state(command), null, reason(body));
        }
    }

    private void carryOut(
            Context context, @Nullable AdminState state, @Nullable Double weight, @Nullable String reason) {
        NodeView changed = changes.change(
                Callers.known(context), context.pathParam("cluster"), context.pathParam("node"), state, weight, reason);
        Json.answer(context, ViewJson.node(changed, false));
    }

    private static @Nullable Double weight(ObjectNode body) {
        JsonNode weight = body.get("weight");
        if (weight == null) {
            return null;
        }
        return NodeChanges.weight(weight.isNumber() ? weight.doubleValue() : 0, weight.asString(""));
    }

    private static @Nullable String reason(ObjectNode body) {
        JsonNode reason = body.get("reason");
        return reason == null || reason.isNull() ? null : NodeChanges.reason(reason.asString(""));
    }
}
