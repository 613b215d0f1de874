// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.settings.cluster.ClusterSettings;
import io.evenkeel.policy.PolicyCatalog;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DecisionLogTest {

    private static final long MS = 1_000_000;

    private static Cluster cluster(int nodes) {
        ClusterSettings settings = new ClusterFixture(0)
                .settings("random")
                .withNodes(IntStream.range(0, nodes)
                        .mapToObj(i -> ClusterFixture.node("n" + i, Integer.MAX_VALUE))
                        .toList());
        return Membership.create(settings, PolicyCatalog.load(), new SplittableRandom(1), 0);
    }

    @Test
    void keepsTenASecond() {
        Cluster cluster = cluster(3);
        for (int ms = 0; ms < 1000; ms += 10) {
            cluster.assign(new FakeTask(ms * MS));
        }
        assertThat(cluster.choices()).hasSize(10);
        assertThat(cluster.choices().get(0).decision().candidates())
                .extracting(Decision.Candidate::inFlight)
                .as("the newest choice comes first")
                .satisfies(counts -> assertThat(
                                counts.stream().mapToInt(Integer::intValue).sum())
                        .isEqualTo(90));
    }

    @Test
    void keepsFewerChoicesOfManyNodes() {
        Cluster large = cluster(400);
        Cluster small = cluster(3);
        for (int i = 0; i < 210; i++) {
            large.assign(new FakeTask(i * 100L * MS));
            small.assign(new FakeTask(i * 100L * MS));
        }
        assertThat(List.of(large.choices().size(), small.choices().size())).containsExactly(50, 200);
    }
}
