// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.admin.history.Scope;
import io.evenkeel.config.alert.AlertCondition;
import io.evenkeel.config.alert.AlertRule;
import io.evenkeel.config.alert.AlertScope;
import io.evenkeel.config.alert.AlertSeverity;
import io.evenkeel.config.alert.WatchedState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rules in virtual time. */
class AlertBookTest {

    private static final Scope NODE = new Scope("shop", "vcn1");
    private static final String HEAP = "JVM_HEAP_LIVE%";
    private static final long START_MS = 1_000_000_000_000L;

    private final AlertBook book = new AlertBook();
    private long s;

    @BeforeEach
    void begin() {
        s = 0;
    }

    private static AlertRule rule(AlertCondition when, long holdS) {
        return new AlertRule("r", when, Duration.ofSeconds(holdS), AlertSeverity.WARNING, List.of(), "");
    }

    private static AlertCondition above(double limit, double clear) {
        return AlertCondition.figure(HEAP, AlertScope.NODE, true, limit, clear);
    }

    private static AlertCondition viewed(AlertCondition of, AlertCondition.View view, Duration over, Duration within) {
        return new AlertCondition(
                of.figure(),
                of.scope(),
                of.states(),
                of.cluster(),
                of.node(),
                view,
                of.limit(),
                of.above(),
                of.clear(),
                of.absent(),
                over,
                within);
    }

    private LookTime now() {
        return new LookTime(START_MS + s * 1000, s * 1000);
    }

    private void use(AlertRule... rules) {
        assertThat(book.rules(List.of(rules), now())).isEmpty();
    }

    private static Observation seen(Scope scope, double value) {
        return new Observation(scope, null, "up", "", figure -> value);
    }

    /** Looks a second later. */
    private List<Alert> look(Observation... seen) {
        s++;
        return book.look(List.of(seen), now());
    }

    private List<Alert> look(double value) {
        return look(seen(NODE, value));
    }

    @Test
    void firesAboveTheLimitAtOnceWithoutATime() {
        use(rule(above(90, 90), 0));

        assertThat(look(90)).as("not above").isEmpty();
        List<Alert> began = look(90.1);

        assertThat(began).hasSize(1);
        assertThat(began.get(0).isOver()).isFalse();
        assertThat(began.get(0).subject()).isEqualTo("shop/vcn1");
        assertThat(began.get(0).text())
                .isEqualTo("shop/vcn1: JVM_HEAP_LIVE% [In use after the last collection] is 90.1 %, above 90 %"
                        + " since 2001-09-09T01:46:42Z (it is up)");
    }

    @Test
    void firesBelowTheLimit() {
        use(rule(AlertCondition.figure(HEAP, AlertScope.NODE, false, 10, 20), 0));

        assertThat(look(10)).isEmpty();
        assertThat(look(9)).hasSize(1);
        assertThat(look(19)).as("not yet clear").isEmpty();
        assertThat(look(20))
                .singleElement()
                .satisfies(alert -> assertThat(alert.isOver()).isTrue());
    }

    @Test
    void saysWhereItEndsWhileItIsNotPastItsLimit() {
        use(rule(above(90, 80), 0));

        look(91);
        assertThat(look(85)).isEmpty();
        assertThat(book.firing().get(0).text())
                .contains(" is 85 %, not above 90 % any more; ends at 80 %, goes on since 2001-09-09T01:46:41Z");
        look(92);
        assertThat(book.firing().get(0).text()).contains(" is 92 %, above 90 % since 2001-09-09T01:46:41Z");
    }

    @Test
    void waitsForItsTimeWithoutABreak() {
        use(rule(above(90, 90), 30));

        for (int i = 0; i < 30; i++) {
            assertThat(look(95)).isEmpty();
        }
        assertThat(book.pending()).containsEntry("r", 1);
        assertThat(look(85)).as("a break").isEmpty();
        assertThat(book.pending()).isEmpty();
        for (int i = 0; i < 30; i++) {
            assertThat(look(95)).isEmpty();
        }
        List<Alert> began = look(95);
        assertThat(began).hasSize(1);
        assertThat(began.get(0).firedMs() - began.get(0).sinceMs()).isEqualTo(30_000);
    }

