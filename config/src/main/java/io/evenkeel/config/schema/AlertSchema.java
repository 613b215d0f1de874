// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema;

import io.evenkeel.config.alert.AlertCondition;
import io.evenkeel.config.alert.AlertLimit;
import io.evenkeel.config.alert.AlertReceiver;
import io.evenkeel.config.alert.AlertScope;
import io.evenkeel.config.alert.AlertSeverity;
import io.evenkeel.config.alert.WatchedState;
import io.evenkeel.config.schema.ValueType.Listing;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.schema.ValueType.Word;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** The keys of alerts. */
final class AlertSchema {

    private static final String TIME = "[0-9]{1,9}(\\.[0-9]{1,3})?(ms|s|m|h|d)";
    private static final String SIZE = "[0-9]{1,9}(B|kB|KB|KiB|MB|MiB|GB|GiB)";
    private static final double NS_PER_MS = 1e6;

    private static final Word<AlertLimit> LIMIT = new Word<>(
            "value of the figure",
            "a number, or one with a unit of the figure, such as 90%, 500ms, 14d or 500MB",
            List.of(
                    Form.FreeText.of("-?[0-9]{1,6}(\\.[0-9]{1,3})?%"),
                    Form.FreeText.of(TIME),
                    Form.FreeText.of(SIZE),
                    new Form.Real(-Double.MAX_VALUE, false, Double.MAX_VALUE)),
            AlertSchema::limit);

    private static final Word<String> FIGURE =
            ScalarTypes.text("figure", "the name of a figure, such as JVM_HEAP_LIVE%", "[A-Za-z0-9_]{1,40}%?");

    private static final Word<URI> URL = new Word<>(
            "URL",
            "a URL such as https://alerts.example.org/hook; 'user' and 'password' are keys of their own",
            List.of(
                    Form.FreeText.of(
                            "https?://([A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]{2,45}\\])(:[0-9]{1,5})?(/[!-~]{0,2000})?")),
            AlertSchema::url);

    private static final Word<String> MAIL_ADDRESS = ScalarTypes.text(
            "mail address",
            "a mail address, such as ops@example.org",
            "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,255}");

    private static final Section WHEN = Section.of(
            "alerts.rules.when",
            Key.optional(
                    "figure",
                    FIGURE,
                    "A figure of the history, such as `JVM_HEAP_LIVE%`, or one of those that the guide lists."),
            Key.optional(
                    "state",
                    new Listing(ScalarTypes.choice(WatchedState.class), 1, true),
                    "States in place of a figure: those of nodes, or `without-nodes` of a cluster."),
            Key.optional(
                    "of",
                    ScalarTypes.choice(AlertScope.class),
                    "The things that are looked at, each by itself; the narrowest that have the figure when absent."),
            Key.optional("cluster", ScalarTypes.NAME, "The only cluster that is looked at; all when absent."),
            Key.optional("node", ScalarTypes.NAME, "The only node that is looked at, by its name; all when absent."),
            Key.of(
                    "as",
                    ScalarTypes.choice(AlertCondition.View.class),
                    "value",
                    "What is compared: the figure's `value`, the `rate` at which it grew in the time `over`, or the `forecast` of its value after the time `within`."),
            Key.optional("above", LIMIT, "The condition holds above this."),
            Key.optional("below", LIMIT, "The condition holds below this."),
            Key.optional(
                    "clear", LIMIT, "The value at which an alert ends again; that of `above` or `below` when absent."),
            Key.of("absent", ScalarTypes.TRUTH, "false", "The condition is that the figure is not known."),
            Key.of("over", ScalarTypes.DURATION, "10m", "The time from which `rate` and `forecast` take the growth."),
            Key.of("within", ScalarTypes.DURATION, "1h", "The time that `forecast` looks ahead."));

    private static final Section RULE = Section.of(
            "alerts.rules",
            Key.required(
                    "name",
                    ScalarTypes.NAME,
                    "The rule's name, which no other rule here has. With the name of a built-in rule it replaces that rule."),
            Key.required("when", WHEN, "The condition."),
            Key.of("for", ScalarTypes.DURATION_OR_ZERO, "0", "The time for which it must hold before anybody is told."),
            Key.of(
                    "severity",
                    ScalarTypes.choice(AlertSeverity.class),
                    "warning",
                    "The weight, which receivers see and silences can match."),
            Key.optional(
                    "to",
                    new Listing(ScalarTypes.NAME, 1, true),
                    "Names of receivers that are told; all of them when absent."),
            Key.optional("advice", ScalarTypes.LINE, "What to do, at the end of the alert's text."));

