// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import io.evenkeel.config.schema.ScalarTypes;
import io.evenkeel.dispatcher.affinity.SessionFigures;
import io.evenkeel.dispatcher.affinity.SessionsLeft;
import io.evenkeel.dispatcher.affinity.SessionsView;
import io.evenkeel.dispatcher.affinity.store.StoreView;
import io.evenkeel.dispatcher.control.Elsewhere;
import io.evenkeel.dispatcher.node.bound.NodeBound;
import io.evenkeel.dispatcher.node.overload.ClassCounts;
import io.evenkeel.dispatcher.node.overload.OverloadCounts;
import tools.jackson.databind.node.ObjectNode;

/** The sessions of a cluster in JSON. A mean that is not known yet is left out. */
final class SessionsJson {

    private SessionsJson() {}

    static ObjectNode of(SessionsView view) {
        ObjectNode json = figures(Json.object(), view.total());
        json.put("broken", view.broken());
        ObjectNode affinity = json.putObject("affinity");
        affinity.put("mode", view.mode());
        affinity.put("kept", view.kept());
        affinity.put("moved", view.moved());
        ObjectNode marks = affinity.putObject("marks");
        view.marks().forEach(marks::put);
        ObjectNode nodes = json.putObject("nodes");
        view.nodes().forEach((name, figures) -> {
            ObjectNode node = figures(nodes.putObject(name), figures);
            put(node, "toldRoute", view.route(name).told());
            put(node, "routeFault", view.route(name).fault());
        });
        StoreView store = view.store();
        if (store != null) {
            ObjectNode shared = json.putObject("store");
            shared.put("url", store.url());
            shared.put("away", store.away());
            shared.put("awayMs", store.awayMs());
            shared.put("asked", store.asked());
            shared.put("found", store.found());
            shared.put("late", store.late());
            shared.put("written", store.written());
            shared.put("skipped", store.skipped());
            shared.put("failed", store.failed());
        }
        return json;
    }

    /** The classes of a cluster with rules for overload, and its admission of sessions. */
    static ObjectNode of(OverloadCounts counts) {
        ObjectNode json = Json.object().put("admitsSessions", counts.admits());
        if (counts.admits()) {
            ObjectNode admission = json.putObject("admission");
            admission.put("running", counts.active());
            if (Double.isFinite(counts.most())) {
                admission.put("limit", counts.most());
            }
            admission.put("thinkSeconds", counts.thinkNs() / 1e9);
            admission.put("chance", counts.chance());
        }
        if (counts.patienceNs() != Long.MAX_VALUE) {
            json.put("patienceSeconds", counts.patienceNs() / 1e9);
        }
        ObjectNode bounds = json.putObject("bounds");
        for (NodeBound each : counts.bounds()) {
            ObjectNode one =
                    bounds.putObject(each.node()).put("most", each.most()).put("by", each.by());
            if (each.baseMs() > 0) {
                one.put("baseMs", each.baseMs());
            }
        }
        ObjectNode classes = json.putObject("classes");
        for (ClassCounts each : counts.classes()) {
            ObjectNode one = classes.putObject(each.name());
            one.put("waiting", each.waiting()).put("admitted", each.admitted());
            ObjectNode without = one.putObject("withoutNode");
            each.without().forEach((reason, count) -> without.put(ScalarTypes.spelling(reason), count));
        }
        return json;
    }

    /** The sessions of one node, counted one by one at this moment. */
    static ObjectNode of(String node, SessionsView view, SessionsLeft left, Elsewhere elsewhere) {
        ObjectNode json = figures(Json.object(), view.nodes().getOrDefault(node, SessionFigures.NONE));
        json.put("active", left.active());
        json.put("goneInSeconds", left.goneSeconds());
        json.putObject("affinity").put("mode", view.mode());
        if (!elsewhere.equals(Elsewhere.NONE)) {
            ObjectNode others = json.putObject("elsewhere")
                    .put("inFlight", elsewhere.inFlight())
                    .put("active", elsewhere.sessions())
                    .put("goneInSeconds", elsewhere.goneSeconds());
            elsewhere.late().forEach(others.putArray("late")::add);
        }
        return json;
    }

    private static ObjectNode figures(ObjectNode json, SessionFigures figures) {
        json.put("active", figures.active());
        json.put("begun", figures.began());
        json.put("completed", figures.completed());
        put(json, "meanRequests", figures.meanRequests());
        put(json, "meanSeconds", figures.meanSeconds());
        put(json, "meanThinkSeconds", figures.meanThinkSeconds());
        return json;
    }

    private static void put(ObjectNode json, String name, String text) {
        if (!text.isEmpty()) {
            json.put(name, text);
        }
    }

    private static void put(ObjectNode json, String name, double mean) {
        if (!Double.isNaN(mean)) {
            json.put(name, Math.round(mean * 1000) / 1000.0);
        }
    }
}
