// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.rule;

import io.evenkeel.config.alert.AlertCondition;
import io.evenkeel.config.alert.AlertRule;
import io.evenkeel.config.schema.ScalarTypes;
import java.util.stream.Collectors;

/** A rule in words, for tables. */
public final class RuleWords {

    private RuleWords() {}

    /** The condition, such as {@code JVM_HEAP_LIVE% of each node above 90 %, over at 80 %}. */
    public static String condition(AlertRule rule) {
        AlertCondition when = rule.when();
        StringBuilder words = new StringBuilder();
        if (!when.states().isEmpty()) {
            words.append(
                    when.states().stream().map(ScalarTypes::spelling).sorted().collect(Collectors.joining(" or ")));
            words.append(where(when));
        } else {
            words.append(when.figure()).append(where(when)).append(figure(when));
        }
        if (!rule.hold().isZero()) {
            words.append(", for ").append(AlertText.time(rule.hold()));
        }
        return words.toString();
    }

    private static String where(AlertCondition when) {
        String cluster = when.cluster() == null ? "" : " of " + when.cluster();
        return switch (when.scope()) {
            case DISPATCHER -> " of the dispatcher";
            case CLUSTER -> when.cluster() == null ? " of each cluster" : cluster;
            case NODE -> (when.node() == null ? ", each node" : ", node " + when.node()) + cluster;
        };
    }

    private static String figure(AlertCondition when) {
        if (when.absent()) {
            return " is not known";
        }
        String side = when.above() ? " above " : " below ";
        String limit = side
                + AlertText.valued(when, when.limit())
                + (when.limit() == when.clear() ? "" : ", over at " + AlertText.valued(when, when.clear()));
        return switch (when.view()) {
            case VALUE -> limit;
            case RATE -> " grows in " + AlertText.time(when.over()) + " by" + limit;
            case FORECAST -> " in " + AlertText.time(when.within()) + limit;
        };
    }
}
