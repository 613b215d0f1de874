// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

import static io.evenkeel.dispatcher.node.ClusterFixture.named;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.AgentSettings;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.Decision;
import io.evenkeel.dispatcher.node.FakeTask;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Samples of one node, in virtual time. */
class NodeWatchTest {

    private static final long MS = 1_000_000;
    private static final long S = 1_000 * MS;

    private final ClusterFixture fixture = new ClusterFixture(2);
    private final NodeSample sample = new NodeSample();
    private Cluster cluster;
    private Node a;
    private NodeWatch watch;

    @BeforeEach
    void create() {
        fixture.agent = AgentSettings.DEFAULTS;
        cluster = fixture.create(0);
        a = named(cluster, "a");
        watch = new NodeWatch(cluster, a, 0);
        watch.asked(true, 0);
    }

    private void busy(long sequence, double workers, SampleSource way, long nowNs) {
        sample.clear();
        sample.set(Metric.AMX_CONNS_Q_THRBSY, workers);
        sample.stamp(1000, sequence, 5_000 + sequence);
        watch.sample(sample, way, nowNs);
    }

    private Map<String, Double> vector() {
        return candidate().vector();
    }

    private Decision.Candidate candidate() {
        return cluster.table().scores(new FakeTask(100 * S)).get(a.slot());
    }

    private AgentView view(long nowNs) {
        return watch.view(nowNs);
    }

    /** A load report in an answer is the application's to write, and a route leads other people's sessions. */
    @Test
    void aRouteIsBelievedFromTheAgentAndNotFromAnAnswer() {
        sample.set(Metric.AMX_CONNS_Q_THRBSY, 3);
        sample.route("n1");
        sample.stamp(1000, 1, 5_001);
        watch.sample(sample, SampleSource.PIGGYBACK, S);
        assertThat(a.toldRoute()).isEmpty();

        sample.stamp(1000, 2, 5_002);
        watch.sample(sample, SampleSource.PULL, S);
        assertThat(a.toldRoute()).isEqualTo("n1");
        busy(3, 5, SampleSource.PIGGYBACK, S);
        assertThat(a.toldRoute()).as("of an answer that does not say").isEqualTo("n1");
        busy(4, 5, SampleSource.PULL, S);
        assertThat(a.toldRoute()).as("of a server that has none any more").isEmpty();
    }

    @Test
    void theNewestWinsWhicheverWayItCame() {
        busy(1, 3, SampleSource.PULL, S);
        busy(3, 5, SampleSource.PIGGYBACK, S);
        busy(2, 4, SampleSource.PUSH, S);
        assertThat(vector()).containsEntry("workersBusy", 5.0);
        assertThat(view(S).source()).isEqualTo(SampleSource.PIGGYBACK);
        assertThat(view(S).received())
                .containsExactly(
                        Map.entry(SampleSource.PULL, 1L),
                        Map.entry(SampleSource.PIGGYBACK, 1L),
                        Map.entry(SampleSource.PUSH, 1L));
    }

    @Test
    void everyColumnHasAMetricAndPercentagesBecomeShares() {
        for (Metric metric : Metric.values()) {
            sample.set(metric, metric.unit() == io.evenkeel.wire.Unit.PERCENT ? 50 : 8);
        }
        double[] row = Row.make();
        Row.fill(sample, row);
        assertThat(row).doesNotContain(Double.NaN).containsOnly(0.5, 8);
        Row.fill(new NodeSample(), row);
        assertThat(row).containsOnly(Double.NaN);
    }

    @Test
    void figuresThatOnlyWholeSamplesHaveStayForPeople() {
        sample.set(Metric.OS_LOAD_AVE1, 2);
        sample.set(Metric.AMX_CONNS_Q_THRBSY, 3);
        sample.stamp(1000, 1, 5000);
        watch.sample(sample, SampleSource.PULL, S);
        busy(2, 7, SampleSource.PIGGYBACK, 2 * S);
        assertThat(view(2 * S).figures())
                .containsExactlyInAnyOrderEntriesOf(Map.of("OS_LOAD_AVE1", 2.0, "AMX_CONNS_Q_THRBSY", 7.0));
        busy(3, 8, SampleSource.PULL, 3 * S);
        assertThat(view(3 * S).figures()).containsExactly(Map.entry("AMX_CONNS_Q_THRBSY", 8.0));
    }

    @Test
    void aPortInTheReportOfAStrangerIsNoAgents() {
        sample.clear();
        sample.set(Metric.OS_CPU_USED_PERCENT, 5);
        sample.agentPort(22);
        watch.sample(sample, SampleSource.PIGGYBACK, S);
        assertThat(watch.agentPort()).isZero();

        sample.stamp(1000, 1, 5_000);
        sample.agentPort(9797);
        watch.sample(sample, SampleSource.PIGGYBACK, 2 * S);
        assertThat(watch.agentPort()).isEqualTo(9797);
    }

