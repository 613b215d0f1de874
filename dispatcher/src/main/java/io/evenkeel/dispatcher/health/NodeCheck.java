// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.health;

import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.dispatcher.settings.cluster.HealthSettings;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The checks of one node: when, and what a row of results means. One after the other, never two at a time.
 *
 * <p>The second check comes after a random part of the interval, so that the nodes of a cluster are not all asked at the same moment ever
 * after. Everything but {@link #refresh}, {@link #stop} and {@link #last} is on the loop.
 */
final class NodeCheck implements CheckAttempt.Owner {

    private final Engine engine;
    private final Cluster cluster;
    private final Node node;
    private final Loop loop;
    private final double spread;

    private volatile @Nullable CheckResult last;
    private volatile boolean stopped;

    private @Nullable CheckAttempt attempt;
    private boolean running;
    private @Nullable ScheduledFuture<?> next;
    private boolean spreadDone;
    private long startedNs;
    private int passedInRow;
    private int failedInRow;

    /**
     * @param spread part of the interval before the second check, 0 to 1
     */
    NodeCheck(Engine engine, Cluster cluster, Node node, Loop loop, double spread) {
        this.engine = engine;
        this.cluster = cluster;
        this.node = node;
        this.loop = loop;
        this.spread = spread;
    }

    /** Checks now, unless a check runs; the first time and when the settings have changed. */
    void refresh() {
        loop.execute(() -> {
            if (!running) {
                if (next != null) {
                    next.cancel(false);
                }
                check();
            }
        });
    }

    void stop() {
        stopped = true;
        loop.execute(() -> {
            if (next != null) {
                next.cancel(false);
            }
            if (running && attempt != null) {
                attempt.cancel();
            }
        });
    }

    /** The last result; null before the first. */
    @Nullable
    CheckResult last() {
        return last;
    }

    private void check() {
        HealthSettings settings = cluster.settings().health();
        if (stopped || settings == null) {
            return;
        }
        startedNs = loop.nowNs();
        if (node.state() == NodeState.MAINT) {
            passedInRow = 0;
            failedInRow = 0;
            next(settings);
            return;
        }
        running = true;
        attempt = CheckAttempt.start(engine, loop, node, settings, this);
    }

    @Override
    public void decided(CheckResult result) {
        HealthSettings settings = cluster.settings().health();
        if (stopped || settings == null || node.state() == NodeState.MAINT) {
            return;
        }
        last = result;
        EventLog.CHECK.debug(() -> node + (result.passed() ? " passed: " : " failed: ") + result.detail());
        if (result.passed()) {
            failedInRow = 0;
            passedInRow++;
            if (!node.checkPassed() && passedInRow >= settings.rise()) {
                Membership.check(cluster, node, true, null, loop.nowNs());
                EventLog.CHECK.info(node + " is up: " + result.detail());
            }
        } else {
            passedInRow = 0;
            failedInRow++;
            if (node.checkPassed() && failedInRow >= settings.fall()) {
                Membership.check(cluster, node, false, "check failed: " + result.detail(), loop.nowNs());
                EventLog.CHECK.warn(node + " is down: " + result.detail());
            }
        }
    }

    @Override
    public void over() {
        running = false;
        HealthSettings settings = cluster.settings().health();
        if (settings != null) {
            next(settings);
        }
    }

    private void next(HealthSettings settings) {
        if (stopped) {
            return;
        }
        double part = spreadDone ? 1.0 : spread;
        spreadDone = true;
        long atNs = startedNs + (long) (part * settings.interval().toNanos());
        long delayNs = Math.max(0, atNs - loop.nowNs());
        next = loop.eventLoop().schedule(this::check, delayNs, TimeUnit.NANOSECONDS);
    }
}
