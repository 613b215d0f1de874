// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.alert.AlertsView.Firing;
import io.evenkeel.admin.alert.rule.Alert;
import io.evenkeel.admin.history.Scope;
import io.evenkeel.config.alert.AlertSeverity;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlertTableTest {

    private static Alert alert(Scope scope, String text) {
        return new Alert("node-out", AlertSeverity.WARNING, List.of(), scope, 1, 2, 0, Double.NaN, text);
    }

    private static List<Firing> nodes(int number) {
        return IntStream.range(0, number)
                .mapToObj(node -> new Firing(
                        alert(new Scope("shop", "app-" + node), "shop/app-" + node + " is down: Refused"), "", true))
                .toList();
    }

    private static String subject(AlertTable table, int row) {
        return table.rows().get(row).alert().subject();
    }

    @Test
    void hasFiftyOfAThousandOnAPage() {
        AlertTable table = AlertTable.of(nodes(1001), "", 1);

        assertThat(table.rows()).hasSize(50);
        assertThat(subject(table, 0)).isEqualTo("shop/app-50");
        assertThat(table.pages()).isEqualTo(21);
        assertThat(table.needsSearch()).isTrue();
        assertThat(AlertTable.of(nodes(50), "", 0).needsSearch()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"app-7, 1", "absent, 0"})
    void hasTheSearchWhereWordsLeaveOutSomeOfFew(String words, int matching) {
        AlertTable table = AlertTable.of(nodes(40), words, 0);

        assertThat(table.matching()).isEqualTo(matching);
        assertThat(table.needsSearch()).isTrue();
        assertThat(AlertTable.of(nodes(40), " ", 0).needsSearch()).isFalse();
    }

    @Test
    void hasTheLastPageInsteadOfNone() {
        AlertTable table = AlertTable.of(nodes(1001), "", 99);

        assertThat(table.page()).isEqualTo(20);
        assertThat(subject(table, 0)).isEqualTo("shop/app-1000");
        assertThat(AlertTable.of(List.of(), "", 7).page()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"APP-70, 11", "refused, 1000", "node-out, 1000", "warning, 1000", "' app-999 ', 1", "absent, 0"})
    void findsWordsInTextRuleAndSeverity(String words, int matching) {
        AlertTable table = AlertTable.of(nodes(1000), words, 0);

        assertThat(table.matching()).isEqualTo(matching);
        assertThat(table.all()).isEqualTo(1000);
    }

    @Test
    void keepsTheWordsOnOtherPages() {
        assertThat(AlertTable.of(nodes(1000), "a b", 0).at(2)).isEqualTo("/console/alerts?page=2&words=a+b");
        assertThat(AlertTable.of(nodes(1000), "", 0).at(2)).isEqualTo("/console/alerts?page=2");
    }

    @Test
    void leadsToWhatAnAlertIsAbout() {
        assertThat(AlertTable.link(alert(new Scope("shop", "a"), ""))).isEqualTo("/console/node?cluster=shop&node=a");
        assertThat(AlertTable.link(alert(new Scope("shop", null), ""))).isEqualTo("/console/cluster?cluster=shop");
        assertThat(AlertTable.link(alert(Scope.DISPATCHER, ""))).isEqualTo("/console/dispatcher");
    }

    @Test
    void saysTheSubjectOnce() {
        assertThat(AlertTable.rest(alert(new Scope("shop", "a"), "shop/a is down")))
                .isEqualTo(" is down");
        assertThat(AlertTable.rest(alert(new Scope("shop", null), "shop: all slow")))
                .isEqualTo(": all slow");
        assertThat(AlertTable.rest(alert(new Scope("shop", "a"), "slow"))).isEqualTo(": slow");
    }
}