    @Test
    void aSampleWithImpossibleFiguresIsSetAside() {
        busy(1, 3, SampleSource.PULL, S);
        sample.clear();
        sample.set(Metric.AMX_CONNS_Q_THRBSY, 3);
        sample.set(Metric.OS_CPU_USED_PERCENT, 250);
        sample.stamp(1000, 2, 6000);
        watch.sample(sample, SampleSource.PULL, 2 * S);

        assertThat(view(2 * S).state()).isEqualTo(AgentState.LYING);
        assertThat(view(2 * S).setAside()).containsEntry(RejectReason.FIGURES, 1L);
        assertThat(candidate().sampleAgeMs()).as("counts as without a sample").isEqualTo(-1);

        busy(3, 4, SampleSource.PULL, 3 * S);
        assertThat(view(3 * S).state()).isEqualTo(AgentState.REPORTING);
        assertThat(vector()).containsEntry("workersBusy", 4.0);
    }

    @Test
    void aNumberThatDoesNotMoveBetweenQuestionsIsALie() {
        busy(7, 3, SampleSource.PULL, S);
        busy(7, 3, SampleSource.PULL, 2 * S);
        assertThat(view(2 * S).state()).as("once can be chance").isEqualTo(AgentState.REPORTING);
        busy(7, 3, SampleSource.PULL, 3 * S);
        assertThat(view(3 * S).state()).isEqualTo(AgentState.LYING);
        assertThat(view(3 * S).setAside()).containsEntry(RejectReason.FROZEN, 1L);
        busy(8, 3, SampleSource.PULL, 4 * S);
        assertThat(view(4 * S).state()).isEqualTo(AgentState.REPORTING);
    }

    @Test
    void theSameSampleByTwoWaysIsNotRejected() {
        for (int k = 1; k < 20; k++) {
            busy(k, 3, SampleSource.PIGGYBACK, k * S);
            busy(k, 3, SampleSource.PULL, k * S + 50 * MS);
            busy(k, 3, SampleSource.PULL, k * S + 90 * MS);
        }
        assertThat(view(20 * S).state()).isEqualTo(AgentState.REPORTING);
    }

    @Test
    void aClockThatGoesBackCostsOneSample() {
        busy(1, 3, SampleSource.PULL, S);
        sample.clear();
        sample.set(Metric.AMX_CONNS_Q_THRBSY, 4);
        sample.stamp(1000, 2, 1);
        watch.sample(sample, SampleSource.PULL, 2 * S);
        assertThat(view(2 * S).setAside()).containsEntry(RejectReason.CLOCK, 1L);
        sample.stamp(1000, 3, 1001);
        watch.sample(sample, SampleSource.PULL, 3 * S);
        assertThat(view(3 * S).state()).isEqualTo(AgentState.REPORTING);
    }

    @Test
    void idleIsALieWhileRequestsGetNoAnswer() {
        busy(1, 0, SampleSource.PULL, S);
        assertThat(cluster.assign(new FakeTask(S + 1))).isEqualTo(a.slot());
        for (int second = 2; second <= 4; second++) {
            busy(second, 0, SampleSource.PULL, second * S);
        }
        assertThat(view(4 * S).state()).isEqualTo(AgentState.LYING);
        assertThat(view(4 * S).setAside()).containsEntry(RejectReason.IDLE, 1L);

        a.liveness().answered(4 * S + 1);
        busy(5, 0, SampleSource.PULL, 5 * S);
        assertThat(view(5 * S).state()).isEqualTo(AgentState.REPORTING);
    }

    @Test
    void idleIsBelievedOfANodeWithTunnelsOnly() {
        busy(1, 0, SampleSource.PULL, S);
        cluster.assign(new FakeTask(S + 1));
        cluster.proved(a, S + 2);
        for (int second = 2; second <= 30; second++) {
            busy(second, 0, SampleSource.PULL, second * S);
        }
        assertThat(view(30 * S).setAside()).containsEntry(RejectReason.IDLE, 0L);
    }

    @Test
    void idleIsBelievedOfANodeWhoseClientsGoThereByThemselves() {
        busy(1, 0, SampleSource.PULL, S);
        FakeTask client = new FakeTask(S + 1);
        cluster.assign(client);
        client.tunnel = true;
        cluster.countDirect(client, a);
        for (int second = 2; second <= 30; second++) {
            busy(second, 0, SampleSource.PULL, second * S);
        }
        assertThat(view(30 * S).setAside())
                .as("no answer of theirs comes through here")
                .containsEntry(RejectReason.IDLE, 0L);
    }

