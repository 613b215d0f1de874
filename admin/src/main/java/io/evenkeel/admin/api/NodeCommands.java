// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.dispatcher.node.AdminState;
import io.javalin.http.Context;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Commands on a node; each is checked as a whole before any of it is done, and leaves a line in the event log. */
final class NodeCommands {

    private static final Logger LOG = LoggerFactory.getLogger("io.evenkeel.admin");
    private static final int LONGEST_REASON = 200;

    private final Control control;

    NodeCommands(Control control) {
        this.control = control;
    }

    /** {@code PUT …/nodes/{n}} with {@code state}, {@code weight} or both, and {@code reason}. */
    void put(Context context) {
        ObjectNode body = Json.body(context);
        only(body, Set.of("state", "weight", "reason"));
        JsonNode state = body.get("state");
        if (state == null && body.get("weight") == null) {
            throw new Refusal(400, "nothing to change", "Send \"state\", \"weight\" or both.");
        }
        carryOut(context, state == null ? null : state(state.asString("")), weight(body), reason(body));
    }

    /** {@code POST …/nodes/{n}/drain} and its like, with {@code reason}, and {@code weight} for that command. */
    void post(Context context) {
        ObjectNode body = Json.body(context);
        String command = context.pathParam("command");
        if (command.equals("weight")) {
            only(body, Set.of("weight", "reason"));
            Double weight = weight(body);
            if (weight == null) {
                throw new Refusal(400, "no weight given", "Send {\"weight\": 2}.");
            }
            carryOut(context, null, weight, reason(body));
        } else {
            only(body, Set.of("reason"));
            carryOut(context, state(command), null, reason(body));
        }
    }

    private void carryOut(
            Context context, @Nullable AdminState state, @Nullable Double weight, @Nullable String reason) {
        String cluster = context.pathParam("cluster");
        String node = context.pathParam("node");
        find(control, cluster, node);
        if (weight != null) {
            control.weigh(cluster, node, weight);
            LOG.info("{}/{}: weight {} by admin{}", cluster, node, weight, because(reason));
        }
        if (state != null) {
            control.want(cluster, node, state, reason);
            LOG.info("{}/{}: {} by admin{}", cluster, node, state, because(reason));
        }
        Json.answer(context, ViewJson.node(find(control, cluster, node), false));
    }

    private static String because(@Nullable String reason) {
        return reason == null ? "" : " (" + reason + ")";
    }

    static NodeView find(Control control, String cluster, String node) {
        ClusterView view = control.cluster(cluster);
        return view.nodes().stream()
                .filter(candidate -> candidate.name().equals(node))
                .findFirst()
                .orElseThrow(
                        () -> new UnknownNameException("cluster '" + cluster + "' has no node '" + node + "'; it has "
                                + view.nodes().stream().map(NodeView::name).collect(Collectors.joining(", "))));
    }

    private static AdminState state(String name) {
        return Arrays.stream(AdminState.values())
                .filter(state -> state.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .orElseThrow(() -> new Refusal(
                        404, "there is no command or state '" + name + "'", "Use drain, ready, maint or weight."));
    }

    private static @Nullable Double weight(ObjectNode body) {
        JsonNode weight = body.get("weight");
        if (weight == null) {
            return null;
        }
        if (!weight.isNumber() || !(weight.doubleValue() > 0) || weight.doubleValue() > 1e6) {
            throw new Refusal(
                    400, "'" + weight.asString("") + "' is no weight", "Use a number above 0, at most 1000000.");
        }
        return weight.doubleValue();
    }

    private static @Nullable String reason(ObjectNode body) {
        JsonNode reason = body.get("reason");
        if (reason == null || reason.isNull()) {
            return null;
        }
        String text = reason.asString("").strip();
        if (text.length() > LONGEST_REASON || text.chars().anyMatch(Character::isISOControl)) {
            throw new Refusal(400, "the reason is too long or has control characters", "Send one short line.");
        }
        return text;
    }

    private static void only(ObjectNode body, Set<String> known) {
        for (String name : body.propertyNames()) {
            if (!known.contains(name)) {
                throw new Refusal(
                        400,
                        "unknown field '" + name + "'",
                        "Send " + known.stream().sorted().collect(Collectors.joining(", ")) + ".");
            }
        }
    }
}
