// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.alert.rule.Alert;
import io.evenkeel.admin.history.Scope;
import io.evenkeel.config.alert.AlertSeverity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages in virtual time. */
class GroupingTest {

    private final Grouping grouping = new Grouping();
    private final Set<String> muted = new HashSet<>();

    @BeforeEach
    void set() {
        grouping.times(5_000, 60_000);
    }

    static Alert alert(String rule, String cluster, String node) {
        return new Alert(
                rule,
                AlertSeverity.WARNING,
                List.of(),
                new Scope(cluster, node),
                1_000,
                1_000,
                0,
                1,
                cluster + "/" + node + " is down");
    }

    private static Alert over(Alert alert) {
        return new Alert(
                alert.rule(),
                alert.severity(),
                alert.to(),
                alert.scope(),
                alert.sinceMs(),
                alert.firedMs(),
                9_000,
                1,
                alert.subject() + " is up again");
    }

    private List<Message> due(long ms) {
        return grouping.due(ms, alert -> muted.contains(alert.subject()));
    }

    @Test
    void aRackIsOneMessage() {
        List<Message> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            grouping.change(alert("node-out", "shop", "vcn" + i));
            all.addAll(due(i * 100L));
        }
        grouping.change(alert("node-out", "bank", "vault"));
        for (int i = 40; i <= 100; i++) {
            all.addAll(due(i * 100L));
        }

        assertThat(all).extracting(Message::cluster).containsExactlyInAnyOrder("shop", "bank");
        assertThat(all.get(0).firing()).hasSize(40);
        assertThat(all.get(0).subject()).isEqualTo("[FIRING:40] node-out shop");
    }

    @Test
    void theFirstOneWaitsForTheWindowOnly() {
        due(0);
        grouping.change(alert("r", "shop", "a"));
        assertThat(due(1_000)).isEmpty();
        assertThat(due(5_999)).isEmpty();
        assertThat(due(6_000)).hasSize(1);
        assertThat(due(7_000)).isEmpty();
    }

    @Test
    void tellsWhatIsOverAndWhatStillGoesOn() {
        Alert a = alert("r", "shop", "a");
        grouping.change(a);
        grouping.change(alert("r", "shop", "b"));
        due(0);
        assertThat(due(5_000)).hasSize(1);

        grouping.change(over(a));
        due(10_000);
        assertThat(due(15_000)).singleElement().satisfies(message -> {
            assertThat(message.firing()).extracting(Alert::subject).containsExactly("shop/b");
            assertThat(message.over()).extracting(Alert::subject).containsExactly("shop/a");
            assertThat(message.isResolved()).isFalse();
            assertThat(message.text()).isEqualTo("shop/b is down\n\nOver:\nshop/a is up again\n");
        });
        grouping.change(over(alert("r", "shop", "b")));
        due(20_000);
        assertThat(due(25_000))
                .singleElement()
                .satisfies(message -> assertThat(message.subject()).isEqualTo("[RESOLVED] r shop"));
        assertThat(due(500_000)).isEmpty();
    }

    @Test
    void whatIsOverBeforeAnybodyWasToldIsNotTold() {
        grouping.change(alert("r", "shop", "a"));
        due(0);
        grouping.change(over(alert("r", "shop", "a")));
        assertThat(due(10_000)).isEmpty();
    }

    @Test
    void repeatsWhatGoesOn() {
        grouping.change(alert("r", "shop", "a"));
        due(0);
        assertThat(due(5_000)).hasSize(1);
        assertThat(due(64_999)).isEmpty();
        assertThat(due(65_000)).hasSize(1);
        assertThat(due(125_000)).hasSize(1);
    }

    @Test
    void saysNothingOfWhatIsSilencedUntilTheSilenceEnds() {
        muted.add("shop/a");
        grouping.change(alert("r", "shop", "a"));
        grouping.change(alert("r", "shop", "b"));
        due(0);
        assertThat(due(5_000))
                .singleElement()
                .satisfies(message ->
                        assertThat(message.firing()).extracting(Alert::subject).containsExactly("shop/b"));
        assertThat(due(10_000)).isEmpty();

        muted.clear();
        due(20_000);
        assertThat(due(25_000))
                .singleElement()
                .satisfies(message -> assertThat(message.firing()).hasSize(2));
    }

    @Test
    void theEndOfWhatWasToldIsToldInSpiteOfASilence() {
        grouping.change(alert("r", "shop", "a"));
        due(0);
        due(5_000);
        muted.add("shop/a");
        grouping.change(over(alert("r", "shop", "a")));
        due(10_000);

        assertThat(due(15_000))
                .singleElement()
                .satisfies(message -> assertThat(message.isResolved()).isTrue());
    }

    @Test
    void aStartTellsNothingTwice() {
        grouping.restore(alert("r", "shop", "a"), true, 0);
        grouping.restore(alert("r", "bank", "b"), false, 0);
        due(1_000);

        assertThat(due(6_000))
                .singleElement()
                .satisfies(message -> assertThat(message.cluster()).isEqualTo("bank"));
        assertThat(due(60_000)).as("repeated in its time").hasSize(1);
    }

    @Test
    void aMessageHasAnEnd() {
        for (int i = 0; i < 250; i++) {
            grouping.change(alert("r", "shop", "n" + i));
        }
        due(0);

        assertThat(due(5_000)).singleElement().satisfies(message -> {
            assertThat(message.firing()).hasSize(Message.MOST);
            assertThat(message.left()).isEqualTo(150);
            assertThat(message.subject()).isEqualTo("[FIRING:250] r shop");
            assertThat(message.text()).endsWith("and 150 more\n");
        });
    }
}
