// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher;

import io.evenkeel.config.Settings;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.SettingsSource;
import io.evenkeel.dispatcher.affinity.Affinities;
import io.evenkeel.dispatcher.affinity.SessionsLeft;
import io.evenkeel.dispatcher.affinity.SessionsView;
import io.evenkeel.dispatcher.affinity.store.StoreLinks;
import io.evenkeel.dispatcher.broker.Leases;
import io.evenkeel.dispatcher.certificate.CertifierContext;
import io.evenkeel.dispatcher.certificate.Certifiers;
import io.evenkeel.dispatcher.certificate.Challenges;
import io.evenkeel.dispatcher.certificate.IssueView;
import io.evenkeel.dispatcher.certificate.IssuedCertificates;
import io.evenkeel.dispatcher.control.BufferView;
import io.evenkeel.dispatcher.control.ConfigControl;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.DispatcherState;
import io.evenkeel.dispatcher.control.DispatcherView;
import io.evenkeel.dispatcher.control.Registrations;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.control.ShadowControl;
import io.evenkeel.dispatcher.control.TelemetryFigures;
import io.evenkeel.dispatcher.control.live.LiveControl;
import io.evenkeel.dispatcher.control.live.RunningDispatcher;
import io.evenkeel.dispatcher.discovery.Discoveries;
import io.evenkeel.dispatcher.discovery.DiscoveryView;
import io.evenkeel.dispatcher.edit.ConfigEditor;
import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.monitor.AgentView;
import io.evenkeel.dispatcher.monitor.Monitor;
import io.evenkeel.dispatcher.monitor.push.ClusterRegistry;
import io.evenkeel.dispatcher.monitor.push.PushMessages;
import io.evenkeel.dispatcher.monitor.push.PushService;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeOrder;
import io.evenkeel.dispatcher.order.DrainWatch;
import io.evenkeel.dispatcher.order.Kept;
import io.evenkeel.dispatcher.order.NodeOrders;
import io.evenkeel.dispatcher.protection.ProtectionThread;
import io.evenkeel.dispatcher.shadow.Shadows;
import io.evenkeel.dispatcher.telemetry.TelemetryLink;
import io.evenkeel.dispatcher.tls.ListenerCertificates;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.journal.JournalSink;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A running dispatcher: everything that one configuration brings to life.
 *
 * <p>Threads: any; {@link #reload} and {@link #drain} are serial and may take seconds. Event loops are started here and
 * belong to the connections they carry.
 */
public final class Dispatcher implements AutoCloseable, RunningDispatcher, ClusterRegistry {

    private final InstantSource clock = InstantSource.system();
    private final Engine engine;
    private final Meters meters;
    private final ProtectionThread protection;
    private final StoreLinks stores;
    private final Affinities affinities;
    private final Monitor monitor;
    private final NodeOrders orders;
    private final PushService pushService;
    private final Registrars registrars;
    private final Discoveries discoveries;
    private final Leases leases = new Leases();
    private final Sweeper sweeper;
    private final Clusters clusters;
    private final Shadows shadows;
    private final ListenerCertificates certificates;
    private final Certifiers certifiers;
    private final TelemetryLink telemetry;
    private final Listeners listeners;
    private final EventLog events;
    private final Logs logs;
    private final SettingsInForce inForce;
    private final LiveControl control;
    private final ConfigEditor config;
    private final long startedMs = clock.millis();

    private volatile DispatcherState state = DispatcherState.RUNNING;

    private Dispatcher(
            SettingsSource source,
            Settings settings,
            long seed,
            Kept kept,
            EventLog events,
            Function<String, @Nullable JournalSink> journals) {
        this.orders = kept.orders();
        this.events = events;
        logs = new Logs(events);
        stores = new StoreLinks(events.cluster());
        affinities = new Affinities(kept.clusterKey(), stores);
        engine = Engine.open(settings.engine(), events, kept.neighbours());
        meters = new Meters(engine.loops().size());
        monitor = Monitor.start(engine, new SplittableRandom(seed));
        protection = LoopParts.protection(engine, settings);
        telemetry = new TelemetryLink(engine.loops().size(), this::control, events.exchange());
        LoopParts loops = new LoopParts(engine, protection.protection(), monitor, meters);
        Challenges challenges = new Challenges();
        loops.make(clock, affinities, challenges, logs, telemetry, seed);
        PolicyCatalog catalog = PolicyCatalog.load();
        clusters = new Clusters(catalog, seed, loops.pools(), meters, engine, monitor, orders, journals);
        shadows = new Shadows(clusters::inForce, this::settings, catalog, clock, events);
        IssuedCertificates issued = new IssuedCertificates();
        certificates = new ListenerCertificates(kept.clusterKey(), clock, events.listener(), issued, challenges);
        issued.whenChanged(certificates::renew);
        certifiers = new Certifiers(new CertifierContext(issued, challenges, events.listener()));
        registrars = new Registrars(this, meters, events);
        listeners = new Listeners(
                engine, loops.contexts(), meters, affinities, logs::access, certificates, registrars.mcmp());
        discoveries = new Discoveries(this, affinities::active, events.cluster(), new SplittableRandom(seed));
        inForce = new SettingsInForce(
                source,
                clock,
                registrars,
                discoveries,
                clusters,
                affinities,
                listeners,
                certifiers,
                telemetry,
                logs,
                settings);
        pushService = new PushService(this, monitor, registrars.agents(), events);
        DrainWatch drains = new DrainWatch(affinities::active);
        sweeper = new Sweeper(
                List.of(
                        orders::write,
                        leases::sweep,
                        affinities::sweep,
                        stores::tick,
                        nowNs -> affinities.hear(clusters.inForce().values()),
                        nowNs -> certificates.sweep(),
                        nowNs -> drains.look(clusters.inForce().values(), nowNs),
                        registrars.mcmp()::sweep,
                        pushService::sweep),
                events.cluster());
        config = new ConfigEditor(source, this::reload, () -> state == DispatcherState.RUNNING, inForce::forgets);
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

    /** The same, after a first step that must succeed. */
    public static Dispatcher start(SettingsSource source, FirstStep first) throws SettingsException, StartException {
        return start(source, first, Kept::nothing);
    }

    /** The same, with what earlier runs have kept: {@code kept} reads it after the first step, and may write events. */
    public static Dispatcher start(SettingsSource source, FirstStep first, Function<EventLog, Kept> kept)
            throws SettingsException, StartException {
        return start(source, System.nanoTime(), cluster -> null, first, kept);
    }

    /**
     * The same, with the choices of its policies written down so that they can be replayed.
     *
     * @param seed of all random numbers in the policies
     * @param journals gives the journal of a cluster by its name; null for none
     */
    public static Dispatcher start(SettingsSource source, long seed, Function<String, @Nullable JournalSink> journals)
            throws SettingsException, StartException {
        return start(source, seed, journals, settings -> {}, Kept::nothing);
    }

    private static Dispatcher start(
            SettingsSource source,
            long seed,
            Function<String, @Nullable JournalSink> journals,
            FirstStep first,
            Function<EventLog, Kept> kept)
            throws SettingsException, StartException {
        Settings settings = source.load();
        EventLog events = new EventLog();
        Dispatcher dispatcher;
        try {
            first.take(settings);
            dispatcher = new Dispatcher(source, settings, seed, kept.apply(events), events, journals);
        } catch (IOException | IllegalStateException e) {
            events.close();
            throw new StartException(source.conceal(String.valueOf(e.getMessage())), e);
        }
        try {
            dispatcher.inForce.bring(settings);
            dispatcher.config.settle();
            dispatcher.orders.announce();
            dispatcher.sweeper.start();
            return dispatcher;
        } catch (IOException e) {
            dispatcher.close();
            throw new StartException(source.conceal(String.valueOf(e.getMessage())), e);
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
        ReloadResult result = inForce.reload();
        if (result.applied()) {
            config.settle();
        }
        config.heard(result);
        return result;
    }

    /** Says from now on that it drains, and serves as before; {@link #drain} comes next. Returns at once. */
    public void announceDrain() {
        state = DispatcherState.DRAINING;
    }

    /**
     * Stops listening, lets running tasks finish, and returns when none is left. The configured time ends that: then
     * the connections that are left are cut off.
     */
    public synchronized void drain() throws InterruptedException {
        state = DispatcherState.DRAINING;
        listeners.drain(settings().engine().drain().toNanos());
    }

    /** Opens the log files again, as somebody wants who has moved them; no line is lost. Returns at once. */
    public void reopenLogs() {
        logs.reopen();
    }

    /** Runs something on an event loop when every one has taken a turn from now; never, while one hangs. */
    public void whenEveryLoopTurned(Runnable action) {
        engine.whenEveryLoopTurned(action);
    }

    /** Stops at once; connections are cut. */
    @Override
    public void close() {
        state = DispatcherState.STOPPED;
        protection.close();
        certifiers.close();
        discoveries.close();
        telemetry.close();
        sweeper.close();
        registrars.mcmp().close();
        shadows.close();
        clusters.close();
        stores.close();
        engine.close();
        certificates.close();
        logs.close();
    }

    @Override
    public DispatcherView view() {
        return new DispatcherView(
                DispatcherView.programVersion(),
                state,
                startedMs,
                DispatcherView.transport(engine.transport()),
                engine.loops().size(),
                inForce.generation(),
                inForce.lastReloadSucceeded(),
                inForce.lastReloadMs(),
                listeners.view(),
                protection.protection().view());
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
        leases.cut(node);
    }

    @Override
    public Meters meters() {
        return meters;
    }

    @Override
    public void refit(String cluster) {
        if (state != DispatcherState.RUNNING) {
            // A drain holds the lock until it has ended, and threads of the admin server would wait.
            throw new IllegalStateException("the dispatcher is " + state.word());
        }
        synchronized (this) {
            inForce.refit(cluster);
        }
    }

    @Override
    public ConfigControl configuration() {
        return config;
    }

    @Override
    public PushMessages agents() {
        return pushService;
    }

    @Override
    public Registrations registrations() {
        return registrars.mcmp();
    }

    @Override
    public SessionsView sessions(Cluster cluster) {
        return affinities.view(cluster);
    }

    @Override
    public SessionsLeft sessionsLeft(Cluster cluster, Node node) {
        return affinities.left(cluster, node, System.nanoTime());
    }

    @Override
    public Leases leases() {
        return leases;
    }

    @Override
    public List<IssueView> issues() {
        return certifiers.view();
    }

    @Override
    public List<DiscoveryView> discoveries() {
        return discoveries.view();
    }

    @Override
    public TelemetryFigures telemetry() {
        return telemetry;
    }

    @Override
    public BufferView buffers() {
        return BufferFigures.now();
    }

    @Override
    public EventLog events() {
        return events;
    }

    @Override
    public ShadowControl shadows() {
        return shadows;
    }

    @Override
    public AgentView agent(Node node) {
        return monitor.view(node, System.nanoTime());
    }

    @Override
    public Settings settings() {
        return inForce.settings();
    }
}
