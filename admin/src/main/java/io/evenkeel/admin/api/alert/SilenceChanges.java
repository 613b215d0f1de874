// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api.alert;

import io.evenkeel.admin.account.AuditLog;
import io.evenkeel.admin.account.Caller;
import io.evenkeel.admin.alert.AlertSilence;
import io.evenkeel.admin.alert.Alerts;
import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.config.alert.AlertSeverity;
import io.evenkeel.config.schema.ScalarTypes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Silences made and ended by people: checked, carried out, and written to the log of changes. */
public final class SilenceChanges {

    private static final Duration LONGEST = Duration.ofDays(366);
    private static final int LONGEST_NAME = 300;
    private static final int LONGEST_REASON = 1_000;

    private final Alerts alerts;
    private final AuditLog audit;
    private final InstantSource clock;

    public SilenceChanges(Alerts alerts, AuditLog audit) {
        this(alerts, audit, InstantSource.system());
    }

    SilenceChanges(Alerts alerts, AuditLog audit, InstantSource clock) {
        this.alerts = alerts;
        this.audit = audit;
        this.clock = clock;
    }

    /**
     * The silence that somebody asks for, as it came; an empty word fits all.
     *
     * @param until a moment such as {@code 2026-01-31T08:00:00Z}; empty when a time is given
     * @param time such as {@code 2h}; empty when a moment is given
     */
    public record Wish(
            String rule, String cluster, String node, String severity, String until, String time, String reason) {}

    /** Makes a silence. */
    public AlertSilence make(Caller caller, Wish wish) {
        if (Stream.of(wish.rule(), wish.cluster(), wish.node(), wish.severity()).allMatch(String::isEmpty)) {
            throw new ApiRefusal(
                    400,
                    "a silence of everything",
                    "Name a rule, a cluster, a node or a severity; '*' fits any letters.");
        }
        AlertSilence made = alerts.silence(new AlertSilence(
                "",
                name("rule", wish.rule()),
                name("cluster", wish.cluster()),
                name("node", wish.node()),
                severity(wish.severity()),
                clock.millis(),
                until(wish).toEpochMilli(),
                caller.name(),
                reason(wish.reason())));
        if (made == null) {
            throw new ApiRefusal(409, "there are too many silences", "End some that are not needed any more.");
        }
        audit.add(caller.name(), caller.from(), "silence", about(made), made.reason());
        return made;
    }

    /** Ends a silence. */
    public AlertSilence end(Caller caller, String id) {
        AlertSilence ended = alerts.unsilence(id);
        if (ended == null) {
            throw new ApiRefusal(404, "there is no silence '" + id + "'", "See /api/v1/silences.");
        }
        audit.add(caller.name(), caller.from(), "end silence", about(ended), "");
        return ended;
    }

    /** The thing that a silence is about, in a few words. */
    static String about(AlertSilence silence) {
        String severity = silence.severity() == null ? "" : ScalarTypes.spelling(silence.severity());
        String node = silence.node() == null ? "" : silence.node();
        String cluster = silence.cluster() == null ? "" : silence.cluster();
        String subject = cluster + (node.isEmpty() ? "" : (cluster.isEmpty() ? "*" : "") + "/" + node);
        return Stream.of(silence.rule() == null ? "" : silence.rule(), subject, severity)
                        .filter(word -> !word.isEmpty())
                        .collect(Collectors.joining(" "))
                + " until " + Instant.ofEpochMilli(silence.untilMs());
    }

    private Instant until(Wish wish) {
        if (wish.until().isEmpty() == wish.time().isEmpty()) {
            throw new ApiRefusal(
                    400, "when does it end?", "Send either \"for\": \"2h\" or \"until\": \"2026-01-31T08:00:00Z\".");
        }
        Instant now = clock.instant();
        Instant until;
        if (!wish.time().isEmpty()) {
            if (!ScalarTypes.DURATION.acceptsText(wish.time())) {
                throw new ApiRefusal(400, "'" + wish.time() + "' is not a time", "Write 30m, 2h or 3d.");
            }
            until = now.plus(ScalarTypes.DURATION.parse().apply(wish.time()));
        } else {
            try {
                until = Instant.parse(wish.until());
            } catch (DateTimeParseException e) {
                throw new ApiRefusal(400, "'" + wish.until() + "' is not a moment", "Write 2026-01-31T08:00:00Z.");
            }
        }
        if (!until.isAfter(now)) {
            throw new ApiRefusal(400, until + " is over", "Give a moment that comes.");
        }
        if (until.isAfter(now.plus(LONGEST))) {
            throw new ApiRefusal(
                    400, "a silence of more than a year", "Take the rule out of the configuration instead.");
        }
        return until;
    }

    private static @Nullable String name(String what, String name) {
        if (name.length() > LONGEST_NAME || !name.codePoints().allMatch(each -> each > ' ' && each != 0x7f)) {
            throw new ApiRefusal(400, "'" + what + "' is not a name", "Send it as the configuration has it.");
        }
        return name.isEmpty() ? null : name;
    }

    private static @Nullable AlertSeverity severity(String word) {
        if (word.isEmpty()) {
            return null;
        }
        return Arrays.stream(AlertSeverity.values())
                .filter(each -> ScalarTypes.spelling(each).equals(word))
                .findFirst()
                .orElseThrow(() -> new ApiRefusal(
                        400,
                        "'" + word + "' is not a severity",
                        "Send "
                                + Arrays.stream(AlertSeverity.values())
                                        .map(ScalarTypes::spelling)
                                        .collect(Collectors.joining(", "))
                                + "."));
    }

    private static String reason(String reason) {
        String line = reason.strip();
        if (line.length() > LONGEST_REASON || line.chars().anyMatch(each -> each < ' ' || each == 0x7f)) {
            throw new ApiRefusal(400, "the reason is too long or has more than a line", "Send one short line.");
        }
        return line;
    }
}