    @Test
    void endsOnlyAtTheClearValue() {
        use(rule(above(90, 80), 0));

        assertThat(look(95)).hasSize(1);
        assertThat(look(89)).isEmpty();
        assertThat(look(80.5)).isEmpty();
        List<Alert> over = look(80);
        assertThat(over).hasSize(1);
        assertThat(over.get(0).text())
                .isEqualTo("shop/vcn1: over after 3 s, JVM_HEAP_LIVE% [In use after the last collection] is 80 %,"
                        + " not above 80 %");
        assertThat(look(85)).as("begins at its own limit").isEmpty();
        assertThat(book.firing()).isEmpty();
    }

    @Test
    void theTextFollowsTheValue() {
        use(rule(above(90, 80), 0));
        look(95);
        look(99.5);

        assertThat(book.firing().get(0).text()).contains("is 99.5 %");
        assertThat(book.firing().get(0).value()).isEqualTo(99.5);
    }

    @Test
    void whatIsNotKnownNeitherBeginsNorEndsButNotForEver() {
        use(rule(above(90, 80), 2));

        look(95);
        assertThat(look(Double.NaN)).isEmpty();
        assertThat(look(95)).as("the time begins again").isEmpty();
        look(95);
        assertThat(look(95)).hasSize(1);
        for (int i = 0; i < Watch.UNKNOWN_MS / 1000 - 1; i++) {
            assertThat(look(Double.NaN)).isEmpty();
        }
        assertThat(look(Double.NaN)).singleElement().satisfies(alert -> {
            assertThat(alert.isOver()).isTrue();
            assertThat(alert.text()).isEqualTo("shop/vcn1: JVM_HEAP_LIVE% is not known any more");
        });
    }

    @Test
    void firesWhenAFigureIsAbsent() {
        AlertCondition absent = new AlertCondition(
                HEAP,
                AlertScope.NODE,
                Set.of(),
                null,
                null,
                AlertCondition.View.VALUE,
                Double.NaN,
                false,
                Double.NaN,
                true,
                AlertCondition.OVER,
                AlertCondition.WITHIN);
        use(rule(absent, 1));

        assertThat(look(5)).isEmpty();
        assertThat(look(Double.NaN)).isEmpty();
        assertThat(look(Double.NaN))
                .singleElement()
                .satisfies(alert -> assertThat(alert.text())
                        .startsWith("shop/vcn1: JVM_HEAP_LIVE% [In use after the last collection] is not known since"));
        assertThat(look(5))
                .singleElement()
                .satisfies(alert -> assertThat(alert.text()).contains("is known again: 5 %"));
    }

