// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.health;

import io.evenkeel.config.cluster.HealthSettings;
import io.evenkeel.dispatcher.doubt.NodeLiveness;
import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.dispatcher.node.Silence;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/**
 * The checks of one node: when, and what a row of results means.
 *
 * <p>One after the other; while the node is doubted, because its traffic says so or the last check failed, a second
 * one may be out, so that the next begins at the interval and not when the last has timed out. A failure of a check
 * that began before one that passed is ignored.
 *
 * <p>The second check comes after a random part of the interval, so that the nodes of a cluster are not all asked at
 * the same moment ever after. Moments are multiples of a 20th of the interval, {@value #GRID_NS} ns at most: the loop
 * wakes once for all checks that begin then, and not for each of a thousand. Everything but {@link #refresh},
 * {@link #demand}, {@link #stop} and {@link #last} is on the loop.
 */
final class NodeCheck {

    private static final int MOST_OUT = 2;
    private static final long GRID_NS = 20_000_000;
    private static final int GRID_SHARE = 20;

    private final Engine engine;
    private final Cluster cluster;
    private final Node node;
    private final Loop loop;
    private final double spread;
    private final Runnable demand = this::demand;
    private final List<Question> out = new ArrayList<>(MOST_OUT);

    private volatile @Nullable CheckResult last;
    private volatile boolean stopped;

    private @Nullable ScheduledFuture<?> next;
    private boolean spreadDone;
    private long startedNs;
    private boolean passedOnce;
    private long passedStartNs;
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

    /** One check that is out. */
    private final class Question implements CheckAttempt.CheckOwner {
        private final long askedNs = startedNs;
        private @Nullable CheckAttempt attempt;

        @Override
        public void decided(CheckResult result) {
            heed(askedNs, result);
        }

        @Override
        public void over() {
            out.remove(this);
            HealthSettings settings = cluster.settings().health();
            if (settings != null && next == null) {
                next(settings);
            }
        }
    }

    /** Checks now, unless a check runs; the first time and when the settings have changed. */
    void refresh() {
        loop.execute(() -> {
            if (out.isEmpty()) {
                check();
            }
        });
    }

    /** Checks now because the node is doubted, beside a check that is out already. */
    void demand() {
        loop.execute(() -> {
            if (out.size() < MOST_OUT) {
                check();
            }
            node.liveness().asked(loop.nowNs());
        });
    }

    void stop() {
        stopped = true;
        node.checker(null);
        loop.execute(() -> {
            cancelNext();
            for (Question each : List.copyOf(out)) {
                if (each.attempt != null) {
                    each.attempt.cancel();
                }
            }
        });
    }

    /** The last result; null before the first. */
    @Nullable
    CheckResult last() {
        return last;
    }

    private void cancelNext() {
        if (next != null) {
            next.cancel(false);
            next = null;
        }
    }

    private void check() {
        cancelNext();
        HealthSettings settings = cluster.settings().health();
        if (stopped || settings == null) {
            return;
        }
        node.checker(settings.asksApplication() ? demand : null);
        startedNs = loop.nowNs();
        if (node.state() == NodeState.MAINT) {
            passedInRow = 0;
            failedInRow = 0;
            next(settings);
            return;
        }
        Question question = new Question();
        out.add(question);
        question.attempt = CheckAttempt.start(engine, loop, cluster, node, settings, question);
        if (doubted()) {
            next(settings);
        }
    }

    /** The moment of the next check has come; when as many are out as may be, the end of one brings it. */
    private void turn() {
        next = null;
        if (out.size() < (doubted() ? MOST_OUT : 1)) {
            check();
        }
    }

    private boolean doubted() {
        return node.checkPassed()
                && (failedInRow > 0 || node.silent() || node.liveness().doubted());
    }

    private void heed(long askedNs, CheckResult result) {
        HealthSettings settings = cluster.settings().health();
        boolean late = !result.passed() && passedOnce && askedNs - passedStartNs < 0;
        if (stopped || settings == null || late || node.state() == NodeState.MAINT) {
            return;
        }
        last = result;
        cluster.events().check().debug(() -> node + (result.passed() ? " passed: " : " failed: ") + result.detail());
        if (result.passed()) {
            passed(askedNs, result, settings);
        } else {
            failed(result, settings);
        }
    }

    private void passed(long askedNs, CheckResult result, HealthSettings settings) {
        passedOnce = true;
        passedStartNs = askedNs;
        failedInRow = 0;
        passedInRow++;
        long nowNs = loop.nowNs();
        if (settings.asksApplication()) {
            NodeLiveness liveness = node.liveness();
            liveness.checked(nowNs);
            if (liveness.doubted()) {
                liveness.passedAfter(result.tookNs());
            }
            Silence.trust(cluster, node, "its check passed", true, nowNs);
        }
        if (!node.checkPassed() && passedInRow >= settings.rise()) {
            node.liveness().renew();
            Membership.check(cluster, node, true, null, nowNs);
            cluster.events().check().info(node + " is up: " + result.detail());
        }
    }

    private void failed(CheckResult result, HealthSettings settings) {
        passedInRow = 0;
        failedInRow++;
        if (settings.asksApplication()) {
            node.liveness().refuted();
        }
        String reason = "check failed: " + result.detail();
        if (node.checkPassed() && failedInRow >= settings.fall()) {
            Membership.check(cluster, node, false, reason, loop.nowNs());
            cluster.events().check().warn(node + " is down: " + result.detail());
        } else if (node.state() == NodeState.DOWN && !reason.equals(node.reason())) {
            // people read why it fails now, not why it failed first
            Membership.check(cluster, node, false, reason, loop.nowNs());
        }
    }

    /** The moment at or before another one at which checks begin together. */
    static long onGrid(long atNs, long intervalNs) {
        long stepNs = Math.min(GRID_NS, Math.max(1, intervalNs / GRID_SHARE));
        return Math.floorDiv(atNs, stepNs) * stepNs;
    }

    private void next(HealthSettings settings) {
        if (stopped) {
            return;
        }
        double part = spreadDone ? 1.0 : spread;
        spreadDone = true;
        long intervalNs = settings.interval().toNanos();
        long atNs = onGrid(startedNs + (long) (part * intervalNs), intervalNs);
        long delayNs = Math.max(0, atNs - loop.nowNs());
        next = loop.after(delayNs, this::turn);
    }
}
