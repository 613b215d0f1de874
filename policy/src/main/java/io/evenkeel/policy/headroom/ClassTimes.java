// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.headroom;

import io.evenkeel.policy.Task;
import java.util.Arrays;

/**
 * The time that answers of each class of requests take, compared with other classes, over all nodes.
 *
 * <pre>
 * cost of an answer       its time / s of the node that gave it, so that a slow node makes no class expensive
 * cost of a class         mean of its answers, an answer of 5 minutes ago weighs 1 / e
 * relative time           time * mean cost of all answers / cost of the class;  the time itself below 20 answers
 * </pre>
 *
 * Relative times of a node have the mean that its times would have if it had got the cluster's mix of classes. With
 * one class only they are the times.
 *
 * <p>Cost: O(1) for an answer; {@link #compare} is O(classes) and is called ten times a second.
 */
public final class ClassTimes {

    private static final double TAU_NS = 300e9;
    private static final double BELIEVED = 20;

    private static final double MOST_COST = 100;

    private final double[] cost = new double[Task.REQUEST_CLASSES];
    private final double[] answers = new double[Task.REQUEST_CLASSES];
    private final double[] factor = new double[Task.REQUEST_CLASSES];
    private long comparedNs;

    public ClassTimes() {
        Arrays.fill(factor, 1);
    }

    /** The time of an answer as if the node had the cluster's mix of requests, in the unit of {@code time}. */
    public double relative(int requestClass, double time) {
        return time * factor[requestClass];
    }

    /**
     * An answer has come.
     *
     * @param newCost its time in times of the node's own mean, at least 0; above 100 it counts as 100, since a client
     *     that sends a body slowly decides how long its request takes
     */
    public void answered(int requestClass, double newCost) {
        cost[requestClass] += Math.min(newCost, MOST_COST);
        answers[requestClass]++;
    }

    /** Compares the classes again; before it, new answers change no relative time. */
    public void compare(long nowNs) {
        double kept = comparedNs == 0 ? 1 : StrictMath.exp(-Math.max(0, nowNs - comparedNs) / TAU_NS);
        comparedNs = nowNs;
        double allCost = 0;
        double allAnswers = 0;
        for (int c = 0; c < factor.length; c++) {
            cost[c] *= kept;
            answers[c] *= kept;
            allCost += cost[c];
            allAnswers += answers[c];
        }
        for (int c = 0; c < factor.length; c++) {
            boolean believed = answers[c] >= BELIEVED && cost[c] > 0;
            double costly = allCost / allAnswers * (answers[c] / cost[c]);
            factor[c] = believed ? Math.max(1 / MOST_COST, Math.min(costly, MOST_COST)) : 1;
        }
    }
}
