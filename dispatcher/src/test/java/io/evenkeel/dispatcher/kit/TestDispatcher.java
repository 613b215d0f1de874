// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import io.evenkeel.config.Settings;
import io.evenkeel.config.SettingsException;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.StartException;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.policy.journal.JournalSink;
import java.io.Closeable;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The real dispatcher, started on a free port in this process, whose settings a test may exchange. */
public final class TestDispatcher implements Closeable {

    private final AtomicReference<Settings> settings;
    private final Dispatcher dispatcher;

    private TestDispatcher(AtomicReference<Settings> settings, Dispatcher dispatcher) {
        this.settings = settings;
        this.dispatcher = dispatcher;
    }

    public static TestDispatcher start(TestSettings wanted) {
        return start(wanted, 1, cluster -> null);
    }

    /** Starts one whose policies write down what they do. */
    public static TestDispatcher start(
            TestSettings wanted, long seed, Function<String, @Nullable JournalSink> journals) {
        AtomicReference<Settings> settings = new AtomicReference<>(wanted.build());
        try {
            return new TestDispatcher(
                    settings, Dispatcher.start(() -> Objects.requireNonNull(settings.get()), seed, journals));
        } catch (SettingsException | StartException e) {
            throw new AssertionError("the dispatcher does not start", e);
        }
    }

    /** The port of the HTTP listener. */
    public int port() {
        return dispatcher.port(TestSettings.LISTENER);
    }

    /** The port of another listener. */
    public int port(String listener) {
        return dispatcher.port(listener);
    }

    /** The listener for its clients, as it is in force now. */
    public Door door() {
        boolean secure =
                Objects.requireNonNull(settings.get()).listeners().get(0).tls() != null;
        return new Door(port(), secure ? Cover.TLS : Cover.NONE);
    }

    public RawClient connect() throws IOException {
        return door().connect();
    }

    /** A cluster in force, for tests that take part in what it counts. */
    public Cluster cluster(String name) {
        return Objects.requireNonNull(dispatcher.clusters().get(name), name);
    }

    public Control control() {
        return dispatcher.control();
    }

    public ReloadResult reload(TestSettings wanted) {
        settings.set(wanted.build());
        return dispatcher.control().reload();
    }

    /** Blocks until running requests have ended. */
    public void drain() throws InterruptedException {
        dispatcher.drain();
    }

    @Override
    public void close() {
        dispatcher.close();
    }
}
