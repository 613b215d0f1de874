// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.client;

import io.evenkeel.simulator.chance.RandomStream;
import io.evenkeel.simulator.event.EventHeap;
import io.evenkeel.simulator.scenario.ClosedLoad;
import io.evenkeel.simulator.scenario.Scenario;

/** The users of a closed load; see {@link ClosedLoad}. */
public final class Users implements Clients {

    private static final double NS_PER_MS = 1e6;

    /** The least pause after a failure: without one, time would stand still. */
    private static final double LEAST_AFTER_FAILURE_MS = 0.1;

    private final Acts run;
    private final Visits visits;
    private final Scenario scenario;
    private final ClosedLoad load;
    private final RandomStream random;
    private final long seed;
    private final long afterFailureNs;
    private final int[] asked;
    private final int[] left;
    private final int[] session;

    /**
     * Users who have not come yet.
     *
     * @param visits gets room for each of them
     * @param seed of their chances
     */
    public Users(Acts run, Visits visits, Scenario scenario, ClosedLoad load, long seed) {
        this.run = run;
        this.visits = visits;
        this.scenario = scenario;
        this.load = load;
        this.seed = seed;
        random = new RandomStream(seed);
        afterFailureNs = Math.round(Math.max(LEAST_AFTER_FAILURE_MS, load.afterFailureMs()) * NS_PER_MS);
        asked = new int[load.users()];
        left = new int[load.users()];
        session = new int[load.users()];
        visits.ensure(load.users());
    }

    @Override
    public void begin() {
        for (int user = 0; user < load.users(); user++) {
            run.ringAt(Math.round(step(user) * NS_PER_MS), EventHeap.WAKE, user);
        }
    }

    /** The time after the start at which a user comes, and after the end of measuring at which it leaves. */
    private double step(int user) {
        return Math.floorDiv(user, load.rampStep()) * load.rampEveryMs();
    }

    @Override
    public void wake(int user, long nowNs) {
        if (nowNs >= (scenario.measuredUntilMs() + step(user)) * NS_PER_MS) {
            visits.leave(user);
            return;
        }
        if (left[user] == 0) {
            left[user] = length(user);
            session[user]++;
        }
        left[user]--;
        long key = ((long) session[user] << 32) + user + 1;
        run.issue(user, user, asked[user]++, user % run.dispatchers(), key, nowNs);
    }

    private int length(int user) {
        if (load.sessionLength() == null) {
            return Integer.MAX_VALUE;
        }
        random.at(seed, user, Integer.MIN_VALUE + session[user]);
        return (int) Math.max(1, Math.round(load.sessionLength().sample(random)));
    }

    @Override
    public void arrive(int dispatcher, long nowNs) {
        throw new IllegalStateException("users do not arrive");
    }

    @Override
    public void refused(int user, long nowNs) {
        left[user] = 0;
        run.ringAt(nowNs + afterFailureNs, EventHeap.WAKE, user);
    }

    @Override
    public void ended(int user, boolean succeeded, long nowNs) {
        long pauseNs = afterFailureNs;
        if (succeeded) {
            random.at(seed, user, asked[user]);
            pauseNs = (long) (load.thinkMs().sample(random) * NS_PER_MS);
        } else {
            left[user] = 0;
        }
        if (left[user] == 0) {
            run.sessionEnded(succeeded, nowNs);
            visits.leave(user);
        }
        if (pauseNs == 0) {
            wake(user, nowNs);
        } else {
            run.ringAt(nowNs + pauseNs, EventHeap.WAKE, user);
        }
    }
}
