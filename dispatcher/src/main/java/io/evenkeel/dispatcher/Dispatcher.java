// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher;

import io.evenkeel.config.Settings;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.SettingsSource;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.DispatcherState;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.control.live.LiveControl;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.monitor.push.ClusterRegistry;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.order.KeptState;
import io.evenkeel.policy.journal.JournalSink;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A running dispatcher: everything that one configuration brings to life.
 *
 * <p>Threads: any; {@link #reload} and {@link #drain} are serial and may take seconds. Event loops are started here and
 * belong to the connections they carry.
 */
public final class Dispatcher implements AutoCloseable, ClusterRegistry {

    private final DispatcherParts parts;
    private final Control control;
    private volatile DispatcherState state = DispatcherState.RUNNING;

    private Dispatcher(
            SettingsSource source,
            Settings settings,
            long seed,
            KeptState kept,
            EventLog events,
            Function<String, @Nullable JournalSink> journals) {
        parts = new DispatcherParts(source, settings, seed, kept, events, journals, this);
        control = new LiveControl(new ControlAdapter(parts, () -> state, this::reload));
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
        return start(source, first, KeptState::nothing);
    }

    /** The same, with what earlier runs have kept: {@code kept} reads it after the first step, and may write events. */
    public static Dispatcher start(SettingsSource source, FirstStep first, Function<EventLog, KeptState> kept)
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
        return start(source, seed, journals, settings -> {}, KeptState::nothing);
    }

    private static Dispatcher start(
            SettingsSource source,
            long seed,
            Function<String, @Nullable JournalSink> journals,
            FirstStep first,
            Function<EventLog, KeptState> kept)
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
            dispatcher.parts.inForce.bring(settings);
            dispatcher.parts.config.settle();
            dispatcher.parts.orders.announce();
            dispatcher.parts.sweeper.start();
            return dispatcher;
        } catch (IOException e) {
            dispatcher.close();
            throw new StartException(source.conceal(String.valueOf(e.getMessage())), e);
        }
    }

    /** The address of a listener, with the real port. */
    public InetSocketAddress address(String listener) {
        return parts.listeners.address(listener);
    }

    /** The port of a listener. */
    public int port(String listener) {
        return address(listener).getPort();
    }

    public Control control() {
        return control;
    }

    /** Reads the configuration again and puts it in force when it is valid. */
    public synchronized ReloadResult reload() {
        ReloadResult result = parts.inForce.reload();
        if (result.applied()) {
            parts.config.settle();
        }
        parts.config.heard(result);
        return result;
    }

    /** Reads the configuration again without putting it in force; its errors. */
    List<String> check() {
        return parts.inForce.check();
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
        parts.listeners.drain(settings().engine().drain().toNanos());
    }

    /** Opens the log files again, as somebody wants who has moved them; no line is lost. Returns at once. */
    public void reopenLogs() {
        parts.logs.reopen();
    }

    /** Runs something on an event loop when every one has taken a turn from now; never, while one hangs. */
    public void whenEveryLoopTurned(Runnable action) {
        parts.engine.whenEveryLoopTurned(action);
    }

    /** Stops at once; connections are cut. */
    @Override
    public void close() {
        state = DispatcherState.STOPPED;
        parts.close();
    }

    @Override
    public Map<String, Cluster> clusters() {
        return parts.clusters.inForce();
    }

    @Override
    public void refit(String cluster) {
        if (!isRunning()) {
            // A drain holds the lock until it has ended, and threads of the admin server would wait.
            throw new IllegalStateException("the dispatcher is " + state.word());
        }
        synchronized (this) {
            parts.inForce.refit(cluster);
        }
    }

    /** Counters and histograms since the start. */
    public Meters meters() {
        return parts.meters;
    }

    public EventLog events() {
        return parts.events;
    }

    /** The settings in force. */
    Settings settings() {
        return parts.inForce.settings();
    }

    /** False from the announcement of a drain on. */
    boolean isRunning() {
        return state == DispatcherState.RUNNING;
    }
}
