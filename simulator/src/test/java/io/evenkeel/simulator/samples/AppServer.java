// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.samples;

import io.evenkeel.policy.Sample;
import io.evenkeel.simulator.contract.FakeNodes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * An application server of paper 1: a task takes a worker, then the one CPU, shared with other tasks, then a JDBC connection for a while. Tasks
 * without a worker wait in the accept queue, and are refused when that is full. Reports what an agent would.
 */
final class AppServer {

    private static final double NEVER = Double.POSITIVE_INFINITY;

    /** One task in the server; times in milliseconds. */
    static final class Visit {
        final int user;
        final double arrivedMs;
        double cpuLeftMs;
        final double jdbcMs;
        double jdbcEndMs = NEVER;

        Visit(int user, double arrivedMs, double cpuMs, double jdbcMs) {
            this.user = user;
            this.arrivedMs = arrivedMs;
            this.cpuLeftMs = cpuMs;
            this.jdbcMs = jdbcMs;
        }
    }

    private final int workers;
    private final int queueMax;
    private final int connections;
    private final ArrayDeque<Visit> accepted = new ArrayDeque<>();
    private final List<Visit> onCpu = new ArrayList<>();
    private final ArrayDeque<Visit> waiters = new ArrayDeque<>();
    private final List<Visit> onJdbc = new ArrayList<>();
    private double nowMs;
    private double sampledMs;
    private double cpuMs;
    private double jdbcMs;
    private double busyMs;
    private double responseMs;
    private int arrivals;
    private int ended;
    private double cpuEach;
    private double jdbcEach;

    AppServer(int workers, int queueMax, int connections) {
        this.workers = workers;
        this.queueMax = queueMax;
        this.connections = connections;
    }

    int busy() {
        return onCpu.size() + waiters.size() + onJdbc.size();
    }

    /** Takes a task in; false when the accept queue is full. */
    boolean offer(Visit visit) {
        arrivals++;
        if (busy() < workers) {
            onCpu.add(visit);
            return true;
        }
        return accepted.size() < queueMax && accepted.add(visit);
    }

    /** When something happens next if nobody comes. */
    double nextMs() {
        double next = NEVER;
        for (Visit visit : onCpu) {
            next = Math.min(next, nowMs + visit.cpuLeftMs * onCpu.size());
        }
        for (Visit visit : onJdbc) {
            next = Math.min(next, visit.jdbcEndMs);
        }
        return next;
    }

    /** Passes time, in which nothing happens but at its end; returns the tasks that end then. */
    List<Visit> advance(double toMs) {
        double passedMs = toMs - nowMs;
        nowMs = toMs;
        cpuMs += onCpu.isEmpty() ? 0 : passedMs;
        jdbcMs += passedMs * onJdbc.size();
        busyMs += passedMs * busy() / workers;
        double eachMs = onCpu.isEmpty() ? 0 : passedMs / onCpu.size();
        onCpu.forEach(visit -> visit.cpuLeftMs -= eachMs);
        List<Visit> computed =
                onCpu.stream().filter(visit -> visit.cpuLeftMs < 1e-9).toList();
        onCpu.removeAll(computed);
        waiters.addAll(computed);
        List<Visit> done =
                onJdbc.stream().filter(visit -> visit.jdbcEndMs <= nowMs).toList();
        onJdbc.removeAll(done);
        for (Visit visit : done) {
            ended++;
            responseMs += nowMs - visit.arrivedMs;
        }
        while (!waiters.isEmpty() && onJdbc.size() < connections) {
            Visit visit = waiters.remove();
            visit.jdbcEndMs = nowMs + visit.jdbcMs;
            onJdbc.add(visit);
        }
        while (!accepted.isEmpty() && busy() < workers) {
            onCpu.add(accepted.remove());
        }
        return done;
    }

    /** Writes what has happened since the last sample; k by the utilisation law. */
    void sample(int slot, FakeNodes into) {
        double intervalMs = Math.max(1, nowMs - sampledMs);
        into.withoutSample(slot)
                .sample(slot, Sample.CPU_SHARE, cpuMs / intervalMs)
                .sample(slot, Sample.IOWAIT_SHARE, 0)
                .sample(slot, Sample.MEMORY_SHARE, 0.5)
                .sample(slot, Sample.HEAP_SHARE, 0.5)
                .sample(slot, Sample.HEAP_AFTER_GC_SHARE, 0.4)
                .sample(slot, Sample.WORKERS_BUSY, busy())
                .sample(slot, Sample.WORKERS_MAX, workers)
                .sample(slot, Sample.QUEUE_USED, accepted.size())
                .sample(slot, Sample.QUEUE_MAX, queueMax)
                .sample(slot, Sample.JDBC_ACTIVE, onJdbc.size())
                .sample(slot, Sample.JDBC_MAX, connections)
                .sample(slot, Sample.JDBC_WAITERS, waiters.size())
                .sample(slot, Sample.SESSIONS, busy() + accepted.size())
                .sample(slot, Sample.IN_FLIGHT, busy() + accepted.size())
                .sample(slot, Sample.ARRIVALS_PER_S, arrivals * 1000 / intervalMs)
                .sample(slot, Sample.THROUGHPUT_PER_S, ended * 1000 / intervalMs)
                .sample(slot, Sample.UTILIZATION_SHARE, busyMs / intervalMs);
        if (ended > 0) {
            cpuEach = cpuMs / ended;
            jdbcEach = jdbcMs / ended;
            into.sample(slot, Sample.RESPONSE_MS, responseMs / ended)
                    .sample(slot, Sample.MEAN_SERVICE_MS, cpuEach + jdbcEach)
                    .sample(slot, Sample.THINK_MS, 0);
        }
        if (cpuEach > 0) {
            double alone = cpuEach + jdbcEach;
            double bottleneck = Math.max(Math.max(cpuEach, jdbcEach / connections), alone / workers);
            into.sample(slot, Sample.SERVICE_MS, alone)
                    .sample(slot, Sample.PARALLELISM, alone / bottleneck)
                    .sample(slot, Sample.CAPACITY_PER_S, 1000 / bottleneck);
        }
        sampledMs = nowMs;
        cpuMs = 0;
        jdbcMs = 0;
        busyMs = 0;
        responseMs = 0;
        arrivals = 0;
        ended = 0;
    }
}
