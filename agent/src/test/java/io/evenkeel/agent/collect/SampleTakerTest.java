// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class SampleTakerTest {

    private final AtomicLong nanos = new AtomicLong(-5);
    private final AtomicLong millis = new AtomicLong(1_000);
    private final List<String> calls = new ArrayList<>();

    @Test
    void numbersItsSamplesAndSaysWhenTheyWereTaken() {
        SampleTaker taker = sampler((into, nowNs) -> into.set(Metric.JVM_THREADS, 7));
        taker.agentPort(9_797);
        millis.set(1_500);
        taker.take();
        millis.set(1_600);
        taker.take();

        NodeSample copy = taker.read(sample -> sample);
        assertThat(copy.epochMs()).isEqualTo(1_000);
        assertThat(copy.sequence()).isEqualTo(2);
        assertThat(copy.clockMs()).isEqualTo(1_600);
        assertThat(copy.agentPort()).isEqualTo(9_797);
        assertThat(copy.value(Metric.JVM_THREADS)).isEqualTo(7);
    }

    @Test
    void aFigureThatIsNotSetAgainIsAbsent() {
        boolean[] present = {true};
        SampleTaker taker = sampler((into, nowNs) -> {
            if (present[0]) {
                into.set(Metric.JVM_THREADS, 7);
            }
        });
        taker.take();
        taker.take();
        present[0] = false;
        taker.take();

        assertThat(taker.<Boolean>read(sample -> sample.has(Metric.JVM_THREADS)))
                .isFalse();
    }

    @Test
    void aCollectorThatThrowsKeepsNoOtherFromWorking() {
        SampleTaker taker = sampler(
                (into, nowNs) -> {
                    throw new NoClassDefFoundError("com/example/Missing");
                },
                (into, nowNs) -> into.set(Metric.JVM_THREADS, 7));
        taker.take();

        assertThat(taker.<Double>read(sample -> sample.value(Metric.JVM_THREADS)))
                .isEqualTo(7);
    }

    @Test
    void aCollectorThatThrowsIsLeftOutForLongerEachTime() {
        SampleTaker taker = sampler((into, nowNs) -> {
            calls.add(TimeUnit.NANOSECONDS.toMillis(nowNs) + "");
            throw new IllegalStateException("not today");
        });
        for (int i = 0; i < 100; i++) {
            nanos.set(TimeUnit.MILLISECONDS.toNanos(100) * i);
            taker.take();
        }

        assertThat(calls).containsExactly("0", "1000", "3000", "7000");
    }

    @Test
    void anEndlessRecursionInACollectorIsSurvived() {
        SampleTaker taker = sampler(new Endless());
        taker.take();

        assertThat(taker.<Long>read(NodeSample::sequence)).isEqualTo(1);
    }

    @Test
    void errorsOfTheVirtualMachineArePassedOn() {
        SampleTaker taker = sampler((into, nowNs) -> {
            throw new OutOfMemoryError("for the test");
        });

        assertThatThrownBy(taker::take).isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void isFreshOnlyWithASampleThatIsYoungEnough() throws InterruptedException {
        SampleTaker taker = sampler();
        assertThat(taker.fresh(100, 0)).as("before the first").isFalse();

        taker.take();
        assertThat(taker.fresh(100, 0)).as("after the first").isTrue();

        nanos.addAndGet(101);
        assertThat(taker.fresh(100, 0)).as("when it has aged").isFalse();
    }

    @Test
    void closesItsCollectorsThoughOneThrows() {
        SampleTaker taker = sampler(new Closing("first", true), new Closing("second", false));
        taker.close();

        assertThat(calls).containsExactly("first", "second");
    }

    private SampleTaker sampler(Collector... collectors) {
        return new SampleTaker(List.of(collectors), nanos::get, millis::get);
    }

    private static final class Endless implements Collector {

        @Override
        public void collect(NodeSample into, long nowNs) {
            // As long as a long goes, which no stack does.
            if (nowNs < Long.MAX_VALUE) {
                collect(into, nowNs + 1);
            }
            into.set(Metric.JVM_THREADS, 1);
        }
    }

    private final class Closing implements Collector {

        private final String name;
        private final boolean fails;

        Closing(String name, boolean fails) {
            this.name = name;
            this.fails = fails;
        }

        @Override
        public void collect(NodeSample into, long nowNs) {}

        @Override
        public void close() {
            calls.add(name);
            if (fails) {
                throw new IllegalStateException("does not close");
            }
        }
    }
}
