// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

import io.evenkeel.policy.Outcome;
import io.evenkeel.simulator.chance.RandomStream;
import io.evenkeel.simulator.event.DelayLine;
import io.evenkeel.simulator.event.EventHeap;
import io.evenkeel.simulator.event.MinTree;
import io.evenkeel.simulator.scenario.ClosedLoad;
import io.evenkeel.simulator.scenario.LoadModel;
import io.evenkeel.simulator.scenario.OpenLoad;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.ServerGroup;
import io.evenkeel.simulator.server.Ending;
import io.evenkeel.simulator.server.Server;
import io.evenkeel.simulator.server.Tasks;
import java.util.List;

/** One run of a scenario: the loop over events, and what each of them does. Used once, by one thread. */
public final class SimulationRun implements Server.Ends {

    private static final double NS_PER_MS = 1e6;

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
    private final EventHeap timers = new EventHeap();
    private final Visits visits;
    private final Server[] servers;
    private final MinTree next;
    private final DispatcherRow row;
    private final SimulatedDispatcher[] dispatchers;
    private final Clients clients;
    private final RunCounts counts;
    private final DelayLine toServer;
    private final DelayLine toDispatcher;
    private final RequestDemand demand;
    private final SampleDelivery reports;
    private final boolean sticky;
    private final long patienceNs;
    private final int[] inSystem;

    private long retries;
    private int running;
    private long nowNs;

