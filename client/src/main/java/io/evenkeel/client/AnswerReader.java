// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.client;

import io.evenkeel.wire.octets.JsonCursor;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the JSON of the broker's answers. One use each, by one thread. */
final class AnswerReader {

    private static final int LONGEST_TEXT = 1024;
    private static final int MOST_ALTERNATIVES = 100;
    private static final double MOST_MS = Duration.ofDays(365).toMillis();

    private final byte[] text;
    private final JsonCursor json = new JsonCursor();
    private final List<ToldNode> alternatives = new ArrayList<>();
    private double quantumMs;
    private @Nullable String reason;
    private @Nullable String name;
    private @Nullable String address;
    private @Nullable String publicAddress;

    private AnswerReader(byte[] text) {
        this.text = text;
    }

    /**
     * Reads an answer with status 200.
     *
     * @throws IOException when it is not one of a broker
     */
    static BrokerAnswer answer(byte[] text) throws IOException {
        AnswerReader reader = new AnswerReader(text);
        ToldNode chosen = reader.whole();
        if (chosen == null || !(reader.quantumMs >= 1 && reader.quantumMs <= MOST_MS)) {
            throw new IOException("the answer is not one of a broker: " + shown(text));
        }
        List<ToldNode> nodes = new ArrayList<>();
        nodes.add(chosen);
        nodes.addAll(reader.alternatives);
        return new BrokerAnswer(nodes, Duration.ofMillis((long) reader.quantumMs));
    }

    /** The reason in an answer with another status; its beginning when it is no JSON. */
    static String reason(byte[] text) {
        AnswerReader reader = new AnswerReader(text);
        reader.whole();
        return reader.reason == null ? shown(text) : reader.reason;
    }

    private static String shown(byte[] text) {
        String all = new String(text, 0, Math.min(text.length, 200), StandardCharsets.UTF_8);
        return all.replaceAll("\\p{Cntrl}", " ");
    }

    private @Nullable ToldNode whole() {
        json.start(text, 0, text.length);
        ToldNode node = object(true);
        return json.done() ? node : null;
    }

    /**
     * Reads an object with the members of a node; null when one is missing or wrong.
     *
     * @param isWhole true for the answer itself, which has more of them
     */
    private @Nullable ToldNode object(boolean isWhole) {
        name = null;
        address = null;
        publicAddress = null;
        json.enter();
        while (json.next()) {
            String member = new String(text, json.nameFrom(), json.nameTo() - json.nameFrom(), StandardCharsets.UTF_8);
            if (!member(member) && !(isWhole && other(member))) {
                json.skip();
            }
        }
        return json.failed() ? null : node();
    }

    private boolean member(String member) {
        boolean isText = json.peek() == '"';
        switch (member) {
            case "node":
                name = isText ? json.text(LONGEST_TEXT) : null;
                return isText;
            case "address":
                address = isText ? json.text(LONGEST_TEXT) : null;
                return isText;
            case "public":
                publicAddress = isText ? json.text(LONGEST_TEXT) : null;
                return isText;
            default:
                return false;
        }
    }

    private boolean other(String member) {
        switch (member) {
            case "reason":
                boolean isText = json.peek() == '"';
                reason = isText ? json.text(LONGEST_TEXT) : null;
                return isText;
            case "quantumMs":
                boolean isNumber = json.number(0);
                quantumMs = isNumber ? json.value() : 0;
                return isNumber;
            case "alternatives":
                return json.peek() == '[' && alternatives();
            default:
                return false;
        }
    }

    private boolean alternatives() {
        String ownName = name;
        String ownAddress = address;
        String ownPublic = publicAddress;
        json.enterArray();
        while (json.nextItem()) {
            ToldNode node = object(false);
            if (node != null && alternatives.size() < MOST_ALTERNATIVES) {
                alternatives.add(node);
            }
        }
        name = ownName;
        address = ownAddress;
        publicAddress = ownPublic;
        return true;
    }

    private @Nullable ToldNode node() {
        if (name == null || address == null) {
            return null;
        }
        try {
            URI own = publicAddress == null ? null : URI.create(publicAddress);
            ToldNode node = new ToldNode(name, address, own);
            return node.origin().getHost() == null ? null : node;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
