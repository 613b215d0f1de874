// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

import io.evenkeel.agent.collect.SharedMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The state that the agents of one JVM share, each loaded by another class loader. The package's Javadoc lists its
 * content.
 *
 * <p>Only classes of {@code java.base} are in the shared map, so only entries of its users keep a class loader alive,
 * and users take them out again when they close. It stays when the last user has gone, for the next one.
 */
final class JvmSharedState {

    private final Semaphore owner;
    private final AtomicReference<@Nullable String> report;
    private final AtomicReference<@Nullable String> carried;
    private final AtomicLong wantedNs;
    private final AtomicReference<@Nullable Thread> sampler;
    private final AtomicReference<@Nullable UnaryOperator<String>> page;
    private final AtomicBoolean draining;

    @SuppressWarnings("unchecked") // the names are ours, and each has one type for all versions of the agent
    private JvmSharedState(Map<String, Object> shared) {
        owner = (Semaphore) shared.computeIfAbsent("owner", name -> new Semaphore(1, true));
        report = (AtomicReference<@Nullable String>) shared.computeIfAbsent("report", name -> new AtomicReference<>());
        carried =
                (AtomicReference<@Nullable String>) shared.computeIfAbsent("carried", name -> new AtomicReference<>());
        wantedNs = (AtomicLong) shared.computeIfAbsent("wantedNs", name -> new AtomicLong(System.nanoTime()));
        sampler =
                (AtomicReference<@Nullable Thread>) shared.computeIfAbsent("sampler", name -> new AtomicReference<>());
        page = (AtomicReference<@Nullable UnaryOperator<String>>)
                shared.computeIfAbsent("page", name -> new AtomicReference<>());
        draining = (AtomicBoolean) shared.computeIfAbsent("draining", name -> new AtomicBoolean());
    }

    /** The shared state of this JVM. */
    static JvmSharedState ofThisJvm() {
        return new JvmSharedState(SharedMap.ofThisJvm());
    }

    /** A shared state of its own, for tests. */
    static JvmSharedState apart() {
        return new JvmSharedState(new ConcurrentHashMap<>());
    }

    Semaphore owner() {
        return owner;
    }

    AtomicReference<@Nullable String> report() {
        return report;
    }

    AtomicReference<@Nullable String> carried() {
        return carried;
    }

    AtomicLong wantedNs() {
        return wantedNs;
    }

    AtomicReference<@Nullable Thread> sampler() {
        return sampler;
    }

    AtomicReference<@Nullable UnaryOperator<String>> page() {
        return page;
    }

    AtomicBoolean draining() {
        return draining;
    }
}
