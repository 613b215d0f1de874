// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import org.junit.jupiter.api.Test;

class FalseIdleDetectorTest {

    private static final long S = 1_000_000_000;

    private final FalseIdleDetector detector = new FalseIdleDetector();

    @Test
    void isMadeByWhoHasNothingInFlight() {
        NodeSample sample = new NodeSample();
        assertThat(FalseIdleDetector.made(sample)).as("says nothing").isFalse();
        sample.set(Metric.AMX_CONNS_Q_THRBSY, 0);
        assertThat(FalseIdleDetector.made(sample)).isTrue();
        sample.set(Metric.AMX_CONNS_QD, 2);
        assertThat(FalseIdleDetector.made(sample)).as("some wait").isFalse();
        sample.set(Metric.AMX_CONNS_QD, 0);
        sample.set(Metric.RQST_IN_FLIGHT, 1);
        assertThat(FalseIdleDetector.made(sample))
                .as("an asynchronous request has no worker")
                .isFalse();
    }

    @Test
    void standsWhileNothingIsAskedOfTheNode() {
        for (int second = 1; second < 100; second++) {
            assertThat(detector.contradicted(7, 0, second * S)).isFalse();
        }
    }

    @Test
    void isContradictedByRequestsThatGetNoAnswer() {
        assertThat(detector.contradicted(7, 0, S)).isFalse();
        assertThat(detector.contradicted(8, 0, 2 * S)).isFalse();
        assertThat(detector.contradicted(9, 0, 3 * S)).isFalse();
        assertThat(detector.contradicted(9, 0, 4 * S)).isTrue();
        assertThat(detector.contradicted(9, 0, 5 * S)).as("still").isTrue();
    }

    @Test
    void standsWhileAnswersBegin() {
        for (int second = 1; second < 100; second++) {
            assertThat(detector.contradicted(second, second * S - 1, second * S))
                    .isFalse();
        }
    }

    @Test
    void beginsAnewWhenTheNodeWasBusyInBetween() {
        detector.contradicted(7, 0, S);
        detector.contradicted(8, 0, 3 * S);
        detector.notMade();
        assertThat(detector.contradicted(9, 0, 5 * S)).isFalse();
        assertThat(detector.contradicted(9, 0, 50 * S))
                .as("nothing new was asked")
                .isFalse();
    }

    @Test
    void isBelievedAgainAfterHalfAMinuteSoThatAnAvoidedNodeCanReturn() {
        detector.contradicted(7, 0, S);
        assertThat(detector.contradicted(8, 0, 5 * S)).isTrue();
        assertThat(detector.contradicted(8, 0, 35 * S)).isFalse();
        assertThat(detector.contradicted(8, 0, 60 * S)).isFalse();
    }
}
