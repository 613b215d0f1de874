// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.load.NodeLimits;
import io.evenkeel.policy.load.Rotation;
import io.evenkeel.policy.load.ServiceTimes;
import java.util.List;

/**
 * Chooses the node where one more task does the least harm: least marginal congestion, from what this dispatcher sees itself and, where
 * agents report it, from what each node can do at once. Needs no weights and ignores them.
 *
 * <pre>
 * n = own in flight + others' in flight
 * x = 1 + (ω own + others) / (k * warmShare)
 * score = s * x * x * pen;  s * x * pen when a whole session is placed
 * answer:   sample = elapsed / max(1, (n at choice + 1) / k), in milliseconds, into s
 * </pre>
 *
 * Terms: s is the service time without contention ({@link ServiceTimes}: probation, failures and doubt are there); k the tasks a node
 * works on at once, ω the weight of own tasks while other dispatchers send most, pen the penalty of a full heap, and the limit
 * beyond which a node is passed over ({@link NodeLimits}: 1, 1, 1 and none without an agent, or with a sample older than 10 s).
 *
 * <p>The square is the derivative of the mean waiting time: sending a task costs it its own wait and makes everybody behind it wait longer.
 * A session cannot be corrected later, so it is placed by the mean alone.
 *
 * <p>Choices of ours where the notes left room: slow start divides k instead of multiplying the score, so that a cold node gets one task at
 * a time on a quiet cluster instead of none; idle nodes whose score is within 1.25 of each other count as equal and take turns, since
 * their estimates are no better than that; a node on probation has at most the mean number of tasks. A task whose client went away counts
 * when it had already taken longer than s, so a frozen node with impatient clients looks slow.
 *
 * <p>Fails when tasks of very different length go to nodes in a fixed pattern, which makes one node look slow. Cost: O(n), one pass; a
 * second one while a node is on probation.
 *
 * <p>Source: POLICIES, "headroom"; LSQ (Vargaftik, Keslassy, Orda, 2020) for locally corrected views.
 */
final class HeadroomPolicy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "headroom",
            "Chooses the node where one more task does the least harm; the default.",
            "least s * (1 + inFlight / k)^2 * pen; s = learned service time, k = effective parallelism",
            "this project; least marginal congestion over locally corrected views (LSQ)",
            PolicyType.Needs.NOTHING,
            List.of(),
            settings -> new HeadroomPolicy(settings.maxNodes()));

    private static final long TIDY_NS = 100_000_000;
    private static final double CLEARLY_LESS = 1 / 1.25;

    private final ServiceTimes times;
    private final NodeLimits limits;
    private final Rotation rotation = new Rotation();
    private long tidiedNs = Long.MIN_VALUE;

    private HeadroomPolicy(int maxNodes) {
        times = new ServiceTimes(maxNodes);
        limits = new NodeLimits(maxNodes);
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        tidy(task.nowNs(), nodes);
        int count = nodes.count();
        double fairShare = times.anyOnProbation() ? meanInFlight(nodes) : Double.MAX_VALUE;
        boolean session = task.placesSession();
        double omega = limits.ownWeight();
        int best = HOLD;
        int bestTasks = 0;
        double least = Double.POSITIVE_INFINITY;
        int k = rotation.start(nodes);
        for (int seen = 0; seen < count; seen++) {
            int slot = nodes.at(k);
            if (++k == count) {
                k = 0;
            }
            int own = nodes.inFlight(slot);
            int others = limits.others(slot);
            int tasks = own + others;
            if (tasks >= limits.limit(slot) || (own > fairShare && times.onProbation(slot))) {
                continue;
            }
            double x = 1 + (omega * own + others) * limits.share(slot, nodes);
            double score = times.of(slot) * limits.penalty(slot) * (session ? x : x * x);
            double toBeat = (tasks | bestTasks) == 0 ? least * CLEARLY_LESS : least;
            if (score < toBeat) {
                best = slot;
                bestTasks = tasks;
                least = score;
            }
        }
        return best == HOLD ? HOLD : rotation.take(best);
    }

    @Override
    public void onStart(Task task, int slot, Nodes nodes) {
        task.memo(nodes.inFlight(slot) - 1 + limits.others(slot));
    }

    @Override
    public void onFinish(Task task, int slot, Outcome outcome, long elapsedNs, Nodes nodes) {
        if (outcome == Outcome.FAILED) {
            times.failed(slot, task.nowNs());
        } else if (!task.connection()) {
            double contention = Math.max(1, (task.memo() + 1) * limits.share(slot));
            double sampleMs = elapsedNs / 1e6 / contention;
            if (outcome == Outcome.SUCCEEDED || sampleMs > times.alone(slot)) {
                times.answered(slot, sampleMs, task.nowNs());
            }
        }
    }

    @Override
    public void onJoin(int slot, Nodes nodes, long nowNs) {
        times.join(slot, nowNs);
        limits.forget(slot);
    }

    @Override
    public void onLeave(int slot, Nodes nodes, long nowNs) {
        times.leave(slot);
    }

    @Override
    public void onSample(int slot, Nodes nodes, long nowNs) {
        limits.read(slot, nodes);
    }

    @Override
    public double score(Task task, int slot, Nodes nodes) {
        double x = 1 + (limits.ownWeight() * nodes.inFlight(slot) + limits.others(slot)) * limits.share(slot, nodes);
        return times.of(slot) * limits.penalty(slot) * (task.placesSession() ? x : x * x);
    }

    /** Ten times a second: doubts old estimates and old samples. */
    private void tidy(long nowNs, Nodes nodes) {
        if (nowNs - TIDY_NS < tidiedNs) {
            return;
        }
        times.compare();
        for (int slot = 0; slot < nodes.slots(); slot++) {
            if (nodes.inFlight(slot) == 0) {
                times.doubt(slot, tidiedNs, nowNs);
            }
            limits.age(slot, nodes);
        }
        limits.weighOwn(nodes);
        tidiedNs = nowNs;
    }

    private static double meanInFlight(Nodes nodes) {
        long total = 0;
        int count = nodes.count();
        for (int k = 0; k < count; k++) {
            total += nodes.inFlight(nodes.at(k));
        }
        return (double) total / count;
    }
}
