// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert;

import io.evenkeel.admin.alert.rule.Alert;
import io.evenkeel.admin.history.Scope;
import io.evenkeel.config.alert.AlertSeverity;
import io.evenkeel.config.disk.BoundedFile;
import io.evenkeel.config.disk.OwnerFile;
import io.evenkeel.dispatcher.log.EventLogger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Silences and alerts that go on, in a file of the state folder. One that cannot be read is left out, with an event;
 * one that cannot be written costs silences at the next start, and is said once. One thread at a time.
 */
final class AlertFile {

    private static final int MOST_OCTETS = 16 << 20;

    private final @Nullable Path file;
    private final EventLogger log;
    private boolean said;

    /** @param file null to keep nothing */
    AlertFile(@Nullable Path file, EventLogger log) {
        this.file = file;
        this.log = log;
    }

    AlertState read() {
        if (file == null || !Files.exists(file)) {
            return AlertState.NONE;
        }
        try {
            JsonNode json = JsonMapper.shared().readTree(BoundedFile.text(file, MOST_OCTETS, "a file of silences"));
            List<AlertSilence> silences = new ArrayList<>();
            json.path("silences").forEach(each -> silences.add(silence(each)));
            List<Alert> firing = new ArrayList<>();
            List<String> told = new ArrayList<>();
            json.path("firing").forEach(each -> {
                Alert alert = alert(each);
                firing.add(alert);
                if (each.path("told").asBoolean(false)) {
                    told.add(alert.id());
                }
            });
            return new AlertState(silences, firing, told);
        } catch (JacksonException e) {
            return none(e.getOriginalMessage());
        } catch (IOException | IllegalArgumentException e) {
            return none(String.valueOf(e.getMessage()));
        }
    }

    private AlertState none(String why) {
        log.warn("silences and alerts of the run before are left out, because " + file + " cannot be read: " + why);
        return AlertState.NONE;
    }

    void write(AlertState state) {
        if (file == null) {
            return;
        }
        ObjectNode json = JsonMapper.shared().createObjectNode();
        ArrayNode silences = json.putArray("silences");
        state.silences().forEach(each -> silences.add(json(each)));
        ArrayNode firing = json.putArray("firing");
        state.firing()
                .forEach(each -> firing.add(json(each).put("told", state.told().contains(each.id()))));
        try {
            OwnerFile.replace(file, json + "\n");
            said = false;
        } catch (IOException e) {
            if (!said) {
                said = true;
                log.warn("silences will not outlive this run, because " + file + " cannot be written: " + e);
            }
        }
    }

    private static ObjectNode json(AlertSilence silence) {
        return JsonMapper.shared()
                .createObjectNode()
                .put("id", silence.id())
                .put("rule", silence.rule())
                .put("cluster", silence.cluster())
                .put("node", silence.node())
                .put(
                        "severity",
                        silence.severity() == null ? null : silence.severity().name())
                .put("fromMs", silence.fromMs())
                .put("untilMs", silence.untilMs())
                .put("by", silence.by())
                .put("reason", silence.reason());
    }

    private static AlertSilence silence(JsonNode json) {
        String severity = text(json, "severity");
        return new AlertSilence(
                json.path("id").asString(""),
                text(json, "rule"),
                text(json, "cluster"),
                text(json, "node"),
                severity == null ? null : AlertSeverity.valueOf(severity),
                json.path("fromMs").asLong(0),
                json.path("untilMs").asLong(0),
                json.path("by").asString(""),
                json.path("reason").asString(""));
    }

    private static ObjectNode json(Alert alert) {
        ObjectNode json = JsonMapper.shared()
                .createObjectNode()
                .put("rule", alert.rule())
                .put("severity", alert.severity().name())
                .put("cluster", alert.scope().cluster())
                .put("node", alert.scope().node())
                .put("sinceMs", alert.sinceMs())
                .put("firedMs", alert.firedMs())
                .put("value", Double.isFinite(alert.value()) ? (Double) alert.value() : null)
                .put("text", alert.text());
        alert.to().forEach(json.putArray("to")::add);
        return json;
    }

    private static Alert alert(JsonNode json) {
        List<String> to = new ArrayList<>();
        json.path("to").forEach(each -> to.add(each.asString("")));
        return new Alert(
                json.path("rule").asString(""),
                AlertSeverity.valueOf(json.path("severity").asString("")),
                to,
                new Scope(text(json, "cluster"), text(json, "node")),
                json.path("sinceMs").asLong(0),
                json.path("firedMs").asLong(0),
                0,
                json.path("value").isNumber() ? json.path("value").doubleValue() : Double.NaN,
                json.path("text").asString(""));
    }

    private static @Nullable String text(JsonNode json, String name) {
        return json.path(name).isString() ? json.path(name).asString("") : null;
    }
}