    private static final Section WEBHOOK = Section.of(
                    "alerts.receivers.webhook",
                    Key.required(
                                    "url",
                                    URL,
                                    "Where JSON goes in the form of Prometheus' Alertmanager, version 4; a server of https must prove its name. Its path and query are never shown.")
                            .asSecret(),
                    Key.optional("token", ScalarTypes.LINE, "Sent as `Authorization: Bearer`.")
                            .asSecret(),
                    Key.optional("user", ScalarTypes.LINE, "For basic authentication."),
                    Key.optional("password", ScalarTypes.LINE, "Of the user.").asSecret(),
                    Key.optional(
                            "ca",
                            ScalarTypes.TEXT,
                            "PEM file of the authorities that confirm the server; those that Java trusts when absent."),
                    Key.of("timeout", ScalarTypes.DURATION, "10s", "The longest time for one try."))
            .withShorthand("url");

    private static final Section MAIL = Section.of(
            "alerts.receivers.mail",
            Key.required("server", ScalarTypes.ADDRESS, "The mail server, `host:port`."),
            Key.of(
                    "security",
                    ScalarTypes.choice(AlertReceiver.Security.class),
                    "starttls",
                    "`starttls` encrypts or does not send, `tls` from the first byte (port 465), `none` for a server on this machine."),
            Key.required("from", MAIL_ADDRESS, "The sender."),
            Key.required("to", new Listing(MAIL_ADDRESS, 1, true), "Those who get the mail."),
            Key.optional("user", ScalarTypes.LINE, "The user of the server, where it wants one."),
            Key.optional("password", ScalarTypes.LINE, "Of the user.").asSecret(),
            Key.optional(
                    "ca",
                    ScalarTypes.TEXT,
                    "PEM file of the authorities that confirm the server; those that Java trusts when absent."),
            Key.of("timeout", ScalarTypes.DURATION, "20s", "The longest time for each answer of the server."));

    private static final Section RECEIVER = Section.of(
            "alerts.receivers",
            Key.required("name", ScalarTypes.NAME, "The name that rules use in `to`."),
            Key.optional("webhook", WEBHOOK, "A server that takes JSON over HTTP."),
            Key.optional("mail", MAIL, "Addresses that get mail, over SMTP."),
            Key.optional(
                            "command",
                            new Listing(ScalarTypes.TEXT, 1),
                            "A program and its arguments, without a shell; it finds the alert in variables `EVENKEEL_ALERT_…` and the whole message as JSON on its standard input. Not from the console, and never shown.")
                    .asSecret(),
            Key.of("timeout", ScalarTypes.DURATION, "10s", "The time after which a `command` is killed."),
            Key.of("resolved", ScalarTypes.TRUTH, "true", "Tells also what has ended."));

    static final Section ALERTS = Section.of(
                    "alerts",
                    Key.of("built-in", ScalarTypes.TRUTH, "true", "The rules that come with the program are in force."),
                    Key.optional("rules", new Listing(RULE, 1), "Rules of your own, at most 200."),
                    Key.optional(
                            "receivers",
                            new Listing(RECEIVER, 1),
                            "Those who are told, at most 16; without any, alerts are shown only."),
                    Key.of(
                            "group",
                            ScalarTypes.DURATION_OR_ZERO,
                            "5s",
                            "The time for which the first alert of a rule and cluster waits for others, which go in the same message."),
                    Key.of(
                            "repeat",
                            ScalarTypes.DURATION.or("never", Duration.ZERO),
                            "4h",
                            "The time after which receivers are told again of what goes on."))
            .withShorthand("built-in")
            .withOff();

    private AlertSchema() {}

    private static URI url(String text) {
        URI url = URI.create(text);
        if (url.getHost() == null) {
            throw new IllegalArgumentException(
                    "the host of '" + url.getRawAuthority() + "' is neither a name nor an address");
        }
        return url;
    }

    private static AlertLimit limit(String text) {
        if (text.endsWith("%")) {
            return new AlertLimit(Double.parseDouble(text.substring(0, text.length() - 1)), AlertLimit.Kind.PERCENT);
        }
        if (text.matches(TIME)) {
            return new AlertLimit(ScalarTypes.duration(text).toNanos() / NS_PER_MS, AlertLimit.Kind.TIME);
        }
        if (text.matches(SIZE)) {
            return new AlertLimit((double) ScalarTypes.size(text), AlertLimit.Kind.SIZE);
        }
        return new AlertLimit(Double.parseDouble(text), AlertLimit.Kind.PLAIN);
    }
}
