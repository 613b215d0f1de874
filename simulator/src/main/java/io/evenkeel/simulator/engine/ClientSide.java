// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

import io.evenkeel.simulator.chance.RandomStream;
import io.evenkeel.simulator.client.Clients;
import io.evenkeel.simulator.client.OpenSessions;
import io.evenkeel.simulator.client.RequestDemand;
import io.evenkeel.simulator.client.Users;
import io.evenkeel.simulator.client.Visits;
import io.evenkeel.simulator.event.EventHeap;
import io.evenkeel.simulator.scenario.ClosedLoad;
import io.evenkeel.simulator.scenario.LoadModel;
import io.evenkeel.simulator.scenario.OpenLoad;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.server.Tasks;

/**
 * The clients' side of a run: requests begin here, with their needs and their session, are waited for, and end here,
 * which is counted.
 */
final class ClientSide implements Clients.Acts {

    private static final double NS_PER_MS = 1e6;

    private final SimulationRun run;
    private final Requests requests;
    private final Tasks tasks;
    private final RequestDemand demand;
    private final Visits visits;
    private final EventHeap timers;
    private final RunCounts counts;
    private final Clients clients;
    private final boolean sticky;
    private final long patienceNs;
    private int running;

    /**
     * Clients who have not asked yet.
     *
     * @param run is offered the requests
     * @param arrivals seed of their chances
     */
    ClientSide(
            SimulationRun run,
            Scenario scenario,
            Requests requests,
            Tasks tasks,
            RequestDemand demand,
            Visits visits,
            EventHeap timers,
            long arrivals) {
        this.run = run;
        this.requests = requests;
        this.tasks = tasks;
        this.demand = demand;
        this.visits = visits;
        this.timers = timers;
        sticky = scenario.load().affinity() == LoadModel.NodeChoice.SESSION;
        counts = new RunCounts(
                scenario.nodes(), ns(scenario.measuredFromMs()), ns(scenario.measuredUntilMs()), ns(scenario.endMs()));
        if (scenario.load() instanceof OpenLoad open) {
            patienceNs = ns(open.patienceMs());
            clients = new OpenSessions(this, visits, scenario, open, arrivals);
        } else {
            ClosedLoad closed = (ClosedLoad) scenario.load();
            patienceNs = 0;
            clients = new Users(this, visits, scenario, closed, arrivals);
        }
    }

    private static long ns(double ms) {
        return Math.round(ms * NS_PER_MS);
    }

    /** Those who ask. */
    Clients clients() {
        return clients;
    }

    /** The requests and sessions that have ended. */
    RunCounts counts() {
        return counts;
    }

    @Override
    public int dispatchers() {
        return run.dispatchers();
    }

    @Override
    public void ringAt(long atNs, int kind, int number) {
        timers.set(atNs, kind, number);
    }

    /** Sessions that were admitted and are not at their end. */
    int running() {
        return running;
    }

    /** A session's first request was not turned away. */
    void sessionBegan() {
        running++;
    }

    @Override
    public void sessionEnded(boolean succeeded, long atNs) {
        running--;
        counts.sessionEnded(succeeded, atNs);
    }

    @Override
    public void issue(int client, long stream, int nth, int dispatcher, long clientKey, long atNs) {
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
        run.offer(request, atNs);
    }

    /** The time for which the client of a request waits: what it stays in a server on purpose does not count. */
    private long patienceNs(int request) {
        return patienceNs + tasks.staysNs(request);
    }

    /** True when a timer for a client's patience is the request's own, and not that of one that had its number. */
    boolean isOutOfPatience(int request, long nowNs) {
        return requests.state[request] != Requests.GONE && nowNs - requests.issuedNs[request] == patienceNs(request);
    }

    /** A session is refused at its beginning; nothing of it is lost. */
    void turnAway(int request, long nowNs) {
        requests.end(request, nowNs);
        counts.refused(nowNs);
        clients.refused(requests.client[request], nowNs);
        requests.release(request);
    }

    /** The client has its answer, or none; the number stays in use. */
    void end(int request, boolean succeeded, long nowNs) {
        requests.end(request, nowNs);
        long tookNs = nowNs - requests.issuedNs[request] - tasks.staysNs(request);
        counts.ended(requests.slot[request], succeeded, tookNs, nowNs);
        clients.ended(requests.client[request], succeeded, nowNs);
    }
}
