// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher;

import io.evenkeel.config.DirectNeed;
import io.evenkeel.config.HeapNeed;
import io.evenkeel.config.Problem;
import io.evenkeel.config.Settings;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.SettingsSource;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.dispatcher.affinity.Affinities;
import io.evenkeel.dispatcher.certificate.Certifiers;
import io.evenkeel.dispatcher.cluster.Clusters;
import io.evenkeel.dispatcher.cluster.NextClusters;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.discovery.Discoveries;
import io.evenkeel.dispatcher.join.JoinLink;
import io.evenkeel.dispatcher.lock.LockTimeoutException;
import io.evenkeel.dispatcher.telemetry.TelemetryLink;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings in force and the way others take their place: as a whole or not at all. Threads: {@link #bring},
 * {@link #reload} and {@link #refit} are serial; reading is for any thread.
 */
final class SettingsInForce {

    private final SettingsSource source;
    private final InstantSource clock;
    private final Registrars registrars;
    private final Discoveries discoveries;
    private final Clusters clusters;
    private final Affinities affinities;
    private final Listeners listeners;
    private final Certifiers certifiers;
    private final TelemetryLink telemetry;
    private final JoinLink join;
    private final Logs logs;
    private volatile Settings settings;
    private volatile int generation = 1;

    /** False until the first settings are in force. */
    private volatile boolean isServing;

    private volatile boolean lastReloadSucceeded = true;
    private volatile long lastReloadMs;

    /**
     * Settings that {@link #bring} puts in force.
     *
     * @param registrars know nodes that are members beside those of the settings
     * @param discoveries further ones, which are found
     * @param first the settings of the start
     */
    SettingsInForce(
            SettingsSource source,
            InstantSource clock,
            Registrars registrars,
            Discoveries discoveries,
            Clusters clusters,
            Affinities affinities,
            Listeners listeners,
            Certifiers certifiers,
            TelemetryLink telemetry,
            JoinLink join,
            Logs logs,
            Settings first) {
        this.source = source;
        this.clock = clock;
        this.registrars = registrars;
        this.discoveries = discoveries;
        this.clusters = clusters;
        this.affinities = affinities;
        this.listeners = listeners;
        this.certifiers = certifiers;
        this.telemetry = telemetry;
        this.join = join;
        this.logs = logs;
        this.settings = first;
        this.lastReloadMs = clock.millis();
    }

    Settings settings() {
        return settings;
    }

    /** 1 at the start, one more for each reload that was applied. */
    int generation() {
        return generation;
    }

    /** True until a reload fails, and again after one succeeds. */
    boolean lastReloadSucceeded() {
        return lastReloadSucceeded;
    }

    /** The wall clock of the last reload that was tried, or of the start. */
    long lastReloadMs() {
        return lastReloadMs;
    }

    /**
     * Puts settings in force: what can fail comes first and changes nothing.
     *
     * @return the changes, a line for each
     * @throws IOException when an address cannot be bound or a log not opened; nothing has changed then
     */
    List<String> bring(Settings next) throws IOException {
        long nowNs = System.nanoTime();
        discoveries.prepare(next.clusters().values());
        Map<String, ClusterSettings> wanted;
        NextClusters prepared;
        try {
            wanted = withRegistered(next);
            prepared = clusters.prepare(wanted, nowNs);
        } catch (IOException | RuntimeException | Error e) {
            discoveries.abandon();
            throw e;
        }
        boolean serves = isServing;
        Listeners.Bound bound = null;
        try {
            if (!serves) {
                logs.follow(settings.log(), next.log());
                // A client of the dispatcher before this one may be there as soon as a port is open, and has a home.
                affinities.follow(next.clusterKey(), wanted);
            }
            // Something to show must be there before a port is open.
            certifiers.prepare(next);
            telemetry.prepare(next.telemetry());
            join.prepare(next);
            bound = listeners.bind(next, prepared.clusters());
            if (serves) {
                logs.follow(settings.log(), next.log());
            }
        } catch (IOException | RuntimeException | Error e) {
            clusters.abandon(prepared);
            discoveries.abandon();
            if (bound != null) {
                listeners.abandon(bound);
            }
            throw e;
        }
        List<String> changes = new ArrayList<>(clusters.commit(prepared, wanted, nowNs));
        registrars.follow(next);
        if (serves) {
            affinities.follow(next.clusterKey(), wanted);
        }
        isServing = true;
        changes.addAll(join.begin(next));
        changes.addAll(listeners.apply(next.listeners(), prepared.clusters(), bound));
        certifiers.begin();
        discoveries.begin();
        telemetry.begin(next);
        changes.addAll(settings.admin().changes(next.admin()));
        settings = next;
        changes.forEach(logs.events().reload()::info);
        return changes;
    }

    private Map<String, ClusterSettings> withRegistered(Settings next) {
        Map<String, ClusterSettings> wanted = new LinkedHashMap<>();
        next.clusters().forEach((name, file) -> wanted.put(name, extended(file, next)));
        return wanted;
    }

    private ClusterSettings extended(ClusterSettings file, Settings of) {
        return registrars.extend(discoveries.extend(file), of);
    }

    /** The things that would be forgotten if settings came into force, a line for each. */
    List<String> forgets(Settings next) {
        return clusters.forgets(withRegistered(next));
    }

    /** Loads the configuration again and does no more; its errors. */
    List<String> check() {
        try {
            source.load();
            return List.of();
        } catch (SettingsException e) {
            return e.problems().stream().map(Problem::render).toList();
        }
    }

    /** Loads the configuration again and puts it in force; says in the result why it could not. */
    synchronized ReloadResult reload() {
        lastReloadMs = clock.millis();
        try {
            Settings next = source.load();
            List<String> changes = bring(next);
            HeapNeed.tooLittle(next, Runtime.getRuntime().maxMemory())
                    .ifPresent(logs.events().reload()::warn);
            DirectNeed.tooLittle(next, BufferFigures.now().most())
                    .ifPresent(logs.events().reload()::warn);
            generation++;
            lastReloadSucceeded = true;
            return new ReloadResult(true, changes, List.of());
        } catch (SettingsException e) {
            lastReloadSucceeded = false;
            List<Problem> errors =
                    e.problems().stream().filter(Problem::isError).toList();
            logs.events()
                    .reload()
                    .error("refused, the old configuration stays in force: " + errors.get(0)
                            + (errors.size() > 1 ? " and " + (errors.size() - 1) + " more" : ""));
            return new ReloadResult(
                    false, List.of(), e.problems().stream().map(Problem::render).toList());
        } catch (IOException | LockTimeoutException e) {
            lastReloadSucceeded = false;
            String why = source.conceal(String.valueOf(e.getMessage()));
            logs.events().reload().error(why);
            return new ReloadResult(false, List.of(), List.of(why));
        }
    }

    /**
     * Brings the members of a cluster in line with the settings and the registered nodes.
     *
     * @throws IllegalStateException when there is no such cluster, or it has no room for more nodes
     */
    void refit(String cluster) {
        ClusterSettings file = settings.clusters().get(cluster);
        if (file == null) {
            throw new IllegalStateException("there is no cluster " + cluster);
        }
        ClusterSettings extended = extended(file, settings);
        affinities.follow(extended);
        clusters.refit(extended, System.nanoTime());
    }
}
