// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import static io.evenkeel.lab.server.AgentReader.says;
import static io.evenkeel.wire.Metric.AMX_CONNS_OPEN;
import static io.evenkeel.wire.Metric.AMX_CONNS_QD;
import static io.evenkeel.wire.Metric.AMX_CONNS_Q_MAXSIZE;
import static io.evenkeel.wire.Metric.AMX_CONNS_Q_THRBSY;
import static io.evenkeel.wire.Metric.AMX_CONNS_Q_THRDSMAX;
import static io.evenkeel.wire.Metric.AMX_CONNS_Q_USED_PERCENT;
import static io.evenkeel.wire.Metric.AMX_JDBC_ACTC;
import static io.evenkeel.wire.Metric.AMX_JDBC_ACTC_PERCENT;
import static io.evenkeel.wire.Metric.AMX_JDBC_MAXC;
import static io.evenkeel.wire.Metric.AMX_JDBC_WAIT;
import static io.evenkeel.wire.Metric.AMX_RQST_AVETIME;
import static io.evenkeel.wire.Metric.AMX_RQST_ERRS;
import static io.evenkeel.wire.Metric.AMX_RQST_MAXTIME;
import static io.evenkeel.wire.Metric.AMX_RQST_TOTAL;
import static io.evenkeel.wire.Metric.AMX_SESSIONS_ACT;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * 45 slow requests against 12 workers, a queue of 12 and 10 JDBC connections: first one for each worker, then the rest.
 * 24 are answered, 21 refused, and meanwhile the agent tells of a server that is full.
 */
final class BurstTrial {

    static final NodeCapacity CAPACITY = new NodeCapacity(256, 12, 12, 10);

    private static final int REQUESTS = 45;
    private static final int ANSWERED = 24;
    private static final long HELD_MS = 3000;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /** Metrics of the queue, which not every server shows. */
    private static final Set<Metric> QUEUE = Set.of(AMX_CONNS_QD, AMX_CONNS_Q_MAXSIZE, AMX_CONNS_Q_USED_PERCENT);

    /**
     * The metrics that every server shows once it has answered a request; an agent may find some later than the rest.
     */
    private static final Set<Metric> EVERYWHERE = Set.of(
            AMX_CONNS_OPEN,
            AMX_RQST_TOTAL,
            AMX_RQST_ERRS,
            AMX_RQST_AVETIME,
            AMX_RQST_MAXTIME,
            AMX_JDBC_MAXC,
            AMX_JDBC_ACTC_PERCENT);

    private final AppServer server;
    private final AgentReader agent;

    BurstTrial(AppServer server) {
        this.server = server;
        this.agent = new AgentReader(server);
    }

    /** Runs the whole trial; returns the sample that shows the server full. */
    NodeSample run() throws Exception {
        warmUp();
        NodeSample full;
        try (Burst burst = new Burst(server, "/slow?ms=" + HELD_MS, REQUESTS)) {
            burst.send(CAPACITY.workers());
            agent.await(PATIENCE, says(AMX_CONNS_Q_THRBSY, CAPACITY.workers()));
            burst.send(REQUESTS - CAPACITY.workers());
            full = awaitFull(burst);
            assertThat(burst.count(200)).as("answers of " + server.name()).isEqualTo(ANSWERED);
            int refusal = server.type() == ServerType.WILDFLY ? 503 : 0;
            assertThat(burst.count(refusal)).as("refusals of " + server.name()).isEqualTo(REQUESTS - ANSWERED);
        }
        assertThat(figures(full)).as("while it lasted: " + agent.text()).isEqualTo(figuresOfAFullServer());
        awaitIdle();
        full.set(AMX_JDBC_WAIT, waiters());
        return full;
    }

