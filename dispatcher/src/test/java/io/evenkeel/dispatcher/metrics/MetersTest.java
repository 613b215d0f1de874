// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MetersTest {

    private static final long MS = 1_000_000;

    private final Meters meters = new Meters(2);

    private static void ok(TaskMeter meter, int slot) {
        meter.finished(slot, 200, false, MS, 2 * MS, 3 * MS, 7 * MS, 10, 100);
    }

    @Test
    void addsUpLoops() {
        ok(meters.meter("shop", 0), 3);
        ok(meters.meter("shop", 1), 3);
        meters.meter("shop", 1).finished(0, 502, true, MS, 0, 0, MS, 5, 0);

        Traffic cluster = meters.cluster("shop");
        assertThat(cluster.tasks()).isEqualTo(3);
        assertThat(cluster.failures()).isEqualTo(1);
        assertThat(cluster.byStatus()).isEqualTo(List.of(0L, 0L, 2L, 0L, 0L, 1L));
        assertThat(cluster.bytesIn()).isEqualTo(25);
        assertThat(cluster.bytesOut()).isEqualTo(200);
        assertThat(meters.node("shop", 3).tasks()).isEqualTo(2);
        assertThat(meters.node("shop", 0).failures()).isEqualTo(1);
        assertThat(meters.node("shop", 1).tasks()).isZero();
        assertThat(meters.cluster("bank").tasks()).isZero();
    }

    @Test
    void givesTheSameMeterEveryTime() {
        assertThat(meters.meter("shop", 1)).isSameAs(meters.meter("shop", 1)).isNotSameAs(meters.meter("shop", 0));
    }

    @Test
    void computesSlowdownAsPaperOneDoes() {
        ok(meters.meter("shop", 0), 0);

        Traffic cluster = meters.cluster("shop");
        assertThat(cluster.slowdownMilli().mean()).isEqualTo(2000);
        assertThat(cluster.wt1Ns().sum()).isEqualTo(MS);
        assertThat(cluster.wt2Ns().sum()).isEqualTo(2 * MS);
        assertThat(cluster.ptNs().sum()).isEqualTo(3 * MS);
        assertThat(cluster.responseNs().sum()).isEqualTo(7 * MS);
    }

    @Test
    void leavesUnansweredTasksOutOfProcessingTimeAndSlowdown() {
        TaskMeter meter = meters.meter("shop", 0);
        meter.finished(0, 504, true, MS, MS, 0, 2 * MS, 0, 0);
        meter.finished(-1, 503, true, MS, 0, 0, MS, 0, 0);

        Traffic cluster = meters.cluster("shop");
        assertThat(cluster.wt1Ns().count()).isEqualTo(2);
        assertThat(cluster.wt2Ns().count()).as("only one had a node").isEqualTo(1);
        assertThat(cluster.ptNs().count()).isZero();
        assertThat(cluster.slowdownMilli().count()).isZero();
        assertThat(cluster.slowdownMilli().mean()).isZero();
        assertThat(cluster.slowdownMilli().atShare(0.99)).isZero();
    }

    @Test
    void countsStrangeStatusesAsNone() {
        TaskMeter meter = meters.meter("shop", 0);
        meter.finished(0, 0, false, 0, 0, 1, 1, 0, 0);
        meter.finished(0, 999, false, 0, 0, 1, 1, 0, 0);

        assertThat(meters.cluster("shop").byStatus()).isEqualTo(List.of(2L, 0L, 0L, 0L, 0L, 0L));
    }

    @Test
    void startsAfreshWhenASlotGetsANewTenant() {
        ok(meters.meter("shop", 0), 0);
        ok(meters.meter("shop", 0), 1);
        ok(meters.meter("shop", 1), 1);

        meters.keepNodes("shop", Set.of(0));

        assertThat(meters.node("shop", 0).tasks()).isEqualTo(1);
        assertThat(meters.node("shop", 1).tasks()).isZero();
        ok(meters.meter("shop", 1), 1);
        assertThat(meters.node("shop", 1).tasks()).as("of the new tenant").isEqualTo(1);
        assertThat(meters.cluster("shop").tasks()).as("of the cluster").isEqualTo(4);
    }

    @Test
    void keepsStayersOverManyChanges() {
        ok(meters.meter("shop", 0), 5);
        for (int change = 0; change < 10; change++) {
            ok(meters.meter("shop", 0), 7);
            meters.keepNodes("shop", Set.of(5));
        }
        assertThat(meters.node("shop", 5).tasks()).isEqualTo(1);
        assertThat(meters.node("shop", 7).tasks()).isZero();
    }

    @Test
    void countsConnectionsAndRefusalsOfAListener() {
        ListenerMeter one = meters.listenerMeter("web", 0);
        ListenerMeter two = meters.listenerMeter("web", 1);
        one.accepted();
        two.accepted();
        two.accepted();
        two.closed();
        one.refused("bad-request");
        two.refused("bad-request");
        two.refused("head-timeout");

        ListenerTraffic traffic = meters.listener("web");
        assertThat(traffic.accepted()).isEqualTo(3);
        assertThat(traffic.open()).isEqualTo(2);
        assertThat(traffic.refused()).containsEntry("bad-request", 2L).containsEntry("head-timeout", 1L);
        meters.removeListener("web");
        assertThat(meters.listener("web").accepted()).isZero();
    }

    @Test
    void countsRequestsAndHandshakesOfAListener() {
        ListenerMeter one = meters.listenerMeter("web", 0);
        ListenerMeter two = meters.listenerMeter("web", 1);
        one.requestedByHttp1();
        two.requestedByHttp1();
        two.requestedByHttp2();
        one.shookHands(false, false);
        two.shookHands(false, true);
        two.shookHands(true, false);
        two.shookHands(true, true);
        one.handshakeFailed();
        two.handshakeFailed();

        ListenerTraffic traffic = meters.listener("web");
        assertThat(traffic.requests()).isEqualTo(new ListenerTraffic.ByProtocol(2, 1));
        assertThat(traffic.requests().total()).isEqualTo(3);
        assertThat(traffic.handshakes()).isEqualTo(new HandshakeCounts(1, 1, 1, 1, 2));
        assertThat(traffic.handshakes().total()).isEqualTo(4);
        assertThat(traffic.handshakes().full()).isEqualTo(2);
        assertThat(traffic.handshakes().tls12()).isEqualTo(2);
    }

    @Test
    void boundsTheNumberOfReasons() {
        ListenerMeter meter = meters.listenerMeter("web", 0);
        for (int i = 0; i < 1000; i++) {
            meter.refused("reason-" + i);
        }
        assertThat(meters.listener("web").refused()).hasSize(129).containsEntry("other", 872L);
    }
}
