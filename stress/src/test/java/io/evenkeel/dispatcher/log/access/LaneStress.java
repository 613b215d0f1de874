// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.access;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.evenkeel.config.LogSettings.Format;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.time.ZoneOffset;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLJ_Result;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A {@link Lane} between the thread that puts and the one that drains: whole lines, in order, each once. */
public final class LaneStress {

    private static final LineFormat FORMAT = LineFormat.of(Format.COMBINED, ZoneOffset.UTC, null);

    private LaneStress() {}

    private static void put(Lane lane, String line) {
        lane.put(line.getBytes(US_ASCII), line.length());
    }

    /** The text that waits in the lane; a minus sign for none. */
    private static String drained(Lane lane) {
        Text text = new Text();
        try {
            return lane.drain(text) ? text.written.toString() : "-";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A channel that keeps what is written as ASCII text. */
    private static final class Text implements WritableByteChannel {

        private final StringBuilder written = new StringBuilder();

        @Override
        public int write(ByteBuffer octets) {
            int count = octets.remaining();
            while (octets.hasRemaining()) {
                written.append((char) octets.get());
            }
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    /** Two lines into an empty lane with room for both. */
    @JCStressTest
    @Outcome(id = "-, abcd", expect = ACCEPTABLE, desc = "drained before the first line")
    @Outcome(id = "ab, cd", expect = ACCEPTABLE, desc = "drained between the lines")
    @Outcome(id = "abcd, -", expect = ACCEPTABLE, desc = "drained after both")
    @Outcome(expect = FORBIDDEN, desc = "a line was lost, torn, moved or read before it was written")
    @State
    public static class Lines {

        private final Lane lane = new Lane(8, FORMAT);

        @Actor
        public void putting() {
            put(lane, "ab");
            put(lane, "cd");
        }

        @Actor
        public void draining(LL_Result r) {
            r.r1 = drained(lane);
        }

        @Arbiter
        public void rest(LL_Result r) {
            r.r2 = drained(lane);
        }
    }

    /**
     * A lane of four bytes with two of them waiting, across the end of the ring: the first line finds room, the second
     * only behind the drain.
     */
    @JCStressTest
    @Outcome(id = "ab, cdef, 0", expect = ACCEPTABLE, desc = "drained before the first line")
    @Outcome(id = "ab, cd, 1", expect = ACCEPTABLE, desc = "drained meanwhile, and the second line came too early")
    @Outcome(id = "abcd, ef, 0", expect = ACCEPTABLE, desc = "drained between the lines")
    @Outcome(id = "abcd, -, 1", expect = ACCEPTABLE, desc = "the second line found no room and is counted")
    @Outcome(expect = FORBIDDEN, desc = "a line was overwritten, torn or lost without being counted")
    @State
    public static class Full {

        private final Lane lane = new Lane(4, FORMAT);

        public Full() {
            put(lane, "xyz");
            drained(lane);
            put(lane, "ab");
        }

        @Actor
        public void putting() {
            put(lane, "cd");
            put(lane, "ef");
        }

        @Actor
        public void draining(LLJ_Result r) {
            r.r1 = drained(lane);
        }

        @Arbiter
        public void rest(LLJ_Result r) {
            r.r2 = drained(lane);
            r.r3 = lane.dropped();
        }
    }
}
