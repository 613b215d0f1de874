// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire.push;

import io.evenkeel.wire.JsonSample;
import io.evenkeel.wire.NodeSample;
import io.evenkeel.wire.octets.JsonCursor;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads messages from JSON, and reports the fault of octets that are not a message.
 *
 * <p>Names it does not know are skipped; one that comes twice spoils the message. Reused, by one thread.
 */
public final class PushReader {

    /** Most octets of a message. */
    public static final int MOST_OCTETS = JsonSample.MOST_OCTETS + 1024;

    private static final int MOST_NAMES = 64;

    /** Room for the longest text when each of its characters is an escape. */
    private static final int MOST_TEXT_OCTETS = 6 * Plain.MOST_TEXT;

    private static final Map<String, PushMessage.Kind> KINDS = new TreeMap<>();

    static {
        for (PushMessage.Kind kind : PushMessage.Kind.values()) {
            KINDS.put(kind.name().toLowerCase(Locale.ROOT), kind);
        }
    }

    private final JsonCursor json = new JsonCursor();
    private final Map<String, Object> said = new HashMap<>();
    private @Nullable NodeSample sample;
    private String fault = "";

    /** The message in these octets; null when they are not a message. */
    public @Nullable PushMessage read(byte[] octets, int from, int to) {
        said.clear();
        sample = null;
        fault = "";
        if (to - from > MOST_OCTETS) {
            return fault("the message is longer than " + MOST_OCTETS + " bytes");
        }
        if (!collect(octets, from, to)) {
            return fault.isEmpty() ? fault("the message is not one JSON object") : null;
        }
        PushMessage.Kind kind = KINDS.get(text("kind"));
        if (kind == null) {
            return fault("kind has to be one of " + KINDS.keySet());
        }
        try {
            return message(kind);
        } catch (IllegalArgumentException e) {
            return fault(String.valueOf(e.getMessage()));
        }
    }

    /** The fault of the octets read last, in one line; empty without a fault. */
    public String fault() {
        return fault;
    }

    private @Nullable PushMessage message(PushMessage.Kind kind) {
        switch (kind) {
            case REGISTER:
                return PushMessage.register(new Registration(text("node"), text("cluster"), text("address"))
                        .agentPort(number("agentPort"))
                        .capacity(number("workers"), number("processors"))
                        .software(text("software")));
            case REGISTERED:
                return PushMessage.registered(text("id"), number("intervalMs"), flag("query"));
            case UPDATE:
                return sample == null ? fault("sample is missing") : PushMessage.update(text("id"), sample);
            case UPDATED:
                return PushMessage.updated(text("id"), number("intervalMs"), flag("query"));
            case STOP:
                return PushMessage.stop(text("id"), text("reason"));
            case STOPPED:
                return PushMessage.stopped(text("id"));
            default:
                return PushMessage.refused(text("reason"), text("remedy"));
        }
    }

    private boolean collect(byte[] octets, int from, int to) {
        json.start(octets, from, to);
        json.enter();
        while (json.next()) {
            String name = name(octets);
            if (said.containsKey(name) || said.size() == MOST_NAMES) {
                fault(Plain.line("'" + name + "' is there twice, or is the name after the " + MOST_NAMES + "th"));
                return false;
            }
            int begin = json.at();
            Object value = value();
            said.put(name, value);
            if (!json.failed() && name.equals("sample")) {
                sample = new NodeSample();
                if (!JsonSample.read(octets, begin, json.at(), sample)) {
                    fault("sample is not a flat JSON object with every name once");
                    return false;
                }
            }
        }
        return json.done();
    }

    private String name(byte[] octets) {
        int length = Math.min(MOST_TEXT_OCTETS, json.nameTo() - json.nameFrom());
        return new String(octets, json.nameFrom(), length, StandardCharsets.UTF_8);
    }

    /** A text, number or flag; an object that stands for nothing for every other kind of value. */
    private Object value() {
        Object value = null;
        if (json.peek() == '"') {
            value = json.text(MOST_TEXT_OCTETS);
        } else if (json.peek() == 't' || json.peek() == 'f') {
            value = json.bool();
        } else if (json.number(0)) {
            value = json.value();
        } else {
            json.skip();
        }
        return value == null ? this : value;
    }

    private String text(String name) {
        Object value = said.get(name);
        return value instanceof String ? (String) value : "";
    }

    /** Returns 0 when it is not there, and -1, which no field allows, when it is not a whole number. */
    private int number(String name) {
        Object value = said.get(name);
        if (value == null) {
            return 0;
        }
        double number = value instanceof Double ? (Double) value : -1;
        return number == Math.rint(number) && Math.abs(number) <= Integer.MAX_VALUE ? (int) number : -1;
    }

    private boolean flag(String name) {
        return Boolean.TRUE.equals(said.get(name));
    }

    private @Nullable PushMessage fault(String what) {
        fault = what;
        return null;
    }
}
