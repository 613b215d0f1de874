// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.samples;

import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.simulator.contract.FakeNodes;
import io.evenkeel.simulator.contract.FakeTask;
import io.evenkeel.simulator.samples.AppServer.Visit;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Users without think time before application servers, one dispatcher between them; servers report once a second, one after the other.
 *
 * <p>A task is 8 ms of CPU, exponential, and 80 ms of JDBC, half to one and a half times that. A refused user comes again after 10 ms.
 */
final class Users {

    /**
     * What it came to.
     *
     * @param longestRun most tasks in a row that went to one node
     */
    record Tally(int ended, int failed, int longestRun) {}

    private static final double NS_PER_MS = 1e6;
    private static final double REFUSED_MS = 10;

    private final List<AppServer> servers;
    private final FakeNodes nodes;
    private final Policy policy;
    private final FakeTask task = new FakeTask();
    private final SplittableRandom work;
    private final Map<Visit, Integer> memos = new HashMap<>();
    private final ArrayDeque<Visit> held = new ArrayDeque<>();
    private final double[] readyMs;
    private double nowMs;
    private int ended;
    private int failed;
    private int last = -1;
    private int run;
    private int longestRun;

    private Users(int users, List<AppServer> servers, String name, Map<String, Double> options, long seed) {
        this.servers = servers;
        SplittableRandom chance = new SplittableRandom(seed);
        work = chance.split();
        nodes = FakeNodes.of(servers.size());
        policy = PolicyCatalog.load().find(name).orElseThrow().create(servers.size(), chance.split(), options);
        for (int slot = 0; slot < servers.size(); slot++) {
            policy.onJoin(slot, nodes, 0);
        }
        readyMs = new double[users];
        for (int user = 0; user < users; user++) {
            readyMs[user] = 100.0 * user;
        }
    }

    static Tally run(
            int users, List<AppServer> servers, String policy, Map<String, Double> options, int seconds, long seed) {
        return new Users(users, servers, policy, options, seed).run(1000.0 * seconds);
    }

    private Tally run(double untilMs) {
        double nextSampleMs = 0;
        int reporter = 0;
        while (nowMs < untilMs) {
            double nextMs = nextSampleMs;
            for (double each : readyMs) {
                nextMs = Math.min(nextMs, each);
            }
            for (AppServer server : servers) {
                nextMs = Math.min(nextMs, server.nextMs());
            }
            nowMs = nextMs;
            nodes.time(now());
            for (int slot = 0; slot < servers.size(); slot++) {
                for (Visit visit : servers.get(slot).advance(nowMs)) {
                    end(visit, slot, Outcome.SUCCEEDED);
                }
            }
            if (nowMs >= nextSampleMs) {
                servers.get(reporter).sample(reporter, nodes);
                policy.onSample(reporter, nodes, now());
                reporter = (reporter + 1) % servers.size();
                nextSampleMs += 1000.0 / servers.size();
            }
            while (!held.isEmpty() && send(held.peek())) {
                held.remove();
            }
            for (int user = 0; user < readyMs.length; user++) {
                if (readyMs[user] <= nowMs) {
                    readyMs[user] = Double.POSITIVE_INFINITY;
                    double cpuMs = -8 * StrictMath.log(1 - work.nextDouble());
                    Visit visit = new Visit(user, nowMs, cpuMs, work.nextDouble(40, 120));
                    if (!held.isEmpty() || !send(visit)) {
                        held.add(visit);
                    }
                }
            }
        }
        return new Tally(ended, failed, longestRun);
    }

    private boolean send(Visit visit) {
        task.at(now()).memo(0);
        int slot = policy.choose(task, nodes);
        if (slot == Policy.HOLD) {
            return false;
        }
        run = slot == last ? run + 1 : 1;
        last = slot;
        longestRun = Math.max(longestRun, run);
        nodes.start(slot);
        policy.onStart(task, slot, nodes);
        memos.put(visit, task.memo());
        if (!servers.get(slot).offer(visit)) {
            end(visit, slot, Outcome.FAILED);
        }
        return true;
    }

    private void end(Visit visit, int slot, Outcome outcome) {
        nodes.finish(slot);
        Integer memo = memos.remove(visit);
        task.at(now()).memo(memo == null ? 0 : memo);
        policy.onFinish(task, slot, outcome, Math.round((nowMs - visit.arrivedMs) * NS_PER_MS), nodes);
        boolean succeeded = outcome == Outcome.SUCCEEDED;
        ended += succeeded ? 1 : 0;
        failed += succeeded ? 0 : 1;
        readyMs[visit.user] = nowMs + (succeeded ? 0 : REFUSED_MS);
    }

    private long now() {
        return Math.round(nowMs * NS_PER_MS);
    }
}
