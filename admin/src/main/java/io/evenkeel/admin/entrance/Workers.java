// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.entrance;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Hands requests to threads that may wait, at most {@value #MOST_THREADS}: for a file, a cluster's gate or a password.
 * Their answers are held ({@link HeldAnswer}), so that none of them waits for a reader; only streams to those who have
 * proved themselves are written as they come.
 */
final class Workers extends Handler.Wrapper {

    private static final int MOST_THREADS = 8;
    private static final int IDLE_S = 30;

    private final HeldAnswer.Room room;
    private final Predicate<String> streams;
    private final ThreadPoolExecutor threads;

    /** @param streams the paths whose answers are written as they come, to those who have proved themselves */
    Workers(HeldAnswer.Room room, Predicate<String> streams) {
        this.room = room;
        this.streams = streams;
        AtomicInteger number = new AtomicInteger();
        this.threads = new ThreadPoolExecutor(
                MOST_THREADS, MOST_THREADS, IDLE_S, TimeUnit.SECONDS, new ArrayBlockingQueue<>(Guests.MOST), task -> {
                    Thread thread = new Thread(task, "admin-work-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.NON_BLOCKING;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Guest.of(request).serve();
        try {
            threads.execute(() -> serve(request, response, callback));
        } catch (RejectedExecutionException e) {
            Guest.of(request).await(System.nanoTime());
            Response.writeError(request, response, callback, HttpStatus.SERVICE_UNAVAILABLE_503);
        }
        return true;
    }

    /** The threads themselves. */
    Executor threads() {
        return threads;
    }

    private void serve(Request request, Response response, Callback callback) {
        boolean mayStream = streams.test(request.getHttpURI().getPath());
        HeldAnswer answer = new HeldAnswer(request, response, callback, room, mayStream);
        try {
            if (!super.handle(request, answer, answer)) {
                Response.writeError(request, answer, answer, HttpStatus.NOT_FOUND_404);
            }
        } catch (Throwable e) {
            Response.writeError(request, answer, answer, e);
        }
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        threads.shutdownNow();
    }
}
