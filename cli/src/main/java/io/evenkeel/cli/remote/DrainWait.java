// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import io.evenkeel.cli.remote.NodeCommand.NodeTarget;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;

/**
 * {@code node drain --wait}: drains a node and waits until it is empty at all joined dispatchers, or cuts the rest.
 */
final class DrainWait {

    private static final long LOOK_MS = 250;
    private static final long SAID_EVERY_NS = TimeUnit.SECONDS.toNanos(10);

    /** Counting sessions one by one is more expensive than asking for what is in flight. */
    private static final long COUNTED_EVERY_NS = TimeUnit.SECONDS.toNanos(1);

    private final NodeTarget target;
    private final boolean untilNoSession;
    private final @Nullable Duration forceAfter;
    private final CommandSpec spec;
    private final PrintWriter err;
    private SessionsThere sessions = new SessionsThere(0, 0);
    private ElsewhereThere elsewhere = ElsewhereThere.NOTHING;

    /** Sessions of the node, and seconds until the last of them is expected to be over. */
    private record SessionsThere(long active, long goneSeconds) {

        String text() {
            if (active == 0) {
                return "no session";
            }
            return active == 1
                    ? "1 session, expected to be over in " + about(goneSeconds)
                    : active + " sessions, the last of them expected to be over in " + about(goneSeconds);
        }

        private static String about(long seconds) {
            if (seconds < 120) {
                return "about " + seconds + " s";
            }
            return seconds < 7200
                    ? "about " + Math.round(seconds / 60.0) + " min"
                    : "about " + Math.round(seconds / 3600.0) + " h";
        }
    }

    /**
     * @param untilNoSession true to wait for the end of the node's sessions, too
     * @param forceAfter time after which tasks still in flight are cut; null for never
     */
    DrainWait(NodeTarget target, boolean untilNoSession, @Nullable Duration forceAfter, CommandSpec spec) {
        this.target = target;
        this.untilNoSession = untilNoSession;
        this.forceAfter = forceAfter;
        this.spec = spec;
        this.err = spec.commandLine().getErr();
    }

    void run() throws InterruptedException {
        long beganNs = System.nanoTime();
        long saidNs = beganNs - SAID_EVERY_NS;
        JsonNode now = target.send("drain", null, spec);
        if (count() && untilNoSession) {
            err.println("the cluster has no affinity: users do not stay at " + target.node() + " while it drains");
        }
        long countedNs = System.nanoTime();
        while (true) {
            long inFlight = now.path("inFlight").asLong(0);
            long sinceNs = System.nanoTime() - beganNs;
            boolean says = System.nanoTime() - saidNs >= SAID_EVERY_NS;
            if (says || (inFlight == 0 && System.nanoTime() - countedNs >= COUNTED_EVERY_NS)) {
                count();
                countedNs = System.nanoTime();
            }
            if (inFlight == 0
                    && elsewhere.isIdle()
                    && (!untilNoSession || sessions.active() + elsewhere.sessions() == 0)) {
                count();
                err.println(target.node() + " is drained: nothing in flight after " + seconds(sinceNs) + "; it has "
                        + sessions.text() + elsewhere.text());
                break;
            }
            if (says) {
                saidNs = System.nanoTime();
                err.println(
                        target.node() + " has " + inFlight + " in flight and " + sessions.text() + elsewhere.text());
            }
            if (forceAfter != null && sinceNs >= forceAfter.toNanos()) {
                force(inFlight, sinceNs);
                now = target.now(spec);
                break;
            }
            Thread.sleep(LOOK_MS);
            now = target.now(spec);
        }
        target.print(now, spec);
    }

    /** Counts the sessions; true when nothing ties users to the node. */
    private boolean count() {
        JsonNode there = target.sessions(spec);
        sessions = new SessionsThere(
                there.path("active").asLong(0), there.path("goneInSeconds").asLong(0));
        elsewhere = ElsewhereThere.of(there);
        return there.path("affinity").path("mode").asString("none").equals("none");
    }

    private void force(long inFlight, long sinceNs) {
        target.send("maint", null, spec);
        JsonNode answer = target.send("cut", null, spec);
        long cut = answer.path("cut").asLong(0);
        List<String> silent = answer.path("silent")
                .valueStream()
                .map(each -> each.asString("?"))
                .toList();
        err.println(target.node() + " still had " + inFlight + " in flight and "
                + (sessions.active() == 1 ? "1 session" : sessions.active() + " sessions") + " after "
                + seconds(sinceNs) + "; it is in maintenance now, and " + cut + " were told to end"
                + (silent.isEmpty() ? "" : "; no answer of " + String.join(", ", silent)));
    }

    private static String seconds(long ns) {
        return TimeUnit.NANOSECONDS.toSeconds(ns) + " s";
    }
}
