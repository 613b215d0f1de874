// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

import io.evenkeel.policy.Outcome;
import io.evenkeel.simulator.chance.RandomStream;
import io.evenkeel.simulator.client.RequestDemand;
import io.evenkeel.simulator.client.Visits;
import io.evenkeel.simulator.event.EventHeap;
import io.evenkeel.simulator.event.EventQueue;
import io.evenkeel.simulator.oracle.PolicyMaker;
import io.evenkeel.simulator.oracle.ServerStates;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.server.Ending;
import io.evenkeel.simulator.server.Server;
import io.evenkeel.simulator.server.Tasks;
import java.util.List;

/**
 * One run of a scenario: puts its parts together, and passes requests, answers and samples from one to the other as
 * events come. Used once, by one thread.
 */
public final class SimulationRun implements Server.Ends, EventQueue.Events {

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
    private final EventQueue events;
    private final Visits visits;
    private final ServerRow servers;
    private final DispatcherRow row;
    private final SimulatedDispatcher[] dispatchers;
    private final ClientSide side;
    private final SampleDelivery reports;
    private long retries;

    /** A run that has not begun. */
    public SimulationRun(Scenario scenario, PolicyMaker maker, long seed) {
        this.scenario = scenario;
        int nodes = scenario.nodes();
        visits = new Visits(nodes);
        events = new EventQueue(nodes, ns(scenario.work().networkMs()), timers);
        servers = new ServerRow(scenario, tasks, this, events, RandomStream.seed(seed, SERVERS));
        ServerStates states =
                new TrueState(scenario, List.of(servers.servers()), servers::inSystem, this::running, events::nowNs);
        row = new DispatcherRow(scenario, maker, requests, states, RandomStream.seed(seed, POLICIES));
        dispatchers = row.dispatchers();
        RequestDemand demand = new RequestDemand(scenario.work(), tasks, RandomStream.seed(seed, WORK));
        reports = new SampleDelivery(
                scenario.sampling(), servers.servers(), dispatchers, visits, timers, RandomStream.seed(seed, SAMPLES));
        side = new ClientSide(
                this, scenario, requests, tasks, demand, visits, timers, RandomStream.seed(seed, ARRIVALS));
    }

    private int running() {
        return side.running();
    }

    private static long ns(double ms) {
        return Math.round(ms * NS_PER_MS);
    }

    /** Runs to the end of the scenario; called once. */
    public RunCounts run() {
        side.clients().begin();
        reports.begin();
        row.begin(timers);
        events.run(this, ns(scenario.endMs()));
        return side.counts();
    }

    @Override
    public void answerCame(int answer) {
        if (answer < 0) {
            switched(~answer);
        } else {
            answered(answer);
        }
    }

    @Override
    public void requestCame(int request) {
        servers.arrive(requests.slot[request], request, events.nowNs());
    }

    @Override
    public void serverIsDue(int slot) {
        servers.advance(slot);
    }

    @Override
    public void rang(int kind, int id) {
        long nowNs = events.nowNs();
        switch (kind) {
            case EventHeap.WAKE -> side.clients().wake(id, nowNs);
            case EventHeap.ARRIVAL -> side.clients().arrive(id, nowNs);
            case EventHeap.PATIENCE -> loseClient(id);
            case EventHeap.QUEUE -> clearQueue(id);
            case EventHeap.POLL -> reported(reports.poll(id, nowNs));
            case EventHeap.DELIVER -> reported(id);
            case EventHeap.TELL -> row.tell(id, timers, nowNs);
            default -> throw new IllegalStateException("timer of kind " + kind);
        }
    }

    int dispatchers() {
        return dispatchers.length;
    }

    /** Offers a new request to its dispatcher. */
    void offer(int request, long atNs) {
        int dispatcher = requests.dispatcher[request];
        int slot = dispatchers[dispatcher].offer(request, atNs);
        if (requests.beginsSession[request] && slot != SimulatedDispatcher.TURNED_AWAY) {
            side.sessionBegan();
        }
        if (slot >= 0) {
            send(request);
        } else if (slot == SimulatedDispatcher.TURNED_AWAY) {
            side.turnAway(request, nowNs());
        } else if (slot == SimulatedDispatcher.REFUSED) {
            fail(request);
        } else if (row.startWatch(dispatcher)) {
            timers.set(dispatchers[dispatcher].nextLookNs(atNs), EventHeap.QUEUE, dispatcher);
        }
    }

