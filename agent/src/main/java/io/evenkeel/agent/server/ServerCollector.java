// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import static io.evenkeel.wire.Metric.AMX_CONNS_MAX;
import static io.evenkeel.wire.Metric.AMX_CONNS_OPEN;
import static io.evenkeel.wire.Metric.AMX_CONNS_QD;
import static io.evenkeel.wire.Metric.AMX_CONNS_Q_MAXSIZE;
import static io.evenkeel.wire.Metric.AMX_CONNS_Q_THRBSY;
import static io.evenkeel.wire.Metric.AMX_CONNS_Q_THRBSY_PERCENT;
import static io.evenkeel.wire.Metric.AMX_CONNS_Q_THRDSMAX;
import static io.evenkeel.wire.Metric.AMX_CONNS_Q_USED_PERCENT;
import static io.evenkeel.wire.Metric.AMX_CONNS_USED_PERCENT;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.agent.collect.MBeanAccess;
import io.evenkeel.agent.log.AgentLog;
import io.evenkeel.agent.settings.AgentOptions;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import io.evenkeel.wire.PoolReading;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.management.MBeanServer;
import org.jspecify.annotations.Nullable;

/**
 * Everything of the first paper's table 4: the app server's figures and those of the JDBC pools.
 *
 * <p>MBeans show which server it is. They may come late, so it looks once a second until it knows. Published figures go
 * before those that the server registers itself. Settings stand in for limits that a server does not tell.
 * {@link #server} and {@link #pools} may be called by any thread.
 */
public final class ServerCollector implements Collector {

    private static final long SEARCH_NS = TimeUnit.SECONDS.toNanos(1);

    /** A route hardly ever changes while a server runs. */
    private static final long ROUTE_NS = TimeUnit.SECONDS.toNanos(10);

    private final AgentOptions settings;
    private final Supplier<@Nullable MBeanServer> access;
    private final LongSupplier ticker;
    private final LongSupplier work;
    private final Executor aside;
    private final MeanQueue meanQueue = new MeanQueue();

    private @Nullable Beans beans;
    private @Nullable ServerReadings published;
    private List<ServerReadings> candidates = List.of();
    private @Nullable Pools pools;
    private @Nullable ServerReadings readings;
    private boolean searched;
    private boolean isVersionKnown;
    private long searchedNs;
    private boolean routeAsked;
    private long routeAskedNs;
    private String route = "";
    private volatile String server = "";
    private final PoolTable poolTable = new PoolTable();

    /** A collector for the server of this JVM. */
    public ServerCollector(AgentOptions settings) {
        this(settings, MBeanAccess::server, System::nanoTime, ServerCollector::workNs, ServerCollector::aside);
    }

    /**
     * A collector for any server.
     *
     * @param ticker nanoseconds, to tell how long a figure takes
     * @param work nanoseconds of the caller's processor time, to tell what a query for names costs
     * @param aside runs what takes long
     */
    ServerCollector(
            AgentOptions settings,
            Supplier<@Nullable MBeanServer> access,
            LongSupplier ticker,
            LongSupplier work,
            Executor aside) {
        this.settings = settings;
        this.access = access;
        this.ticker = ticker;
        this.work = work;
        this.aside = aside;
    }

    /**
     * Processor time of this thread, or else elapsed time. Processor time does not make a query look expensive on a
     * busy machine or while a server starts.
     */
    private static long workNs() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        boolean told = threads.isCurrentThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled();
        return told ? threads.getCurrentThreadCpuTime() : System.nanoTime();
    }

    private static void aside(Runnable task) {
        Thread thread = new Thread(task, "evenkeel-agent-aside");
        thread.setDaemon(true);
        thread.start();
    }

    /** The server's name and version, such as {@code Apache Tomcat 11.0.24}; empty while it is not known. */
    public String server() {
        return server;
    }

    /** All JDBC pools as they were read last. */
    public List<PoolReading> pools() {
        return poolTable.readings();
    }

    @Override
    public void collect(NodeSample into, long nowNs) {
        Beans present = beans();
        if (present != null) {
            present.now(nowNs);
            ServerReadings known = find(nowNs);
            if (known != null) {
                known.read(into);
                into.route(route(known, nowNs));
            }
            if (pools != null) {
                pools.read(into);
            }
        }
        override(into, AMX_CONNS_MAX, settings.connectionsMax());
        override(into, AMX_CONNS_Q_MAXSIZE, settings.queueMax());
        override(into, AMX_CONNS_Q_THRDSMAX, settings.workersMax());
        share(into, AMX_CONNS_USED_PERCENT, AMX_CONNS_OPEN, AMX_CONNS_MAX);
        share(into, AMX_CONNS_Q_USED_PERCENT, AMX_CONNS_QD, AMX_CONNS_Q_MAXSIZE);
        share(into, AMX_CONNS_Q_THRBSY_PERCENT, AMX_CONNS_Q_THRBSY, AMX_CONNS_Q_THRDSMAX);
        meanQueue.collect(into, nowNs);
    }

    private String route(ServerReadings known, long nowNs) {
        if (!routeAsked || nowNs - routeAskedNs >= (route.isEmpty() ? SEARCH_NS : ROUTE_NS)) {
            routeAsked = true;
            routeAskedNs = nowNs;
            String told = known.route();
            route = told == null ? "" : told;
        }
        return route;
    }

    private @Nullable Beans beans() {
        if (beans == null) {
            MBeanServer present = access.get();
            if (present != null) {
                Beans found = new Beans(present, ticker, work);
                published = new PublishedReadings(found);
                // Tomcat last: other servers have parts of it inside.
                candidates = List.of(
                        new GlassFishReadings(found, aside),
                        new LibertyReadings(found),
                        new WildFlyReadings(found),
                        new JettyReadings(found),
                        new TomcatReadings(found));
                pools = new Pools(found, poolTable);
                beans = found;
            }
        }
        return beans;
    }

    private @Nullable ServerReadings find(long nowNs) {
        if (published != null && published.isHere()) {
            return watch(published);
        }
        if (readings != null && readings == published) {
            readings = null;
            isVersionKnown = false;
        }
        if (isVersionKnown || (searched && nowNs - searchedNs < SEARCH_NS)) {
            return readings;
        }
        searched = true;
        searchedNs = nowNs;
        for (ServerReadings candidate : candidates) {
            if (readings == null && candidate.isHere()) {
                readings = candidate;
            }
        }
        if (readings != null) {
            name(readings.title());
        }
        return readings;
    }

    /** Takes what was published, also in place of MBeans that were found before, until it is taken back. */
    private ServerReadings watch(ServerReadings shown) {
        if (shown != readings) {
            readings = shown;
            name(shown.title());
        }
        return shown;
    }

    private void name(String title) {
        server = title;
        isVersionKnown = title.matches(".*[0-9].*");
        AgentLog.sayOnce("watches " + title);
    }

    private static void override(NodeSample into, Metric metric, OptionalInt setting) {
        if (setting.isPresent()) {
            into.set(metric, setting.getAsInt());
        }
    }

    private static void share(NodeSample into, Metric share, Metric part, Metric whole) {
        double most = into.value(whole);
        if (most > 0) {
            into.set(share, Math.min(100, 100 * into.value(part) / most));
        }
    }
}
