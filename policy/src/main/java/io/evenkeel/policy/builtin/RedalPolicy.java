// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.LoadBySlice;
import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Parameter;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicySettings;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.SliceFigure;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.load.Rotation;
import io.evenkeel.policy.redal.Reservations;
import io.evenkeel.policy.redal.SliceLoads;
import io.evenkeel.policy.redal.ThroughputCurves;
import io.evenkeel.policy.redal.WindowMean;
import java.util.List;

/**
 * Keeps a session on its node while that is lightly loaded, and reserves room there for the session's next request.
 *
 * <pre>
 * light   = the node's throughput grows with its load                 {@link ThroughputCurves}
 * room    = light, and m < T * d
 * choice  = the session's node if it is light; else the node with room that has the least m; else the least m of all
 * m       = (l + alpha * e) / warmShare, in requests
 * l       = requests that have come to the node in the present time slice, of length d ({@code slice})
 * e       = requests of sessions that are expected there in it and have not come yet
 *           l and e include what joined dispatchers tell
 * h       = mean time between two requests of a session, over the last g ({@code window})
 * T       = the node's highest throughput so far
 * </pre>
 *
 * A request of a session that comes to a node at t reserves room there in the slice of t + h. When the session's next
 * request comes before the end of that slice, to whichever node, it takes the reservation back. When it comes later or
 * never, e was too high for one slice: alpha below 1 allows for such errors. Equals take turns.
 *
 * <p>Where the paper is silent: a request that comes in the slice for which it is expected takes its reservation back
 * as well, so that it counts once in m. h is measured between two requests that came here; for a session whose last
 * request was elsewhere it is the think time since the last answer, which the response-time cookie tells, and the mean
 * response time. A gap longer than {@link SliceLoads#RING} slices is a new visit and does not count, and nothing is
 * reserved further ahead. Without the bound T, which stands at the beginning of section 2 only, the last light node
 * would get the requests of all others until the end of the slice. Weights are not used.
 *
 * <p>Several dispatchers: those that are joined and have slices of the same length share l, e and the throughput of
 * nodes, as the paper's do. Their slices do not begin together: the sums hold requests of slices that overlap this one,
 * which are as long. They are as of the last turn to tell, up to 0.2 s ago. Others have a view of their own load only.
 * A session that changes dispatchers leaves a reservation behind, and h is each dispatcher's own. After a cut, T stays
 * the throughput for all for some 1,000 slices ({@link ThroughputCurves}), and m < T * d bounds little until then.
 *
 * <p>Fails
 * <ul>
 *   <li>when all nodes are full: then every request goes to the least m wherever its session is, so nearly each one
 *       fetches its session, and the cluster does least when most is asked of it. Where a fetch costs as much as a
 *       third of a request, the cluster does not recover from that by itself. {@code all-full: stay} keeps such
 *       requests with their sessions, as section 1.1 has it: leave for a server of lower load;
 *   <li>when load never changes, or changes with the speed of the node: then the slope of the curve is chance, and at
 *       saturation a node is called light and heavy in turns;
 *   <li>when think times differ much: h is one mean for all sessions, and a reservation is for one slice. With think
 *       times that are exponential, two of three requests come early or not at all in their slice;
 *   <li>when nodes differ: m counts requests, not work; a slow node gets as many new sessions as a fast one until its
 *       throughput stops to grow;
 *   <li>when a node joins: it has no load and no reservations, so it gets all new sessions until its m is that of the
 *       others; slow start makes that slower;
 *   <li>without sessions: it counts the requests of the present slice, whether or not they still run.
 * </ul>
 *
 * <p>Cost: O(n), and one look-up of the session. Memory: 3 kB for each node, 32 octets for each of {@code sessions}.
 *
 * <p>Source: paper 4, section 2.
 */
