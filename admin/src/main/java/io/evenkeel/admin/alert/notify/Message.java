// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.notify;

import io.evenkeel.admin.alert.rule.Alert;
import io.evenkeel.config.alert.AlertSeverity;
import java.util.List;

/**
 * The words that a receiver is told at once: the alerts of a rule in a cluster.
 *
 * @param cluster empty for the dispatcher's own
 * @param firing those that go on, at most {@value #MOST}
 * @param over those that have ended since the message before
 * @param left those beyond that number
 * @param to names of receivers; empty for all
 */
public record Message(
        String rule,
        String cluster,
        AlertSeverity severity,
        List<String> to,
        List<Alert> firing,
        List<Alert> over,
        int left) {

    /** The most alerts of a message. */
    static final int MOST = 100;

    public Message {
        to = List.copyOf(to);
        firing = List.copyOf(firing);
        over = List.copyOf(over);
    }

    /** True when all is over. */
    boolean isResolved() {
        return firing.isEmpty();
    }

    /** The group that the message is of, the same each time. */
    String key() {
        return "{}:{rule=\"" + rule + "\", cluster=\"" + cluster + "\"}";
    }

    /** One line: {@code [FIRING:2] node-out shop}. */
    String subject() {
        String what = isResolved() ? "[RESOLVED] " : "[FIRING:" + (firing.size() + left) + "] ";
        return what + rule + (cluster.isEmpty() ? "" : " " + cluster);
    }

    /** A line for each alert. */
    String text() {
        StringBuilder text = new StringBuilder();
        firing.forEach(alert -> text.append(alert.text()).append('\n'));
        if (left > 0) {
            text.append("and ").append(left).append(" more\n");
        }
        if (!over.isEmpty()) {
            text.append(firing.isEmpty() ? "" : "\nOver:\n");
            over.forEach(alert -> text.append(alert.text()).append('\n'));
        }
        return text.toString();
    }
}
