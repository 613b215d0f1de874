// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher;

import io.evenkeel.config.Settings;
import io.evenkeel.dispatcher.affinity.Affinities;
import io.evenkeel.dispatcher.affinity.LoopAffinities;
import io.evenkeel.dispatcher.backend.NodePools;
import io.evenkeel.dispatcher.certificate.Challenges;
import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.exchange.LoopContext;
import io.evenkeel.dispatcher.exchange.cache.memory.CacheStart;
import io.evenkeel.dispatcher.frontend.copy.Copies;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.monitor.Monitor;
import io.evenkeel.dispatcher.monitor.Piggyback;
import io.evenkeel.dispatcher.protection.Protection;
import io.evenkeel.dispatcher.protection.ProtectionThread;
import io.evenkeel.dispatcher.telemetry.TelemetryLink;
import io.netty.util.internal.PlatformDependent;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Parts that each loop of a dispatcher has for itself: its pools of node connections and its context. */
final class LoopParts {

    private final Engine engine;
    private final Protection protection;
    private final Monitor monitor;
    private final Meters meters;
    private final List<NodePools> pools = new ArrayList<>();
    private final List<LoopContext> contexts = new ArrayList<>();

    LoopParts(Engine engine, Protection protection, Monitor monitor, Meters meters) {
        this.engine = engine;
        this.protection = protection;
        this.monitor = monitor;
        this.meters = meters;
    }

    /** Starts to watch the memory, descriptors and loops of the process. */
    static ProtectionThread protection(Engine engine, Settings settings) {
        return ProtectionThread.start(
                engine,
                settings.engine().protect(),
                PlatformDependent::usedDirectMemory,
                PlatformDependent::maxDirectMemory);
    }

    /** Makes the parts of each loop, once. */
    void make(
            InstantSource clock,
            Affinities affinities,
            Challenges challenges,
            Logs logs,
            TelemetryLink telemetry,
            CacheStart cache,
            long seed) {
        for (Loop loop : engine.loops()) {
            NodePools mine = new NodePools(engine, loop, pools);
            pools.add(mine);
            LoopContext context = new LoopContext(
                    loop,
                    mine,
                    new Piggyback(monitor),
                    meters,
                    clock,
                    new LoopAffinities(affinities, loop, clock),
                    challenges,
                    protection.loopProtection(loop),
                    logs::access,
                    telemetry::tracing);
            context.cache(cache);
            contexts.add(Copies.of(context, seed + loop.index()));
        }
    }

    List<NodePools> pools() {
        return pools;
    }

    List<LoopContext> contexts() {
        return contexts;
    }
}
