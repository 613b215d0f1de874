// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

import io.evenkeel.policy.Sample;
import io.evenkeel.simulator.scenario.RequestKind.Stay;
import io.evenkeel.simulator.scenario.ServerGroup;
import io.evenkeel.simulator.scenario.Warming;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One application server.
 *
 * <p>A task takes a worker, or waits in the accept queue, or is refused; with its worker it computes, then holds a
 * connection to the database, then ends; or it stays for a time, with its worker, parked, or as a tunnel
 * ({@link Stay}). Collections stop computing and hold back what ends meanwhile; the database goes on. While the server
 * is failing, new tasks get an error after a time and take no worker. While it pauses ({@link SlowPeriods}) nothing
 * comes out of it, and its agent is silent.
 *
 * <p>The caller must call {@link #advance} at {@link #nextNs}, before anything later. A step of a task costs O(log n).
 */
public final class Server {

    /** Hears of the ends of tasks; must not call back into the server except for a sample. */
    public interface Ends {

        /** A task leaves the server, which still counts it: a sample taken now is one that its answer carries. */
        void ended(int server, int task, Ending ending, long nowNs);
    }

    private static final double NS_PER_MS = 1e6;

    private final int number;
    private final ServerGroup group;
    private final Tasks tasks;
    private final Ends ends;
    private final Cores cores;
    private final ConnectionPool pool;
    private final Memory memory;
    private final Neighbour neighbour;
    private final ServerPauses pauses;
    private final @Nullable Warming cold;
    private final ObjectCache cache;
    private final TaskLine queue = new TaskLine();
    private final EndHeap failing = new EndHeap();
    private final EndHeap staying = new EndHeap();
    private final ServerLedger ledger = new ServerLedger();
    private final SimulatedAgent agent;
    private int busy;
    private int parked;
    private int tunnels;
    private long nowNs;
    private long nextNs;

    /**
     * A server at time 0.
     *
     * @param number given back with every end
     * @param inGroup number of the group's servers that come before this one
     * @param random chance for the neighbour, and for slow times and pauses
     */
    public Server(int number, ServerGroup group, int inGroup, Tasks tasks, Ends ends, RandomGenerator random) {
        this.number = number;
        this.group = group;
        this.tasks = tasks;
        this.ends = ends;
        this.cores = new Cores(group.cores(), group.speed(), group.order(), tasks);
        this.pool = new ConnectionPool(group.jdbc(), tasks);
        this.memory = new Memory(group.heap());
        boolean disturbed = group.antagonist() != null
                && inGroup < Math.round(group.antagonist().on() * group.count());
        this.neighbour = new Neighbour(disturbed ? group.antagonist() : null, random);
        this.pauses = new ServerPauses(group.behaviour().slowPeriods(), memory, cores, random);
        this.cold = group.behaviour().cold();
        this.cache = new ObjectCache(group.holdings().cache());
        this.agent = new SimulatedAgent(this);
        cores.stolen(neighbour.takesShare());
        foresee();
    }

    /** The time when something happens next if no task comes; {@link Long#MAX_VALUE} for never. */
    public long nextNs() {
        return nextNs;
    }

    /** A task arrives; it may end at once. */
    public void arrive(int task, long atNs) {
        pass(atNs);
        double errorMs = group.errorAfterMs(atNs);
        if (errorMs >= 0) {
            failing.add(atNs + Math.ceil(errorMs * NS_PER_MS), task);
        } else if (busy < group.workers()) {
            begin(task);
        } else if (queue.size() < group.queue()) {
            queue.add(task);
        } else {
            ends.ended(number, task, Ending.REFUSED, atNs);
        }
        foresee();
    }

    /** Goes on to {@link #nextNs} and carries out the events that are due then. */
    public void advance() {
        pass(nextNs);
        if (pauses.nextNs() <= nowNs) {
            pauses.change(nowNs);
        }
        if (neighbour.nextNs() <= nowNs) {
            cores.stolen(neighbour.change(nowNs));
        }
        while (!pauses.isPaused() && failing.earliest() <= nowNs) {
            ends.ended(number, failing.remove(), Ending.FAILED, nowNs);
        }
        for (int task = takeComputed(); task >= 0; task = takeComputed()) {
            if (tasks.jdbcNs[task] > 0) {
                pool.add(task, nowNs);
            } else {
                end(task);
            }
        }
        for (int task = takeConnected(); task >= 0; task = takeConnected()) {
            end(task);
        }
        while (!pauses.isStill() && staying.earliest() <= nowNs) {
            stayed(staying.remove());
        }
        foresee();
    }

    private int takeComputed() {
        return pauses.isStill() ? -1 : cores.take();
    }

    private int takeConnected() {
        return pauses.isStill() ? -1 : pool.take(nowNs);
    }

    private void begin(int task) {
        busy++;
        ledger.arrivals++;
        tasks.begunNs[task] = nowNs;
        if (!memory.hasRoom(busy)) {
            ledger.errors++;
            leave(task, Ending.FAILED);
            return;
        }
        if (cold != null) {
            tasks.cpuNs[task] *= coldness(cold);
        }
        if (tasks.object[task] > 0 && !cache.ask(tasks.object[task])) {
            tasks.jdbcNs[task] += tasks.missNs[task];
        }
        cores.add(task);
        collectIfFull();
    }

    private double coldness(Warming warming) {
        return warming.factor(ledger.completions - ledger.errors);
    }

    /** A task has done its work: it ends, or stays. */
    private void end(int task) {
        if (tasks.staysNs[task] > 0) {
            staying.add(nowNs + Math.ceil(tasks.staysNs[task]), task);
            if (tasks.stay[task] == Stay.WORKER) {
                return;
            }
            if (tasks.stay[task] == Stay.TUNNEL) {
                leave(task, Ending.SWITCHED);
                tunnels++;
            } else {
                busy--;
                parked++;
            }
        } else {
            leave(task, Ending.ANSWERED);
        }
        workerIsFree();
    }

    /** A task has stayed for its time. */
    private void stayed(int task) {
        switch (tasks.stay[task]) {
            case WORKER -> {
                ledger.keptNs += tasks.staysNs[task];
                leave(task, Ending.ANSWERED);
                workerIsFree();
            }
            case PARKED -> {
                ends.ended(number, task, Ending.ANSWERED, nowNs);
                parked--;
                complete(task);
            }
            case TUNNEL -> {
                ends.ended(number, task, Ending.ANSWERED, nowNs);
                tunnels--;
            }
        }
    }

    private void workerIsFree() {
        memory.litter();
        collectIfFull();
        if (!queue.isEmpty()) {
            begin(queue.remove());
        }
    }

    private void leave(int task, Ending ending) {
        ends.ended(number, task, ending, nowNs);
        busy--;
        complete(task);
    }

    private void complete(int task) {
        ledger.completions++;
        ledger.responseNs += nowNs - tasks.begunNs[task];
    }

    private void collectIfFull() {
        if (pauses.collect(busy, nowNs)) {
            ledger.collections++;
        }
    }

    /** True when a request that arrives at this moment gets an error. */
    public boolean isFailing(long atNs) {
        return group.errorAfterMs(atNs) >= 0;
    }

    /** Adds up what has gone on until a moment, in which nothing has changed. */
    private void pass(long untilNs) {
        long elapsedNs = untilNs - nowNs;
        if (elapsedNs == 0) {
            return;
        }
        nowNs = untilNs;
        cores.pass((double) elapsedNs);
        ledger.pass(elapsedNs, pauses.onlyCollects(), cores, pool, busy);
    }

    private void foresee() {
        double next = Math.min((double) neighbour.nextNs(), (double) pauses.nextNs());
        if (!pauses.isPaused()) {
            next = Math.min(next, failing.earliest());
        }
        if (!pauses.isStill()) {
            next = Math.min(next, Math.min(nowNs + Math.ceil(cores.nextNs()), pool.nextNs()));
            next = Math.min(next, staying.earliest());
        }
        nextNs = next >= Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(nowNs, (long) next);
    }

    /** Notes that a client comes back to this server a time after its last answer from it. */
    public void returned(long pauseNs) {
        ledger.pauses++;
        ledger.pauseNs += pauseNs;
    }

    /**
     * Writes the sample of this moment: one number for each {@link Sample}, by its ordinal.
     *
     * @param sessions number of sessions that are alive here
     * @param from index in {@code row} at which the numbers begin
     * @return false when the agent says nothing
     */
    public boolean sample(int sessions, double[] row, int from, long atNs) {
        pass(atNs);
        return !pauses.isPaused() && agent.sample(sessions, row, from, atNs);
    }

    /** Tasks that are here and need no worker: parked ones and tunnels. */
    public int resting() {
        return parked + tunnels;
    }

    /** Tasks that have a worker or wait for one. */
    public int size() {
        return busy + queue.size();
    }

    /**
     * Share of the time until a moment in which the busiest of cores, connections and workers were in use, 0.0 to 1.0.
     */
    public double usedShare(long atNs) {
        pass(atNs);
        return ledger.usedShare(group, pool, atNs);
    }

    /** Share of the time until a moment in which cores were at work for requests or collections, 0.0 to 1.0. */
    public double computedShare(long atNs) {
        pass(atNs);
        return ledger.computedShare(group.cores(), atNs);
    }

    /** Collections so far. */
    public long collections() {
        return ledger.collections;
    }

    /**
     * The factor by which processor time is longer at this moment because the server is slow; at least 1.0. That it is
     * cold is not in it.
     */
    public double slowness() {
        return pauses.slowness();
    }

    /** True while nothing comes out of the server. */
    public boolean isPaused() {
        return pauses.isPaused();
    }

    /** Cores that no neighbour takes at this moment. */
    public double freeCores() {
        return cores.free();
    }

    ServerGroup group() {
        return group;
    }

    ServerLedger ledger() {
        return ledger;
    }

    Memory memory() {
        return memory;
    }

    ConnectionPool pool() {
        return pool;
    }

    /** Tasks that are parked. */
    int parked() {
        return parked;
    }

    int busy() {
        return busy;
    }

    int queued() {
        return queue.size();
    }
}
