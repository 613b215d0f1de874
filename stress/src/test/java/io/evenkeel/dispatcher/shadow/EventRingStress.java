// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.shadow;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.node.ClusterObserver;
import io.evenkeel.dispatcher.node.RecordedChoice;
import io.evenkeel.dispatcher.node.guard.Gate;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLZ_Result;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** An {@link EventRing} between threads inside the gate and its reader: each note once, whole and in order. */
public final class EventRingStress {

    private EventRingStress() {}

    /** The notes that a ring hands over; a minus sign for none. */
    private static String read(EventRing ring) {
        Written written = new Written();
        return ring.read(written) == 0 ? "-" : written.text.toString();
    }

    /** A reader that writes down samples and numbers of connections. */
    private static final class Written implements EventRing.RingReader {

        private final StringBuilder text = new StringBuilder();

        @Override
        public void connections(int slot, int connections) {
            text.append(slot).append(connections);
        }

        @Override
        public void sampled(int slot, double[] row, long takenNs, int others, long nowNs) {
            text.append(slot)
                    .append((int) row[0])
                    .append(takenNs)
                    .append(others)
                    .append(nowNs);
        }

        @Override
        public void begins(ClusterObserver.Members members, boolean broken, long lost, List<Shadow> newcomers) {
            text.append('?');
        }

        @Override
        public void changed(ClusterObserver.Members members) {
            text.append('?');
        }

        @Override
        public void chose(
                Object key,
                RingTask task,
                int slot,
                boolean home,
                @Nullable BitSet tried,
                @Nullable Supplier<RecordedChoice> recorded) {
            text.append('?');
        }

        @Override
        public void tunnelled(Object key, int slot, long elapsedNs, long nowNs, int tunnels) {
            text.append('?');
        }

        @Override
        public void finished(
                Object key,
                int slot,
                io.evenkeel.policy.Outcome outcome,
                long elapsedNs,
                long nowNs,
                int inFlight,
                int tunnels,
                int limit,
                long headNs) {
            text.append('?');
        }
    }

    /** Two notes into an empty ring. */
    @JCStressTest
    @Outcome(id = "-, 1122", expect = ACCEPTABLE, desc = "read before the first")
    @Outcome(id = "11, 22", expect = ACCEPTABLE, desc = "read between")
    @Outcome(id = "1122, -", expect = ACCEPTABLE, desc = "read after both")
    @Outcome(expect = FORBIDDEN, desc = "a note was lost, torn or moved")
    @State
    public static class Notes {

        private final EventRing ring = new EventRing(4);

        @Actor
        public void writer() {
            ring.connections(1, 1);
            ring.connections(2, 2);
        }

        @Actor
        public void reader(LL_Result r) {
            r.r1 = read(ring);
        }

        @Arbiter
        public void rest(LL_Result r) {
            r.r2 = read(ring);
        }
    }

    /** A note into a full ring of two, which breaks it unless the reader has made room. */
    @JCStressTest
    @Outcome(id = "1122, 33, false", expect = ACCEPTABLE, desc = "room was made")
    @Outcome(id = "1122, -, true", expect = ACCEPTABLE, desc = "no room; it broke")
    @Outcome(expect = FORBIDDEN, desc = "a note was overwritten or lost unseen")
    @State
    public static class Full {

        private final EventRing ring = new EventRing(2);

        public Full() {
            ring.connections(1, 1);
            ring.connections(2, 2);
        }

        @Actor
        public void writer() {
            ring.connections(3, 3);
        }

        @Actor
        public void reader(LLZ_Result r) {
            r.r1 = read(ring);
        }

        @Arbiter
        public void rest(LLZ_Result r) {
            r.r2 = read(ring);
            r.r3 = ring.isBroken();
        }
    }

    /** A note with an object: the reader sees what was written into the object before. */
    @JCStressTest
    @Outcome(id = "-", expect = ACCEPTABLE, desc = "read before the note")
    @Outcome(id = "12345", expect = ACCEPTABLE, desc = "read after the note")
    @Outcome(expect = FORBIDDEN, desc = "a part of the note was not there yet")
    @State
    public static class Sampled {

        private final EventRing ring = new EventRing(2);

        @Actor
        public void writer() {
            double[] row = new double[1];
            row[0] = 2;
            ring.sampled(1, row, 3, 4, 5);
        }

        @Actor
        public void reader(L_Result r) {
            r.r1 = read(ring);
        }
    }

    /** Two threads that note inside the gate, one after the other. */
    @JCStressTest
    @Outcome(id = "1122", expect = ACCEPTABLE, desc = "the first actor went first")
    @Outcome(id = "2211", expect = ACCEPTABLE, desc = "the second actor went first")
    @Outcome(expect = FORBIDDEN, desc = "one note took the place of the other")
    @State
    public static class Writers {

        private final Gate gate = new Gate("shop", () -> "none", new EventLog().cluster());
        private final EventRing ring = new EventRing(2);

        @Actor
        public void first() {
            gate.enter();
            ring.connections(1, 1);
            gate.exit();
        }

        @Actor
        public void second() {
            gate.enter();
            ring.connections(2, 2);
            gate.exit();
        }

        @Arbiter
        public void rest(L_Result r) {
            r.r1 = read(ring);
        }
    }
}
