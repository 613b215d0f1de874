// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.report;

/**
 * A cut: the request to all members to end what a node has in flight, or the answer of one member to it.
 *
 * @param round the request, drawn by chance
 * @param inFlight of an answer: tasks that were cut off; below 0 for the request
 */
public record CutStep(long round, String cluster, String node, int inFlight) {

    /** A request. */
    public CutStep(long round, String cluster, String node) {
        this(round, cluster, node, -1);
    }

    /** The answer to it. */
    public CutStep answer(int cutOff) {
        return new CutStep(round, cluster, node, cutOff);
    }

    public boolean isAnswer() {
        return inFlight >= 0;
    }
}
