// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.discovery;

import static io.evenkeel.dispatcher.discovery.ScriptedSource.node;
import static io.evenkeel.dispatcher.discovery.ScriptedSource.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.NodeSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The nodes that are found, and those that still drain. */
final class FoundNodesTest {

    private final FoundNodes roster = new FoundNodes();

    private String members() {
        StringBuilder names = new StringBuilder();
        for (NodeSettings node : roster.members()) {
            names.append(Boolean.TRUE.equals(roster.isFound(node.name())) ? node.name() : node.name() + "-");
        }
        return names.toString();
    }

    @Test
    void aNodeThatVanishesStaysUntilItIsDone() {
        roster.take(nodes("abc"), 9, 0);

        assertThat(roster.take(nodes("ac"), 9, 10)).isTrue();
        assertThat(members()).isEqualTo("ab-c");

        assertThat(roster.sweep(name -> false, 100, 109)).isFalse();
        assertThat(roster.sweep(name -> true, 100, 109)).isTrue();
        assertThat(members()).isEqualTo("ac");
    }

    @Test
    void aNodeThatIsNeverDoneLeavesWhenItsTimeIsOver() {
        roster.take(nodes("ab"), 9, 0);
        roster.take(nodes("a"), 9, 10);

        assertThat(roster.sweep(name -> false, 100, 110)).isTrue();
        assertThat(members()).isEqualTo("a");
    }

    @Test
    void aNodeThatFlapsIsFoundAgainAndKeepsNoOldTime() {
        roster.take(nodes("ab"), 9, 0);
        for (int i = 1; i < 100; i++) {
            assertThat(roster.take(nodes(i % 2 == 0 ? "ab" : "a"), 9, i)).isTrue();
        }
        assertThat(members()).isEqualTo("ab-");

        roster.sweep(name -> false, 50, 148);
        assertThat(members()).as("it vanished last at 99").isEqualTo("ab-");
        assertThat(roster.take(nodes("ab"), 9, 149)).isTrue();
        assertThat(members()).isEqualTo("ab");
        assertThat(roster.take(nodes("ab"), 9, 150)).as("the same again").isFalse();
    }

    @Test
    void anAddressBelongsToTheNodeThatHasItNow() {
        roster.take(List.of(node("old", 1), node("b", 2)), 9, 0);

        roster.take(List.of(node("new", 1), node("b", 2)), 9, 1);

        assertThat(members()).isEqualTo("bnew");
    }

    @Test
    void noMoreDrainThanAreFoundAtMost() {
        roster.take(nodes("abc"), 3, 0);
        roster.take(nodes("def"), 3, 1);
        roster.take(nodes("ghi"), 3, 2);

        assertThat(roster.draining()).isEqualTo(3);
        assertThat(members()).as("those that vanished last").isEqualTo("d-e-f-ghi");
    }
}