    @Test
    void firesOnGrowth() {
        use(rule(viewed(above(50, 10), AlertCondition.View.RATE, Duration.ofSeconds(60), AlertCondition.WITHIN), 0));

        for (int i = 0; i < 100; i++) {
            assertThat(look(i % 2 == 0 ? 500 : 510))
                    .as("up and down is no growth")
                    .isEmpty();
        }
        List<Alert> changes = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            changes.addAll(look(500 + i));
        }
        assertThat(changes).hasSize(1);
        assertThat(changes.get(0).text()).contains("and grew by").contains("in 1 min, above 50 %");
        changes.clear();
        for (int i = 0; i < 100; i++) {
            changes.addAll(look(560));
        }
        assertThat(changes)
                .singleElement()
                .satisfies(alert -> assertThat(alert.isOver()).isTrue());
    }

    @Test
    void seesThatAValueWillPassItsLimit() {
        use(rule(
                viewed(above(95, 90), AlertCondition.View.FORECAST, Duration.ofSeconds(60), Duration.ofSeconds(600)),
                0));

        List<Alert> changes = new ArrayList<>();
        int at = 0;
        while (changes.isEmpty() && at < 200) {
            changes.addAll(look(50 + 0.1 * at++));
        }
        assertThat(at).as("as soon as half of the past is known").isEqualTo(30);
        assertThat(changes.get(0).value()).isCloseTo(50 + 0.1 * 29 + 60, within(0.1));
        assertThat(changes.get(0).text()).contains("and will be 113 % in 10 min if it goes on as in the last 1 min");
    }

    @Test
    void aValueThatFallsIsNoDanger() {
        use(rule(
                viewed(above(95, 90), AlertCondition.View.FORECAST, Duration.ofSeconds(60), Duration.ofSeconds(600)),
                0));

        for (int i = 0; i < 200; i++) {
            assertThat(look(94 - 0.1 * i)).isEmpty();
        }
    }

    @Test
    void firesOnAStateWithItsReason() {
        use(rule(AlertCondition.state(Set.of(WatchedState.DOWN, WatchedState.EJECTED)), 0));

        assertThat(look(new Observation(NODE, WatchedState.SILENT, "silent", "", figure -> 1)))
                .isEmpty();
        assertThat(look(new Observation(NODE, WatchedState.DOWN, "down", "connection refused", figure -> 1)))
                .singleElement()
                .satisfies(alert -> assertThat(alert.text())
                        .isEqualTo("shop/vcn1 is down since 2001-09-09T01:46:42Z: connection refused"));
        assertThat(look(new Observation(NODE, WatchedState.EJECTED, "ejected", "", figure -> 1)))
                .as("the same alert")
                .isEmpty();
        assertThat(look(new Observation(NODE, null, "up", "", figure -> 1)))
                .singleElement()
                .satisfies(alert -> assertThat(alert.text()).isEqualTo("shop/vcn1 is up again after 2 s"));
    }

    @Test
    void endsWithTheStateThatFollows() {
        use(rule(AlertCondition.state(Set.of(WatchedState.DOWN)), 0));

        look(new Observation(NODE, WatchedState.DOWN, "down", "", figure -> 1));
        assertThat(look(new Observation(NODE, null, "probing", "", figure -> 1)))
                .singleElement()
                .satisfies(alert -> assertThat(alert.text()).isEqualTo("shop/vcn1 is probing now, after 1 s"));
    }

    @Test
    void looksOnlyAtWhatItConcerns() {
        AlertCondition when = new AlertCondition(
                HEAP,
                AlertScope.NODE,
                Set.of(),
                "shop",
                "vcn2",
                AlertCondition.View.VALUE,
                90,
                true,
                90,
                false,
                AlertCondition.OVER,
                AlertCondition.WITHIN);
        use(rule(when, 0));

        assertThat(look(
                        seen(NODE, 99),
                        seen(new Scope("bank", "vcn2"), 99),
                        seen(new Scope("shop", null), 99),
                        seen(new Scope("shop", "vcn2"), 99)))
                .extracting(Alert::subject)
                .containsExactly("shop/vcn2");
    }

    @Test
    void endsWithTheNode() {
        use(rule(above(90, 80), 0));
        look(95);

        assertThat(look())
                .singleElement()
                .satisfies(alert -> assertThat(alert.text()).isEqualTo("shop/vcn1 is not there any more"));
    }

    @Test
    void aReloadKeepsWhatStaysAndEndsWhatChanges() {
        use(rule(above(90, 80), 0));
        look(95);

        assertThat(book.rules(List.of(rule(above(90, 80), 0)), now())).isEmpty();
        assertThat(book.firing()).hasSize(1);
        assertThat(book.rules(List.of(rule(above(91, 80), 0)), now()))
                .singleElement()
                .satisfies(alert -> assertThat(alert.text()).isEqualTo("the rule was changed"));
        assertThat(book.firing()).isEmpty();
    }

    @Test
    void aStartGoesOnWithWhatWasSo() {
        use(rule(above(90, 80), 30));
        Alert before = new Alert("r", AlertSeverity.WARNING, List.of(), NODE, 5, 6, 0, 95, "before");
        Alert gone = new Alert("old", AlertSeverity.WARNING, List.of(), NODE, 5, 6, 0, 95, "before");

        assertThat(book.restore(List.of(before, gone), now()))
                .extracting(Alert::rule)
                .containsExactly("old");
        assertThat(look(85)).as("it went on, and does not begin again").isEmpty();
        assertThat(book.firing())
                .singleElement()
                .satisfies(alert -> assertThat(alert.sinceMs()).isEqualTo(5));
        assertThat(look(70))
                .singleElement()
                .satisfies(alert -> assertThat(alert.isOver()).isTrue());
    }

    @Test
    void quietThingsTakeNoMemoryAndTheRestIsBounded() {
        use(rule(above(90, 80), 0));
        List<Observation> many = new ArrayList<>();
        for (int i = 0; i < AlertBook.MOST + 5; i++) {
            many.add(seen(new Scope("shop", "n" + i), 95));
        }

        assertThat(book.look(many, now())).hasSize(AlertBook.MOST);
        assertThat(book.left()).isEqualTo(5);
    }
}