final class RedalPolicy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "redal",
            "Keeps a session on its node until the node is full, and reserves room there for its next request.",
            "the session's node while its throughput grows with its load; else least l + alpha * e of nodes with room; else of all",
            "paper 4, section 2 (ReDAL)",
            PolicyType.Needs.HTTP,
            List.of(
                    new Parameter(
                            "alpha",
                            Parameter.Kind.NUMBER,
                            0.01,
                            1,
                            0.9,
                            "how much a request that is expected counts beside one that has come"),
                    new Parameter(
                            "slice",
                            Parameter.Kind.DURATION,
                            0.01,
                            600,
                            1,
                            "length of a time slice, longer than a request takes; the paper's d"),
                    new Parameter(
                            "window",
                            Parameter.Kind.NUMBER,
                            1,
                            100_000,
                            1000,
                            "requests over which the time between two requests of a session is averaged; the paper's g"),
                    new Parameter(
                            "sessions",
                            Parameter.Kind.NUMBER,
                            8,
                            1 << 22,
                            1 << 16,
                            "sessions whose reservations can be taken back; one more forgets one of the quietest"),
                    Parameter.choice(
                            "all-full",
                            List.of("leave", "stay"),
                            "leave",
                            "leave: a session goes to the least loaded node when no node has room, as in the paper;"
                                    + " stay: it stays")),
            RedalPolicy::new);

    /** Time for which reservations are told ahead: after 3 s, a report counts little more than a third. */
    private static final double TOLD_S = 3;

    /** Slices that are told, at most. */
    private static final int MOST_TOLD = 32;

    private final int maxNodes;
    private final double alpha;
    private final boolean stays;
    private final double sliceS;
    private final int[] owner;
    private final Rotation rotation = new Rotation();
    private SliceLoads slices;
    private ThroughputCurves curves;
    private Reservations reservations;
    private final WindowMean gaps;
    private final WindowMean responses;
    private boolean begun;

    /** True when the node that was found last has room. */
    private boolean hasRoom;

    private RedalPolicy(PolicySettings settings) {
        maxNodes = settings.maxNodes();
        alpha = settings.option("alpha");
        stays = settings.chose("all-full", 1);
        sliceS = settings.option("slice");
        owner = new int[maxNodes];
        slices = new SliceLoads(maxNodes, Math.round(sliceS * 1e9));
        curves = new ThroughputCurves(maxNodes);
        reservations = new Reservations((int) settings.option("sessions"));
        gaps = new WindowMean((int) settings.option("window"));
        responses = new WindowMean((int) settings.option("window"));
    }

    @Override
    public boolean decidesHomes() {
        return true;
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        long now = task.nowNs();
        advance(nodes, now);
        int home = nodes.home();
        if (home >= 0 && !curves.isHeavy(home)) {
            return home;
        }
        int least = leastLoaded(nodes, now);
        return stays && home >= 0 && !hasRoom ? home : rotation.take(least);
    }

    /** The node with room that has the least m, or the least m of all; {@link #hasRoom} tells which. */
    private int leastLoaded(Nodes nodes, long now) {
        int count = nodes.count();
        int k = rotation.start(nodes);
        int best = -1;
        double least = Double.POSITIVE_INFINITY;
        hasRoom = false;
        for (int seen = 0; seen < count; seen++) {
            int slot = nodes.at(k);
            double m = modified(slot, nodes, now);
            boolean room = !curves.isHeavy(slot) && m < curves.peak(slot) * sliceS;
            if (best < 0 || (room == hasRoom ? m < least : room)) {
                best = slot;
                least = m;
                hasRoom = room;
            }
            if (++k == count) {
                k = 0;
            }
        }
        return best;
    }

    private double modified(int slot, Nodes nodes, long nowNs) {
        double m = slices.modified(slot, alpha, nowNs)
                + nodes.peersBySlice(slot, SliceFigure.CAME)
                + alpha * nodes.peersBySlice(slot, SliceFigure.EXPECTED);
        double warm = nodes.warmShare(slot);
        return warm < 1 ? m / warm : m;
    }

    private void advance(Nodes nodes, long now) {
        if (!begun) {
            begun = true;
            slices.begin(now);
            curves.begin(now);
        } else if (slices.advance(now)) {
            for (int slot = 0; slot < nodes.slots(); slot++) {
                curves.peers(
                        slot,
                        nodes.peersBySlice(slot, SliceFigure.RUNNING),
                        nodes.peersBySlice(slot, SliceFigure.ENDED) / sliceS);
            }
            curves.endSlice(nodes.slots(), slices.beganNs());
        }
    }

    @Override
    public LoadBySlice bySlice(Nodes nodes, long nowNs) {
        if (!begun) {
            return LoadBySlice.empty(slices.lengthNs(), slices.lengthNs(), nodes.slots(), 1);
        }
        int most = (int) Math.min(MOST_TOLD, 1 + Math.ceil(TOLD_S / sliceS));
        LoadBySlice told = slices.told(nodes.slots(), most, nowNs);
        curves.tell(told, slices.passed(nowNs));
        return told;
    }

    @Override
    public void onStart(Task task, int slot, Nodes nodes) {
        long now = task.nowNs();
        advance(nodes, now);
        slices.came(slot);
        curves.changed(slot, nodes.inFlight(slot), now);
        long session = task.sessionKey();
        int entry = session == 0 ? Reservations.UNKNOWN : reservations.find(session);
        if (entry != Reservations.UNKNOWN) {
            takeBack(entry);
        }
        if (task.attempt() == 0) {
            learn(task, entry, now);
        }
        if (session != 0) {
            reservations.put(session, entry, now, slot, owner[slot], reserve(slot, now));
        } else if (task.placesSession() && !task.connection()) {
            // the answer will tell the session
            task.memo((int) (reserve(slot, now) + 1));
        }
    }

    private void takeBack(int entry) {
        int slot = reservations.slot(entry);
        if (owner[slot] == reservations.owner(entry)) {
            slices.cancel(slot, reservations.slice(entry));
        }
    }

    /** Learns from the time since the session's last request, if that is known. */
    private void learn(Task task, int entry, long now) {
        long gapNs = -1;
        if (entry != Reservations.UNKNOWN) {
            gapNs = now - reservations.cameNs(entry);
        } else if (task.thinkNs() >= 0) {
            gapNs = task.thinkNs() + Math.max(0, responses.meanNs());
        }
        if (gapNs >= 0 && gapNs / slices.lengthNs() < SliceLoads.RING) {
            gaps.add(gapNs);
        }
    }

    private long reserve(int slot, long now) {
        long gapNs = gaps.meanNs();
        return gapNs < 0 ? SliceLoads.NONE : slices.reserve(slot, now + gapNs);
    }

    @Override
    public void onTunnel(Task task, int slot, long elapsedNs, Nodes nodes) {
        advance(nodes, task.nowNs());
        curves.changed(slot, nodes.inFlight(slot), task.nowNs());
    }

    @Override
    public void onFinish(Task task, int slot, Outcome outcome, long elapsedNs, Nodes nodes) {
        long now = task.nowNs();
        advance(nodes, now);
        curves.changed(slot, nodes.inFlight(slot), now);
        if (outcome == Outcome.SUCCEEDED && !task.connection()) {
            curves.answered(slot);
            responses.add(elapsedNs);
            noteNewSession(task, slot, now - elapsedNs);
        }
    }

    /** Notes the session that an answer has begun, with the reservation that its request made. */
    private void noteNewSession(Task task, int slot, long cameNs) {
        long session = task.sessionKey();
        if (session != 0 && task.placesSession() && reservations.find(session) == Reservations.UNKNOWN) {
            reservations.put(session, Reservations.UNKNOWN, cameNs, slot, owner[slot], task.memo() - 1L);
        }
    }

    @Override
    public void onJoin(int slot, Nodes nodes, long nowNs) {
        advance(nodes, nowNs);
        owner[slot]++;
        slices.forget(slot);
        curves.forget(slot, nodes.inFlight(slot), nowNs);
    }

    @Override
    public boolean inherits(Policy before) {
        if (!(before instanceof RedalPolicy other) || !other.fits(this)) {
            return false;
        }
        slices = other.slices;
        curves = other.curves;
        reservations = other.reservations;
        begun = other.begun;
        System.arraycopy(other.owner, 0, owner, 0, maxNodes);
        if (other.gaps.meanNs() >= 0) {
            gaps.add(other.gaps.meanNs());
        }
        return true;
    }

    private boolean fits(RedalPolicy next) {
        return maxNodes == next.maxNodes
                && slices.lengthNs() == next.slices.lengthNs()
                && reservations.room() == next.reservations.room();
    }

    @Override
    public double score(Task task, int slot, Nodes nodes) {
        return modified(slot, nodes, task.nowNs());
    }

    @Override
    public String reason(Task task, int slot, Nodes nodes) {
        return curves.isHeavy(slot) ? "heavily loaded: its throughput does not grow with its load" : "";
    }

    @Override
    public String why(Task task, int slot, Nodes nodes) {
        int home = nodes.home();
        if (home < 0) {
            return "";
        }
        if (slot == home && !curves.isHeavy(home)) {
            return "the session's node, which is lightly loaded";
        }
        return slot == home
                ? "the session's node, as no node has room"
                : "the session's node is heavily loaded; least expected load";
    }
}
