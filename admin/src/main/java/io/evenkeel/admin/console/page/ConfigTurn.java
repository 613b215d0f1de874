// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.page;

import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.entrance.Approach;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Lets one request at a time work with a whole configuration, which may take a large part of the heap: read it, check
 * it, show what would change. Others wait for {@value #WAIT_MS} ms, two at most; then they are told to try again. No
 * turn waits for a client: forms are read before ({@link FormReading}), and other bodies not at all. Any thread.
 */
public final class ConfigTurn {

    private static final int MOST_WAITING = 2;
    private static final int WAIT_MS = 2_000;

    private final FormReading reading = new FormReading();
    private final Semaphore turn = new Semaphore(1, true);
    private final Semaphore places = new Semaphore(1 + MOST_WAITING);

    /** The same work, done in its turn; the body of a request that changes something is read before. */
    public Handler of(Handler work) {
        return context -> {
            if (!Approach.changes(context.req().getMethod())) {
                take(context, work);
                return;
            }
            try (FormReading.Body body = reading.read(context.req())) {
                FormBody.bring(context, body);
                take(context, work);
            } catch (FormReading.Busy e) {
                throw busy(context);
            }
        };
    }

    private void take(Context context, Handler work) throws Exception {
        if (!places.tryAcquire()) {
            throw busy(context);
        }
        try {
            if (!turn.tryAcquire(WAIT_MS, TimeUnit.MILLISECONDS)) {
                throw busy(context);
            }
            try {
                work.handle(context);
            } finally {
                turn.release();
            }
        } finally {
            places.release();
        }
    }

    private static ApiRefusal busy(Context context) {
        context.header("Retry-After", "5");
        return new ApiRefusal(
                503,
                "another configuration is being checked, and only one is checked at a time",
                "Nothing was changed. Try again in some seconds: reload this page, or go back and send the form again.");
    }
}
