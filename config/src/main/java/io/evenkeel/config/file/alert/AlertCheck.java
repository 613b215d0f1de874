// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.alert;

import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ParsedSection.Item;
import io.evenkeel.config.schema.hint.Suggestion;
import io.evenkeel.config.yaml.FileGate;
import io.evenkeel.config.yaml.Problems;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks that rules, receivers and clusters of a file fit together. Works on trees with errors too. */
public final class AlertCheck {

    private static final int MOST_RULES = 200;
    private static final int MOST_RECEIVERS = 16;
    private static final List<String> WAYS = List.of("webhook", "mail", "command");

    private final Problems problems;
    private final FileGate gate;

    /** @param gate says which files may be read, and where relative paths begin */
    public AlertCheck(Problems problems, FileGate gate) {
        this.problems = problems;
        this.gate = gate;
    }

    /** Checks the section of a file, if there is one. */
    public void check(ParsedSection file) {
        ParsedSection alerts = file.block("alerts");
        if (alerts == null) {
            return;
        }
        if (file.block("admin") == null) {
            problems.warning(
                    alerts.place(), "'alerts' does nothing without the admin server", "add admin: 127.0.0.1:8111");
        }
        Set<String> receivers = receivers(alerts);
        rules(file, alerts, receivers);
    }

    private void rules(ParsedSection file, ParsedSection alerts, Set<String> receivers) {
        List<ParsedSection> rules = alerts.blocks("rules");
        most(alerts, "rules", rules.size(), MOST_RULES);
        Item table = file.item("clusters");
        Set<String> clusters = table == null ? Set.of() : ((ParsedSection) table.value()).given();
        ConditionCheck conditions = new ConditionCheck(problems, clusters);
        Set<String> names = new HashSet<>();
        for (ParsedSection rule : rules) {
            unique(rule, names, "rule");
            ParsedSection when = rule.block("when");
            if (when != null) {
                conditions.check(when);
            }
            Item to = rule.item("to");
            for (Item each : to == null ? List.<Item>of() : to.items()) {
                if (!receivers.contains(each.text())) {
                    problems.error(
                            each.place(), "there is no receiver '" + each.text() + "'", hint(each.text(), receivers));
                }
            }
        }
        if (rules.isEmpty() && Boolean.FALSE.equals(alerts.find("built-in", Boolean.class))) {
            problems.warning(alerts.place(), "'alerts' has no rules", "write off, or built-in: true");
        }
    }

    private static String hint(String typed, Set<String> receivers) {
        String near = Suggestion.to(typed, receivers);
        return near == null ? "add one to 'receivers'" : "did you mean '" + near + "'?";
    }

    private Set<String> receivers(ParsedSection alerts) {
        List<ParsedSection> receivers = alerts.blocks("receivers");
        most(alerts, "receivers", receivers.size(), MOST_RECEIVERS);
        Set<String> names = new HashSet<>();
        for (ParsedSection receiver : receivers) {
            unique(receiver, names, "receiver");
            long ways = WAYS.stream().filter(receiver::gives).count();
            if (ways != 1) {
                problems.error(
                        receiver.place(),
                        "a receiver has exactly one of 'webhook', 'mail' and 'command'",
                        ways == 0 ? "add one of them" : "make a receiver of each");
            }
            if (receiver.gives("timeout") && !receiver.gives("command")) {
                problems.warning(
                        receiver.keyPlace("timeout"),
                        "'timeout' here is for a 'command'",
                        "put it into 'webhook' or 'mail'");
            }
            webhook(receiver.block("webhook"));
            authorities(receiver.block("mail"));
        }
        return names;
    }

    private void webhook(@Nullable ParsedSection webhook) {
        if (webhook == null) {
            return;
        }
        authorities(webhook);
        if (webhook.gives("token") && webhook.gives("user")) {
            problems.error(webhook.keyPlace("token"), "'token' and 'user' are two proofs of the same", "keep one");
        }
        if (webhook.gives("user") != webhook.gives("password")) {
            problems.error(webhook.place(), "'user' and 'password' belong together", "give both or none");
        }
        URI url = webhook.find("url", URI.class);
        boolean secret = webhook.gives("token") || webhook.gives("password");
        if (url != null && secret && url.getScheme().equals("http") && !isLocal(url.getHost())) {
            problems.warning(
                    webhook.placeOf("url"),
                    "a secret goes over http, where everybody on the way reads it",
                    "use https");
        }
    }

    private static boolean isLocal(@Nullable String host) {
        return host != null && (host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]"));
    }

    private void authorities(@Nullable ParsedSection block) {
        String path = block == null ? null : block.find("ca", String.class);
        if (block == null || path == null) {
            return;
        }
        String obstacle = gate.obstacle("ca", path);
        if (obstacle != null) {
            problems.error(block.placeOf("ca"), "'ca' may not be changed to this from the console: " + obstacle, null);
            return;
        }
        try {
            Path file = gate.place(path);
            try (InputStream in = Files.newInputStream(file)) {
                if (CertificateFactory.getInstance("X.509")
                        .generateCertificates(in)
                        .isEmpty()) {
                    problems.error(block.placeOf("ca"), "there is no certificate in " + file, null);
                }
            }
        } catch (IOException | CertificateException | InvalidPathException e) {
            problems.error(block.placeOf("ca"), "the certificates of 'ca' cannot be read: " + e.getMessage(), null);
        }
    }

    private void unique(ParsedSection block, Set<String> names, String what) {
        String name = block.find("name", String.class);
        if (name != null && !names.add(name)) {
            problems.error(block.placeOf("name"), "there are two " + what + "s '" + name + "'", "rename one");
        }
    }

    private void most(ParsedSection alerts, String key, int count, int most) {
        if (count > most) {
            problems.error(alerts.keyPlace(key), count + " " + key + " are more than " + most, "leave some out");
        }
    }
}
