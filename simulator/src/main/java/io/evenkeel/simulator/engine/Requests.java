// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

import java.util.Arrays;

/**
 * The requests that are under way, as columns by number; numbers are used again.
 *
 * <p>Also keeps Little's law: the number under way is added up over time here, and the times of requests one by one as
 * they end. At any moment both sums must be equal to the nanosecond, if those that are still under way count up to now.
 */
final class Requests {

    /** The place of a request, in {@link #state}. */
    static final int WAITING = 0;

    static final int IN_FLIGHT = 1;
    /** The client is gone: the server may still work, or the number is free. */
    static final int GONE = 2;

    int[] client = new int[64];
    int[] dispatcher = new int[64];
    int[] slot = new int[64];
    int[] memo = new int[64];
    /** The kind of work, 0 for none of those that have a name. */
    int[] kind = new int[64];
    /** The object that is asked for, from 1; 0 for none. */
    int[] object = new int[64];

    int[] row = new int[64];
    int[] state = new int[64];
    /** The node that has the request's session; -1 for none. */
    int[] home = new int[64];
    /** The node that has refused the request; -1 for none. */
    int[] refusedBy = new int[64];
    /** The way in which it left its server, an ordinal of {@link io.evenkeel.simulator.server.Ending}. */
    int[] ending = new int[64];

    /** True for the first request of a session, sticky or not. */
    boolean[] beginsSession = new boolean[64];

    boolean[] placesSession = new boolean[64];
    /** True once its node has answered with a 101. */
    boolean[] tunnel = new boolean[64];

    long[] clientKey = new long[64];
    long[] issuedNs = new long[64];
    long[] startedNs = new long[64];
    /** Time since the last answer to the same session; -1 for the first request of one, or where none is sticky. */
    long[] thinkNs = new long[64];
    /** Time from the start to the head of the answer; -1 while it is not known to have come before the end. */
    long[] headNs = new long[64];
    /** Time since the last request of the same session, sticky or not; -1 for the first request of one. */
    long[] sinceRequestNs = new long[64];

    private int[] free = new int[64];
    private int freeCount;
    private int made;

    private long underWay;
    private long changedNs;
    private long underWayNs;
    private long issued;
    private long ended;
    private long issuedSumNs;
    private long endedSumNs;
    private long sojournNs;

    /** A number for a new request. */
    int take(long nowNs) {
        int request = freeCount > 0 ? free[--freeCount] : grow();
        issuedNs[request] = nowNs;
        slot[request] = -1;
        memo[request] = 0;
        row[request] = SampleDelivery.NONE;
        home[request] = -1;
        refusedBy[request] = -1;
        tunnel[request] = false;
        headNs[request] = -1;
        thinkNs[request] = -1;
        beginsSession[request] = false;
        sinceRequestNs[request] = -1;
        state[request] = WAITING;
        count(nowNs, 1);
        issued++;
        issuedSumNs += nowNs;
        return request;
    }

    /** The client has its answer, or has given up. */
    void end(int request, long nowNs) {
        count(nowNs, -1);
        ended++;
        endedSumNs += issuedNs[request];
        sojournNs += nowNs - issuedNs[request];
    }

    /** Frees the number, which is not needed any more. */
    void release(int request) {
        state[request] = GONE;
        free[freeCount++] = request;
    }

    long issued() {
        return issued;
    }

    long ended() {
        return ended;
    }

    /** Number under way, added up over time until now; request-nanoseconds. */
    long underWayNs(long nowNs) {
        return underWayNs + underWay * (nowNs - changedNs);
    }

    /** Times of all requests up to now, those that are still under way included; nanoseconds. */
    long sojournNs(long nowNs) {
        return sojournNs + (issued - ended) * nowNs - (issuedSumNs - endedSumNs);
    }

    private void count(long nowNs, int change) {
        underWayNs += underWay * (nowNs - changedNs);
        changedNs = nowNs;
        underWay += change;
    }

    private int grow() {
        if (made == client.length) {
            int larger = 2 * made;
            client = Arrays.copyOf(client, larger);
            dispatcher = Arrays.copyOf(dispatcher, larger);
            slot = Arrays.copyOf(slot, larger);
            memo = Arrays.copyOf(memo, larger);
            kind = Arrays.copyOf(kind, larger);
            object = Arrays.copyOf(object, larger);
            row = Arrays.copyOf(row, larger);
            state = Arrays.copyOf(state, larger);
            home = Arrays.copyOf(home, larger);
            refusedBy = Arrays.copyOf(refusedBy, larger);
            ending = Arrays.copyOf(ending, larger);
            beginsSession = Arrays.copyOf(beginsSession, larger);
            sinceRequestNs = Arrays.copyOf(sinceRequestNs, larger);
            placesSession = Arrays.copyOf(placesSession, larger);
            tunnel = Arrays.copyOf(tunnel, larger);
            headNs = Arrays.copyOf(headNs, larger);
            clientKey = Arrays.copyOf(clientKey, larger);
            issuedNs = Arrays.copyOf(issuedNs, larger);
            startedNs = Arrays.copyOf(startedNs, larger);
            thinkNs = Arrays.copyOf(thinkNs, larger);
            free = Arrays.copyOf(free, larger);
        }
        return made++;
    }
}
