// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.dispatcher.node.application.Application;
import io.evenkeel.dispatcher.node.decision.RecordedView;
import io.evenkeel.dispatcher.node.guard.GuardedPolicy;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.Sample;
import io.evenkeel.policy.columns.NodeArrays;
import io.evenkeel.policy.columns.NodeListing;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The last choices of a cluster, sampled so that a busy cluster does not pay for them: at most ten a second, and ten
 * that took a session from its node. These are rare and asked for, so others do not push them out until a quarter of
 * the kept ones are such. Inside the gate.
 *
 * <p>Recording copies arrays and asks the policy; what only people read is put together when somebody looks, outside
 * the gate. Kept are 200 choices, and fewer in clusters of more than 100 nodes: views of 20,000 nodes in all, about 10
 * MB.
 */
final class DecisionLog {

    private static final int KEPT = 200;
    private static final int KEPT_NODES = 20_000;
    private static final long SPACING_NS = 100_000_000;
    private static final long EXPLAIN_SPACING_NS = 2_000_000;
    private static final long EXPLAIN_NODE_NS = 20_000;

    /** Choices that may be explained at once: those for the attempts of a few requests. */
    private static final int EXPLAIN_BURST = 8;

    /** One in so many of the kept choices may be a move that is older than the others. */
    private static final int MOVES = 4;

    /** The columns that people are shown, and their names. */
    private static final Map<Sample, String> SHOWN = shown();

    /** Newest first; never changed, so that it can be looked at beside the gate. */
    private volatile List<DecisionEntry> kept = List.of();

    private long nextNs = Long.MIN_VALUE;
    private long nextMoveNs = Long.MIN_VALUE;
    private long nextExplainedNs = Long.MIN_VALUE;

    /** @param move the task leaves the node that has its session */
    boolean wants(long nowNs, boolean move) {
        return nowNs >= (move ? nextMoveNs : nextNs);
    }

    /**
     * True when the choice for one more task of a recorded trace may be explained: 500 a second, a few of them at once,
     * and fewer in clusters of more than 100 nodes, so that explanations take 2 % of the gate's time at most.
     */
    boolean explains(long nowNs, int slots) {
        long spacingNs = Math.max(EXPLAIN_SPACING_NS, slots * EXPLAIN_NODE_NS);
        long dueNs = Math.max(nowNs, nextExplainedNs);
        if (dueNs - nowNs > (EXPLAIN_BURST - 1) * spacingNs) {
            return false;
        }
        nextExplainedNs = dueNs + spacingNs;
        return true;
    }

    /** A choice as it was recorded: its decision lacks the vectors, which are in the view. */
    record DecisionEntry(Decision bare, RecordedView view) {

        /** The whole decision. Outside the gate, for it takes its time. */
        RecordedChoice choice() {
            List<Decision.Candidate> candidates = new ArrayList<>();
            int slot = -1;
            for (Decision.Candidate candidate : bare.candidates()) {
                do {
                    slot++;
                } while (view.name(slot) == null);
                candidates.add(candidate.with(view.vector(slot, SHOWN)));
            }
            return new RecordedChoice(bare.with(candidates), view);
        }
    }

    /**
     * @param home the words on the task's home; empty when it has none
     * @param asked the policy has chosen: it says why, also of a home where it left the task
     */
    DecisionEntry add(
            PendingTask task, int chosen, String home, boolean asked, NodeColumns columns, GuardedPolicy policy) {
        long untilNs = columns.arrays.nowNs() + SPACING_NS;
        int most = Math.min(KEPT, Math.max(1, KEPT_NODES / columns.arrays.slots()));
        DecisionEntry entry = entry(task, chosen, home, asked, columns, policy, policy.name());
        if (entry.bare().moved()) {
            nextMoveNs = untilNs;
        } else {
            nextNs = untilNs;
        }
        List<DecisionEntry> next = new ArrayList<>(kept.size() + 1);
        next.add(entry);
        next.addAll(kept);
        while (next.size() > most) {
            next.remove(oldest(next, most / MOVES));
        }
        kept = next;
        return entry;
    }

    /** The place of the oldest choice that is not a move, or of the oldest move when there are more than so many. */
    private static int oldest(List<DecisionEntry> entries, int moves) {
        boolean move = entries.stream().filter(entry -> entry.bare().moved()).count() > moves;
        int at = entries.size() - 1;
        while (at > 0 && entries.get(at).bare().moved() != move) {
            at--;
        }
        return at == 0 ? entries.size() - 1 : at;
    }

    /** Newest first; each is made a {@link RecordedChoice} outside the gate. */
    List<DecisionEntry> list() {
        return kept;
    }

    /** Everything as it stands for a task. */
    static DecisionEntry entry(
            PendingTask task,
            int chosen,
            String home,
            boolean asked,
            NodeColumns columns,
            Policy policy,
            String policyName) {
        return new DecisionEntry(
                bare(task, chosen, home, asked, columns, policy, policyName),
                new RecordedView(
                        task, NodeColumns.tried(task), Placement.wentHome(home), columns.arrays, columns.names()));
    }

