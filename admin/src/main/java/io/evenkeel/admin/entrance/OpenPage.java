// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.entrance;

import java.util.concurrent.Executor;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Something that answers at the entrance itself, on a thread that must not wait. */
public interface OpenPage {

    /** Tells whether it answers this request. */
    boolean claims(String method, String path, Request request);

    /**
     * Answers, at once or later, and then completes the callback.
     *
     * @param workers threads that may wait; throws {@link java.util.concurrent.RejectedExecutionException} when too
     * much waits for them
     */
    void answer(Request request, Response response, Callback callback, Executor workers);
}
