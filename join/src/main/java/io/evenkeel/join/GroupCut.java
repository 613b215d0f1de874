// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import io.evenkeel.dispatcher.control.CutResult;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.join.report.CutStep;
import io.evenkeel.join.view.Peers;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.ToIntBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Cuts of what a node has in flight, at all members. A member carries out the request of another one once the node
 * takes no tasks there, because the order that it takes none may still be on its way; after {@value #PATIENCE_NS}
 * nanoseconds it gives up, and does not answer. Answers count only of members that were asked.
 *
 * <p>Requests that wait have a bound. Of each member that has sent a report, and so is known by its number, the last
 * {@value #MOST_OF_MEMBER} wait. Senders without a report share one such bound: their numbers cannot be checked, so a
 * thousand requests of a thousand invented numbers leave {@value #MOST_OF_MEMBER} in the list, as if one member had
 * sent them, and push out none of a known one. All together are {@value #MOST_WAITING} at most; for one more, the
 * oldest of the member that has the most leaves.
 *
 * <p>Threads: {@link #turn} is serial, the rest any.
 */
final class GroupCut {

    static final long PATIENCE_NS = 2_000_000_000L;

    static final int MOST_OF_MEMBER = 20;

    static final int MOST_WAITING = 2 * Peers.MOST;

    private static final int MOST_ROUNDS = 100;
    /** So far from the largest number that those of this dispatcher can be added. */
    private static final long MOST_IN_FLIGHT = 1_000_000_000;
    /** In the place of all members that are not known. */
    private static final long NOBODY = 0;

    private final Peers peers;
    private final ToIntBiFunction<String, String> own;
    private final Consumer<CutStep> send;
    private final long mostMs;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition answered = lock.newCondition();
    private final Map<Long, Asked> answers = new HashMap<>();
    private final Queue<Waiting> waiting = new ArrayDeque<>();

    private record Waiting(long from, CutStep step, long sinceNs) {}

    /** A request of this member, and the tasks that each of those who were asked has cut off. */
    private record Asked(Set<Long> whom, Map<Long, Integer> given) {}

    /**
     * Cuts of a member.
     *
     * @param own cuts a node here; fails as {@code Control.cut} does
     * @param send sends to all others
     * @param mostMs time that others have to answer
     */
    GroupCut(Peers peers, ToIntBiFunction<String, String> own, Consumer<CutStep> send, long mostMs) {
        this.peers = peers;
        this.own = own;
        this.send = send;
        this.mostMs = mostMs;
    }

    /** Has all others cut a node, and waits for their answers. */
    CutResult run(String cluster, String node, long round) throws InterruptedException {
        Map<Long, String> others = peers.names();
        if (others.isEmpty()) {
            return CutResult.NONE;
        }
        lock.lock();
        try {
            if (answers.size() >= MOST_ROUNDS) {
                return new CutResult(0, others.values().stream().sorted().toList());
            }
            answers.put(round, new Asked(others.keySet(), new HashMap<>()));
        } finally {
            lock.unlock();
        }
        try {
            send.accept(new CutStep(round, cluster, node));
            return result(others, answers(round));
        } finally {
            lock.lock();
            try {
                answers.remove(round);
            } finally {
                lock.unlock();
            }
        }
    }

    private Map<Long, Integer> answers(long round) throws InterruptedException {
        lock.lock();
        try {
            Asked asked = answers.get(round);
            if (asked == null) {
                return Map.of();
            }
            long leftNs = TimeUnit.MILLISECONDS.toNanos(mostMs);
            while (leftNs > 0 && !asked.given.keySet().containsAll(asked.whom)) {
                leftNs = answered.awaitNanos(leftNs);
            }
            return new HashMap<>(asked.given);
        } finally {
            lock.unlock();
        }
    }

    private static CutResult result(Map<Long, String> others, Map<Long, Integer> given) {
        Set<String> silent = new TreeSet<>();
        long inFlight = 0;
        for (Map.Entry<Long, String> each : others.entrySet()) {
            Integer cutOff = given.get(each.getKey());
            if (cutOff == null) {
                silent.add(each.getValue());
            } else {
                inFlight += cutOff;
            }
        }
        return new CutResult((int) Math.min(MOST_IN_FLIGHT, inFlight), List.copyOf(silent));
    }

    /** A request of another member has come, or an answer of it; null for neither. */
    void onStep(long from, @Nullable CutStep step, long nowNs) {
        if (step == null) {
            return;
        }
        long who = peers.name(from) == null ? NOBODY : from;
        lock.lock();
        try {
            if (!step.isAnswer()) {
                if (countOf(who) >= MOST_OF_MEMBER) {
                    dropOldest(who);
                } else if (waiting.size() >= MOST_WAITING) {
                    dropOldest(greediest());
                }
                waiting.add(new Waiting(who, step, nowNs));
                return;
            }
            Asked asked = answers.get(step.round());
            if (asked != null && asked.whom.contains(from)) {
                asked.given.put(from, step.inFlight());
                answered.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private long countOf(long member) {
        return waiting.stream().filter(each -> each.from == member).count();
    }

    /** The member with the most requests; as there are more places than members, it has two or more. */
    private long greediest() {
        Map<Long, Integer> counts = new HashMap<>();
        waiting.forEach(each -> counts.merge(each.from, 1, Integer::sum));
        return Collections.max(counts.entrySet(), Map.Entry.comparingByValue()).getKey();
    }

    private void dropOldest(long member) {
        Iterator<Waiting> oldestFirst = waiting.iterator();
        while (oldestFirst.hasNext()) {
            if (oldestFirst.next().from == member) {
                oldestFirst.remove();
                return;
            }
        }
    }

    /** Carries out the requests of others, after their orders. */
    void turn(long nowNs) {
        for (int i = waiting(); i > 0; i--) {
            Waiting each = next();
            if (each != null && nowNs - each.sinceNs <= PATIENCE_NS) {
                carryOut(each);
            }
        }
    }

    private void carryOut(Waiting each) {
        CutStep step = each.step;
        try {
            send.accept(step.answer(own.applyAsInt(step.cluster(), step.node())));
        } catch (UnknownNameException e) {
            send.accept(step.answer(0));
        } catch (RuntimeException e) {
            // It takes tasks still, or its cluster hangs.
            again(each);
        }
    }

    private int waiting() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Waiting next() {
        lock.lock();
        try {
            return waiting.poll();
        } finally {
            lock.unlock();
        }
    }

    private void again(Waiting each) {
        lock.lock();
        try {
            // Those that came meanwhile are newer.
            if (countOf(each.from) < MOST_OF_MEMBER && waiting.size() < MOST_WAITING) {
                waiting.add(each);
            }
        } finally {
            lock.unlock();
        }
    }
}
