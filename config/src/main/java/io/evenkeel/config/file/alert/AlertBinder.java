// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.alert;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.alert.AlertCondition;
import io.evenkeel.config.alert.AlertFigure;
import io.evenkeel.config.alert.AlertLimit;
import io.evenkeel.config.alert.AlertReceiver;
import io.evenkeel.config.alert.AlertRule;
import io.evenkeel.config.alert.AlertScope;
import io.evenkeel.config.alert.AlertSettings;
import io.evenkeel.config.alert.AlertSeverity;
import io.evenkeel.config.alert.BuiltInRules;
import io.evenkeel.config.alert.WatchedState;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ParsedSection.Item;
import io.evenkeel.config.yaml.FileGate;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns an error-free section of alerts into settings. */
public final class AlertBinder {

    private AlertBinder() {}

    /** The settings; {@link AlertSettings#OFF} without a section. */
    public static AlertSettings alerts(@Nullable ParsedSection block, FileGate gate) {
        if (block == null) {
            return AlertSettings.OFF;
        }
        Map<String, AlertRule> rules = new LinkedHashMap<>();
        if (block.value("built-in", Boolean.class)) {
            BuiltInRules.all().forEach(rule -> rules.put(rule.name(), rule));
        }
        block.blocks("rules").stream().map(AlertBinder::rule).forEach(rule -> rules.put(rule.name(), rule));
        return new AlertSettings(
                List.copyOf(rules.values()),
                block.blocks("receivers").stream()
                        .map(each -> receiver(each, gate))
                        .toList(),
                block.value("group", Duration.class),
                block.value("repeat", Duration.class));
    }

    private static AlertRule rule(ParsedSection block) {
        String advice = block.find("advice", String.class);
        return new AlertRule(
                block.value("name", String.class),
                condition(block.section("when")),
                block.value("for", Duration.class),
                block.value("severity", AlertSeverity.class),
                texts(block.item("to")),
                advice == null ? "" : advice);
    }

    private static AlertCondition condition(ParsedSection when) {
        Set<WatchedState> states = states(when);
        String named = when.find("figure", String.class);
        AlertFigure figure = named == null ? null : AlertFigure.find(named);
        AlertLimit above = when.find("above", AlertLimit.class);
        AlertLimit limit = above == null ? when.find("below", AlertLimit.class) : above;
        AlertLimit clear = when.find("clear", AlertLimit.class);
        String unit = figure == null ? "" : figure.unit();
        return new AlertCondition(
                figure == null ? "" : figure.name(),
                scope(when, states, figure),
                states,
                when.find("cluster", String.class),
                when.find("node", String.class),
                when.value("as", AlertCondition.View.class),
                in(limit, unit),
                above != null,
                in(clear == null ? limit : clear, unit),
                when.value("absent", Boolean.class),
                when.value("over", Duration.class),
                when.value("within", Duration.class));
    }

    private static double in(@Nullable AlertLimit limit, String unit) {
        Double value = limit == null ? null : limit.in(unit);
        return value == null ? Double.NaN : value;
    }

    static Set<WatchedState> states(ParsedSection when) {
        Set<WatchedState> states = EnumSet.noneOf(WatchedState.class);
        Item given = when.item("state");
        if (given != null) {
            given.items().forEach(each -> states.add((WatchedState) each.value()));
        }
        return states;
    }

    static AlertScope scope(ParsedSection when, Set<WatchedState> states, @Nullable AlertFigure figure) {
        AlertScope given = when.find("of", AlertScope.class);
        if (given != null) {
            return given;
        }
        if (figure != null) {
            return figure.usualScope();
        }
        return states.isEmpty() ? AlertScope.NODE : states.iterator().next().scope();
    }

    private static AlertReceiver receiver(ParsedSection block, FileGate gate) {
        String name = block.value("name", String.class);
        boolean resolved = block.value("resolved", Boolean.class);
        ParsedSection webhook = block.block("webhook");
        if (webhook != null) {
            return new AlertReceiver.Webhook(
                    name,
                    resolved,
                    webhook.value("url", URI.class),
                    webhook.find("token", String.class),
                    webhook.find("user", String.class),
                    webhook.find("password", String.class),
                    file(webhook, gate),
                    webhook.value("timeout", Duration.class));
        }
        ParsedSection mail = block.block("mail");
        if (mail != null) {
            return new AlertReceiver.Mail(
                    name,
                    resolved,
                    mail.value("server", HostPort.class),
                    mail.value("security", AlertReceiver.Security.class),
                    mail.value("from", String.class),
                    texts(mail.item("to")),
                    mail.find("user", String.class),
                    mail.find("password", String.class),
                    file(mail, gate),
                    mail.value("timeout", Duration.class));
        }
        return new AlertReceiver.Command(
                name, resolved, CommandFence.command(block), block.value("timeout", Duration.class));
    }

    private static @Nullable Path file(ParsedSection block, FileGate gate) {
        String path = block.find("ca", String.class);
        return path == null ? null : gate.place(path);
    }

    private static List<String> texts(@Nullable Item list) {
        List<String> texts = new ArrayList<>();
        if (list != null) {
            list.items().forEach(each -> texts.add(each.text()));
        }
        return texts;
    }
}
