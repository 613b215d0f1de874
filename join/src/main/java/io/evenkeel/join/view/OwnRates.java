// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.view;

import io.evenkeel.dispatcher.node.NodeWork;
import java.util.Arrays;

/** Tasks that this dispatcher gives to each node of a cluster in ten seconds, as a mean over two. One thread. */
public final class OwnRates {

    private static final double MEAN_NS = 2e9;
    private static final double TEN_SECONDS_NS = 1e10;

    private long[] keys = {};
    private long[] started = {};
    private double[] rates = {};
    private long atNs;

    /** The rates after another look at the work, an entry for each of its nodes. */
    public int[] after(NodeWork work, long nowNs) {
        double elapsedNs = Math.max(1, nowNs - atNs);
        double gain = 1 - Math.exp(-elapsedNs / MEAN_NS);
        double[] next = new double[work.keys().length];
        int[] whole = new int[next.length];
        for (int i = 0; i < next.length; i++) {
            int before = Arrays.binarySearch(keys, work.keys()[i]);
            // A node that has left and come back counts from 0 again.
            if (before >= 0 && work.started()[i] >= started[before]) {
                double now = (work.started()[i] - started[before]) / elapsedNs * TEN_SECONDS_NS;
                next[i] = rates[before] + gain * (now - rates[before]);
            }
            whole[i] = (int) Math.min(1e9, Math.rint(next[i]));
        }
        keys = work.keys();
        started = work.started();
        rates = next;
        atNs = nowNs;
        return whole;
    }
}
