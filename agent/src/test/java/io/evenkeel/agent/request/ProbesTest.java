// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;

final class ProbesTest {

    private static final int CLIENT = 7;

    private final AtomicLongArray shared = new AtomicLongArray(Ledger.LENGTH);
    private final Ledger ledger = new Ledger(shared);
    private final AtomicLong clockNs = new AtomicLong(-5_000_000_000L);
    private final Probes probes = probes();

    @Test
    void countsWhatComesWhatGoesAndHowLongItTook() {
        long one = probes.start(CLIENT);
        clockNs.addAndGet(3_000_000);
        long other = probes.start(0);
        clockNs.addAndGet(1_000_000);
        probes.stop(one, CLIENT, false);
        probes.stop(other, 0, true);

        assertThat(ledger.sum(Ledger.ARRIVALS)).isEqualTo(2);
        assertThat(ledger.sum(Ledger.COMPLETIONS)).isEqualTo(2);
        assertThat(ledger.sum(Ledger.ERRORS)).isEqualTo(1);
        assertThat(ledger.sum(Ledger.RESPONSE_NS)).isEqualTo(5_000_000);
        assertThat(ledger.longest()).isEqualTo(4_000_000);
    }

    @Test
    void inFlightIsExactAtEveryMoment() {
        long one = probes.start(0);
        long other = probes.start(0);
        assertThat(probes.inFlight()).isEqualTo(2);

        probes.stop(one, 0, false);
        assertThat(probes.inFlight()).isEqualTo(1);

        probes.stop(other, 0, false);
        assertThat(probes.inFlight()).isZero();
    }

    @Test
    void applicationsOfOneJvmAddUp() {
        Probes neighbour = probes();
        probes.start(0);
        neighbour.start(0);

        assertThat(probes.inFlight()).isEqualTo(2);
        assertThat(neighbour.inFlight()).isEqualTo(2);
    }

    @Test
    void whatAnEndedApplicationHadInFlightIsTakenBack() {
        Probes neighbour = probes();
        long lost = neighbour.start(0);
        probes.start(0);
        neighbour.close();
        assertThat(probes.inFlight()).isEqualTo(1);

        neighbour.stop(lost, 0, false);
        neighbour.stop(neighbour.start(0), 0, false);
        neighbour.close();

        assertThat(probes.inFlight()).isEqualTo(1);
        assertThat(ledger.sum(Ledger.COMPLETIONS)).isZero();
    }

    @Test
    void theLedgerIsInUseWhileSomebodyCounts() {
        Probes neighbour = probes();
        neighbour.close();
        assertThat(ledger.used()).isTrue();

        probes.close();
        assertThat(ledger.used()).isFalse();
    }

    @Test
    void aPauseOfAClientIsFromAnswerToRequest() {
        probes.stop(probes.start(CLIENT), CLIENT, false);
        clockNs.addAndGet(2_500_000_000L);
        probes.start(CLIENT);

        assertThat(ledger.sum(Ledger.PAUSES)).isEqualTo(1);
        assertThat(ledger.sum(Ledger.PAUSE_MS)).isEqualTo(2_500);
    }

    @Test
    void toldWaitingIsNoService() {
        long request = probes.start(0);
        clockNs.addAndGet(9_000_000);
        probes.update(request, 4_000_000);
        probes.update(request, 1_000_000);
        probes.stop(request, 0, false);

        assertThat(ledger.sum(Ledger.RESPONSE_NS)).isEqualTo(9_000_000);
        assertThat(ledger.sum(Ledger.WAITED_NS)).isEqualTo(5_000_000);
        assertThat(ledger.sum(Ledger.QUIET_NS)).isEqualTo(4_000_000);
    }

    @Test
    void aRequestAmongManyIsNotAQuietOne() {
        int processors = Runtime.getRuntime().availableProcessors();
        List<Long> crowd = new ArrayList<>();
        for (int i = 0; i < processors + 3; i++) {
            crowd.add(probes.start(0));
        }
        crowd.forEach(request -> probes.stop(request, 0, false));

        assertThat(ledger.sum(Ledger.QUIET)).isEqualTo(Math.max(1, processors / 2));
    }

    @Test
    void oneRequestInSixteenIsAskedForItsProcessorTime() {
        int asked = 0;
        for (int i = 0; i < 160; i++) {
            long request = probes.start(0);
            long mark = probes.processorMark(request);
            asked += mark >= 0 ? 1 : 0;
            probes.worked(mark);
            probes.stop(request, 0, false);
        }

        assertThat(asked).isEqualTo(10);
        assertThat(ledger.sum(Ledger.WATCHED)).isEqualTo(10);
    }

    @Test
    void clientsWithoutANameAreUnknown() {
        assertThat(Probes.client(null)).isZero();
        assertThat(Probes.client("a-session")).isEqualTo(Probes.client("a-session"));
    }

    private Probes probes() {
        return new Probes(new Ledger(shared), clockNs::get);
    }
}
