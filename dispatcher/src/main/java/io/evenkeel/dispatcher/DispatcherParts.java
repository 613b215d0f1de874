// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher;

import io.evenkeel.config.Settings;
import io.evenkeel.config.SettingsSource;
import io.evenkeel.dispatcher.affinity.Affinities;
import io.evenkeel.dispatcher.affinity.joint.JointSessions;
import io.evenkeel.dispatcher.affinity.store.StoreLinks;
import io.evenkeel.dispatcher.broker.Leases;
import io.evenkeel.dispatcher.certificate.CertifierContext;
import io.evenkeel.dispatcher.certificate.Certifiers;
import io.evenkeel.dispatcher.certificate.Challenges;
import io.evenkeel.dispatcher.certificate.IssuedCertificates;
import io.evenkeel.dispatcher.cluster.Clusters;
import io.evenkeel.dispatcher.cluster.RefusalWatch;
import io.evenkeel.dispatcher.discovery.Discoveries;
import io.evenkeel.dispatcher.edit.ConfigEditor;
import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.exchange.cache.memory.CacheStart;
import io.evenkeel.dispatcher.exchange.cache.memory.LiveCache;
import io.evenkeel.dispatcher.join.JoinContext;
import io.evenkeel.dispatcher.join.JoinLink;
import io.evenkeel.dispatcher.join.OrderTaker;
import io.evenkeel.dispatcher.join.OwnSessions;
import io.evenkeel.dispatcher.join.ReloadSteps;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.monitor.Monitor;
import io.evenkeel.dispatcher.monitor.push.PushService;
import io.evenkeel.dispatcher.order.DrainWatch;
import io.evenkeel.dispatcher.order.KeptState;
import io.evenkeel.dispatcher.order.NodeOrders;
import io.evenkeel.dispatcher.order.OwnKey;
import io.evenkeel.dispatcher.protection.ProtectionThread;
import io.evenkeel.dispatcher.shadow.Shadows;
import io.evenkeel.dispatcher.telemetry.TelemetryLink;
import io.evenkeel.dispatcher.tls.ListenerCertificates;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.journal.JournalSink;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a dispatcher, made for the settings of its start and connected. No port is open and no cluster lives
 * before {@link #inForce} has brought these settings.
 *
 * <p>Threads: one makes the parts; what each of them allows, it says itself.
 */
final class DispatcherParts implements AutoCloseable {

    final Engine engine;
    final Meters meters;
    final ProtectionThread protection;
    private final StoreLinks stores;
    final Affinities affinities;
    final Monitor monitor;
    final NodeOrders orders;
    final PushService pushService;
    final Registrars registrars;
    final Discoveries discoveries;
    final Leases leases = new Leases();
    final Sweeper sweeper;
    final Clusters clusters;
    final Shadows shadows;
    private final ListenerCertificates certificates;
    final Certifiers certifiers;
    final TelemetryLink telemetry;
    final CacheStart cache;
    final LiveCache liveCache;
    final JoinLink join;
    final Listeners listeners;
    final EventLog events;
    final Logs logs;
    final SettingsInForce inForce;
    final ConfigEditor config;
    final long startedMs;

    /**
     * Makes the parts and starts the threads of the engine, the monitor and the protection.
     *
     * @param dispatcher asked only after it is whole: its clusters, its settings, its control interface, and reloads
     */
    DispatcherParts(
            SettingsSource source,
            Settings settings,
            long seed,
            KeptState kept,
            EventLog events,
            Function<String, @Nullable JournalSink> journals,
            Dispatcher dispatcher) {
        InstantSource clock = InstantSource.system();
        startedMs = clock.millis();
        this.orders = kept.orders();
        this.events = events;
        logs = new Logs(events);
        cache = new CacheStart(
                settings.cache().memory(),
                System::nanoTime,
                thrown -> events.exchange().error("stored answers could not be packed, and will not all be", thrown));
        liveCache = new LiveCache(cache);
        stores = new StoreLinks(events.cluster());
        JointSessions joint = new JointSessions(System::nanoTime, events.cluster());
        affinities = new Affinities(kept.ownKey()::text, stores, settings.join() == null ? null : joint);
        engine = Engine.open(settings.engine(), events, kept.neighbours());
        meters = new Meters(engine.loops().size());
        monitor = Monitor.start(engine, new SplittableRandom(seed));
        protection = LoopParts.protection(engine, settings);
        telemetry = new TelemetryLink(engine.loops().size(), dispatcher::control, events.exchange());
        LoopParts loops = new LoopParts(engine, protection.protection(), monitor, meters);
        Challenges challenges = new Challenges();
        loops.make(clock, affinities, challenges, logs, telemetry, cache, seed);
        PolicyCatalog catalog = PolicyCatalog.load();
        clusters = new Clusters(catalog, seed, loops.pools(), meters, engine, monitor, orders, journals);
        shadows = new Shadows(clusters::inForce, dispatcher::settings, catalog, clock, events);
        IssuedCertificates issued = new IssuedCertificates();
        certificates = new ListenerCertificates(kept.ownKey()::text, clock, events.listener(), issued, challenges);
        issued.whenChanged(certificates::renew);
        certifiers = new Certifiers(new CertifierContext(issued, challenges, events.listener()));
        registrars = new Registrars(dispatcher, meters, events);
        listeners = new Listeners(
                engine, loops.contexts(), meters, affinities, logs::access, certificates, registrars.mcmp());
        discoveries = new Discoveries(dispatcher, affinities::active, events.cluster(), new SplittableRandom(seed));
        OrderTaker taker = new OrderTaker(clusters::inForce, orders);
        ReloadSteps reload = new ReloadSteps(dispatcher::check, dispatcher::reload);
        join = new JoinLink((wanted, key) -> new JoinContext(
                wanted,
                key,
                () -> dispatcher.control().dispatcher(),
                clusters::inForce,
                taker,
                reload,
                (cluster, node) -> dispatcher.control().cut(cluster, node),
                new OwnSessions(affinities, joint),
                events.cluster()));
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
                join,
                logs,
                settings);
        pushService = new PushService(dispatcher, monitor, registrars.agents(), events);
        sweeper = sweeper(kept.ownKey());
        config = new ConfigEditor(source, dispatcher::reload, dispatcher::isRunning, inForce::forgets);
    }

    private Sweeper sweeper(OwnKey ownKey) {
        DrainWatch drains = new DrainWatch(affinities::active);
        RefusalWatch refusals = new RefusalWatch();
        return new Sweeper(
                List.of(
                        orders::write,
                        ownKey::store,
                        leases::sweep,
                        affinities::sweep,
                        stores::tick,
                        nowNs -> affinities.hear(clusters.inForce().values()),
                        nowNs -> certificates.sweep(),
                        nowNs -> drains.look(clusters.inForce().values(), nowNs),
                        nowNs -> refusals.look(clusters.inForce().values(), nowNs),
                        registrars.mcmp()::sweep,
                        pushService::sweep),
                events.cluster());
    }

    /** Stops all of them at once; connections are cut. */
    @Override
    public void close() {
        join.close();
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
        cache.close();
        certificates.close();
        logs.close();
    }
}
