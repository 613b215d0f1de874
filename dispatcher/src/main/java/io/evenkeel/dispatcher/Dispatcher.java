// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher;

import io.evenkeel.config.HeapNeed;
import io.evenkeel.config.LogSettings;
import io.evenkeel.config.Problem;
import io.evenkeel.config.Settings;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.SettingsSource;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.dispatcher.backend.NodePools;
import io.evenkeel.dispatcher.control.BufferView;
import io.evenkeel.dispatcher.control.ConfigDesk;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.DispatcherView;
import io.evenkeel.dispatcher.control.LiveControl;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.control.ShadowDesk;
import io.evenkeel.dispatcher.edit.ConfigEditor;
import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.engine.Listener;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.exchange.Workbench;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.log.access.AccessLog;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.monitor.AgentView;
import io.evenkeel.dispatcher.monitor.Monitor;
import io.evenkeel.dispatcher.monitor.Piggyback;
import io.evenkeel.dispatcher.monitor.push.AgentDesk;
import io.evenkeel.dispatcher.monitor.push.Joiners;
import io.evenkeel.dispatcher.monitor.push.PushDesk;
import io.evenkeel.dispatcher.monitor.push.Roster;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeOrder;
import io.evenkeel.dispatcher.order.DrainWatch;
import io.evenkeel.dispatcher.order.NodeOrders;
import io.evenkeel.dispatcher.patience.JammedException;
import io.evenkeel.dispatcher.shadow.Shadows;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.journal.JournalSink;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A running dispatcher: everything that one configuration brings to life.
 *
 * <p>Threads: any; {@link #reload} and {@link #drain} are serial and may take seconds. Event loops are started here and
 * belong to the connections they carry.
 */
public final class Dispatcher implements AutoCloseable, LiveControl.Engine, Roster {

    private final SettingsSource source;
    private final InstantSource clock = InstantSource.system();
    private final Engine engine;
    private final Meters meters;
    private final Monitor monitor;
    private final Joiners joiners = new Joiners();
    private final NodeOrders orders;
    private final PushDesk desk;
    private final Sweeper sweeper;
    private final Clusters clusters;
    private final Shadows shadows;
    private final Listeners listeners;
    private final LiveControl control;
    private final ConfigEditor config;
    private final long startedMs = clock.millis();

    private volatile @Nullable AccessLog accessLog;
    private volatile Settings settings;
    private volatile String state = "running";
    private volatile int generation = 1;
    private volatile boolean reloadSucceeded = true;
    private volatile long reloadMs = startedMs;

    private Dispatcher(
            SettingsSource source,
            Settings settings,
            long seed,
            NodeOrders orders,
            Function<String, @Nullable JournalSink> journals) {
        this.source = source;
        this.orders = orders;
        this.settings = settings;
        engine = Engine.open(settings.engine());
        meters = new Meters(engine.loops().size());
        monitor = Monitor.start(engine, new SplittableRandom(seed));
        List<NodePools> pools = new ArrayList<>();
        List<Workbench> benches = new ArrayList<>();
        for (Loop loop : engine.loops()) {
            NodePools mine = new NodePools(engine, loop, pools);
            pools.add(mine);
            benches.add(new Workbench(loop, mine, new Piggyback(monitor), meters, clock, () -> accessLog));
        }
        PolicyCatalog catalog = PolicyCatalog.load();
        clusters = new Clusters(catalog, seed, pools, meters, engine, monitor, orders, journals);
        shadows = new Shadows(clusters::inForce, this::settings, catalog, clock);
        listeners = new Listeners(engine, benches, meters, () -> accessLog);
        desk = new PushDesk(this, monitor, joiners);
        DrainWatch drains = new DrainWatch();
        sweeper = new Sweeper(
                List.of(orders::write, nowNs -> drains.look(clusters.inForce().values(), nowNs), desk::sweep));
        config = new ConfigEditor(source, this::reload, () -> state.equals("running"), this::forgets);
        control = new LiveControl(this);
    }

    /**
     * Loads the configuration, opens the listeners and begins to serve.
     *
     * @throws SettingsException when the configuration has problems
     * @throws StartException when an address cannot be bound or the transport is missing
     */
    public static Dispatcher start(SettingsSource source) throws SettingsException, StartException {
        return start(source, System.nanoTime(), cluster -> null);
    }

    /** The work that must be done before anything is opened, with the settings that will be in force. */
    public interface FirstStep {

        /**
         * Does the work.
         *
         * @throws IOException when a start makes no sense, with a sentence for the user
         */
        void take(Settings settings) throws IOException;
    }

    /** The same, after a first step that must succeed. */
    public static Dispatcher start(SettingsSource source, FirstStep first) throws SettingsException, StartException {
        return start(source, first, NodeOrders::inMemory);
    }

    /** The same, with orders of administrators to nodes from an earlier run, read after the first step. */
    public static Dispatcher start(SettingsSource source, FirstStep first, Supplier<NodeOrders> orders)
            throws SettingsException, StartException {
        return start(source, System.nanoTime(), cluster -> null, first, orders);
    }

    /**
     * The same, with the choices of its policies written down so that they can be replayed.
     *
     * @param seed of all random numbers in the policies
     * @param journals gives the journal of a cluster by its name; null for none
     */
    public static Dispatcher start(SettingsSource source, long seed, Function<String, @Nullable JournalSink> journals)
            throws SettingsException, StartException {
        return start(source, seed, journals, settings -> {}, NodeOrders::inMemory);
    }

    private static Dispatcher start(
            SettingsSource source,
            long seed,
            Function<String, @Nullable JournalSink> journals,
            FirstStep first,
            Supplier<NodeOrders> orders)
            throws SettingsException, StartException {
        Settings settings = source.load();
        Dispatcher dispatcher;
        try {
            first.take(settings);
            dispatcher = new Dispatcher(source, settings, seed, orders.get(), journals);
        } catch (IOException | IllegalStateException e) {
            throw new StartException(source.conceal(String.valueOf(e.getMessage())), e);
        }
        try {
            dispatcher.bring(settings);
            dispatcher.orders.announce();
            dispatcher.sweeper.start();
            return dispatcher;
        } catch (IOException e) {
            dispatcher.close();
            throw new StartException(source.conceal(String.valueOf(e.getMessage())), e);
        }
    }

    /** Puts settings in force: what can fail comes first and changes nothing. */
    private List<String> bring(Settings next) throws IOException {
        long nowNs = System.nanoTime();
        Map<String, ClusterSettings> wanted = withJoiners(next);
        Clusters.Next prepared = clusters.prepare(wanted, nowNs);
        Map<String, Plane> fresh = new LinkedHashMap<>();
        Map<String, Listener> bound = listeners.bind(next.listeners(), prepared.clusters(), fresh);
        try {
            openLogs(next.log());
        } catch (IOException e) {
            listeners.abandon(bound, fresh);
            throw e;
        }
        List<String> changes = new ArrayList<>(clusters.commit(prepared, wanted, nowNs));
        changes.addAll(listeners.apply(next.listeners(), prepared.clusters(), bound, fresh));
        changes.addAll(settings.admin().changes(next.admin()));
        settings = next;
        config.settle();
        changes.forEach(EventLog.RELOAD::info);
        return changes;
    }

    private Map<String, ClusterSettings> withJoiners(Settings next) {
        Map<String, ClusterSettings> wanted = new LinkedHashMap<>();
        next.clusters().forEach((name, file) -> wanted.put(name, joiners.extend(file)));
        return wanted;
    }

    private List<String> forgets(Settings next) {
        return clusters.forgets(withJoiners(next));
    }

    /**
     * Brings the logs in line with the settings; a log that stays as it was is opened again, so that files can be
     * rotated.
     */
    private void openLogs(LogSettings next) throws IOException {
        EventLog.configure(next);
        AccessLog before = accessLog;
        LogSettings.AccessLogSettings wanted = next.access();
        if (before != null && wanted != null && wanted.equals(settings.log().access())) {
            before.reopen();
            return;
        }
        accessLog = wanted == null ? null : AccessLog.open(wanted);
        if (before != null) {
            before.close();
        }
    }

    /** The address of a listener, with the real port. */
    public InetSocketAddress address(String listener) {
        return listeners.address(listener);
    }

    /** The port of a listener. */
    public int port(String listener) {
        return address(listener).getPort();
    }

    public Control control() {
        return control;
    }

    @Override
    public synchronized ReloadResult reload() {
        ReloadResult result = reloadNow();
        config.heard(result);
        return result;
    }

    private synchronized ReloadResult reloadNow() {
        reloadMs = clock.millis();
        try {
            Settings next = source.load();
            List<String> changes = bring(next);
            HeapNeed.tooLittle(next, Runtime.getRuntime().maxMemory()).ifPresent(EventLog.RELOAD::warn);
            generation++;
            reloadSucceeded = true;
            return new ReloadResult(true, changes, List.of());
        } catch (SettingsException e) {
            reloadSucceeded = false;
            List<Problem> errors =
                    e.problems().stream().filter(Problem::isError).toList();
            EventLog.RELOAD.error("refused, the old configuration stays in force: " + errors.get(0)
                    + (errors.size() > 1 ? " and " + (errors.size() - 1) + " more" : ""));
            return new ReloadResult(
                    false, List.of(), e.problems().stream().map(Problem::render).toList());
        } catch (IOException | JammedException e) {
            reloadSucceeded = false;
            String why = source.conceal(String.valueOf(e.getMessage()));
            EventLog.RELOAD.error(why);
            return new ReloadResult(false, List.of(), List.of(why));
        }
    }

    /**
     * Stops listening, lets running tasks finish, and returns when none is left. The configured time ends that: then
     * the connections that are left are cut off.
     */
    public synchronized void drain() throws InterruptedException {
        state = "draining";
        listeners.drain(settings.engine().drain().toNanos());
    }

    /** Stops at once; connections are cut. */
    @Override
    public void close() {
        state = "stopped";
        sweeper.close();
        shadows.close();
        clusters.close();
        engine.close();
        AccessLog log = accessLog;
        if (log != null) {
            log.close();
        }
    }

    @Override
    public DispatcherView view() {
        String version = Dispatcher.class.getPackage().getImplementationVersion();
        return new DispatcherView(
                version == null ? "development" : version,
                state,
                startedMs,
                engine.transport().name().toLowerCase(Locale.ROOT),
                engine.loops().size(),
                generation,
                reloadSucceeded,
                reloadMs,
                listeners.view());
    }

    @Override
    public Map<String, Cluster> clusters() {
        return clusters.inForce();
    }

    @Override
    public void told(Cluster cluster, Node node) {
        orders.note(cluster.name(), node.name(), () -> NodeOrder.of(node), System.nanoTime());
    }

    @Override
    public void cut(Node node) {
        clusters.cut(node);
        listeners.cut(node);
    }

    @Override
    public Meters meters() {
        return meters;
    }

    @Override
    public void refit(String cluster) {
        if (!state.equals("running")) {
            // A drain holds the lock until it has ended, and threads of the admin server would wait.
            throw new IllegalStateException("the dispatcher is " + state);
        }
        refitNow(cluster);
    }

    private synchronized void refitNow(String cluster) {
        ClusterSettings file = settings.clusters().get(cluster);
        if (file == null) {
            throw new IllegalStateException("there is no cluster " + cluster);
        }
        clusters.refit(joiners.extend(file), System.nanoTime());
    }

    @Override
    public ConfigDesk configuration() {
        return config;
    }

    @Override
    public AgentDesk agents() {
        return desk;
    }

    @Override
    public BufferView buffers() {
        return BufferFigures.now();
    }

    @Override
    public ShadowDesk shadows() {
        return shadows;
    }

    @Override
    public AgentView agent(Node node) {
        return monitor.view(node, System.nanoTime());
    }

    @Override
    public Settings settings() {
        return settings;
    }
}
