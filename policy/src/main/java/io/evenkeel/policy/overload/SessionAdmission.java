// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.overload;

/**
 * Admission of new sessions to a cluster, so that every session that was let in can be finished. Requests of running
 * sessions are only counted; they always pass.
 *
 * <pre>
 * admit while   active &lt; share · X · (R + Z)   and with probability p
 * share         0.90; where X is known and no dispatcher is joined, learned from waits ({@link AdmittedShare})
 * active        sessions that run, as {@link RunningSessions} estimates, and those of joined dispatchers
 * X             requests per second that the nodes can do, by their agents, but no more than they did while every task
 *               had to wait for a node, with those that joined dispatchers sent; without agents p decides alone
 * R, Z          200 ms; mean think time, EWMA 0.001; with joined dispatchers the mean of all running sessions
 * every 250 ms  p = mean wait &gt; M ? max(0.02, 0.9 p) : min(1, p + 0.02)
 *               a wait counts as 1 s at most; p stays while all tasks that come find the queue full
 * M             110 ms; 200 ms where the share is learned: p decides only when waits grow in spite of it
 * </pre>
 *
 * <p>Instead of chance there is a credit that grows by p: the same calls give the same answers.
 *
 * <p>Source: decision records 0058 and 0075, which say why the share is not 0.97, the weight of a think time not 0.005
 * and M not 150 ms. Failure mode: clients that never get a session are not foreseen; only waits notice them. Without
 * agents p does the work alone, which costs a tenth of the throughput.
 */
public final class SessionAdmission {

    private static final long LOOK_NS = 250_000_000;
    private static final double MOST_WAIT_NS = 110e6;
    private static final double MOST_WAIT_BESIDE_SHARE_NS = 200e6;
    private static final double LEAST_CHANCE = 0.02;
    private static final double STEP = 0.02;
    private static final double FACTOR = 0.9;
    private static final int STEPS = 50;
    private static final int FORGOTTEN = 400;
    private static final double MEASURED = 0.1;
    private static final double FORGETS = 1.002;

    /** One wait counts as no longer, so that a few long ones do not outweigh all others. */
    private static final long LONGEST_COUNTED_NS = 1_000_000_000;

    private final RunningSessions sessions;
    private final AdmittedShare share = new AdmittedShare();
    private boolean capacityKnown;
    private double chance = 1;
    private double credit;
    private long lookedNs;
    private double waitsNs;
    private long waits;
    private long grants;
    private boolean anyLeft;
    private long leastWaitNs = Long.MAX_VALUE;

    /** Requests per second that the nodes have done while each had to wait; 0 before that was seen. */
    private double measuredPerS;

    private OtherSessions others = OtherSessions.NONE;
    private double running;

    /** The answers to a new session. */
    public enum SessionAnswer {
        ADMITTED,
        /** The sessions that run need what the nodes can do. */
        NO_CAPACITY,
        /** Tasks wait too long for nodes. */
        LATE
    }

    public SessionAdmission(long nowNs) {
        sessions = new RunningSessions(nowNs);
        lookedNs = nowNs;
    }

    /**
     * A request of a running session came.
     *
     * @param idleNs from the session's last request to this one; below 0 when it is not known
     */
    public void passed(long idleNs, long nowNs) {
        sessions.goesOn(idleNs, nowNs);
    }

    /**
     * A request came that begins a session.
     *
     * @param capacityPerS requests per second that the nodes can do together; 0 when that is not known
     */
    public SessionAnswer asks(double capacityPerS, long nowNs) {
        look(nowNs);
        running = sessions.active(nowNs);
        capacityKnown = capacityPerS > 0;
        if (capacityKnown && running + others.running() >= most(capacityPerS)) {
            share.refused(true);
            return SessionAnswer.NO_CAPACITY;
        }
        credit += chance;
        // fifty steps of 0.02 are a little less than 1
        if (credit < 1 - 1e-9) {
            share.refused(false);
            return SessionAnswer.LATE;
        }
        share.admitted();
        credit = Math.max(0, credit - 1);
        sessions.begins(nowNs);
        return SessionAnswer.ADMITTED;
    }

