// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.dns;

import io.evenkeel.dispatcher.discovery.NameLookup.Found;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Lookups by Java, each of which may hold a thread for as long as the machine's settings say. A name that is being
 * looked up is not looked up once more, and of those for which there is no room the lookup fails at once: nobody who
 * gives up a question ends its lookup. Any thread calls; one of its own waits.
 */
final class JavaNames implements AutoCloseable {

    private static final Duration UNKNOWN = Duration.ofSeconds(30);
    private static final int MOST_WAITING = 64;

    private final HostLookup lookup;
    private final Map<String, CompletableFuture<Found>> open = new HashMap<>();
    private final ExecutorService waiting = new ThreadPoolExecutor(
            1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), JavaNames::thread);

    /** The addresses of a name, for which it waits. */
    @FunctionalInterface
    interface HostLookup {
        InetAddress[] all(String host) throws UnknownHostException;
    }

    JavaNames(HostLookup lookup) {
        this.lookup = lookup;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "evenkeel-names");
        thread.setDaemon(true);
        return thread;
    }

    synchronized CompletableFuture<Found> ask(String host) {
        CompletableFuture<Found> present = open.get(host);
        if (present != null) {
            return present.copy();
        }
        CompletableFuture<Found> asked = new CompletableFuture<>();
        try {
            waiting.execute(() -> look(host, asked));
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(
                    new UnknownHostException("no answer for " + host + ": too many names wait for one"));
        }
        open.put(host, asked);
        return asked.copy();
    }

    private void look(String host, CompletableFuture<Found> asked) {
        Found found = null;
        try {
            found = new Found(List.of(lookup.all(host)), UNKNOWN);
        } catch (UnknownHostException | RuntimeException e) {
            // there is none
        }
        synchronized (this) {
            open.remove(host);
        }
        if (found == null) {
            asked.completeExceptionally(new UnknownHostException("no address for " + host));
        } else {
            asked.complete(found);
        }
    }

    @Override
    public void close() {
        waiting.shutdownNow();
    }
}
