// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.health;

import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.node.Cluster;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.random.RandomGenerator;

/**
 * The passive ejection of all clusters; settings are read again at every look, so a reload needs no call.
 *
 * <p>One timer on the first event loop looks at every cluster four times a second; a look costs a few hundred
 * nanoseconds for each node.
 */
public final class Ejections implements AutoCloseable {

    private static final long TICK_NS = 250_000_000;

    private final RandomGenerator random;
    private final Map<Cluster, Ejection> watched = new ConcurrentHashMap<>();
    private final ScheduledFuture<?> timer;

    private Ejections(Engine engine, RandomGenerator random) {
        this.random = random;
        this.timer = engine.loops().get(0).every(TICK_NS, () -> {
            long nowNs = System.nanoTime();
            watched.values().forEach(ejection -> ejection.tick(nowNs));
        });
    }

    /** Starts; a cluster is watched from {@link #watch} on. */
    public static Ejections start(Engine engine, RandomGenerator random) {
        return new Ejections(engine, random);
    }

    /** Judges the nodes of a cluster from now on. */
    public synchronized void watch(Cluster cluster) {
        watched.computeIfAbsent(cluster, key -> {
            Ejection ejection = new Ejection(cluster, new SplittableRandom(random.nextLong()));
            cluster.judge(ejection);
            return ejection;
        });
    }

    /** Leaves a cluster alone; its nodes stay as they are. */
    public void forget(Cluster cluster) {
        if (watched.remove(cluster) != null) {
            cluster.judge(null);
        }
    }

    /** Stops; call it before the engine closes. */
    @Override
    public void close() {
        timer.cancel(false);
        watched.keySet().forEach(this::forget);
    }
}
