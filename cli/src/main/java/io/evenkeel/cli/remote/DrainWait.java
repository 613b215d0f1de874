// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import io.evenkeel.cli.remote.NodeCommand.Target;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;

/** {@code node drain --wait}: drains a node and waits until it is empty, or cuts the rest. */
final class DrainWait {

    private static final long LOOK_MS = 250;
    private static final long SAID_EVERY_NS = TimeUnit.SECONDS.toNanos(10);

    private final Target target;
    private final @Nullable Duration forceAfter;
    private final CommandSpec spec;

    /**
     * @param forceAfter time after which tasks still in flight are cut; null for never
     */
    DrainWait(Target target, @Nullable Duration forceAfter, CommandSpec spec) {
        this.target = target;
        this.forceAfter = forceAfter;
        this.spec = spec;
    }

    void run() throws InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        long beganNs = System.nanoTime();
        long saidNs = beganNs - SAID_EVERY_NS;
        JsonNode now = target.send("drain", null, spec);
        while (true) {
            long inFlight = now.path("inFlight").asLong(0);
            long sinceNs = System.nanoTime() - beganNs;
            if (inFlight == 0) {
                err.println(target.node() + " is drained: nothing in flight after " + seconds(sinceNs));
                break;
            }
            if (forceAfter != null && sinceNs >= forceAfter.toNanos()) {
                target.send("maint", null, spec);
                long cut = target.send("cut", null, spec).path("cut").asLong(0);
                err.println(target.node() + " still had " + inFlight + " in flight after " + seconds(sinceNs)
                        + "; it is in maintenance now, and " + cut + " were told to end");
                now = target.now(spec);
                break;
            }
            if (System.nanoTime() - saidNs >= SAID_EVERY_NS) {
                saidNs = System.nanoTime();
                err.println(target.node() + " has " + inFlight + " in flight");
            }
            Thread.sleep(LOOK_MS);
            now = target.now(spec);
        }
        target.print(now, spec);
    }

    private static String seconds(long ns) {
        return TimeUnit.NANOSECONDS.toSeconds(ns) + " s";
    }
}