    /** A run that has not begun. */
    public SimulationRun(Scenario scenario, PolicyMaker maker, long seed) {
        this.scenario = scenario;
        int nodes = scenario.nodes();
        visits = new Visits(nodes);
        inSystem = new int[nodes];
        next = new MinTree(nodes);
        servers = new Server[nodes];
        int slot = 0;
        for (ServerGroup group : scenario.servers()) {
            for (int k = 0; k < group.count(); k++) {
                RandomStream random = new RandomStream(RandomStream.seed(RandomStream.seed(seed, SERVERS), slot));
                servers[slot] = new Server(slot, group, k, tasks, this, random);
                next.set(slot, servers[slot].nextNs());
                slot++;
            }
        }
        ServerStates states =
                new TrueState(scenario, List.of(servers), node -> inSystem[node], () -> running, () -> nowNs);
        row = new DispatcherRow(scenario, maker, requests, states, RandomStream.seed(seed, POLICIES));
        dispatchers = row.dispatchers();
        toServer = new DelayLine(ns(scenario.work().networkMs()));
        toDispatcher = new DelayLine(ns(scenario.work().networkMs()));
        demand = new RequestDemand(scenario.work(), tasks, RandomStream.seed(seed, WORK));
        reports = new SampleDelivery(
                scenario.sampling(), servers, dispatchers, visits, timers, RandomStream.seed(seed, SAMPLES));
        sticky = scenario.load().affinity() == LoadModel.NodeChoice.SESSION;
        counts = new RunCounts(
                nodes, ns(scenario.measuredFromMs()), ns(scenario.measuredUntilMs()), ns(scenario.endMs()));
        long arrivals = RandomStream.seed(seed, ARRIVALS);
        if (scenario.load() instanceof OpenLoad open) {
            patienceNs = ns(open.patienceMs());
            clients = new OpenSessions(this, scenario, open, arrivals);
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
    public RunCounts run() {
        clients.begin();
        reports.begin();
        long endNs = ns(scenario.endMs());
        while (step(endNs)) {
            // Everything happens in the step.
        }
        nowNs = endNs;
        return counts;
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
            int request = toDispatcher.remove();
            if (request < 0) {
                switched(~request);
            } else {
                answered(request);
            }
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
            case EventHeap.WAKE -> clients.wake(id, nowNs);
            case EventHeap.ARRIVAL -> clients.arrive(id, nowNs);
            case EventHeap.PATIENCE -> loseClient(id);
            case EventHeap.QUEUE -> clearQueue(id);
            case EventHeap.POLL -> reported(reports.poll(id, nowNs));
            case EventHeap.DELIVER -> reported(id);
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
        running--;
        counts.sessionEnded(succeeded, atNs);
    }

    /**
     * A client asks.
     *
     * @param stream the user or session of the request, and {@code nth} the number of the request in it
     * @param clientKey key of the client's session
     */
    void issue(int client, long stream, int nth, int dispatcher, long clientKey, long atNs) {
        int request = requests.take(atNs);
        requests.kind[request] = demand.draw(request, stream, nth, clientKey);
        requests.object[request] = tasks.object(request);
        requests.client[request] = client;
        requests.dispatcher[request] = dispatcher;
        requests.clientKey[request] = RandomStream.mix(clientKey);
        int home = visits.home(client);
        requests.placesSession[request] = sticky && home < 0;
        requests.beginsSession[request] = home < 0;
        requests.sinceRequestNs[request] = home < 0 ? -1 : atNs - visits.askedNs(client);
        visits.asked(client, atNs);
        if (patienceNs > 0) {
            timers.set(atNs + patienceNs(request), EventHeap.PATIENCE, request);
        }
        requests.home[request] = sticky ? home : -1;
        if (sticky && home >= 0) {
            requests.thinkNs[request] = atNs - visits.answeredNs(client);
        }
        int slot = dispatchers[dispatcher].offer(request, atNs);
        running += home < 0 && slot != SimulatedDispatcher.TURNED_AWAY ? 1 : 0;
        if (slot >= 0) {
            send(request);
        } else if (slot == SimulatedDispatcher.TURNED_AWAY) {
            turnAway(request);
        } else if (slot == SimulatedDispatcher.REFUSED) {
            end(request, false);
            requests.release(request);
        } else if (row.startWatch(dispatcher)) {
            timers.set(dispatchers[dispatcher].nextLookNs(atNs), EventHeap.QUEUE, dispatcher);
        }
    }

    /** A session is refused at its beginning; nothing of it is lost. */
    private void turnAway(int request) {
        requests.end(request, nowNs);
        counts.refused(nowNs);
        clients.refused(requests.client[request], nowNs);
        requests.release(request);
    }

    private void send(int request) {
        int slot = requests.slot[request];
        inSystem[slot]++;
        int home = visits.home(requests.client[request]);
        tasks.fetches(request, home >= 0 && home != slot);
        if (home == slot) {
            servers[slot].returned(nowNs - visits.answeredNs(requests.client[request]));
        }
        toServer.add(request, nowNs);
    }

    @Override
    @SuppressWarnings("EnumOrdinal") // a column of numbers
    public void ended(int slot, int request, Ending ending, long atNs) {
        if (ending == Ending.ANSWERED || ending == Ending.SWITCHED) {
            requests.row[request] = reports.with(requests.dispatcher[request], slot, atNs);
        }
        if (ending == Ending.SWITCHED) {
            toDispatcher.add(~request, atNs);
            return;
        }
        inSystem[slot]--;
        requests.ending[request] = ending.ordinal();
        toDispatcher.add(request, atNs);
    }

    /** A node's 101 has come: the request is a tunnel. */
    private void switched(int request) {
        show(request);
        if (requests.state[request] != Requests.GONE) {
            dispatchers[requests.dispatcher[request]].tunnel(request, nowNs);
        }
        drain(dispatchers[requests.dispatcher[request]]);
    }

    /** Hands over the sample that came with an answer, if one did. */
    private void show(int request) {
        int row = requests.row[request];
        if (row != SampleDelivery.NONE) {
            requests.row[request] = SampleDelivery.NONE;
            reports.deliver(row, nowNs);
        }
    }

    /** A sample has come by itself, if it is one. */
    private void reported(int row) {
        if (row != SampleDelivery.NONE) {
            drain(reports.deliver(row, nowNs));
        }
    }

    private void answered(int request) {
        SimulatedDispatcher dispatcher = dispatchers[requests.dispatcher[request]];
        show(request);
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

    private void drain(SimulatedDispatcher dispatcher) {
        for (int request = dispatcher.serve(nowNs); request >= 0; request = dispatcher.serve(nowNs)) {
            send(request);
        }
    }

    /** The client has its answer, or none; the number stays in use. */
    private void end(int request, boolean succeeded) {
        requests.end(request, nowNs);
        long tookNs = nowNs - requests.issuedNs[request] - tasks.staysNs(request);
        counts.ended(requests.slot[request], succeeded, tookNs, nowNs);
        clients.ended(requests.client[request], succeeded, nowNs);
    }

    /** The time for which the client of a request waits: what it stays in a server on purpose does not count. */
    private long patienceNs(int request) {
        return patienceNs + tasks.staysNs(request);
    }

    /** A client's patience is over, if the request is still the one it was set for. */
    private void loseClient(int request) {
        if (requests.state[request] == Requests.GONE || nowNs - requests.issuedNs[request] != patienceNs(request)) {
            return;
        }
        if (requests.state[request] == Requests.WAITING) {
            dispatchers[requests.dispatcher[request]].cancel(request, nowNs);
            end(request, false);
            requests.release(request);
        } else if (requests.state[request] == Requests.IN_FLIGHT) {
            SimulatedDispatcher dispatcher = dispatchers[requests.dispatcher[request]];
            dispatcher.finish(request, Outcome.ABANDONED, nowNs);
            requests.state[request] = Requests.GONE;
            end(request, false);
            drain(dispatcher);
        }
    }

    private void clearQueue(int dispatcher) {
        SimulatedDispatcher full = dispatchers[dispatcher];
        while (full.look(nowNs)) {
            int request = full.giveUp(nowNs);
            end(request, false);
            requests.release(request);
        }
        if (row.keepWatch(dispatcher)) {
            timers.set(full.nextLookNs(nowNs), EventHeap.QUEUE, dispatcher);
        }
    }

    /** A server, for its figures. */
    public Server server(int slot) {
        return servers[slot];
    }

    /** The time when the run ended, nanoseconds of virtual time. */
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
