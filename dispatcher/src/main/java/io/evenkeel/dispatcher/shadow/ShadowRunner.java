// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.shadow;

import io.evenkeel.config.cluster.PolicyChoice;
import io.evenkeel.dispatcher.control.ClusterHangsException;
import io.evenkeel.dispatcher.control.ShadowControl;
import io.evenkeel.dispatcher.lock.LockTimeoutException;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterObserver.Members;
import io.evenkeel.dispatcher.node.RecordedChoice;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.SliceFigure;
import io.evenkeel.policy.columns.NodeTraits;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The shadows of one cluster, led along its ring of events.
 *
 * <p>{@link #follow} is for one thread; the rest is for holders of the lock of {@link Shadows}. A shadow hears of the
 * end of the tasks about which it was asked. After a break of the ring it hears that they were abandoned, which says
 * nothing of their nodes.
 */
final class ShadowRunner implements EventRing.RingReader {

    /** Shadows that are followed at a time: those that may run, and those whose end is not noticed yet. */
    static final int PLACES = 2 * ShadowControl.MOST;

    private static final int LEAST_NOTES = 16_384;

    private final Cluster cluster;
    private final PolicyChoice active;
    private final EventRing ring;
    private final ReplicaColumns replica = new ReplicaColumns();
    private final List<Shadow> shadows = new CopyOnWriteArrayList<>();
    private final @Nullable Shadow[] places = new Shadow[PLACES];
    private final IdentityHashMap<Object, RingTask> open = new IdentityHashMap<>();
    private boolean ended;

    ShadowRunner(Cluster cluster) {
        this(
                cluster,
                Math.max(LEAST_NOTES, 8 * Integer.highestOneBit(cluster.table().capacity())));
    }

    /**
     * @param notes the number that the ring has room for; a power of 2
     */
    ShadowRunner(Cluster cluster, int notes) {
        this.cluster = cluster;
        active = cluster.settings().policy();
        ring = new EventRing(notes);
    }

    /** True while this is the cluster, with the policy, that the shadows are compared with. */
    boolean follows(Cluster present) {
        return cluster == present && active.equals(present.settings().policy());
    }

    /** The shadows in the order in which they were added. */
    List<Shadow> shadows() {
        return List.copyOf(shadows);
    }

    /** Adds a shadow, which is asked about every choice from now on. */
    synchronized void add(Shadow shadow) {
        shadows.add(shadow);
        ring.invite(shadow);
        try {
            cluster.table().watch(ring);
        } catch (LockTimeoutException e) {
            remove(shadow);
            throw new ClusterHangsException(e);
        }
    }

    void remove(Shadow shadow) {
        shadow.end();
        shadows.remove(shadow);
    }

    /** Ends the following of this cluster. */
    synchronized void end() {
        ended = true;
        shadows.forEach(Shadow::end);
        watch(null);
    }

    /**
     * Sets the ring of the cluster. While its policy hangs, the cluster keeps the ring it has, which takes no more
     * notes once it is full.
     */
    private void watch(@Nullable EventRing watching) {
        try {
            cluster.table().watch(watching);
        } catch (LockTimeoutException e) {
            cluster.events().cluster().debug(() -> "no shadow follows: " + e.getMessage());
        }
    }

    /** Leads the shadows to the present end of the ring; mends it when it is broken. */
    void follow() {
        ring.read(this);
        if (ring.isBroken()) {
            mend();
            ring.read(this);
        }
    }

    /**
     * Begins a broken ring again. The lock prevents this for a runner that has just ended; no policy is asked under it.
     */
    private synchronized void mend() {
        if (!ended && shadows.stream().anyMatch(shadow -> !shadow.isOver())) {
            watch(ring);
        }
    }

    ReplicaColumns replica() {
        return replica;
    }

    @Override
    public void begins(Members members, boolean broken, long lost, List<Shadow> newcomers) {
        replica.update(members);
        if (broken) {
            for (int place = 0; place < PLACES; place++) {
                Shadow shadow = present(place);
                if (shadow != null) {
                    shadow.dropped(lost);
                }
            }
            abandonAll();
        }
        newcomers.forEach(this::place);
        tell(0, replica.slots());
    }

    /** Tells the shadows that all open tasks were abandoned, because their real end was not noted. */
    private void abandonAll() {
        for (RingTask task : open.values()) {
            long elapsedNs = Math.max(0, replica.nowNs() - task.nowNs());
            finish(task.at(replica.nowNs()), task.slot(), Outcome.ABANDONED, elapsedNs);
        }
        open.clear();
    }

    private void place(Shadow newcomer) {
        int free = 0;
        while (present(free) != null) {
            free++;
        }
        for (RingTask task : open.values()) {
            task.leave(free);
        }
        places[free] = newcomer;
    }

    /** The shadow in a place, unless it is over. */
    private @Nullable Shadow present(int place) {
        Shadow shadow = places[place];
        if (shadow != null && shadow.isOver()) {
            places[place] = null;
            return null;
        }
        return shadow;
    }

    /** Tells the shadows of changes in the slots from the first to before the second. */
    private void tell(int from, int to) {
        for (int place = 0; place < PLACES; place++) {
            Shadow shadow = present(place);
            if (shadow != null) {
                replica.viewFor(shadow.needsSamples(), null, replica.nowNs());
                shadow.tell(from, to, replica);
            }
        }
    }

    @Override
    public void changed(Members members) {
        replica.update(members);
        tell(0, replica.slots());
    }

    @Override
    public void chose(
            Object key,
            RingTask task,
            int slot,
            boolean home,
            @Nullable BitSet tried,
            @Nullable Supplier<RecordedChoice> recorded) {
        for (int place = 0; place < PLACES; place++) {
            Shadow shadow = home ? null : present(place);
            if (shadow != null) {
                replica.viewFor(shadow.needsSamples(), tried, task.nowNs());
                shadow.ask(task.with(place), slot, replica, recorded);
            }
        }
        replica.columns().now(task.nowNs());
        replica.columns().start(slot);
        task.began(slot);
        for (int place = 0; place < PLACES; place++) {
            Shadow shadow = present(place);
            if (shadow != null) {
                task.with(place).hear();
                shadow.started(task, slot, replica);
            }
        }
        open.put(key, task);
    }

    @Override
    public void tunnelled(Object key, int slot, long elapsedNs, long nowNs, int tunnels) {
        replica.tunnelled(slot, tunnels, nowNs);
        RingTask task = open.get(key);
        if (task != null) {
            task.at(nowNs).tunnelled();
            for (int place = 0; place < PLACES; place++) {
                Shadow shadow = present(place);
                if (shadow != null && task.with(place).isHeard()) {
                    shadow.tunnelled(task, slot, elapsedNs, replica);
                }
            }
        }
    }

    @Override
    public void finished(
            Object key,
            int slot,
            Outcome outcome,
            long elapsedNs,
            long nowNs,
            int inFlight,
            int tunnels,
            int limit,
            long headNs) {
        replica.finished(slot, inFlight, tunnels, limit, nowNs);
        RingTask task = open.remove(key);
        if (task != null) {
            finish(task.at(nowNs).answeredAfter(headNs), slot, outcome, elapsedNs);
        }
    }

    private void finish(RingTask task, int slot, Outcome outcome, long elapsedNs) {
        for (int place = 0; place < PLACES; place++) {
            Shadow shadow = present(place);
            if (shadow != null && task.with(place).isHeard()) {
                shadow.finished(task, slot, outcome, elapsedNs, replica);
            }
        }
    }

    @Override
    public void connections(int slot, int connections) {
        replica.columns().connections(slot, connections);
    }

    @Override
    public void peers(int slot, int inFlight) {
        replica.columns().traits().peers(slot, inFlight);
    }

    @Override
    public void peersBySlice(int slot, double came, double expected, double running, double ended) {
        NodeTraits traits = replica.columns().traits();
        traits.peersBySlice(slot, SliceFigure.CAME, came);
        traits.peersBySlice(slot, SliceFigure.EXPECTED, expected);
        traits.peersBySlice(slot, SliceFigure.RUNNING, running);
        traits.peersBySlice(slot, SliceFigure.ENDED, ended);
    }

    @Override
    public void sampled(int slot, double[] row, long takenNs, int others, long nowNs) {
        replica.sampled(slot, row, takenNs, others, nowNs);
        tell(slot, slot + 1);
    }
}
