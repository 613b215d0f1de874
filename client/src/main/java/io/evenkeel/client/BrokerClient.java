// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.client;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Knows which node of a cluster to use now. It asks the broker once for each quantum, shortly before the last one ends,
 * while requests go on; a question is asked once, however many callers wait for its answer.
 *
 * <p>When the broker cannot be asked, the last list goes on to serve, for an hour unless told otherwise, and the broker
 * is asked again at growing times, half a second to half a minute, spread at random. When the broker says that no node
 * may take a client, that holds after the quantum. A {@code Retry-After} of the broker is kept.
 *
 * <p>Make one for each session, or one for a whole program if its requests belong to no session. It has no threads and
 * nothing to close. Threads: any.
 */
public final class BrokerClient {

    /** Questions before the first answer, after which the caller hears of the failure. */
    private static final int FIRST_TRIES = 3;

    /** The next question comes after this share of the quantum at the earliest … */
    private static final double EARLIEST = 0.75;

    /** … and up to this much later, spread at random. */
    private static final double SPREAD = 0.2;

    private final BrokerSource source;
    private final Surroundings surroundings;
    private final Backoff backoff;
    private final Object lock = new Object();
    private final KnownNodes known;
    private @Nullable CompletableFuture<List<ToldNode>> asking;
    private @Nullable Throwable failure;
    private int failures;
    private long notBeforeNs;

    /** Time and chance, which tests make up. */
    interface Surroundings {

        /** Monotonic, nanoseconds. */
        long nowNs();

        /** A number from 0 to 1. */
        double random();

        /** A future that ends after a time. */
        CompletableFuture<@Nullable Void> after(long delayNs);
    }

    BrokerClient(BrokerSource source, Duration avoid, Duration fallback, Surroundings surroundings) {
        this.source = source;
        this.surroundings = surroundings;
        this.backoff = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(30), surroundings::random);
        this.known = new KnownNodes(avoid.toNanos(), fallback.toNanos());
    }

    /** Begins a client of a cluster. */
    public static BrokerClientBuilder of(String cluster) {
        return new BrokerClientBuilder(cluster);
    }

    /**
     * The node to use now; waits for the broker when none is known.
     *
     * @throws BrokerException when the broker answers and tells no node
     * @throws IOException when the broker does not answer and no list is left
     */
    public ToldNode node() throws IOException, InterruptedException {
        return nodes().get(0);
    }

    /**
     * The node to use now, and others in the order in which to try them when it is not reached; never empty. Waits for
     * the broker when none is known.
     *
     * @throws BrokerException when the broker answers and tells no node
     * @throws IOException when the broker does not answer and no list is left
     */
    public List<ToldNode> nodes() throws IOException, InterruptedException {
        try {
            return nodesAsync().get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof BrokerException) {
                throw ((BrokerException) cause).again();
            }
            throw new IOException("the broker does not answer: " + cause, cause);
        }
    }

    /** The same without waiting; complete already while a list holds. Fails as {@link #nodes} does. */
    public CompletableFuture<List<ToldNode>> nodesAsync() {
        @Nullable CompletableFuture<List<ToldNode>> round;
        @Nullable CompletableFuture<List<ToldNode>> begun = null;
        boolean isFirst;
        synchronized (lock) {
            long nowNs = surroundings.nowNs();
            boolean mayAsk = asking == null && (failure == null || nowNs - notBeforeNs >= 0);
            boolean holds = known.holds(nowNs);
            isFirst = !known.mayServe(nowNs);
            if (mayAsk && (!holds || known.isDue(nowNs))) {
                begun = new CompletableFuture<>();
                asking = begun;
            }
            round = holds ? CompletableFuture.completedFuture(known.list(nowNs)) : asking;
            if (round == null) {
                round = withoutAnswer(nowNs);
            }
        }
        if (begun != null) {
            begin(begun, isFirst);
        }
        return round.copy();
    }

    /** Under the lock: the broker has failed, and it is too early to ask again. */
    private CompletableFuture<List<ToldNode>> withoutAnswer(long nowNs) {
        Throwable why = failure;
        if (why == null || (known.mayServe(nowNs) && !isNoNode(why))) {
            return CompletableFuture.completedFuture(known.list(nowNs));
        }
        return CompletableFuture.failedFuture(why);
    }

    private void begin(CompletableFuture<List<ToldNode>> round, boolean isFirst) {
        long askedNs = surroundings.nowNs();
        ask(isFirst ? FIRST_TRIES : 1, 1).whenComplete((answer, thrown) -> {
            CompletableFuture<List<ToldNode>> outcome;
            synchronized (lock) {
                long nowNs = surroundings.nowNs();
                asking = null;
                if (thrown == null) {
                    failure = null;
                    failures = 0;
                    known.take(answer, askedNs, EARLIEST + SPREAD * surroundings.random());
                    outcome = CompletableFuture.completedFuture(known.list(nowNs));
                } else {
                    failure = cause(thrown);
                    failures++;
                    notBeforeNs = nowNs + Math.max(backoff.afterNs(failures), retryAfterNs(failure));
                    outcome = withoutAnswer(nowNs);
                }
            }
            outcome.whenComplete((nodes, why) -> {
                if (why == null) {
                    round.complete(nodes);
                } else {
                    round.completeExceptionally(why);
                }
            });
        });
    }

    private CompletableFuture<BrokerAnswer> ask(int most, int tries) {
        return source.ask()
                .handle((answer, thrown) -> {
                    if (thrown == null) {
                        return CompletableFuture.completedFuture(answer);
                    }
                    Throwable why = cause(thrown);
                    if (tries == most || (why instanceof BrokerException && ((BrokerException) why).isFinal())) {
                        return CompletableFuture.<BrokerAnswer>failedFuture(thrown);
                    }
                    return surroundings.after(backoff.afterNs(tries)).thenCompose(done -> ask(most, tries + 1));
                })
                .thenCompose(Function.identity());
    }

    /**
     * Says that a node was not reached. For ten seconds it comes last in {@link #nodes}, and when it was the chosen one
     * the broker is asked again.
     */
    public void failed(ToldNode node) {
        synchronized (lock) {
            known.failed(node, surroundings.nowNs());
        }
    }

    private static boolean isNoNode(Throwable thrown) {
        return thrown instanceof BrokerException && ((BrokerException) thrown).isNoNode();
    }

    private static long retryAfterNs(Throwable thrown) {
        return thrown instanceof BrokerException
                ? ((BrokerException) thrown).retryAfter().orElse(Duration.ZERO).toNanos()
                : 0;
    }

    private static Throwable cause(Throwable thrown) {
        Throwable cause = thrown.getCause();
        return thrown instanceof CompletionException && cause != null ? cause : thrown;
    }
}
