// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.Settings;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.control.FittingPolicies;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.dispatcher.control.WhatIf;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.FakeTask;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.SampleView;
import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HindsightTest {

    /**
     * Longer than the least distance of recorded choices, and much shorter than the age at which samples are doubted.
     */
    private static final long TICK_NS = 200_000_000;

    private static final String CONFIG = """
            version: 1
            listeners:
              - {name: web, address: 127.0.0.1:0, protocol: http, cluster: shop}
              - {name: mail, address: 127.0.0.1:0, protocol: tcp, cluster: post}
            clusters:
              shop:
                policy: %s
                agent: {path: /evenkeel-agent}
                nodes:
                  - {name: a, address: 127.0.0.1:18080}
                  - {name: b, address: 127.0.0.1:28080}
              post:
                policy: round-robin
                nodes:
                  - {name: c, address: 127.0.0.1:38080}
            """;

    private final FittingPolicies policies = new FittingPolicies(PolicyCatalog.load());
    private final Hindsight hindsight = new Hindsight(policies);
    private Settings settings;
    private Cluster cluster;

    HindsightTest() throws SettingsException {
        begin("round-robin");
    }

    private void begin(String policy) throws SettingsException {
        settings = SettingsFile.of(CONFIG.formatted(policy), "test").load();
        cluster = ClusterFixture.create(shop(), PolicyCatalog.load(), new SplittableRandom(1), 0);
    }

    private ClusterSettings shop() {
        return Objects.requireNonNull(settings.clusters().get("shop"));
    }

    private Node node(String name) {
        return cluster.nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** A task that stays in flight. */
    private String begins(long tick) {
        return cluster.node(cluster.assign(new FakeTask(tick * TICK_NS))).name();
    }

    private String beginsAndEnds(long tick) {
        return FakeTask.run(cluster, tick * TICK_NS, Outcome.SUCCEEDED).name();
    }

    @SuppressWarnings("EnumOrdinal") // a sample is a row of values by column
    private void reports(String name, double sessions, long tick) {
        double[] row = new double[Sample.values().length];
        Arrays.fill(row, Double.NaN);
        row[Sample.SESSIONS.ordinal()] = sessions;
        SampleView.take(cluster, node(name), row, tick * TICK_NS, tick * TICK_NS);
    }

    /** The policy's answers, oldest first. */
    private List<String> asked(String policy) {
        List<String> nodes = new ArrayList<>();
        hindsight
                .ask(policy, shop(), cluster.table().choices())
                .answers()
                .forEach(answer -> nodes.add(0, String.valueOf(answer.node())));
        return nodes;
    }

    @Test
    void leastConnectionsLeavesTheNodeAloneWhoseTasksStay() {
        assertThat(List.of(begins(1), beginsAndEnds(2), begins(3), beginsAndEnds(4)))
                .containsExactly("a", "b", "a", "b");

        WhatIf whatIf =
                hindsight.ask("least-connections", shop(), cluster.table().choices());

        assertThat(asked("least-connections")).containsExactly("a", "b", "b", "b");
        assertThat(whatIf.differing()).isEqualTo(1);
        assertThat(whatIf.differingShare()).isEqualTo(0.25);
        assertThat(whatIf.splits()).containsExactly(new WhatIf.Split("a", 2, 1), new WhatIf.Split("b", 2, 3));
        assertThat(whatIf.busiest(1)).containsExactly(new WhatIf.Split("b", 2, 3));
        assertThat(whatIf.answers().get(1).differs()).as("the second newest").isTrue();
        assertThat(whatIf.configured()).isFalse();
        assertThat(whatIf.held()).isZero();
    }

    /** No policy was asked about it. */
    @Test
    void aTaskThatWentHomeWouldHaveGoneThereUnderAnyPolicy() {
        FakeTask home = new FakeTask(TICK_NS);
        home.home = node("b").key();
        assertThat(cluster.node(cluster.assign(home)).name()).isEqualTo("b");
        begins(2);

        assertThat(asked("round-robin")).containsExactly("b", "a");
    }

    @Test
    void roundRobinAgreesWithItself() {
        begins(1);
        ClusterFixture.want(cluster, node("b"), AdminState.DRAIN, null, 2 * TICK_NS);
        begins(3);
        ClusterFixture.want(cluster, node("b"), AdminState.READY, null, 4 * TICK_NS);
        begins(5);

        WhatIf whatIf = hindsight.ask("round-robin", shop(), cluster.table().choices());

        assertThat(whatIf.answers()).hasSize(3).noneMatch(WhatIf.OtherChoice::differs);
        assertThat(whatIf.configured()).isTrue();
    }

    @Test
    void policiesOnSamplesReadTheSamplesOfThatTime() {
        beginsAndEnds(1);
        reports("b", 9, 2);
        beginsAndEnds(3);
        reports("a", 2, 4);
        beginsAndEnds(5);
        reports("a", 30, 6);
        beginsAndEnds(7);

        assertThat(asked("least-sessions")).containsExactly("a", "b", "a", "b");
    }

    @Test
    void policiesThatNeedNoSampleGetNodesThatHaveNone() throws SettingsException {
        begin("least-sessions");
        reports("b", 9, 1);
        assertThat(List.of(begins(2), begins(3))).containsOnly("b");

        assertThat(asked("least-connections")).containsExactly("a", "a");
        assertThat(asked("least-sessions")).containsExactly("b", "b");
    }

    @Test
    void theViewShowsWhatThePolicySaw() {
        reports("b", 9, 1);
        begins(2);
        begins(3);

        Nodes nodes = cluster.table().choices().get(0).view().columns(false);

        assertThat(nodes.count()).isEqualTo(2);
        assertThat(nodes.inFlight(0)).as("of a, before the second task").isEqualTo(1);
        assertThat(nodes.inFlight(1)).isZero();
        assertThat(nodes.sample(1, Sample.SESSIONS)).isEqualTo(9);
        assertThat(nodes.sample(1, Sample.CPU_SHARE)).isNaN();
        assertThat(nodes.sample(0, Sample.SESSIONS)).isNaN();
        assertThat(nodes.sampleAgeNs(1)).isEqualTo(2 * TICK_NS);
        assertThat(nodes.sampleAgeNs(0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void askedTwiceItGivesOneAnswer() {
        for (int tick = 1; tick <= 20; tick++) {
            begins(tick);
        }
        for (String policy : policies.names(shop(), settings)) {
            assertThat(asked(policy)).as(policy).hasSize(20).isEqualTo(asked(policy));
        }
    }

    @Test
    void offersPoliciesThatWorkOnTheCluster() {
        ClusterSettings post = Objects.requireNonNull(settings.clusters().get("post"));
        assertThat(policies.names(shop(), settings)).contains("round-robin", "headroom", "least-sessions");
        assertThat(policies.names(post, settings))
                .contains("round-robin", "least-connections")
                .doesNotContain("least-sessions");
        assertThatThrownBy(() -> hindsight.ask("magic", post, List.of())).isInstanceOf(UnknownNameException.class);
    }

    @Test
    void nothingRecordedIsNoDifference() {
        WhatIf whatIf = hindsight.ask("random", shop(), cluster.table().choices());
        assertThat(whatIf.answers()).isEmpty();
        assertThat(whatIf.differingShare()).isZero();
    }
}
