// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PolicyTypeTest {

    private final List<PolicySettings> made = new ArrayList<>();

    private final PolicyType type = new PolicyType(
            "first",
            "",
            "",
            "",
            PolicyType.Needs.NOTHING,
            List.of(
                    new Parameter("window", Parameter.Kind.DURATION, 0.1, 10, 1, ""),
                    Parameter.choice("order", List.of("up", "down"), "down", "")),
            settings -> {
                made.add(settings);
                return (task, nodes) -> nodes.at(0);
            });

    private void create(Map<String, Double> given) {
        type.create(4, new SplittableRandom(1), given);
    }

    @Test
    void fillsInDefaults() {
        create(Map.of());
        assertThat(made.get(made.size() - 1).option("window")).isEqualTo(1);

        create(Map.of("window", 2.5));
        assertThat(made.get(made.size() - 1).option("window")).isEqualTo(2.5);
    }

    @Test
    void aChoiceIsItsIndex() {
        create(Map.of());
        assertThat(made.get(made.size() - 1).chose("order", 1)).isTrue();

        create(Map.of("order", 0.0));
        assertThat(made.get(made.size() - 1).chose("order", 0)).isTrue();

        assertThatThrownBy(() -> create(Map.of("order", 0.5))).hasMessageContaining("[up, down]");
        assertThatThrownBy(() -> create(Map.of("order", 2.0))).hasMessageContaining("between 0.0 and 1.0");
        assertThatThrownBy(() -> Parameter.choice("order", List.of("up"), "dwon", ""))
                .hasMessageContaining("dwon");
    }

    @Test
    void aValueIsWrittenAsInAFile() {
        assertThat(type.parameters().get(0).written(0.25)).isEqualTo("250ms");
        assertThat(type.parameters().get(1).written(0)).isEqualTo("up");
        assertThat(new Parameter("share", Parameter.Kind.SHARE, 0, 1, 0, "").written(0.55))
                .isEqualTo("55%");
    }

    @Test
    void refusesWhatIsOutOfRangeOrUnknown() {
        assertThatThrownBy(() -> create(Map.of("window", 11.0))).hasMessageContaining("between 0.1 and 10.0");
        assertThatThrownBy(() -> create(Map.of("window", Double.NaN))).hasMessageContaining("NaN");
        assertThatThrownBy(() -> create(Map.of("widow", 1.0))).hasMessageContaining("no parameter 'widow'");
        assertThatThrownBy(() -> type.create(0, new SplittableRandom(1), Map.of()))
                .hasMessageContaining("maxNodes");
    }

    @Test
    void everyBuiltInPolicySaysWhatItIs() {
        assertThat(PolicyCatalog.load().all()).hasSizeGreaterThanOrEqualTo(19).allSatisfy(each -> {
            assertThat(each.name()).matches("[a-z]+(-[a-z0-9]+)*");
            assertThat(each.summary()).isNotBlank();
            assertThat(each.formula()).isNotBlank();
            assertThat(each.source()).isNotBlank();
            assertThat(each.parameters()).allSatisfy(parameter -> {
                assertThat(parameter.meaning()).isNotBlank();
                assertThat(parameter.defaultValue()).isBetween(parameter.min(), parameter.max());
            });
        });
    }
}
