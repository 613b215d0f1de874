// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.notify;

import io.evenkeel.admin.alert.rule.Alert;
import io.evenkeel.config.schema.ScalarTypes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A message in the form of Prometheus' Alertmanager for webhooks, version 4, which many products take. */
final class AlertmanagerJson {

    private static final int FINGERPRINT_DIGITS = 16;
    private static final String NEVER = "0001-01-01T00:00:00Z";

    private AlertmanagerJson() {}

    /** @param receiver the name of the one who gets it */
    static String of(Message message, String receiver) {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("version", "4")
                .put("groupKey", message.key())
                .put("truncatedAlerts", message.left())
                .put("status", message.isResolved() ? "resolved" : "firing")
                .put("receiver", receiver);
        ObjectNode group = json.putObject("groupLabels").put("alertname", message.rule());
        ObjectNode common = json.putObject("commonLabels")
                .put("alertname", message.rule())
                .put("severity", ScalarTypes.spelling(message.severity()));
        if (!message.cluster().isEmpty()) {
            group.put("cluster", message.cluster());
            common.put("cluster", message.cluster());
        }
        json.putObject("commonAnnotations");
        json.put("externalURL", "");
        ArrayNode alerts = json.putArray("alerts");
        message.firing().forEach(alert -> alerts.add(alert(alert)));
        message.over().forEach(alert -> alerts.add(alert(alert)));
        return json.toString();
    }

    private static ObjectNode alert(Alert alert) {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("status", alert.isOver() ? "resolved" : "firing");
        ObjectNode labels = json.putObject("labels")
                .put("alertname", alert.rule())
                .put("severity", ScalarTypes.spelling(alert.severity()));
        if (alert.scope().cluster() != null) {
            labels.put("cluster", alert.scope().cluster());
        }
        if (alert.scope().node() != null) {
            labels.put("node", alert.scope().node());
        }
        ObjectNode annotations = json.putObject("annotations")
                .put("summary", alert.rule() + ": " + alert.subject())
                .put("description", alert.text());
        if (Double.isFinite(alert.value())) {
            annotations.put("value", Double.toString(alert.value()));
        }
        json.put("startsAt", Instant.ofEpochMilli(alert.sinceMs()).toString())
                .put(
                        "endsAt",
                        alert.isOver() ? Instant.ofEpochMilli(alert.endedMs()).toString() : NEVER)
                .put("generatorURL", "")
                .put("fingerprint", fingerprint(alert));
        return json;
    }

    private static String fingerprint(Alert alert) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(alert.id().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, FINGERPRINT_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
