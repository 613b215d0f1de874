// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire.push;

import io.evenkeel.wire.JsonSample;
import io.evenkeel.wire.octets.JsonText;
import java.util.Locale;

/** Writes a message as JSON; what is empty or 0 is left out. */
final class PushWriter {

    private PushWriter() {}

    static void write(PushMessage message, StringBuilder out) {
        out.append("{\"kind\":\"")
                .append(message.kind().name().toLowerCase(Locale.ROOT))
                .append('"');
        text("id", message.id(), out);
        if (message.kind() == PushMessage.Kind.REGISTER) {
            registration(message.registration(), out);
        }
        number("intervalMs", message.intervalMs(), out);
        if (message.query()) {
            out.append(",\"query\":true");
        }
        text("reason", message.reason(), out);
        text("remedy", message.remedy(), out);
        if (message.kind() == PushMessage.Kind.UPDATE) {
            out.append(",\"sample\":");
            JsonSample.write(message.sample(), out);
        }
        out.append('}');
    }

    private static void registration(Registration registration, StringBuilder out) {
        text("node", registration.node(), out);
        text("cluster", registration.cluster(), out);
        text("address", registration.address(), out);
        number("agentPort", registration.agentPort(), out);
        number("workers", registration.workers(), out);
        number("processors", registration.processors(), out);
        text("software", registration.software(), out);
    }

    private static void text(String name, String value, StringBuilder out) {
        if (!value.isEmpty()) {
            out.append(",\"").append(name).append("\":");
            JsonText.quote(value, out);
        }
    }

    private static void number(String name, int value, StringBuilder out) {
        if (value != 0) {
            out.append(",\"").append(name).append("\":").append(value);
        }
    }
}