    @Test
    void silenceNeedsAFailedQuestionAndTime() {
        busy(1, 3, SampleSource.PULL, 10 * S);
        watch.pullFailed("connection refused", 11 * S);
        assertThat(a.state()).isEqualTo(NodeState.UP);
        assertThat(watch.lookForSilence(11 * S)).as("until 1.2 intervals").isEqualTo(200 * MS);
        watch.lookForSilence(11_200 * MS);
        assertThat(a.state()).isEqualTo(NodeState.SILENT);
        assertThat(a.reason()).isEqualTo("its agent does not answer: connection refused");
        assertThat(view(12 * S).state()).isEqualTo(AgentState.SILENT);
        assertThat(view(12 * S).ageMs()).as("the age goes on").isEqualTo(2000);
        assertThat(view(12 * S).pullsFailed()).isEqualTo(1);

        busy(2, 3, SampleSource.PIGGYBACK, 13 * S);
        assertThat(a.state()).isEqualTo(NodeState.UP);
    }

    @Test
    void silenceOfTheAgentAloneMakesItsSampleOldAndNotTheNodeUnusable() {
        busy(1, 3, SampleSource.PULL, 10 * S);
        a.liveness().answered(11 * S);
        watch.pullFailed("no answer within 500 ms", 11_500 * MS);
        assertThat(a.state()).as("it answered half a second ago").isEqualTo(NodeState.UP);
        assertThat(view(11_500 * MS).state()).isEqualTo(AgentState.SILENT);
        assertThat(view(11_500 * MS).ageMs()).isEqualTo(1500);
        assertThat(candidate().vector()).as("the old sample").containsEntry("workersBusy", 3.0);
        assertThat(watch.lookForSilence(12 * S)).isEqualTo(200 * MS);
        a.liveness().checked(12 * S);
        assertThat(watch.lookForSilence(12_200 * MS)).as("a check passed").isEqualTo(S);
        watch.lookForSilence(13_200 * MS);
        assertThat(a.state()).as("no sign of life for 1.2 intervals").isEqualTo(NodeState.SILENT);
        a.liveness().checked(14 * S);
        watch.lookForSilence(14_100 * MS);
        assertThat(a.state()).as("a check passed").isEqualTo(NodeState.UP);
        assertThat(view(14_100 * MS).state()).as("its agent is silent still").isEqualTo(AgentState.SILENT);
        busy(2, 3, SampleSource.PULL, 15 * S);
        assertThat(view(15 * S).state()).isEqualTo(AgentState.REPORTING);
    }

    @Test
    void aNodeWithACheckIsAskedByItBeforeItIsSilent() {
        int[] checks = new int[1];
        a.checker(() -> checks[0]++);
        busy(1, 3, SampleSource.PULL, 10 * S);
        watch.pullFailed("no answer within 500 ms", 11_600 * MS);
        assertThat(checks[0]).isEqualTo(1);
        assertThat(watch.lookForSilence(11_700 * MS)).isEqualTo(300 * MS);
        assertThat(a.state()).isEqualTo(NodeState.UP);
        watch.lookForSilence(12 * S);
        assertThat(a.state()).as("the check did not pass").isEqualTo(NodeState.SILENT);
        assertThat(checks[0]).isEqualTo(1);
    }

    @Test
    void aNodeThatNeverAnsweredAQuestionIsNotSilent() {
        watch.pullFailed("connection refused", 10 * S);
        assertThat(view(10 * S).state()).isEqualTo(AgentState.NEVER);
        busy(1, 3, SampleSource.PIGGYBACK, 11 * S);
        watch.pullFailed("status 404", 60 * S);
        assertThat(a.state()).as("a stranger that speaks ORCA").isEqualTo(NodeState.UP);
    }

    @Test
    void aSampleNeverMakesAFailingNodeUp() {
        Membership.check(cluster, a, false, "refused", S);
        busy(1, 0, SampleSource.PULL, 2 * S);
        assertThat(a.state()).isEqualTo(NodeState.DOWN);
    }

    @Test
    void nobodyIsSilentOnceNobodyAsks() {
        busy(1, 3, SampleSource.PULL, 10 * S);
        watch.pullFailed("connection refused", 15 * S);
        assertThat(a.state()).isEqualTo(NodeState.SILENT);
        watch.asked(false, 16 * S);
        assertThat(a.state()).isEqualTo(NodeState.UP);
    }

    @Test
    void reportsThatComeTooFastAreNotRead() {
        assertThat(watch.wantsReport(0)).isTrue();
        watch.reports(0);
        assertThat(watch.wantsReport(19 * MS)).isFalse();
        assertThat(watch.wantsReport(20 * MS)).isTrue();
    }
}
