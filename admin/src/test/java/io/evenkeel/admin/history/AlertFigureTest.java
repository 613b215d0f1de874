// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.alert.AlertFigure;
import io.evenkeel.config.alert.AlertRule;
import io.evenkeel.config.alert.AlertScope;
import io.evenkeel.config.alert.BuiltInRules;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The names that a configuration may give to rules, beside the figures there are. */
class AlertFigureTest {

    private static final Map<AlertScope, List<HistoryMetric>> KEPT = Map.of(
            AlertScope.NODE, Catalog.NODE,
            AlertScope.CLUSTER, Catalog.CLUSTER,
            AlertScope.DISPATCHER, Catalog.DISPATCHER);

    @Test
    void everyFigureOfTheHistoryMayBeNamed() {
        KEPT.forEach((scope, metrics) -> assertThat(metrics).allSatisfy(metric -> {
            AlertFigure figure = Objects.requireNonNull(AlertFigure.find(metric.name()), metric.name());
            assertThat(figure.scopes()).as(metric.name()).contains(scope);
            assertThat(figure.unit()).as(metric.name()).isEqualTo(metric.unit());
        }));
    }

    @Test
    void noOtherNameIsWithoutWordsOfItsOwn() {
        for (String name : AlertFigure.names()) {
            for (AlertScope scope :
                    Objects.requireNonNull(AlertFigure.find(name)).scopes()) {
                assertThat(FigureTitle.of(name, scope))
                        .as(name + " of " + scope)
                        .isNotEqualTo(name);
            }
        }
    }

    @Test
    void builtInRulesNameFiguresThatTheirThingsHave() {
        List<AlertRule> rules = BuiltInRules.all().stream()
                .filter(rule -> !rule.when().figure().isEmpty())
                .toList();

        assertThat(rules).isNotEmpty().allSatisfy(rule -> {
            String name = rule.when().figure();
            AlertFigure figure = Objects.requireNonNull(AlertFigure.find(name), name);
            assertThat(figure.scopes()).as(rule.name()).contains(rule.when().scope());
        });
    }
}
