// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.redal;

/** The mean of the last {@code g} times: the paper's moving average. O(1); exact, since the times are whole numbers. */
public final class WindowMean {

    private final long[] timesNs;
    private int next;
    private int count;
    private long sumNs;

    /** @param window the paper's g, at least 1 */
    public WindowMean(int window) {
        timesNs = new long[window];
    }

    /** Adds a time, at least 0; the oldest of a full window goes. */
    public void add(long timeNs) {
        if (count == timesNs.length) {
            sumNs -= timesNs[next];
        } else {
            count++;
        }
        sumNs += timeNs;
        timesNs[next] = timeNs;
        next = next + 1 == timesNs.length ? 0 : next + 1;
    }

    /** The mean, nanoseconds; -1 when there is no time yet. */
    public long meanNs() {
        return count == 0 ? -1 : sumNs / count;
    }
}
