// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api.alert;

import io.evenkeel.admin.alert.AlertSilence;
import io.evenkeel.admin.alert.AlertsView;
import io.evenkeel.admin.alert.rule.Alert;
import io.evenkeel.admin.api.Json;
import io.evenkeel.config.alert.AlertCondition;
import io.evenkeel.config.alert.AlertRule;
import io.evenkeel.config.schema.ScalarTypes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Alerts as JSON. */
final class AlertJson {

    private static final double MS_PER_S = 1e3;

    private AlertJson() {}

    static ObjectNode of(AlertsView view) {
        ObjectNode json = Json.object();
        ArrayNode alerts = json.putArray("alerts");
        view.firing()
                .forEach(each -> alerts.add(alert(each.alert())
                        .put("silencedBy", each.silence().isEmpty() ? null : each.silence())
                        .put("told", each.told())));
        json.put("more", view.more());
        ArrayNode rules = json.putArray("rules");
        view.rules().forEach(each -> rules.add(rule(each)));
        json.set("silences", silences(view));
        ArrayNode receivers = json.putArray("receivers");
        view.receivers()
                .forEach(each -> receivers
                        .addObject()
                        .put("name", each.name())
                        .put("kind", each.kind())
                        .put("sent", each.sent())
                        .put("failedTries", each.failed())
                        .put("dropped", each.dropped())
                        .put("waiting", each.waiting())
                        .put("problem", each.problem()));
        ArrayNode log = json.putArray("log");
        view.log().forEach(each -> log.add(alert(each)));
        return json;
    }

    static ArrayNode silences(AlertsView view) {
        ArrayNode silences = Json.array();
        view.silences().forEach(each -> silences.add(silence(each)));
        return silences;
    }

    private static ObjectNode alert(Alert alert) {
        return Json.object()
                .put("rule", alert.rule())
                .put("severity", ScalarTypes.spelling(alert.severity()))
                .put("subject", alert.subject())
                .put("cluster", alert.scope().cluster())
                .put("node", alert.scope().node())
                .put("status", alert.isOver() ? "over" : "firing")
                .put("since", moment(alert.sinceMs()))
                .put("fired", moment(alert.firedMs()))
                .put("ended", alert.isOver() ? moment(alert.endedMs()) : null)
                .put("value", number(alert.value()))
                .put("text", alert.text());
    }

    private static ObjectNode rule(AlertsView.RuleView view) {
        AlertRule rule = view.rule();
        AlertCondition when = rule.when();
        ObjectNode json = Json.object()
                .put("name", rule.name())
                .put("severity", ScalarTypes.spelling(rule.severity()))
                .put("of", ScalarTypes.spelling(when.scope()))
                .put("figure", when.figure().isEmpty() ? null : when.figure());
        ArrayNode states = json.putArray("states");
        when.states().stream().map(ScalarTypes::spelling).sorted().forEach(states::add);
        json.put("as", ScalarTypes.spelling(when.view()))
                .put("absent", when.absent())
                .put("above", when.above() ? number(when.limit()) : null)
                .put("below", when.above() ? null : number(when.limit()))
                .put("clear", number(when.clear()))
                .put("forS", rule.hold().toMillis() / MS_PER_S);
        rule.to().forEach(json.putArray("to")::add);
        return json.put("firing", view.firing()).put("pending", view.pending());
    }

    static ObjectNode silence(AlertSilence silence) {
        return Json.object()
                .put("id", silence.id())
                .put("rule", silence.rule())
                .put("cluster", silence.cluster())
                .put("node", silence.node())
                .put("severity", silence.severity() == null ? null : ScalarTypes.spelling(silence.severity()))
                .put("from", moment(silence.fromMs()))
                .put("until", moment(silence.untilMs()))
                .put("by", silence.by())
                .put("reason", silence.reason().isEmpty() ? null : silence.reason());
    }

    private static @Nullable Double number(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static String moment(long ms) {
        return Instant.ofEpochMilli(ms).toString();
    }
}
