// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import io.evenkeel.dispatcher.monitor.AgentState;
import io.evenkeel.dispatcher.monitor.AgentView;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** The samples of a node, as JSON; figures have the names and units of the first paper's tables. */
final class AgentJson {

    private AgentJson() {}

    /**
     * Adds {@code othersInFlight}, {@code agent} and {@code sample} to a node; the latter two are null where there is
     * none.
     */
    static void add(ObjectNode node, AgentView view) {
        node.put("othersInFlight", view.othersInFlight());
        if (view.state() == AgentState.NONE) {
            node.putNull("agent");
        } else {
            node.set("agent", agent(view));
        }
        if (view.source() == null) {
            node.putNull("sample");
        } else {
            node.set("sample", sample(view));
        }
    }

    private static ObjectNode agent(AgentView view) {
        ObjectNode json = Json.object().put("state", word(view.state())).put("reason", view.reason());
        ObjectNode received = json.putObject("received");
        view.received().forEach((source, count) -> received.put(word(source), count));
        ObjectNode setAside = json.putObject("setAside");
        view.setAside().forEach((lie, count) -> setAside.put(word(lie), count));
        return json.put("pullsFailed", view.pullsFailed())
                .put("pullMs", view.pullMs() < 0 ? null : (Long) view.pullMs());
    }

    private static ObjectNode sample(AgentView view) {
        ObjectNode json = Json.object()
                .put("ageMs", view.ageMs())
                .put("source", view.source() == null ? null : word(view.source()))
                .put("sequence", view.sequence())
                .put("agent", word(view.state()))
                .put("doubt", view.state() == AgentState.LYING ? view.reason() : null);
        ObjectNode figures = json.putObject("figures");
        view.figures().forEach(figures::put);
        return json;
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
