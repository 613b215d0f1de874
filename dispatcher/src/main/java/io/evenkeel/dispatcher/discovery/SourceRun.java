// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.discovery;

import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.discover.DiscoverSettings;
import io.evenkeel.dispatcher.log.EventLogger;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The questions to one source, one after the other.
 *
 * <p>The next one comes when the answer has aged, never sooner than a fifth of a second after it, so that a source
 * whose nodes change all the time costs a bounded amount of work; only its last state counts. After failures it comes
 * later and later, up to a minute. Times are spread by chance, so that dispatchers do not ask in step. An answer
 * without nodes is a failure: it empties no cluster.
 *
 * <p>Threads: one steps; {@link #view} is for any.
 */
final class SourceRun {

    static final long LEAST_NS = 200_000_000L;
    static final long MOST_NS = 3_600_000_000_000L;
    static final long FIRST_BACKOFF_NS = 1_000_000_000L;
    static final long MOST_BACKOFF_NS = 60_000_000_000L;

    private final String cluster;
    private final DiscoverSettings settings;
    private final NodeSource source;
    private final SplittableRandom random;
    private final EventLogger log;
    private final Runnable wake;
    private final FoundNodes roster = new FoundNodes();

    private @Nullable CompletableFuture<SourceAnswer> pending;
    private long askedNs;
    private long dueNs;
    private int row;
    private boolean hasAnswered;
    private long answers;
    private long changes;
    private long failures;
    private long lastAnswerMs;
    private @Nullable String problem;
    private String remark = "";

    /** @param wake is called on any thread when an answer is there */
    SourceRun(
            String cluster,
            DiscoverSettings settings,
            NodeSource source,
            SplittableRandom random,
            EventLogger log,
            Runnable wake,
            long nowNs) {
        this.cluster = cluster;
        this.settings = settings;
        this.source = source;
        this.random = random;
        this.log = log;
        this.wake = wake;
        this.dueNs = nowNs;
    }

    String cluster() {
        return cluster;
    }

    DiscoverSettings settings() {
        return settings;
    }

    FoundNodes roster() {
        return roster;
    }

    /** True while the first question has neither an answer nor failed. */
    synchronized boolean isFirstOpen() {
        return answers == 0 && failures == 0;
    }

    /** The moment of the next step, if no answer comes before. */
    synchronized long dueNs() {
        CompletableFuture<SourceAnswer> open = pending;
        return open == null
                ? dueNs
                : open.isDone() ? askedNs : askedNs + source.patience().toNanos();
    }

    /**
     * Takes the answer that has come, and asks when it is time to.
     *
     * @param nowMs the wall clock
     * @return true when the nodes found have changed
     */
    synchronized boolean step(long nowNs, long nowMs) {
        boolean changed = false;
        CompletableFuture<SourceAnswer> open = pending;
        if (open != null && open.isDone()) {
            pending = null;
            changed = taken(open, nowNs, nowMs);
        } else if (open != null && nowNs - askedNs >= source.patience().toNanos()) {
            pending = null;
            open.cancel(true);
            failed("no answer after " + source.patience().toMillis() + " ms", nowNs);
        }
        if (pending == null && nowNs - dueNs >= 0) {
            ask(nowNs);
        }
        return changed;
    }

    private void ask(long nowNs) {
        askedNs = nowNs;
        CompletableFuture<SourceAnswer> asked;
        try {
            asked = source.ask();
        } catch (RuntimeException e) {
            asked = CompletableFuture.failedFuture(e);
        }
        pending = asked;
        asked.whenComplete((answer, failure) -> wake.run());
    }

    private boolean taken(CompletableFuture<SourceAnswer> open, long nowNs, long nowMs) {
        SourceAnswer answer;
        try {
            answer = open.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | RuntimeException e) {
            failed(reason(e), nowNs);
            return false;
        }
        AcceptedNodes accepted = AcceptedNodes.of(answer.nodes(), settings);
        if (accepted.nodes().isEmpty()) {
            String left = accepted.remark().isEmpty() ? "" : ": " + accepted.remark();
            failed("the answer has no nodes" + left, nowNs);
            return false;
        }
        answers++;
        lastAnswerMs = nowMs;
        remark(join(answer.remark(), accepted.remark()));
        dueNs = nowNs + spread(Math.min(MOST_NS, answer.goodFor().toNanos()));
        if (problem != null) {
            log.info(place() + " answers again, with " + nodes(accepted.nodes()));
        }
        row = 0;
        problem = null;
        hasAnswered = true;
        boolean changed = roster.take(accepted.nodes(), settings.maxNodes(), nowNs);
        if (changed) {
            changes++;
        }
        return changed;
    }

    private static String join(String first, String second) {
        return first.isEmpty() || second.isEmpty() ? first + second : first + "; " + second;
    }

    /** The times between questions are up to a tenth shorter by chance. */
    private long spread(long delayNs) {
        return Math.max(LEAST_NS, delayNs - (long) (delayNs * 0.1 * random.nextDouble()));
    }

    private void remark(String now) {
        if (!now.equals(remark) && !now.isEmpty()) {
            log.warn(place() + ": " + now);
        }
        remark = now;
    }

    /** Says so once for a row of failures. */
    private void failed(String reason, long nowNs) {
        failures++;
        row++;
        long delayNs = Math.min(MOST_BACKOFF_NS, FIRST_BACKOFF_NS << Math.min(row - 1, 6));
        dueNs = nowNs + delayNs / 2 + (long) (delayNs / 2.0 * random.nextDouble());
        if (problem == null) {
            int known = roster.found();
            String rest = known == 0 ? "no node is known yet" : nodes(known) + " found before stay";
            log.warn(place() + ": " + reason + "; " + rest + (hasAnswered ? "" : "; it is asked again"));
        }
        problem = reason;
    }

    private static String nodes(List<NodeSettings> nodes) {
        return nodes(nodes.size());
    }

    private static String nodes(int count) {
        return count + (count == 1 ? " node" : " nodes");
    }

    private String place() {
        return "cluster " + cluster + ", " + settings.source().words();
    }

    static String reason(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof ExecutionException || cause instanceof CompletionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : message;
    }

    synchronized DiscoveryView view() {
        return new DiscoveryView(
                cluster,
                settings.source().words(),
                roster.found(),
                roster.draining(),
                answers,
                changes,
                failures,
                lastAnswerMs,
                problem,
                remark);
    }

    void close() {
        source.close();
    }
}