    private void send(int request) {
        int slot = requests.slot[request];
        int home = visits.home(requests.client[request]);
        tasks.fetches(request, home >= 0 && home != slot);
        if (home == slot) {
            servers.servers()[slot].returned(nowNs() - visits.answeredNs(requests.client[request]));
        }
        servers.send(slot, request, nowNs());
    }

    @Override
    @SuppressWarnings("EnumOrdinal") // a column of numbers
    public void ended(int slot, int request, Ending ending, long atNs) {
        if (ending == Ending.ANSWERED || ending == Ending.SWITCHED) {
            requests.row[request] = reports.with(requests.dispatcher[request], slot, atNs);
        }
        if (ending == Ending.SWITCHED) {
            events.answer(~request, atNs);
            return;
        }
        servers.left(slot);
        requests.ending[request] = ending.ordinal();
        events.answer(request, atNs);
    }

    /** A node's 101 has come: the request is a tunnel. */
    private void switched(int request) {
        show(request);
        if (requests.state[request] != Requests.GONE) {
            dispatchers[requests.dispatcher[request]].tunnel(request, nowNs());
        }
        drain(dispatchers[requests.dispatcher[request]]);
    }

    /** Hands over the sample that came with an answer, if one did. */
    private void show(int request) {
        int row = requests.row[request];
        if (row != SampleDelivery.NONE) {
            requests.row[request] = SampleDelivery.NONE;
            reports.deliver(row, nowNs());
        }
    }

    /** A sample has come by itself, if it is one. */
    private void reported(int row) {
        if (row != SampleDelivery.NONE) {
            drain(reports.deliver(row, nowNs()));
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
        dispatcher.finish(request, succeeded ? Outcome.SUCCEEDED : Outcome.FAILED, nowNs());
        drain(dispatcher);
        if (requests.ending[request] == REFUSED && dispatcher.retry(request, nowNs()) >= 0) {
            retries++;
            send(request);
            return;
        }
        if (succeeded) {
            visits.answered(requests.client[request], requests.slot[request], nowNs());
        }
        side.end(request, succeeded, nowNs());
        requests.release(request);
    }

    private void drain(SimulatedDispatcher dispatcher) {
        for (int request = dispatcher.serve(nowNs()); request >= 0; request = dispatcher.serve(nowNs())) {
            send(request);
        }
    }

    /** The client of a request that no server has gets no answer. */
    private void fail(int request) {
        side.end(request, false, nowNs());
        requests.release(request);
    }

    /** A client's patience is over, if the request is still the one it was set for. */
    private void loseClient(int request) {
        if (!side.isOutOfPatience(request, nowNs())) {
            return;
        }
        if (requests.state[request] == Requests.WAITING) {
            dispatchers[requests.dispatcher[request]].cancel(request, nowNs());
            fail(request);
        } else if (requests.state[request] == Requests.IN_FLIGHT) {
            SimulatedDispatcher dispatcher = dispatchers[requests.dispatcher[request]];
            dispatcher.finish(request, Outcome.ABANDONED, nowNs());
            requests.state[request] = Requests.GONE;
            side.end(request, false, nowNs());
            drain(dispatcher);
        }
    }

    private void clearQueue(int dispatcher) {
        SimulatedDispatcher full = dispatchers[dispatcher];
        while (full.look(nowNs())) {
            fail(full.giveUp(nowNs()));
        }
        if (row.keepWatch(dispatcher)) {
            timers.set(full.nextLookNs(nowNs()), EventHeap.QUEUE, dispatcher);
        }
    }

    /** A server, for its figures. */
    public Server server(int slot) {
        return servers.servers()[slot];
    }

    /** The time of the present event, or when the run ended; nanoseconds of virtual time. */
    public long nowNs() {
        return events.nowNs();
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
        return requests.underWayNs(nowNs());
    }

    /** Times of all requests added up, of those still under way up to now; nanoseconds. */
    public long sojournNs() {
        return requests.sojournNs(nowNs());
    }
}
