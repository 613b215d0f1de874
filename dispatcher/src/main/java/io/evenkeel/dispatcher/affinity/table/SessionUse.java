// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.table;

/**
 * The use of a session in one long: the seconds of its last and of its first request, 22 bits each, and the number of
 * its requests, 20 bits. Never 0, because a session has a request.
 *
 * <p>Seconds are those of a clock with any origin, and wrap. A difference of more than half of their range, 24 days, is
 * taken for the clock of another thread that is behind.
 */
final class SessionUse {

    static final int MOST_REQUESTS = (1 << 20) - 1;
    static final int MOST_SECONDS = 1 << 21;

    private static final int REQUEST_BITS = 20;
    private static final int SECOND_BITS = 22;
    private static final int SECONDS = (1 << SECOND_BITS) - 1;

    private SessionUse() {}

    /** The first request. */
    static long first(int nowSeconds) {
        return of(nowSeconds, nowSeconds, 1);
    }

    /** One request that was the first and the last, as far as is known: so many seconds ago. */
    static long told(int nowSeconds, int age, int idle) {
        int last = Math.min(Math.max(idle, 0), MOST_SECONDS - 1);
        return of(nowSeconds - last, nowSeconds - Math.min(Math.max(age, last), MOST_SECONDS - 1), 1);
    }

    /** One more request. */
    static long next(long use, int nowSeconds) {
        int idle = idle(use, nowSeconds);
        int last = last(use) + idle;
        int length = Math.min(seconds(use) + idle, MOST_SECONDS);
        return of(last, last - length, Math.min(requests(use) + 1, MOST_REQUESTS));
    }

    /** The younger first request and the later last one of what two tables know of a session at one node. */
    static long both(long use, long told, int nowSeconds) {
        int idle = Math.min(idle(use, nowSeconds), idle(told, nowSeconds));
        int age = Math.min(age(use, nowSeconds), age(told, nowSeconds));
        boolean more = idle(told, nowSeconds) < idle(use, nowSeconds);
        int requests = more ? Math.min(requests(use) + 1, MOST_REQUESTS) : requests(use);
        return of(nowSeconds - idle, nowSeconds - Math.min(age, MOST_SECONDS - 1), requests);
    }

    /** Seconds since the last request. */
    static int idle(long use, int nowSeconds) {
        int since = (nowSeconds - last(use)) & SECONDS;
        return since >= MOST_SECONDS ? 0 : since;
    }

    /** Seconds from the first request to the last. */
    static int seconds(long use) {
        return (last(use) - (int) (use >>> REQUEST_BITS)) & SECONDS;
    }

    /** Seconds since the first request. */
    static int age(long use, int nowSeconds) {
        return seconds(use) + idle(use, nowSeconds);
    }

    static int requests(long use) {
        return (int) use & MOST_REQUESTS;
    }

    private static int last(long use) {
        return (int) (use >>> (REQUEST_BITS + SECOND_BITS));
    }

    private static long of(int last, int first, int requests) {
        return (((long) (last & SECONDS) << SECOND_BITS) | (first & SECONDS)) << REQUEST_BITS | requests;
    }
}
