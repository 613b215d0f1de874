// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.shadow;

import io.evenkeel.dispatcher.node.ClusterObserver;
import io.evenkeel.dispatcher.node.PendingTask;
import io.evenkeel.dispatcher.node.RecordedChoice;
import io.evenkeel.dispatcher.node.application.Application;
import io.evenkeel.policy.Outcome;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A ring of the events of a cluster, in the order of its gate.
 *
 * <p>Written inside the gate, by one thread at a time, and read by one other. A note is a few writes into an array and
 * allocates for retries and recorded choices only. When the ring is full it breaks: nothing more is noted until
 * {@link #begins} finds room, and the choices that are lost are counted.
 */
final class EventRing implements ClusterObserver {

    private static final int CELLS = 7;
    private static final VarHandle WRITTEN;
    private static final VarHandle READ;

    static {
        try {
            WRITTEN = MethodHandles.lookup().findVarHandle(EventRing.class, "written", long.class);
            READ = MethodHandles.lookup().findVarHandle(EventRing.class, "read", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The reader of the ring; the calls mean the same as those of {@link ClusterObserver}. One thread. */
    interface RingReader {

        /**
         * The state as it is.
         *
         * @param broken something before this is missing
         * @param lost number of choices that are missing
         * @param newcomers shadows that begin here
         */
        void begins(Members members, boolean broken, long lost, List<Shadow> newcomers);

        void changed(Members members);

        /**
         * A node for a task: its home, or the choice of the policy in force.
         *
         * @param key the same object at the end of the task
         * @param tried slots that the task must not go to again; null for none
         */
        void chose(
                Object key,
                RingTask task,
                int slot,
                boolean home,
                @Nullable BitSet tried,
                @Nullable Supplier<RecordedChoice> recorded);

        /**
         * A task became a tunnel.
         *
         * @param key of the choice
         */
        void tunnelled(Object key, int slot, long elapsedNs, long nowNs, int tunnels);

        /**
         * The end of a task.
         *
         * @param key of the choice
         * @param headNs {@link io.evenkeel.policy.Task#headNs}
         */
        void finished(
                Object key,
                int slot,
                Outcome outcome,
                long elapsedNs,
                long nowNs,
                int inFlight,
                int tunnels,
                int limit,
                long headNs);

        void connections(int slot, int connections);

        default void peers(int slot, int inFlight) {}

        default void peersBySlice(int slot, double came, double expected, double running, double ended) {}

        void sampled(int slot, double[] row, long takenNs, int others, long nowNs);
    }

    private enum Kind {
        BEGINS,
        CHANGED,
        CHOSE,
        TUNNELLED,
        FINISHED,
        CONNECTIONS,
        PEERS,
        PEERS_BY_SLICE,
        SAMPLED
    }

    private record Newcomers(List<Shadow> all) {}

    /** The parts of a choice that are seldom noted. */
    private record Extra(@Nullable BitSet tried, @Nullable Supplier<RecordedChoice> recorded) {

        static final Extra NONE = new Extra(null, null);
    }

    private final int size;
    private final Kind[] kinds;
    private final long[] cells;
    private final @Nullable Object[] things;
    private final @Nullable Object[] extras;

    private final Queue<Shadow> invited = new ConcurrentLinkedQueue<>();

    private volatile long written;
    private volatile long read;
    private volatile boolean broken;

    /** Used inside the gate, as the next two fields. */
    private long lost;

    private long knownRead;
    private int slots;

    /**
     * @param size number of notes it has room for; a power of 2
     */
    EventRing(int size) {
        this.size = size;
        kinds = new Kind[size];
        cells = new long[size * CELLS];
        things = new Object[size];
        extras = new Object[size];
    }

    /** Lets a shadow begin at the next start of the ring. Any thread. */
    void invite(Shadow newcomer) {
        invited.add(newcomer);
    }

    /** True when an event was not noted, so that the reader must ask for a new start. */
    boolean isBroken() {
        return broken;
    }

    @Override
    public void begins(Members members) {
        boolean wasBroken = broken;
        long missing = lost;
        slots = members.nodes().length;
        if (!hasRoom(1)) {
            broken = true;
            return;
        }
        broken = false;
        lost = 0;
        List<Shadow> newcomers = new ArrayList<>();
        for (Shadow next = invited.poll(); next != null; next = invited.poll()) {
            newcomers.add(next);
        }
        note(Kind.BEGINS, members, new Newcomers(newcomers), wasBroken ? 1 : 0, missing, 0, 0);
    }

    @Override
    public void changed(Members members) {
        slots = members.nodes().length;
        note(Kind.CHANGED, members, null, 0, 0, 0, 0);
    }

    @Override
    public void chose(
            PendingTask task, int slot, boolean home, long nowNs, @Nullable Supplier<RecordedChoice> recorded) {
        Extra extra = null;
        boolean narrowed = task.attempt() > 0 || task.application() != null;
        if (recorded != null || narrowed) {
            extra = new Extra(narrowed ? tried(task) : null, recorded);
        }
        long client = task.clientKey();
        long content = task.contentKey();
        int traits = RingTask.traits(task);
        if (!note(Kind.CHOSE, task, extra, slot, nowNs, client, content, task.attempt(), traits, home ? 1 : 0)) {
            lost++;
        }
    }

    private BitSet tried(PendingTask task) {
        BitSet tried = new BitSet();
        Application application = task.application();
        for (int slot = 0; slot < slots; slot++) {
            boolean closed = application != null && !application.takes(slot);
            tried.set(slot, closed || task.tried(slot));
        }
        return tried;
    }

    @Override
    public void tunnelled(PendingTask task, int slot, long elapsedNs, long nowNs, int tunnels) {
        note(Kind.TUNNELLED, task, null, slot, elapsedNs, nowNs, tunnels);
    }

    @Override
    public void finished(
            PendingTask task,
            int slot,
            Outcome outcome,
            long elapsedNs,
            long nowNs,
            int inFlight,
            int tunnels,
            int limit) {
        note(Kind.FINISHED, task, outcome, slot, elapsedNs, nowNs, inFlight, limit, tunnels, task.headNs());
    }

    @Override
    public void connections(int slot, int connections) {
        note(Kind.CONNECTIONS, null, null, slot, connections, 0, 0);
    }

    @Override
    public void peers(int slot, int inFlight) {
        note(Kind.PEERS, null, null, slot, inFlight, 0, 0);
    }

    @Override
    public void peersBySlice(int slot, double came, double expected, double running, double ended) {
        long c = Double.doubleToRawLongBits(came);
        long e = Double.doubleToRawLongBits(expected);
        long r = Double.doubleToRawLongBits(running);
        note(Kind.PEERS_BY_SLICE, null, null, slot, c, e, r, Double.doubleToRawLongBits(ended), 0, 0);
    }

    @Override
    public void sampled(int slot, double[] row, long takenNs, int others, long nowNs) {
        note(Kind.SAMPLED, row, null, slot, takenNs, others, nowNs);
    }

    private boolean note(Kind kind, @Nullable Object thing, @Nullable Object extra, long a, long b, long c, long d) {
        return note(kind, thing, extra, a, b, c, d, 0, 0, 0);
    }

    /** Writes a note, inside the gate; false when there is no room, and then the ring is broken. */
    private boolean note(
            Kind kind,
            @Nullable Object thing,
            @Nullable Object extra,
            long a,
            long b,
            long c,
            long d,
            long e,
            long f,
            long g) {
        if (broken || !hasRoom(1)) {
            broken = true;
            return false;
        }
        int place = place(written);
        kinds[place] = kind;
        things[place] = thing;
        extras[place] = extra;
        int cell = place * CELLS;
        cells[cell] = a;
        cells[cell + 1] = b;
        cells[cell + 2] = c;
        cells[cell + 3] = d;
        cells[cell + 4] = e;
        cells[cell + 5] = f;
        cells[cell + 6] = g;
        WRITTEN.setRelease(this, written + 1);
        return true;
    }

    private boolean hasRoom(int notes) {
        if (written + notes - knownRead <= size) {
            return true;
        }
        knownRead = read;
        return written + notes - knownRead <= size;
    }

    private int place(long position) {
        return (int) (position & (size - 1));
    }

    /**
     * Hands all notes to the reader; when the reader throws, the rest stays for the next time.
     *
     * @return the number of notes that were read
     */
    int read(RingReader reader) {
        long end = written;
        int count = 0;
        while (read < end) {
            int place = place(read);
            Object thing = things[place];
            Object extra = extras[place];
            int cell = place * CELLS;
            long a = cells[cell];
            long b = cells[cell + 1];
            long c = cells[cell + 2];
            long d = cells[cell + 3];
            long e = cells[cell + 4];
            long f = cells[cell + 5];
            long g = cells[cell + 6];
            Kind kind = kinds[place];
            things[place] = null;
            extras[place] = null;
            READ.setRelease(this, read + 1);
            count++;
            hand(reader, kind, thing, extra, a, b, c, d, e, f, g);
        }
        return count;
    }

    private static void hand(
            RingReader reader,
            Kind kind,
            @Nullable Object thing,
            @Nullable Object extra,
            long a,
            long b,
            long c,
            long d,
            long e,
            long f,
            long g) {
        int slot = (int) a;
        switch (kind) {
            case BEGINS ->
                reader.begins(
                        known(thing, Members.class),
                        a == 1,
                        b,
                        known(extra, Newcomers.class).all());
            case CHANGED -> reader.changed(known(thing, Members.class));
            case CHOSE -> {
                RingTask task = new RingTask(b, c, d, (int) e, (int) f);
                Extra more = extra == null ? Extra.NONE : known(extra, Extra.class);
                reader.chose(Objects.requireNonNull(thing), task, slot, g == 1, more.tried(), more.recorded());
            }
            case TUNNELLED -> reader.tunnelled(Objects.requireNonNull(thing), slot, b, c, (int) d);
            case FINISHED -> {
                Outcome outcome = known(extra, Outcome.class);
                reader.finished(Objects.requireNonNull(thing), slot, outcome, b, c, (int) d, (int) f, (int) e, g);
            }
            case CONNECTIONS -> reader.connections(slot, (int) b);
            case PEERS -> reader.peers(slot, (int) b);
            case PEERS_BY_SLICE ->
                reader.peersBySlice(
                        slot,
                        Double.longBitsToDouble(b),
                        Double.longBitsToDouble(c),
                        Double.longBitsToDouble(d),
                        Double.longBitsToDouble(e));
            case SAMPLED -> reader.sampled(slot, known(thing, double[].class), b, (int) c, d);
        }
    }

    private static <T> T known(@Nullable Object thing, Class<T> type) {
        return type.cast(Objects.requireNonNull(thing));
    }
}
