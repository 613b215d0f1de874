// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Parameter;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicySettings;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.headroom.ClassTimes;
import io.evenkeel.policy.headroom.FreeTurns;
import io.evenkeel.policy.headroom.HomeLimit;
import io.evenkeel.policy.headroom.NodeLimits;
import io.evenkeel.policy.headroom.OtherDispatchers;
import io.evenkeel.policy.headroom.ParkedTasks;
import io.evenkeel.policy.headroom.ServiceTimes;
import io.evenkeel.policy.headroom.TaskLessons;
import io.evenkeel.policy.load.Rotation;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Gives nodes turns by the cube of their speed while some node has room to spare, so that every node stays warm and its
 * speed known. When no node has room, the request goes where it does the least harm. Needs no weights and ignores them.
 *
 * <pre>
 * n = own in flight + others' in flight - parked, at least 0;  passed over while n is at the limit
 * x = 1 + (ω own + others + beside - parked, at least 0) / (k * warmShare)
 * score = s * x * x * pen;  s * x * pen when a whole session is placed
 * free:     n / (k * warmShare) at most a third, and sound
 * best = least score; where it is free and no session is placed: the free node that is owed a turn, weight 1 / score³
 * home:     stays while it is below its limit, or its score is at most four times the best
 * answer:   sample = time to its head / max(1, (n at choice + 1) / k), in milliseconds, into s
 *           with answers: relative   sample * mean cost / cost of its request class
 * </pre>
 *
 * Terms:
 * <ul>
 *   <li>s: the service time without contention. {@link ServiceTimes} also has the effects of probation, failures, doubt
 *       and long tasks, and uses the agent's figure after 15 s without an answer;
 *   <li>k: the tasks that a node works on at once;
 *   <li>limit: the tasks from which on a node is passed over; 0 is a veto;
 *   <li>pen: the penalty of a full heap;
 *   <li>parked: the tasks that hold no worker, long polls ({@link ParkedTasks}). Tunnels are not in flight at all;
 *   <li>others: the tasks of other dispatchers, ω, the weight of own tasks while others send most, and beside, by
 *       which tasks that joined dispatchers tell count more ({@link OtherDispatchers});
 *   <li>turns: {@link FreeTurns}.
 * </ul>
 * When a sample is older than 3 s, the tasks of others move to the mean. When it is older than 10 s, or there is no
 * agent, then ω and pen are 1, others is 0, there is no limit, and k is the mean of the nodes that report, or 1 when
 * none does. When no node is left, the task is held. The task is also held when the nodes that are left have failed
 * their last twelve tasks and a sound node is merely at its limit, because the sound one will soon have room.
 *
 * <p>The cube: a node half as fast gets an eighth of the turns of the faster one. This costs a part of the mean time
 * at light load on unequal nodes (decision records 0021 and 0027 have the figures); in return the code of the slow node
 * stays compiled, and its speed is known when a surge comes. A node that gets as much anyway, because the faster one is
 * busy, is owed no turn. Where answers of very different length are mixed, chance makes nodes look slow; relative
 * answers win back a part of that. The square is the derivative of the mean
 * waiting time: a task pays with its own wait, and makes every task behind it wait longer. A session cannot be
 * corrected later, so it is placed by the mean alone, and idle nodes within 1.25 of each other count as equal then.
 *
 * <p>Other choices: slow start divides k instead of multiplying the score, so that a cold
 * node gets one task at a time on a quiet cluster instead of none; a node on probation has at most the mean number of
 * tasks. A task whose client went away counts when it had already taken longer than s, so a frozen node with impatient
 * clients looks slow.
 *
 * <p>Fails when tasks of very different length go to nodes in a fixed pattern, which makes one node look slow. Cost:
 * O(n), one pass, and one over the free nodes, 32 at most; a further one while a node is on probation. Of more than
 * 512 nodes, 64 in a row from a random one on are looked at, and all only when none of those may take the task.
 *
 * <p>Source: this project; LSQ (Vargaftik, Keslassy, Orda, 2020) for locally corrected views.
 */
