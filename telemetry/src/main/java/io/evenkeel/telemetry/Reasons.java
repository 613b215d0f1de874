// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.telemetry;

import io.evenkeel.dispatcher.node.Decision;
import io.evenkeel.dispatcher.node.Decision.Candidate;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.AttributesBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The reasons for which a node was chosen, as attributes. */
final class Reasons {

    private static final AttributeKey<List<String>> OTHERS = AttributeKey.stringArrayKey("evenkeel.others");
    private static final int MOST_OTHERS = 10;

    private Reasons() {}

    static void add(Decision decision, AttributesBuilder attributes) {
        attributes.put("evenkeel.policy", decision.policy());
        if (!decision.home().isEmpty()) {
            attributes.put("evenkeel.home", decision.home());
        }
        for (Candidate each : decision.candidates()) {
            if (each.node().equals(decision.node())) {
                attributes.put("evenkeel.rule", each.rule()).put("evenkeel.in_flight", each.inFlight());
                if (!Double.isNaN(each.score())) {
                    attributes.put("evenkeel.score", each.score());
                }
                if (each.sampleAgeMs() >= 0) {
                    attributes.put("evenkeel.sample_age_ms", each.sampleAgeMs());
                }
            }
        }
        List<String> others = new ArrayList<>();
        decision.candidates().stream()
                .filter(each -> !each.node().equals(decision.node()))
                .sorted(Comparator.comparing((Candidate each) -> !each.eligible())
                        .thenComparingDouble(each -> Double.isNaN(each.score()) ? Double.MAX_VALUE : each.score()))
                .limit(MOST_OTHERS)
                .forEach(each -> others.add(words(each)));
        attributes.put(OTHERS, others);
    }

    private static String words(Candidate other) {
        StringBuilder words = new StringBuilder(other.node()).append(':');
        if (!Double.isNaN(other.score())) {
            words.append(String.format(Locale.ROOT, " score %.4g,", other.score()));
        }
        if (other.sampleAgeMs() >= 0) {
            words.append(" sample ").append(other.sampleAgeMs()).append(" ms old,");
        }
        words.append(' ').append(other.inFlight()).append(" in flight");
        if (!other.rule().isEmpty()) {
            words.append(", ").append(other.rule());
        }
        return words.toString();
    }
}
