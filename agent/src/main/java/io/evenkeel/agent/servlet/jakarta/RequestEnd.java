// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.servlet.jakarta;

import io.evenkeel.agent.servlet.RequestWatch;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the end of a request that goes on asynchronously, and says it once. Any thread of the server may call.
 *
 * <p>Public, and made without arguments, because WildFly takes every listener for a component that it may have to make
 * itself, and warns of those that it cannot.
 */
public final class RequestEnd implements AsyncListener {

    private @Nullable RequestWatch<HttpServletRequest, HttpServletResponse> watch;
    private @Nullable HttpServletResponse answer;
    private long transaction;
    private int client;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile boolean failed;

    /** Waits for the end of a request if it goes on asynchronously; false when it does not. */
    static boolean awaits(
            RequestWatch<HttpServletRequest, HttpServletResponse> watch,
            long transaction,
            int client,
            ServletRequest request,
            HttpServletResponse answer) {
        try {
            if (!request.isAsyncStarted()) {
                return false;
            }
            RequestEnd end = new RequestEnd();
            end.watch = watch;
            end.transaction = transaction;
            end.client = client;
            end.answer = answer;
            request.getAsyncContext().addListener(end);
        } catch (IllegalStateException e) {
            // It was completed by another thread since.
            watch.done(transaction, client, null, false);
            return true;
        } catch (Throwable failure) {
            RequestWatch.swallow(failure);
            return false;
        }
        watch.handOver(answer);
        return true;
    }

    @Override
    public void onComplete(AsyncEvent event) {
        if (watch != null && ended.compareAndSet(false, true)) {
            watch.done(transaction, client, answer, failed);
        }
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        failed = true;
    }

    @Override
    public void onError(AsyncEvent event) {
        failed = true;
    }

    /** Listens again: after a dispatch the asynchronous work begins again and forgets its listeners. */
    @Override
    public void onStartAsync(AsyncEvent event) {
        event.getAsyncContext().addListener(this);
    }
}
