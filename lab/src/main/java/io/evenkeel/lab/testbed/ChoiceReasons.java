// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.testbed;

import io.evenkeel.dispatcher.node.Decision;
import io.evenkeel.dispatcher.node.Decision.Candidate;
import io.evenkeel.lab.experiment.ChoiceReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The dispatcher's recorded choices as readers of a report see them. Stateless. */
final class ChoiceReasons {

    private static final int MOST = 8;

    private ChoiceReasons() {}

    static ChoiceReason of(Decision decision, long startMs) {
        return new ChoiceReason(
                (decision.atMs() - startMs) / 1000.0,
                decision.node(),
                decision.candidates().stream().map(ChoiceReasons::option).toList());
    }

    private static ChoiceReason.Option option(Candidate candidate) {
        String vector = candidate.vector().entrySet().stream()
                .map(entry -> entry.getKey() + " " + plain(entry.getValue()))
                .collect(Collectors.joining(", "));
        String rule = candidate.eligible() ? candidate.rule() : "not eligible: " + candidate.state();
        return new ChoiceReason.Option(
                candidate.node(),
                candidate.score(),
                candidate.inFlight(),
                candidate.sampleAgeMs(),
                rule.isEmpty() || vector.isEmpty() ? rule + vector : rule + "; " + vector);
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString(Math.round(value)) : String.format(Locale.ROOT, "%.2f", value);
    }

    /** At most {@value #MOST} of them, spread over the time. */
    static List<ChoiceReason> some(List<ChoiceReason> all) {
        if (all.size() <= MOST) {
            return List.copyOf(all);
        }
        List<ChoiceReason> some = new ArrayList<>();
        for (int i = 0; i < MOST; i++) {
            some.add(all.get(i * (all.size() - 1) / (MOST - 1)));
        }
        return some;
    }
}
