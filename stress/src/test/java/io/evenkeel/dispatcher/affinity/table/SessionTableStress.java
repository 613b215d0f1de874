// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.table;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JI_Result;
import org.openjdk.jcstress.infra.results.JJI_Result;

/** A {@link SessionTable}, in which look-ups take no lock and count while entries are moved. */
public final class SessionTableStress {

    private static final long A = 11;
    private static final long B = 22;

    private SessionTableStress() {}

    /** Memory that is used again and again: for more states than the 10,240 that a test has at once. */
    private static final class Memory {

        private static final int EACH = 6 * 1024;
        private static final int STATES = 1 << 14;
        private static final ByteBuffer ALL = ByteBuffer.allocateDirect(EACH * STATES);
        private static final AtomicInteger NEXT = new AtomicInteger();

        private Memory() {}

        static ByteBuffer zeroed(int bytes) {
            ByteBuffer part = ALL.slice((NEXT.getAndIncrement() & (STATES - 1)) * EACH, bytes);
            for (int at = 0; at < bytes; at += Long.BYTES) {
                part.putLong(at, 0);
            }
            return part;
        }
    }

    private static final class Silent implements SessionObserver {

        @Override
        public void began(long node) {}

        @Override
        public void moved(long from, long to) {}

        @Override
        public void ended(long node, int requests, int seconds, SessionEndReason end) {}
    }

    /** A table with one block of 64 buckets, or two after it has grown. */
    private static SessionTable table() {
        return new SessionTable(60, 100, new Silent(), Memory::zeroed);
    }

    private static SessionKey key(long high, long low) {
        SessionKey key = new SessionKey();
        key.set(high, low);
        return key;
    }

    private static int requests(SessionTable table, long node) {
        int[] sum = new int[1];
        table.each(0, (each, requests, idle, seconds) -> sum[0] += each == node ? requests : 0);
        return sum[0];
    }

    /** The entry behind one that is taken out moves up while a request of it is counted. */
    @JCStressTest
    @Outcome(id = "11, 2", expect = ACCEPTABLE, desc = "found and counted")
    @Outcome(expect = FORBIDDEN, desc = "not found, another's node, or a request that is lost")
    @State
    public static class MovedUp {

        private final SessionTable table = table();
        private final SessionKey going = key(1, 0);
        private final SessionKey moved = key(2, 0);

        public MovedUp() {
            table.remember(going, B, 0);
            table.remember(moved, A, 0);
        }

        @Actor
        public void asking(JI_Result r) {
            r.r1 = table.home(moved, 0);
        }

        @Actor
        public void going() {
            table.forget(going, 0);
        }

        @Arbiter
        public void end(JI_Result r) {
            r.r2 = requests(table, A);
        }
    }

    /** A segment grows, so that every entry is moved, while a request is counted. */
    @JCStressTest
    @Outcome(id = "11, 2", expect = ACCEPTABLE, desc = "found and counted")
    @Outcome(expect = FORBIDDEN, desc = "not found, another's node, or a request that is lost")
    @State
    public static class Growth {

        private static final int FULL = 51;

        private final SessionTable table = table();
        private final SessionKey asked = key(1, 0);
        private final SessionKey newcomer = key(2, -1L);

        public Growth() {
            table.remember(asked, A, 0);
            SessionKey key = new SessionKey();
            for (int i = 1; i < FULL; i++) {
                key.set(100 + i, (long) i << 58);
                table.remember(key, B, 0);
            }
        }

        @Actor
        public void asking(JI_Result r) {
            r.r1 = table.home(asked, 0);
        }

        @Actor
        public void growing() {
            table.remember(newcomer, B, 0);
        }

        @Arbiter
        public void end(JI_Result r) {
            r.r2 = requests(table, A);
        }
    }

    /** A session goes and another takes its bucket, in the second in which both began. */
    @JCStressTest
    @Outcome(id = "11, 22, 1", expect = ACCEPTABLE, desc = "asked before it was gone")
    @Outcome(id = "0, 22, 1", expect = ACCEPTABLE, desc = "asked when it was gone")
    @Outcome(
            id = "11, 22, 2",
            expect = ACCEPTABLE_INTERESTING,
            desc = "the look-up read the one and counted for the other: their uses were equal")
    @Outcome(expect = FORBIDDEN, desc = "another's node")
    @State
    public static class BucketTaken {

        private final SessionTable table = table();
        private final SessionKey going = key(1, 0);
        private final SessionKey coming = key(2, 0);

        public BucketTaken() {
            table.remember(going, A, 0);
        }

        @Actor
        public void asking(JJI_Result r) {
            r.r1 = table.home(going, 0);
        }

        @Actor
        public void changing() {
            table.forget(key(1, 0), 0);
            table.remember(coming, B, 0);
        }

        @Arbiter
        public void end(JJI_Result r) {
            r.r2 = table.peek(coming, 0);
            r.r3 = requests(table, B);
        }
    }

    /** A session gets a new home while it is asked for. */
    @JCStressTest
    @Outcome(id = "11, 2", expect = ACCEPTABLE, desc = "asked before it moved")
    @Outcome(id = "22, 2", expect = ACCEPTABLE, desc = "asked after it moved")
    @Outcome(expect = FORBIDDEN, desc = "not found, or a request that is lost")
    @State
    public static class NewHome {

        private final SessionTable table = table();
        private final SessionKey key = key(1, 0);

        public NewHome() {
            table.remember(key, A, 0);
        }

        @Actor
        public void asking(JI_Result r) {
            r.r1 = table.home(key, 0);
        }

        @Actor
        public void moving() {
            table.remember(key(1, 0), B, 0);
        }

        @Arbiter
        public void end(JI_Result r) {
            r.r2 = requests(table, B);
        }
    }
}
