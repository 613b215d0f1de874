// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.protection;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.ProtectSettings;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.ManualLoop;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.log.Event;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProtectionTest {

    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int MOST = 1000;

    /** A process with a heap of 1,000 octets, as many for buffers, and as many descriptors. */
    private static final class Figures implements ProcessFigures {

        private long heap = 100;
        private long buffers = 100;
        private long open = 100;
        private int collections;
        private int asked;

        @Override
        public long heapUsed() {
            return heap;
        }

        @Override
        public long heapMost() {
            return MOST;
        }

        @Override
        public long collections() {
            return collections;
        }

        @Override
        public void collect() {
            asked++;
        }

        @Override
        public long buffersUsed() {
            return buffers;
        }

        @Override
        public long buffersMost() {
            return MOST;
        }

        @Override
        public long descriptorsOpen() {
            return open;
        }

        @Override
        public long descriptorsMost() {
            return MOST;
        }
    }

    private final ManualLoop manual = new ManualLoop();
    private final Loop loop = manual.loop();
    private long clockNs = loop.nowNs();
    private final Figures figures = new Figures();
    private final Protection protection = protection(ProtectSettings.DEFAULTS);

    private Protection protection(ProtectSettings settings) {
        return new Protection(
                settings, List.of(loop), figures, () -> clockNs, loop.events().listener());
    }

    /** One look after another, while the loop takes its turns. */
    private void looks(int count) {
        for (int i = 0; i < count; i++) {
            manual.settle();
            clockNs += Protection.LOOK_NS;
            protection.look(clockNs);
        }
    }

    private @Nullable Refusal refusal() {
        return protection.loopProtection(loop).refusal();
    }

    @SuppressWarnings("EnumOrdinal") // as in the list
    private ResourceView view(VitalResource resource) {
        return protection.view().get(resource.ordinal());
    }

    private List<String> said() {
        return loop.events().recent(100).stream().map(Event::message).toList();
    }

    @Test
    void takesEverybodyWhileThereIsEnough() {
        looks(3);
        assertThat(protection.isOpen(0)).isTrue();
        assertThat(refusal()).isNull();
        assertThat(said()).isEmpty();
    }

    @Test
    void stopsAcceptingAtTheLimitAndRefusesAboveIt() {
        figures.heap = 910;
        looks(1);
        assertThat(protection.isOpen(0)).isFalse();
        assertThat(refusal()).isNull();
        figures.heap = 960;
        looks(1);
        assertThat(refusal()).isEqualTo(Refusal.MEMORY_FULL);
        assertThat(view(VitalResource.MEMORY).level()).isEqualTo(ProtectionLevel.REFUSING);
        assertThat(view(VitalResource.MEMORY).refusals()).isOne();
    }

    @Test
    void aShareThatMovesAboutTheLimitIsOnePauseAndOneEvent() {
        for (int i = 0; i < 10; i++) {
            figures.buffers = i % 2 == 0 ? 905 : 880;
            looks(1);
        }
        assertThat(protection.isOpen(0)).isFalse();
        assertThat(view(VitalResource.MEMORY).pauses()).isOne();
        figures.buffers = 800;
        looks(5);
        assertThat(protection.isOpen(0)).isTrue();
        assertThat(said()).hasSize(2);
        assertThat(said().get(1)).contains("no connection is accepted").contains("engine.protect.memory");
        assertThat(said().get(0)).contains("accepted again");
    }

    @Test
    void thoseWhoWaitGoOnOnceThereIsRoom() {
        AtomicInteger gone = new AtomicInteger();
        figures.open = 950;
        looks(1);
        protection.whenOpen(0, gone::incrementAndGet);
        looks(3);
        assertThat(gone).hasValue(0);
        figures.open = 500;
        looks(2);
        assertThat(gone).hasValue(1);
    }

    @Test
    void connectionsBetweenTwoLooksAreCounted() {
        figures.open = 890;
        looks(1);
        for (int i = 0; i < 10; i++) {
            assertThat(protection.isOpen(0)).isTrue();
            protection.took();
        }
        assertThat(protection.isOpen(0)).as("900 of 1,000 are open").isFalse();
    }

    @Test
    void anAcceptWithoutADescriptorIsBelievedUntilTheNextLook() {
        protection.failed(new IOException("accept(..) failed: Too many open files"));
        looks(1);
        assertThat(refusal()).isEqualTo(Refusal.DESCRIPTORS_FULL);
        looks(1);
        assertThat(refusal()).isNull();
        assertThat(protection.isOpen(0)).isTrue();
    }

    @Test
    void descriptorsThatCannotBeCountedAreAllInUse() {
        figures.open = -1;
        looks(1);
        assertThat(refusal()).isEqualTo(Refusal.DESCRIPTORS_FULL);
    }

    /** A heap that was full when the last client left is looked at again, though nothing needs memory now. */
    @Test
    void asksForACollectionWhenNothingElseBringsOne() {
        figures.heap = 960;
        looks(1);
        figures.heap = 870;
        looks(39);
        assertThat(figures.asked).isZero();
        looks(20);
        assertThat(figures.asked).isOne();
        figures.collections++;
        looks(40);
        assertThat(figures.asked).isOne();
    }

    /** Looks go on while the loop takes its turn only after so many of them. */
    private void turnsAfter(int looks) {
        for (int i = 0; i < looks; i++) {
            protection.look(clockNs);
            clockNs += Protection.LOOK_NS;
        }
        manual.settle();
    }

    @Test
    void aLoopThatIsBehindAcceptsNothingAndThenRefuses() {
        turnsAfter(1);
        turnsAfter(7);
        turnsAfter(7);
        protection.look(clockNs);
        assertThat(protection.isOpen(0)).isFalse();
        assertThat(refusal()).isNull();
        turnsAfter(25);
        turnsAfter(25);
        protection.look(clockNs);
        assertThat(refusal()).isEqualTo(Refusal.LOOP_LATE);
        assertThat(view(VitalResource.LOOPS).figure()).isEqualTo("loop 0 is 2500 ms behind");
        for (int i = 0; i < 5; i++) {
            turnsAfter(1);
        }
        assertThat(protection.isOpen(0)).isTrue();
        assertThat(refusal()).isNull();
    }

    /** It is shown, but what waits for it is served once it turns again. */
    @Test
    void aLoopThatHangsOnceRefusesNobody() {
        turnsAfter(1);
        turnsAfter(50);
        assertThat(view(VitalResource.LOOPS).share()).isGreaterThan(1);
        protection.look(clockNs);
        assertThat(refusal()).isNull();
        assertThat(protection.isOpen(0)).isTrue();
    }

    /** A collection stops the thread that looks, too: that is no fault of the loop. */
    @Test
    void aPauseOfTheWholeProcessIsNoLag() {
        for (int i = 0; i < 3; i++) {
            turnsAfter(1);
            protection.look(clockNs);
            clockNs += 3000 * MS;
            protection.look(clockNs);
            manual.settle();
        }
        protection.look(clockNs);
        assertThat(protection.isOpen(0)).isTrue();
        assertThat(refusal()).isNull();
    }

    @Test
    void refusesWhileMemoryCannotEvenBeLookedAt() {
        protection.starved(clockNs);
        assertThat(refusal()).isEqualTo(Refusal.MEMORY_FULL);
        looks(1);
        assertThat(refusal()).isNull();
    }

    @Test
    void limitsThatAreOffDoNothing() {
        Protection off = protection(new ProtectSettings(1, 1, Duration.ZERO));
        figures.heap = MOST;
        figures.open = MOST;
        for (int i = 0; i < 50; i++) {
            off.look(clockNs + i * Protection.LOOK_NS);
        }
        assertThat(off.isOpen(0)).isTrue();
        assertThat(off.loopProtection(loop).refusal()).isNull();
    }
}