    /** Makes the pool, whose MBeans come with its first connection, and one session. */
    private void warmUp() throws Exception {
        for (String page : new String[] {"/slow?ms=1", "/session"}) {
            HttpURLConnection request = (HttpURLConnection)
                    URI.create(server.uri() + AppServer.PATH + page).toURL().openConnection();
            assertThat(request.getResponseCode()).isEqualTo(200);
            request.disconnect();
        }
        Predicate<NodeSample> complete = sample -> EVERYWHERE.stream().allMatch(sample::has);
        NodeSample idle =
                agent.await(PATIENCE, says(AMX_SESSIONS_ACT, 1).and(isIdle()).and(complete));
        assertThat(idle.value(AMX_SESSIONS_ACT)).as("sessions: " + agent.text()).isEqualTo(1);
        assertThat(isIdle().and(complete)).as(agent.text()).accepts(idle);
    }

    private NodeSample awaitFull(Burst burst) throws InterruptedException {
        Map<Metric, Double> expected = figuresOfAFullServer();
        NodeSample sample = agent.sample();
        while (!figures(sample).equals(expected) && !burst.isOver()) {
            Thread.sleep(20);
            sample = agent.sample();
        }
        return sample;
    }

    private void awaitIdle() throws InterruptedException {
        NodeSample after = agent.await(PATIENCE, isIdle());
        assertThat(isIdle()).as("afterwards: " + agent.text()).accepts(after);
    }

    /**
     * Awaits a sample that tells the threads that wait for a connection. Where that is a mean over a second, it comes a
     * second after the first reading of its total, which may be later than the burst.
     */
    private double waiters() throws InterruptedException {
        NodeSample sample = agent.await(PATIENCE, each -> each.has(AMX_JDBC_WAIT));
        assertThat(sample.has(AMX_JDBC_WAIT)).as(agent.text()).isTrue();
        return sample.value(AMX_JDBC_WAIT);
    }

    private Predicate<NodeSample> isIdle() {
        Predicate<NodeSample> idle = says(AMX_CONNS_Q_THRBSY, 0).and(says(AMX_JDBC_ACTC, 0));
        if (showsWaiters()) {
            idle = idle.and(says(AMX_JDBC_WAIT, 0));
        }
        return showsQueue() ? idle.and(says(AMX_CONNS_QD, 0)) : idle;
    }

    /**
     * True when the server shows the requests that wait for a connection. Tomcat's pool has a second MBean for them,
     * which the agent finds a moment after the pool.
     */
    private boolean showsWaiters() {
        return server.type() != ServerType.OPEN_LIBERTY && server.type() != ServerType.WILDFLY;
    }

    private boolean showsQueue() {
        return server.type() != ServerType.OPEN_LIBERTY;
    }

    private Map<Metric, Double> figuresOfAFullServer() {
        Map<Metric, Double> figures = new TreeMap<>();
        figures.put(AMX_CONNS_QD, 12.0);
        figures.put(AMX_CONNS_Q_MAXSIZE, 12.0);
        figures.put(AMX_CONNS_Q_USED_PERCENT, 100.0);
        figures.put(AMX_CONNS_Q_THRBSY, 12.0);
        figures.put(AMX_CONNS_Q_THRDSMAX, 12.0);
        figures.put(AMX_JDBC_ACTC, 10.0);
        figures.put(AMX_JDBC_MAXC, 10.0);
        if (!showsQueue()) {
            figures.keySet().removeAll(QUEUE);
        }
        return figures;
    }

    /** The metrics above that a sample has. */
    private static Map<Metric, Double> figures(NodeSample sample) {
        Map<Metric, Double> figures = new TreeMap<>();
        for (Metric metric : new Metric[] {
            AMX_CONNS_QD,
            AMX_CONNS_Q_MAXSIZE,
            AMX_CONNS_Q_USED_PERCENT,
            AMX_CONNS_Q_THRBSY,
            AMX_CONNS_Q_THRDSMAX,
            AMX_JDBC_ACTC,
            AMX_JDBC_MAXC
        }) {
            if (sample.has(metric)) {
                figures.put(metric, sample.value(metric));
            }
        }
        return figures;
    }
}
