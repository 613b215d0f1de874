// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.export;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricRulesTest {

    private static String page(String name, String type) {
        return "# HELP %s Something.\n# TYPE %s %s\n%s 1.0\n".formatted(name, name, type, name);
    }

    /** Each name is one that promtool 2.42 complains about. */
    @ParameterizedTest
    @CsvSource({
        "process_cpu_time_ns_total, counter, the unit is abbreviated",
        "system_cpu_count, gauge, _count is for histograms",
        "requests, counter, _total is for counters",
        "requests_total, gauge, _total is for counters",
        "time_milliseconds, gauge, milliseconds is not a base unit",
        "age_minutes, gauge, minutes is not a base unit",
        "requests_counter_total, counter, the type is in the name",
        "a:b, gauge, a colon is for rules",
        "openFiles, gauge, camel case"
    })
    void findsWhatPromtoolFinds(String name, String type, String breach) {
        assertThat(MetricRules.breaches(page(name, type)))
                .singleElement()
                .asString()
                .contains(breach);
    }

    @Test
    void findsFamiliesWithoutHelpAndLabelsOfOthers() {
        assertThat(MetricRules.breaches("# TYPE a gauge\na{le=\"1\"} 1\na{le=\"1\"} 1\nb\n"))
                .containsExactly(
                        "a: label le is for histograms",
                        "a: no help text",
                        "a{le=\"1\"} 1: twice",
                        "a: label le is for histograms",
                        "b: not a line of the format");
    }

    @Test
    void findsNothingInAGoodPage() {
        String histogram = """
                # HELP t_seconds Time.
                # TYPE t_seconds histogram
                t_seconds_bucket{le="+Inf"} 1
                t_seconds_sum 0.5
                t_seconds_count 1
                """;

        assertThat(MetricRules.breaches(page("process_cpu_seconds_total", "counter") + histogram))
                .isEmpty();
    }
}
