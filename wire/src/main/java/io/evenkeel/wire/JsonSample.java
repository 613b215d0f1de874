// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

import io.evenkeel.wire.octets.Decimal;
import io.evenkeel.wire.octets.JsonCursor;
import io.evenkeel.wire.octets.JsonText;
import io.evenkeel.wire.octets.Names;
import java.util.HashMap;
import java.util.Map;

/**
 * A sample as one flat JSON object: what an agent answers to a pull.
 *
 * <p>Each figure stands under its {@link Metric#title}; the head under {@code epochMs}, {@code sequence}, {@code
 * clockMs} and {@code agentPort}, and {@code route} as a text; {@code server} and {@code agent} say in words what
 * they are, for people. What is absent is left out. A reader goes over names it does not know, and values of any
 * kind under them, so that an agent may be newer than its dispatcher.
 *
 * <p>Writing makes no garbage beyond what the builder needs to grow; reading makes a cursor.
 */
public final class JsonSample {

    /** Most octets of a sample; a full one has about 3,000. */
    public static final int MOST_OCTETS = 64 * 1024;

    private static final String[] LEADS = new String[Metric.count()];
    private static final Names NAMES;
    private static final int ROUTE = Filling.PORT + 1;

    /** Octets of the longest route when each of its characters is an escape. */
    private static final int MOST_ROUTE_OCTETS = 6 * 64;

    static {
        Map<String, Integer> codes = new HashMap<>();
        for (int i = 0; i < LEADS.length; i++) {
            String title = Metric.at(i).title();
            LEADS[i] = '"' + title + "\":";
            codes.put(title, i);
        }
        codes.put("epochMs", Filling.EPOCH);
        codes.put("sequence", Filling.SEQUENCE);
        codes.put("clockMs", Filling.CLOCK);
        codes.put("agentPort", Filling.PORT);
        codes.put("route", ROUTE);
        NAMES = new Names(codes);
    }

    private JsonSample() {}

    /** Writes a sample. */
    public static void write(NodeSample sample, StringBuilder out) {
        write(sample, "", "", out);
    }

    /** Writes a sample with the names of the server and of the agent; an empty one is left out. */
    public static void write(NodeSample sample, String server, String agent, StringBuilder out) {
        out.append("{\"epochMs\":").append(sample.epochMs());
        out.append(",\"sequence\":").append(sample.sequence());
        out.append(",\"clockMs\":").append(sample.clockMs());
        if (sample.agentPort() != 0) {
            out.append(",\"agentPort\":").append(sample.agentPort());
        }
        text("route", sample.route(), out);
        text("server", server, out);
        text("agent", agent, out);
        for (int i = 0; i < LEADS.length; i++) {
            Metric metric = Metric.at(i);
            if (sample.has(metric)) {
                out.append(',').append(LEADS[i]);
                Decimal.append(sample.value(metric), out);
            }
        }
        out.append('}');
    }

    /**
     * Reads a sample. A figure under a known name that is not a number, or that its metric does not allow, is left out
     * and counted by {@link NodeSample#rejected}; {@code null} is the same as absent.
     *
     * @return false, and the sample is empty, for anything that is not one JSON object, has a figure twice or is
     *     longer than 64 kB
     */
    public static boolean read(byte[] octets, int from, int to, NodeSample into) {
        Filling filling = new Filling();
        filling.begin(into);
        if (to - from <= MOST_OCTETS && fill(octets, from, to, filling, into)) {
            filling.end(into);
            return true;
        }
        into.clear();
        return false;
    }

    private static boolean fill(byte[] octets, int from, int to, Filling filling, NodeSample into) {
        JsonCursor json = new JsonCursor();
        json.start(octets, from, to);
        json.enter();
        while (json.next()) {
            int code = NAMES.code(octets, json.nameFrom(), json.nameTo());
            boolean good;
            if (code == ROUTE) {
                good = route(json, into);
            } else if (code >= 0 && json.number(0)) {
                good = filling.put(code, json.value(), into);
            } else {
                boolean lie = code >= 0 && json.peek() != 'n';
                good = json.skip() && (!lie || filling.reject(code, into));
            }
            if (!good) {
                return false;
            }
        }
        return json.done();
    }

    /** A route that is not text, or too long, counts as absent; one that comes twice counts the last time. */
    private static boolean route(JsonCursor json, NodeSample into) {
        if (json.peek() != '"') {
            return json.skip();
        }
        String text = json.text(MOST_ROUTE_OCTETS);
        into.route(text == null ? "" : text);
        return text != null;
    }

    private static void text(String name, String value, StringBuilder out) {
        if (!value.isEmpty()) {
            out.append(",\"").append(name).append("\":");
            JsonText.quote(value, out);
        }
    }
}
