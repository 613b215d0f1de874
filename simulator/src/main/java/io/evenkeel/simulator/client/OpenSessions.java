// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.client;

import io.evenkeel.simulator.chance.ArrivalProcess;
import io.evenkeel.simulator.chance.RandomStream;
import io.evenkeel.simulator.event.EventHeap;
import io.evenkeel.simulator.scenario.OpenLoad;
import io.evenkeel.simulator.scenario.Scenario;
import java.util.Arrays;

/** The sessions of an open load; see {@link OpenLoad}. */
public final class OpenSessions implements Clients {

    private static final double NS_PER_MS = 1e6;

    private final Acts run;
    private final Visits visits;
    private final OpenLoad load;
    private final ArrivalProcess[] arrivals;
    private final ArrivalProcess[] arrivalsAfter;
    private final long stepNs;
    private final RandomStream[] gaps;
    private final long untilNs;
    private final RandomStream random;
    private final long seed;
    private int[] left = new int[64];
    private int[] asked = new int[64];
    private int[] dispatcher = new int[64];
    private long[] session = new long[64];
    private int[] free = new int[64];
    private int freeCount;
    private int made;
    private long come;

    /**
     * Sessions that have not come yet.
     *
     * @param visits gets room for each of them
     * @param seed of their chances
     */
    public OpenSessions(Acts run, Visits visits, Scenario scenario, OpenLoad load, long seed) {
        this.run = run;
        this.visits = visits;
        this.load = load;
        this.seed = seed;
        random = new RandomStream(seed);
        untilNs = Math.round(scenario.measuredUntilMs() * NS_PER_MS);
        int streams = scenario.dispatchers().count();
        double perSecond = scenario.ratePerSecond() / load.sessionLength().mean() / streams;
        double perSecondAfter =
                scenario.ratePerSecondAfter() / load.sessionLength().mean() / streams;
        stepNs = load.step() == null ? Long.MAX_VALUE : Math.round(load.step().atMs() * NS_PER_MS);
        arrivals = new ArrivalProcess[streams];
        arrivalsAfter = new ArrivalProcess[streams];
        gaps = new RandomStream[streams];
        for (int k = 0; k < streams; k++) {
            arrivals[k] = ArrivalProcess.parse(load.arrivals(), perSecond);
            arrivalsAfter[k] = ArrivalProcess.parse(load.arrivals(), perSecondAfter);
            gaps[k] = new RandomStream(RandomStream.seed(seed, k + 1L));
        }
    }

    @Override
    public void begin() {
        for (int k = 0; k < arrivals.length; k++) {
            next(k, 0);
        }
    }

    private void next(int stream, long nowNs) {
        long fromNs = nowNs;
        long gapNs = (nowNs < stepNs ? arrivals : arrivalsAfter)[stream].nextNs(gaps[stream]);
        if (nowNs < stepNs && gapNs >= stepNs - nowNs) {
            // who would come after the step comes at its rate
            fromNs = stepNs;
            gapNs = arrivalsAfter[stream].nextNs(gaps[stream]);
        }
        if (gapNs < untilNs - fromNs) {
            run.ringAt(fromNs + gapNs, EventHeap.ARRIVAL, stream);
        }
    }

    @Override
    public void arrive(int stream, long nowNs) {
        int client = freeCount > 0 ? free[--freeCount] : grow();
        session[client] = come++;
        asked[client] = 0;
        dispatcher[client] = stream;
        random.at(seed, session[client], -1);
        left[client] = (int) Math.max(1, Math.round(load.sessionLength().sample(random)));
        next(stream, nowNs);
        wake(client, nowNs);
    }

    @Override
    public void wake(int client, long nowNs) {
        left[client]--;
        run.issue(
                client,
                session[client],
                asked[client]++,
                dispatcher[client] % run.dispatchers(),
                session[client] + 1,
                nowNs);
    }

    @Override
    public void refused(int client, long nowNs) {
        free[freeCount++] = client;
    }

    @Override
    public void ended(int client, boolean succeeded, long nowNs) {
        if (left[client] == 0 || !succeeded) {
            run.sessionEnded(succeeded, nowNs);
            visits.leave(client);
            free[freeCount++] = client;
            return;
        }
        random.at(seed, session[client], asked[client]);
        long thinkNs = (long) (load.thinkMs().sample(random) * NS_PER_MS);
        run.ringAt(nowNs + thinkNs, EventHeap.WAKE, client);
    }

    private int grow() {
        if (made == left.length) {
            left = Arrays.copyOf(left, 2 * made);
            asked = Arrays.copyOf(asked, 2 * made);
            dispatcher = Arrays.copyOf(dispatcher, 2 * made);
            session = Arrays.copyOf(session, 2 * made);
            free = Arrays.copyOf(free, 2 * made);
        }
        visits.ensure(made);
        return made++;
    }
}