    /**
     * A task got its node.
     *
     * @param waitNs the time for which it had waited
     * @param forAll false when it had waited for its home alone while other nodes had room, which says nothing of the
     *     waits of others
     */
    public void granted(long waitNs, boolean forAll, long nowNs) {
        look(nowNs);
        grants++;
        leastWaitNs = Math.min(leastWaitNs, forAll ? waitNs : 0);
        if (forAll) {
            count(waitNs);
        }
    }

    /**
     * A task found no place in the queue, or left it without a node.
     *
     * @param waitNs the time for which it had waited; 0 when it found no place, which says nothing of waits: a flood of
     *     such tasks would bring the mean down, and sessions in
     * @param forAll as in {@link #granted}
     */
    public void left(long waitNs, boolean forAll, long nowNs) {
        look(nowNs);
        anyLeft = true;
        if (forAll && waitNs > 0) {
            count(waitNs);
        }
    }

    private void count(long waitNs) {
        waitsNs += Math.min(LONGEST_COUNTED_NS, waitNs);
        waits++;
    }

    private void look(long nowNs) {
        if (nowNs - lookedNs < LOOK_NS) {
            return;
        }
        long looks = (nowNs - lookedNs) / LOOK_NS;
        if (waits > 0 || grants > 0 || !anyLeft) {
            double meanNs = waits > 0 ? waitsNs / waits : 0;
            boolean late = meanNs > (learnsShare() ? MOST_WAIT_BESIDE_SHARE_NS : MOST_WAIT_NS);
            learn(meanNs, looks);
            chance = late ? Math.max(LEAST_CHANCE, FACTOR * chance) : chance + STEP;
        }
        measure(nowNs - lookedNs);
        // a time in which no task came was one without waits
        chance = Math.min(1, chance + STEP * Math.min(STEPS, looks - 1));
        lookedNs = nowNs;
        waitsNs = 0;
        waits = 0;
        grants = 0;
        anyLeft = false;
        leastWaitNs = Long.MAX_VALUE;
    }

    /** Joined dispatchers refuse by the same sessions, and would drive two shares apart. */
    private boolean learnsShare() {
        return capacityKnown && others.running() == 0;
    }

    private void learn(double meanNs, long looks) {
        if (!learnsShare()) {
            share.reset();
            return;
        }
        share.look(meanNs);
        // looks at which no task came are ones without waits
        for (int missed = 1; missed < Math.min(FORGOTTEN, looks); missed++) {
            share.look(0);
        }
    }

    /** Measures what the nodes can do while every task has to wait for one. */
    private void measure(long spanNs) {
        if (grants > 0 && leastWaitNs > 0 && spanNs < 2 * LOOK_NS) {
            double perSecond = grants * 1e9 / spanNs;
            measuredPerS += measuredPerS == 0 ? perSecond : MEASURED * (perSecond - measuredPerS);
        } else {
            measuredPerS *= FORGETS;
        }
    }

    private double trusted(double capacityPerS) {
        return measuredPerS > 0 ? Math.min(capacityPerS, measuredPerS + others.perSecond()) : capacityPerS;
    }

    /** Sessions that may run while the nodes can do so many requests per second; infinite when that is not known. */
    public double most(double capacityPerS) {
        return capacityPerS > 0 ? share.value() * trusted(capacityPerS) * cycleNs() / 1e9 : Double.POSITIVE_INFINITY;
    }

    private double cycleNs() {
        double ownNs = sessions.cycleNs();
        double otherNs = RunningSessions.RESPONSE_NS + others.thinkNs();
        double all = running + others.running();
        return others.running() > 0 ? (running * ownNs + others.running() * otherNs) / all : ownNs;
    }

    /** Takes over what joined dispatchers tell of their sessions. */
    public void others(OtherSessions told) {
        others = told;
    }

    /** Sessions that run here, as they are estimated. For people: changes nothing. */
    public double active(long nowNs) {
        return sessions.shown(nowNs);
    }

    /** The mean think time Z; 1 s before any was seen. */
    public long thinkNs() {
        return sessions.thinkNs();
    }

    /** The probability p. */
    public double chance() {
        return chance;
    }
}
