// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.simulator.event.Earliest;
import io.evenkeel.simulator.event.Pipe;
import io.evenkeel.simulator.event.Timers;
import io.evenkeel.simulator.scenario.ClosedLoad;
import io.evenkeel.simulator.scenario.Load;
import io.evenkeel.simulator.scenario.OpenLoad;
import io.evenkeel.simulator.scenario.Sampling;
import io.evenkeel.simulator.scenario.Sampling.Way;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.ServerGroup;
import io.evenkeel.simulator.scenario.Work;
import io.evenkeel.simulator.server.Ending;
import io.evenkeel.simulator.server.Server;
import io.evenkeel.simulator.server.Tasks;
import java.util.Arrays;

/** One run of a scenario: the loop over events, and what each of them does. Used once, by one thread. */
public final class Engine implements Server.Ends {

    private static final double NS_PER_MS = 1e6;
    /** A server that has sent no sample with an answer for so long is asked; the dispatcher's own default. */
    private static final long ASK_NS = 1_000_000_000L;

    @SuppressWarnings("EnumOrdinal") // a column of numbers
    private static final int ANSWERED = Ending.ANSWERED.ordinal();

    @SuppressWarnings("EnumOrdinal") // a column of numbers
    private static final int REFUSED = Ending.REFUSED.ordinal();

    private static final int ARRIVALS = 1;
    private static final int WORK = 2;
    private static final int SERVERS = 3;
    private static final int SAMPLES = 4;
    private static final int POLICIES = 5;

    private final Scenario scenario;
    private final Tasks tasks = new Tasks();
    private final Requests requests = new Requests();
    private final Timers timers = new Timers();
    private final Samples samples = new Samples();
    private final Visits visits;
    private final Server[] servers;
    private final Earliest next;
    private final Dispatcher[] dispatchers;
    private final Clients clients;
    private final Tally tally;
    private final Pipe toServer;
    private final Pipe toDispatcher;
    private final Chance work;
    private final long workSeed;
    private final Chance polls;
    private final boolean central;
    private final boolean sticky;
    private final boolean piggyback;
    private final long intervalNs;
    private final long pollNs;
    private final long patienceNs;
    private final long queueTimeoutNs;
    private final boolean[] queueWatched;
    private final int[] inSystem;
    /** When a server last sent a sample with an answer, for each dispatcher and server. */
    private final long[] carriedNs;

    private long retries;
    private long nowNs;

    /** A run that has not begun. */
    public Engine(Scenario scenario, PolicyMaker maker, long seed) {
        this.scenario = scenario;
        int nodes = scenario.nodes();
        visits = new Visits(nodes);
        inSystem = new int[nodes];
        next = new Earliest(nodes);
        servers = new Server[nodes];
        int slot = 0;
        for (ServerGroup group : scenario.servers()) {
            for (int k = 0; k < group.count(); k++) {
                Chance chance = new Chance(Chance.seed(Chance.seed(seed, SERVERS), slot));
                servers[slot] = new Server(slot, group, k, tasks, this, chance);
                next.set(slot, servers[slot].nextNs());
                slot++;
            }
        }
        central = maker.central();
        Truth truth = new TrueState(scenario, servers, inSystem, () -> nowNs);
        dispatchers = new Dispatcher[central ? 1 : scenario.dispatchers().count()];
        TaskView view = new TaskView();
        double retryShare = central ? 0 : scenario.dispatchers().retryShare();
        int queueMax = central ? Integer.MAX_VALUE : scenario.dispatchers().queue();
        for (int k = 0; k < dispatchers.length; k++) {
            Policy policy = maker.make(nodes, new Chance(Chance.seed(Chance.seed(seed, POLICIES), k)), truth);
            Columns columns = new Columns(scenario, dispatchers.length, maker.needsSamples());
            dispatchers[k] = new Dispatcher(columns, policy, requests, view, queueMax, retryShare);
        }
        queueWatched = new boolean[dispatchers.length];
        queueTimeoutNs = ns(scenario.dispatchers().queueTimeoutMs());
        Work demand = scenario.work();
        toServer = new Pipe(ns(demand.networkMs()));
        toDispatcher = new Pipe(ns(demand.networkMs()));
        workSeed = Chance.seed(seed, WORK);
        work = new Chance(workSeed);
        polls = new Chance(Chance.seed(seed, SAMPLES));
        Sampling sampling = scenario.sampling();
        piggyback = sampling.way() == Way.PIGGYBACK;
        intervalNs = ns(sampling.intervalMs());
        pollNs = piggyback ? ASK_NS : intervalNs;
        carriedNs = new long[piggyback ? dispatchers.length * nodes : 0];
        Arrays.fill(carriedNs, -intervalNs);
        sticky = scenario.load().affinity() == Load.Affinity.SESSION;
        tally = new Tally(nodes, ns(scenario.measuredFromMs()), ns(scenario.measuredUntilMs()), ns(scenario.endMs()));
        long arrivals = Chance.seed(seed, ARRIVALS);
        if (scenario.load() instanceof OpenLoad open) {
            patienceNs = ns(open.patienceMs());
            clients = new Sessions(this, scenario, open, arrivals);
        } else {
            ClosedLoad closed = (ClosedLoad) scenario.load();
            patienceNs = 0;
            visits.ensure(closed.users());
            clients = new Users(this, scenario, closed, arrivals);
        }
    }