    /** The decision alone, without the vectors, for a task of which only this is wanted. */
    static Decision bare(
            PendingTask task,
            int chosen,
            String home,
            boolean asked,
            NodeColumns columns,
            Policy policy,
            String policyName) {
        Node node = chosen < 0 ? null : columns.nodes[chosen];
        PendingTask.TaskTrace trace = task.trace();
        return new Decision(
                System.currentTimeMillis(),
                policyName,
                task.attempt(),
                node == null ? "?" : node.name(),
                home.isEmpty() ? "" : nameOf(columns, task.home()),
                home,
                candidates(task, chosen, home, asked, columns, policy),
                trace == null ? "" : trace.id());
    }

    private static String nameOf(NodeColumns columns, long key) {
        int slot = columns.arrays.slotOf(key);
        Node node = slot < 0 ? null : columns.nodes[slot];
        return node == null ? "?" : node.name();
    }

    private static List<Decision.Candidate> candidates(
            PendingTask task, int chosen, String home, boolean asked, NodeColumns columns, Policy policy) {
        NodeArrays arrays = columns.arrays;
        String why = chosen < 0 || !asked ? "" : policy.why(task, chosen, arrays);
        double leastScore = leastScore(task, arrays, policy);
        List<Decision.Candidate> candidates = new ArrayList<>();
        for (int slot = 0; slot < arrays.slots(); slot++) {
            Node node = columns.nodes[slot];
            if (node == null || !node.member) {
                continue;
            }
            long ageNs = arrays.sampleAgeNs(slot);
            boolean eligible = arrays.shows(slot);
            double score = policy.score(task, slot, arrays);
            boolean least = score == leastScore;
            String rule;
            if (slot == chosen) {
                rule = !asked ? home : chosen(home, why, least, policy.reason(task, slot, arrays));
            } else {
                rule = eligible ? passedOver(policy.reason(task, slot, arrays), least) : excluded(task, node, columns);
            }
            candidates.add(new Decision.Candidate(
                    node.name(),
                    node.state(),
                    eligible,
                    arrays.tasks(slot),
                    arrays.connections(slot),
                    node.weight,
                    score,
                    ageNs == Long.MAX_VALUE ? -1 : ageNs / 1_000_000,
                    arrays.othersInFlight(slot),
                    Map.of(),
                    rule));
        }
        return candidates;
    }

    private static double leastScore(PendingTask task, NodeArrays arrays, Policy policy) {
        double least = Double.POSITIVE_INFINITY;
        for (int k = 0; k < arrays.count(); k++) {
            double score = policy.score(task, arrays.at(k), arrays);
            least = score < least ? score : least;
        }
        return least;
    }

    private static String passedOver(String reason, boolean least) {
        return !reason.isEmpty() ? reason : least ? "least score" : "";
    }

    private static String chosen(String home, String why, boolean least, String reason) {
        String because = !why.isEmpty() ? why : least ? "least score" : "the policy does not say why";
        return (home.isEmpty() ? "" : home + "; ") + because + (reason.isEmpty() ? "" : "; " + reason);
    }

    /** The reasons a node is not eligible, the weightiest first. */
    private static String excluded(PendingTask task, Node node, NodeColumns columns) {
        int slot = node.slot();
        NodeListing listing = columns.arrays.listing(slot);
        if (listing == NodeListing.OUTRANKED) {
            return node.whyOut();
        }
        if (task.tried(slot)) {
            return "already tried";
        }
        if (listing != NodeListing.LISTED) {
            return listing == NodeListing.BACKUP ? "backup: nodes of a lower level come first" : "no sample";
        }
        Application application = task.application();
        if (application != null && !application.takes(slot)) {
            return "application " + application.state(slot).word();
        }
        if (columns.probation[slot]) {
            return "on probation";
        }
        return columns.arrays.tasks(slot) < node.mostInFlight() ? columns.bounds.why(slot) : "full";
    }

    private static Map<Sample, String> shown() {
        Map<Sample, String> names = new EnumMap<>(Sample.class);
        names.put(Sample.WORKERS_BUSY, "workersBusy");
        names.put(Sample.WORKERS_MAX, "workersMax");
        names.put(Sample.QUEUE_USED, "queueUsed");
        names.put(Sample.QUEUE_MAX, "queueMax");
        names.put(Sample.JDBC_ACTIVE, "jdbcActive");
        names.put(Sample.JDBC_MAX, "jdbcMax");
        names.put(Sample.JDBC_WAITERS, "jdbcWaiters");
        names.put(Sample.HEAP_SHARE, "heapShare");
        names.put(Sample.HEAP_AFTER_GC_SHARE, "heapAfterGcShare");
        names.put(Sample.GC_SHARE, "gcShare");
        names.put(Sample.CPU_SHARE, "cpuShare");
        names.put(Sample.SESSIONS, "sessions");
        names.put(Sample.IN_FLIGHT, "inFlight");
        names.put(Sample.UTILIZATION_SHARE, "utilizationShare");
        names.put(Sample.PARALLELISM, "parallelism");
        names.put(Sample.SERVICE_MS, "serviceMs");
        names.put(Sample.CAPACITY_PER_S, "capacityPerS");
        return names;
    }
}
