// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.httpd;

import io.evenkeel.translate.draft.Balance;
import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import io.evenkeel.translate.source.MalformedFileException;
import io.evenkeel.translate.source.SourceLine;
import io.evenkeel.translate.source.SourceText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The list of workers of mod_jk ({@code workers.properties}). */
final class HttpdWorkers {

    private static final int TOMCATS_HTTP = 8080;

    /** A value with its line. */
    private record Property(String value, SourceLine at) {}

    private final Draft draft;
    private final Map<String, Property> properties = new HashMap<>();

    HttpdWorkers(Draft draft) {
        this.draft = draft;
    }

    void read(SourceText text) throws MalformedFileException {
        for (int i = 0; i < text.lines().size(); i++) {
            String line = text.lines().get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            SourceLine at = new SourceLine(text.file(), i + 1);
            int equals = line.indexOf('=');
            if (equals < 0) {
                throw new MalformedFileException(at, "there is no '=' in this line");
            }
            properties.put(
                    line.substring(0, equals).strip(),
                    new Property(line.substring(equals + 1).strip(), at));
        }
    }

    boolean knows(String worker) {
        return properties.keySet().stream().anyMatch(each -> each.startsWith("worker." + worker + "."));
    }

    private String value(String worker, String key) {
        // a worker takes what it does not say itself from the one it refers to
        String name = worker;
        for (int i = 0; i < 10; i++) {
            Property own = properties.get("worker." + name + "." + key);
            Property reference = properties.get("worker." + name + ".reference");
            if (own != null || reference == null) {
                return own == null ? "" : own.value();
            }
            name = reference.value().replaceFirst("^worker\\.", "");
        }
        return "";
    }

    private SourceLine line(String worker) {
        return properties.entrySet().stream()
                .filter(each -> each.getKey().startsWith("worker." + worker + "."))
                .map(each -> each.getValue().at())
                .min((a, b) -> Integer.compare(a.number(), b.number()))
                .orElseThrow();
    }

    /** Adds the nodes of a worker, which may be a balancer of others. */
    void fill(DraftSection cluster, String worker) {
        cluster.text("policy", "");
        cluster.sections("nodes");
        boolean balances = value(worker, "type").equals("lb");
        List<String> members = new ArrayList<>();
        for (String each : (balances ? value(worker, "balance_workers") : worker).split("[,\\s]+", -1)) {
            if (knows(each)) {
                members.add(each);
            }
        }
        members.forEach(each -> node(cluster, each));
        String method = value(worker, "method");
        Balance balance = method.matches("B|Busyness") ? Balance.LEAST_CONNECTIONS : Balance.IN_TURN;
        cluster.text("policy", balance.policy(cluster.sections("nodes")));
        if (balances && !value(worker, "sticky_session").matches("(?i)0|false|f|off|n|no")) {
            SourceLine at = line(worker);
            cluster.section("affinity", at).literal("mode", "jvm-route", at);
            if (value(worker, "sticky_session_force").matches("(?i)1|true|t|on|y|yes")) {
                cluster.section("affinity").literal("strict", "true", at);
            }
        }
    }

    private void node(DraftSection cluster, String worker) {
        SourceLine at = line(worker);
        String host = value(worker, "host").isEmpty() ? "localhost" : value(worker, "host");
        String address = Words.address(host.replaceFirst(":[0-9]+$", ""), TOMCATS_HTTP);
        if (address == null || value(worker, "activation").matches("(?i)[ds].*")) {
            draft.missing(
                    at,
                    "worker." + worker,
                    "the worker is left out, because it has no usable address or gets no new requests",
                    "add it when it is to work");
            return;
        }
        draft.differs(
                at,
                "worker." + worker,
                "Evenkeel speaks HTTP and no AJP; port " + TOMCATS_HTTP + " is written",
                "write the port of the server's HTTP connector");
        String route = value(worker, "route").isEmpty() ? worker : value(worker, "route");
        DraftSection node = Draft.node(cluster, worker, address, at);
        if (route.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
            node.text("route", route);
        }
        Integer factor = Words.whole(value(worker, "lbfactor"), 1, 1_000_000);
        if (factor != null) {
            node.literal("weight", factor.toString());
        }
    }
}