    private static long ns(double ms) {
        return Math.round(ms * NS_PER_MS);
    }

    /** Runs to the end of the scenario; called once. */
    public Tally run() {
        clients.begin();
        if (scenario.sampling().way() != Way.NONE) {
            for (int pair = 0; pair < dispatchers.length * servers.length; pair++) {
                timers.set((long) (polls.nextDouble() * pollNs), Timers.POLL, pair);
            }
        }
        long endNs = ns(scenario.endMs());
        while (step(endNs)) {
            // Everything happens in the step.
        }
        nowNs = endNs;
        return tally;
    }

    /** Does what comes next; false when that is later than the end. */
    private boolean step(long endNs) {
        long answerNs = toDispatcher.nextNs();
        long requestNs = toServer.nextNs();
        long serverNs = next.time();
        long timerNs = timers.nextNs();
        long now = Math.min(Math.min(answerNs, requestNs), Math.min(serverNs, timerNs));
        if (now > endNs) {
            return false;
        }
        nowNs = now;
        if (answerNs == now) {
            answered(toDispatcher.remove());
        } else if (requestNs == now) {
            int request = toServer.remove();
            int slot = requests.slot[request];
            servers[slot].arrive(request, now);
            next.set(slot, servers[slot].nextNs());
        } else if (serverNs == now) {
            int slot = next.which();
            servers[slot].advance();
            next.set(slot, servers[slot].nextNs());
        } else {
            int kind = timers.kind();
            int id = timers.id();
            timers.remove();
            ring(kind, id);
        }
        return true;
    }

    private void ring(int kind, int id) {
        switch (kind) {
            case Timers.WAKE -> clients.wake(id, nowNs);
            case Timers.ARRIVAL -> clients.arrive(id, nowNs);
            case Timers.PATIENCE -> loseClient(id);
            case Timers.QUEUE -> clearQueue(id);
            case Timers.POLL -> poll(id);
            case Timers.DELIVER -> deliver(id);
            default -> throw new IllegalStateException("timer of kind " + kind);
        }
    }

    void ringAt(long atNs, int kind, int number) {
        timers.set(atNs, kind, number);
    }

    Visits visits() {
        return visits;
    }

    int dispatchers() {
        return dispatchers.length;
    }

    void sessionEnded(boolean succeeded, long atNs) {
        tally.sessionEnded(succeeded, atNs);
    }

    /**
     * A client asks.
     *
     * @param stream whose work it is, and {@code nth} which part of it
     */
    void issue(int client, long stream, int nth, int dispatcher, long clientKey, long atNs) {
        int request = requests.take(atNs);
        work.at(workSeed, stream, nth);
        double cpuNs = scenario.work().cpuMs().sample(work) * NS_PER_MS;
        tasks.set(request, cpuNs, scenario.work().jdbcMs().sample(work) * NS_PER_MS);
        requests.client[request] = client;
        requests.dispatcher[request] = dispatcher;
        requests.clientKey[request] = Chance.mix(clientKey);
        int home = visits.home(client);
        requests.placesSession[request] = sticky && home < 0;
        if (patienceNs > 0) {
            timers.set(atNs + patienceNs, Timers.PATIENCE, request);
        }
        if (sticky && home >= 0) {
            dispatchers[dispatcher].assign(request, home, atNs);
            send(request);
            return;
        }
        int slot = dispatchers[dispatcher].offer(request, atNs);
        if (slot >= 0) {
            send(request);
        } else if (slot == Dispatcher.REFUSED) {
            end(request, false);
            requests.release(request);
        } else if (!central && !queueWatched[dispatcher]) {
            queueWatched[dispatcher] = true;
            timers.set(atNs + queueTimeoutNs, Timers.QUEUE, dispatcher);
        }
    }

    private void send(int request) {
        int slot = requests.slot[request];
        inSystem[slot]++;
        if (visits.home(requests.client[request]) == slot) {
            servers[slot].returned(nowNs - visits.answeredNs(requests.client[request]));
        }
        toServer.add(request, nowNs);
    }

