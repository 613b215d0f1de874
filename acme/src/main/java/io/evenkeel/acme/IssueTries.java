// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.acme;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The tries to get one certificate, as far as they decide about the next one. They outlive the process, so that one
 * that is started again and again does not ask again and again.
 *
 * <p>Times are of a clock that may have been wrong. What would hold for longer than it ever may counts as over, so that
 * a clock which was ahead holds nothing once it is set right.
 *
 * @param failures in a row
 * @param next the end of the wait after the last failure
 * @param notBefore no try before it, by the word of the authority; {@link Instant#EPOCH} without one
 * @param begun the tries of the last day, oldest first
 * @param lastSuccess {@link Instant#EPOCH} for never
 * @param problem the reason of the last failure; null after a success and before the first try
 */
record IssueTries(
        int failures,
        Instant next,
        Instant notBefore,
        List<Instant> begun,
        Instant lastSuccess,
        @Nullable String problem) {

    /** The most tries of one certificate in a day. */
    static final int MOST_A_DAY = 10;

    /**
     * The wait after the first failure; twice as long after each further one. With it, five tries fall into the first
     * hour, which is as many as Let's Encrypt lets fail.
     */
    static final Duration FIRST_WAIT = Duration.ofMinutes(2);

    static final Duration LONGEST_WAIT = Duration.ofHours(6);

    private static final Duration DAY = Duration.ofDays(1);

    /** None yet. */
    static final IssueTries NONE = new IssueTries(0, Instant.EPOCH, List.of(), Instant.EPOCH, null);

    /** Tries of which the authority has said nothing. */
    IssueTries(int failures, Instant next, List<Instant> begun, Instant lastSuccess, @Nullable String problem) {
        this(failures, next, Instant.EPOCH, begun, lastSuccess, problem);
    }

    IssueTries {
        begun = List.copyOf(begun);
    }

    /** The wait after so many failures in a row. */
    static Duration wait(int failures) {
        Duration wait = FIRST_WAIT;
        for (int i = 1; i < failures && wait.compareTo(LONGEST_WAIT) < 0; i++) {
            wait = wait.multipliedBy(2);
        }
        return wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
    }

    /** True for a time to come that is no further away than a wait may be. */
    static boolean holds(Instant until, Instant now, Duration longest) {
        return until.isAfter(now) && !until.isAfter(now.plus(longest));
    }

    /** The earliest time for another try. */
    Instant earliest(Instant now) {
        List<Instant> recent = lastDay(now);
        Instant free = recent.size() < MOST_A_DAY
                ? Instant.EPOCH
                : recent.get(recent.size() - MOST_A_DAY).plus(DAY);
        Instant waits = holds(next, now, LONGEST_WAIT) ? next : Instant.EPOCH;
        Instant own = waits.isAfter(free) ? waits : free;
        return notBefore.isAfter(own) ? notBefore : own;
    }

    /** A try begins. */
    IssueTries begin(Instant now) {
        List<Instant> more = new ArrayList<>(lastDay(now));
        more.add(now);
        return new IssueTries(failures, next, notBefore, more, lastSuccess, problem);
    }

    private List<Instant> lastDay(Instant now) {
        Instant start = now.minus(DAY);
        return begun.stream()
                .filter(each -> start.isBefore(each) && !each.isAfter(now))
                .toList();
    }

    /** The same tries with another reason. */
    IssueTries because(@Nullable String why) {
        return new IssueTries(failures, next, notBefore, begun, lastSuccess, why);
    }

    /** @param notBefore the time before which the authority wants no other try; null when it names none */
    IssueTries failed(Instant now, @Nullable String why, @Nullable Instant notBefore) {
        return new IssueTries(
                failures + 1,
                now.plus(wait(failures + 1)),
                notBefore == null ? Instant.EPOCH : notBefore,
                begun,
                lastSuccess,
                why == null ? "" : why);
    }

    IssueTries succeeded(Instant now) {
        return new IssueTries(0, Instant.EPOCH, begun, now, null);
    }

    /** The lines that stand for this in a file. */
    Properties toProperties() {
        Properties lines = new Properties();
        lines.setProperty("failures", Integer.toString(failures));
        lines.setProperty("next", next.toString());
        lines.setProperty("notBefore", notBefore.toString());
        lines.setProperty(
                "begun", String.join(" ", begun.stream().map(Instant::toString).toList()));
        lines.setProperty("lastSuccess", lastSuccess.toString());
        if (problem != null) {
            lines.setProperty("problem", problem);
        }
        return lines;
    }

    /**
     * Reads what {@link #toProperties} gave.
     *
     * @throws IllegalArgumentException or DateTimeException when it is something else
     */
    static IssueTries of(Properties lines) {
        String begun = lines.getProperty("begun", "");
        return new IssueTries(
                Integer.parseInt(lines.getProperty("failures", "0")),
                Instant.parse(lines.getProperty("next", Instant.EPOCH.toString())),
                Instant.parse(lines.getProperty("notBefore", Instant.EPOCH.toString())),
                begun.isEmpty()
                        ? List.of()
                        : List.of(begun.split(" ")).stream().map(Instant::parse).toList(),
                Instant.parse(lines.getProperty("lastSuccess", Instant.EPOCH.toString())),
                lines.getProperty("problem"));
    }
}