final class HeadroomPolicy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "headroom",
            "Lets nodes with room to spare take turns by speed, else chooses where one more task does the least harm; the default.",
            "least s * (1 + inFlight / k)^2 * pen; while that node is free: turns by 1 / score^3; s = learned service time, k = effective parallelism",
            "this project; least marginal congestion over locally corrected views (LSQ)",
            PolicyType.Needs.NOTHING,
            List.of(
                    Parameter.choice(
                            "answers",
                            List.of("plain", "relative"),
                            "plain",
                            "How answers of a node tell its speed: by their time, or by their time relative to what answers of their request class take everywhere.")),
            HeadroomPolicy::new);

    private static final double RELATIVE = 1;
    private static final long TIDY_NS = 100_000_000;
    private static final long OLD_NS = 3_000_000_000L;
    private static final long TOO_OLD_NS = 10_000_000_000L;
    private static final double CLEARLY_LESS = 1 / 1.25;
    private static final double FREE = 1.0 / 3;

    private static final int MOST_SCANNED = 512;
    private static final int LOOKS = 64;

    private final RandomGenerator random;
    private final ServiceTimes times;
    private final NodeLimits limits;
    private final OtherDispatchers others;
    private final ParkedTasks parked;
    private final FreeTurns turns;
    private final TaskLessons lessons;

    private final Rotation rotation = new Rotation();
    private long tidiedNs = Long.MIN_VALUE;
    private boolean tookTurns;

    private HeadroomPolicy(PolicySettings settings) {
        random = settings.random();
        times = new ServiceTimes(settings.maxNodes());
        limits = new NodeLimits(settings.maxNodes());
        others = new OtherDispatchers(settings.maxNodes(), limits);
        parked = new ParkedTasks(settings.maxNodes());
        turns = new FreeTurns(settings.maxNodes());
        ClassTimes classes = settings.option("answers") == RELATIVE ? new ClassTimes() : null;
        lessons = new TaskLessons(times, limits, parked, classes);
    }

    @Override
    public boolean decidesHomes() {
        return true;
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        tidy(task.nowNs(), nodes);
        int home = nodes.home();
        if (home >= 0 && (!isHeldBack(home, nodes) || HomeLimit.keeps(this, task, nodes))) {
            return home;
        }
        double fairShare = times.anyOnProbation() ? meanInFlight(nodes) : Double.MAX_VALUE;
        int count = nodes.count();
        int best = count > MOST_SCANNED ? best(task, nodes, fairShare, random.nextInt(count), LOOKS) : HOLD;
        if (best == HOLD) {
            best = best(task, nodes, fairShare, rotation.start(nodes), count);
        }
        return best == HOLD ? HOLD : rotation.take(best);
    }

    /** The node whose turn it is, or the best, of a number of nodes in a row, from the k-th on. */
    private int best(Task task, Nodes nodes, double fairShare, int from, int looks) {
        boolean session = task.placesSession();
        double omega = others.ownWeight();
        int count = nodes.count();
        int best = HOLD;
        boolean bestIdle = true;
        boolean bestFree = false;
        double least = Double.POSITIVE_INFINITY;
        boolean othersMove = false;
        turns.begin();
        int k = from;
        for (int seen = 0; seen < looks; seen++) {
            int slot = nodes.at(k);
            if (++k == count) {
                k = 0;
            }
            int own = nodes.inFlight(slot);
            double foreign = foreign(slot, own);
            double working = own + foreign;
            if (working >= limits.limit(slot)) {
                othersMove |= own > 0 && limits.limit(slot) > 0 && !times.faulty(slot);
                continue;
            }
            if (own > fairShare && times.onProbation(slot)) {
                continue;
            }
            double share = limits.share(slot, nodes);
            double x = 1 + Math.max(0, omega * own + foreign + others.beside(slot)) * share;
            double penalty = limits.penalty(slot);
            double score = times.of(slot) * penalty * (session ? x : x * x);
            boolean idle = working <= 0;
            boolean free = working * share <= FREE && !session && !times.faulty(slot);
            if (free) {
                turns.offer(slot, x * penalty == 1 ? times.speedCubed(slot) : 1 / (score * score * score));
            }
            if (score < (idle && bestIdle ? least * CLEARLY_LESS : least)) {
                best = slot;
                bestIdle = idle;
                bestFree = free;
                least = score;
            }
        }
        tookTurns = bestFree;
        if (bestFree) {
            return turns.take(best);
        }
        if (best == HOLD || (othersMove && times.faulty(best))) {
            return HOLD;
        }
        turns.pay(best);
        return best;
    }

    @Override
    public void onStart(Task task, int slot, Nodes nodes) {
        int own = nodes.inFlight(slot);
        lessons.begun(task, slot, (int) Math.max(0, own - 1 + foreign(slot, own) + 0.5));
    }

    @Override
    public void onTunnel(Task task, int slot, long elapsedNs, Nodes nodes) {
        lessons.tunnelled(task, slot, elapsedNs);
    }

    @Override
    public void onFinish(Task task, int slot, Outcome outcome, long elapsedNs, Nodes nodes) {
        lessons.finished(task, slot, outcome, elapsedNs, nodes);
    }

    @Override
    public void onJoin(int slot, Nodes nodes, long nowNs) {
        times.join(slot, nowNs);
        turns.forget(slot);
        parked.clear(slot);
        forget(slot);
    }

    @Override
    public void onLeave(int slot, Nodes nodes, long nowNs) {
        times.leave(slot);
        parked.clear(slot);
        forget(slot);
    }

    @Override
    public void onSample(int slot, Nodes nodes, long nowNs) {
        if (nodes.sampleAgeNs(slot) > TOO_OLD_NS) {
            forget(slot);
        } else {
            limits.read(slot, nodes, nowNs);
            others.read(slot, nodes, nowNs);
            parked.read(slot, nodes);
        }
    }

    @Override
    public boolean inherits(Policy before) {
        if (before instanceof HeadroomPolicy other) {
            times.inherit(other.times);
            parked.inherit(other.parked);
            // Not the costs of classes: between two that compare within classes, it is the classes that changed.
            return true;
        }
        return false;
    }

    @Override
    public double score(Task task, int slot, Nodes nodes) {
        int own = nodes.inFlight(slot);
        double tasks = others.ownWeight() * own + foreign(slot, own) + others.beside(slot);
        double x = 1 + Math.max(0, tasks) * limits.share(slot, nodes);
        return times.of(slot) * limits.penalty(slot) * (task.placesSession() ? x : x * x);
    }

    @Override
    public String reason(Task task, int slot, Nodes nodes) {
        int own = nodes.inFlight(slot);
        if (limits.limit(slot) == 0) {
            return limits.veto(slot);
        }
        if (isHeldBack(slot, nodes)) {
            return "held back at " + limits.limit(slot) + " tasks";
        }
        if (times.onProbation(slot) && own > meanInFlight(nodes)) {
            return "new, has its fair share";
        }
        if (times.faulty(slot)) {
            return "has failed the last twelve or more";
        }
        long ageNs = nodes.sampleAgeNs(slot);
        if (ageNs > OLD_NS && ageNs < Long.MAX_VALUE) {
            return ageNs > TOO_OLD_NS ? "sample older than 10s, does not count" : "sample older than 3s";
        }
        return limits.penalty(slot) > 1 ? "heap after collection above 75 %" : "";
    }

    @Override
    public String why(Task task, int slot, Nodes nodes) {
        if (slot == nodes.home()) {
            return isHeldBack(slot, nodes)
                    ? "the session's node, as no other is four times as good"
                    : "the session's node, which has room";
        }
        if (tookTurns) {
            return turns.why(slot);
        }
        if (nodes.count() == 1) {
            return "the only node that may take it";
        }
        return task.placesSession()
                ? "least score, as a session cannot move later; idle nodes within 25 % of it take turns"
                : "least score: the best node has no room to spare";
    }

    /** True for a node that has the tasks it can work on, as far as its agent tells. */
    private boolean isHeldBack(int slot, Nodes nodes) {
        int own = nodes.inFlight(slot);
        return own + foreign(slot, own) >= limits.limit(slot);
    }

    /** Ten times a second: doubts old estimates and old samples. */
    private void tidy(long nowNs, Nodes nodes) {
        if (nowNs - TIDY_NS < tidiedNs) {
            return;
        }
        times.compare();
        lessons.compare(nowNs);
        for (int slot = 0; slot < nodes.slots(); slot++) {
            if (nodes.inFlight(slot) == 0) {
                times.doubt(slot, tidiedNs, nowNs);
            }
            if (limits.reports(slot)) {
                if (nodes.sampleAgeNs(slot) > TOO_OLD_NS) {
                    forget(slot);
                } else {
                    times.borrow(slot, limits.serviceMs(slot), nowNs);
                }
            }
        }
        others.compare(nodes, nowNs);
        times.meanOver(others.tell() ? others.ownWeight() : 1);
        tidiedNs = nowNs;
    }

    /**
     * The tasks beside the own ones: those of other dispatchers, less all those that hold no worker; may be below 0.
     */
    private double foreign(int slot, int own) {
        return others.in(slot, own) - parked.in(slot);
    }

    private void forget(int slot) {
        limits.forget(slot);
        others.forget(slot);
        parked.forget(slot);
    }

    private static double meanInFlight(Nodes nodes) {
        long total = 0;
        int count = nodes.count();
        for (int k = 0; k < count; k++) {
            total += nodes.inFlight(nodes.at(k));
        }
        return count == 0 ? 0 : (double) total / count;
    }
}