    @Override
    @SuppressWarnings("EnumOrdinal") // a column of numbers
    public void ended(int slot, int request, Ending ending, long atNs) {
        inSystem[slot]--;
        requests.ending[request] = ending.ordinal();
        if (piggyback && ending == Ending.ANSWERED) {
            int pair = requests.dispatcher[request] * servers.length + slot;
            if (atNs - carriedNs[pair] >= intervalNs) {
                carriedNs[pair] = atNs;
                requests.row[request] = sample(requests.dispatcher[request], slot);
            }
        }
        toDispatcher.add(request, atNs);
    }

    private int sample(int dispatcher, int slot) {
        int row = samples.take(dispatcher, slot, nowNs);
        servers[slot].sample(visits.sessions(slot), samples.rows(), samples.from(row), nowNs);
        return row;
    }

    private void answered(int request) {
        Dispatcher dispatcher = dispatchers[requests.dispatcher[request]];
        int row = requests.row[request];
        if (row >= 0) {
            show(row);
        }
        boolean succeeded = requests.ending[request] == ANSWERED;
        if (requests.state[request] == Requests.GONE) {
            requests.release(request);
            drain(dispatcher);
            return;
        }
        dispatcher.finish(request, succeeded ? Outcome.SUCCEEDED : Outcome.FAILED, nowNs);
        drain(dispatcher);
        if (requests.ending[request] == REFUSED && dispatcher.retry(request, nowNs) >= 0) {
            retries++;
            send(request);
            return;
        }
        if (succeeded) {
            visits.answered(requests.client[request], requests.slot[request], nowNs);
        }
        end(request, succeeded);
        requests.release(request);
    }

    private void drain(Dispatcher dispatcher) {
        for (int request = dispatcher.serve(nowNs); request >= 0; request = dispatcher.serve(nowNs)) {
            send(request);
        }
    }

    /** The client has its answer, or none; the number stays in use. */
    private void end(int request, boolean succeeded) {
        requests.end(request, nowNs);
        tally.ended(requests.slot[request], succeeded, nowNs - requests.issuedNs[request], nowNs);
        clients.ended(requests.client[request], succeeded, nowNs);
    }

    /** A client's patience is over, if the request is still the one it was set for. */
    private void loseClient(int request) {
        if (requests.state[request] == Requests.GONE || nowNs - requests.issuedNs[request] != patienceNs) {
            return;
        }
        if (requests.state[request] == Requests.WAITING) {
            dispatchers[requests.dispatcher[request]].cancel(request);
            end(request, false);
            requests.release(request);
        } else if (requests.state[request] == Requests.IN_FLIGHT) {
            Dispatcher dispatcher = dispatchers[requests.dispatcher[request]];
            dispatcher.finish(request, Outcome.ABANDONED, nowNs);
            requests.state[request] = Requests.GONE;
            end(request, false);
            drain(dispatcher);
        }
    }

    private void clearQueue(int dispatcher) {
        Dispatcher full = dispatchers[dispatcher];
        while (full.oldestNs() <= nowNs - queueTimeoutNs) {
            int request = full.giveUp();
            end(request, false);
            requests.release(request);
        }
        long oldestNs = full.oldestNs();
        queueWatched[dispatcher] = oldestNs < Long.MAX_VALUE;
        if (queueWatched[dispatcher]) {
            timers.set(oldestNs + queueTimeoutNs, Timers.QUEUE, dispatcher);
        }
    }

    private void poll(int pair) {
        if (piggyback && carriedNs[pair] + pollNs > nowNs) {
            timers.set(carriedNs[pair] + pollNs, Timers.POLL, pair);
            return;
        }
        Sampling sampling = scenario.sampling();
        int row = sample(pair / servers.length, pair % servers.length);
        double ageMs = sampling.minAgeMs() + (sampling.maxAgeMs() - sampling.minAgeMs()) * polls.nextDouble();
        if (ageMs > 0) {
            timers.set(nowNs + ns(ageMs), Timers.DELIVER, row);
        } else {
            deliver(row);
        }
        timers.set(nowNs + pollNs, Timers.POLL, pair);
    }

    private void deliver(int row) {
        Dispatcher dispatcher = dispatchers[samples.dispatcher(row)];
        show(row);
        drain(dispatcher);
    }

    private void show(int row) {
        dispatchers[samples.dispatcher(row)].sample(
                samples.slot(row), samples.rows(), samples.from(row), samples.takenNs(row), nowNs);
        samples.release(row);
    }

    /** A server, for its figures. */
    public Server server(int slot) {
        return servers[slot];
    }

    /** When the run ended, nanoseconds of virtual time. */
    public long nowNs() {
        return nowNs;
    }

    /** Requests that were given to a second node. */
    public long retries() {
        return retries;
    }

    /** Requests issued. */
    public long issued() {
        return requests.issued();
    }

    /** Requests under way, added up over time; request-nanoseconds. */
    public long underWayNs() {
        return requests.underWayNs(nowNs);
    }

    /** Times of all requests added up, of those still under way up to now; nanoseconds. */
    public long sojournNs() {
        return requests.sojournNs(nowNs);
    }
}
