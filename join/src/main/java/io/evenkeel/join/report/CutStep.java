// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.report;

/**
 * An administrator's word to all members that what a node has in flight is to end, or the answer of one to it.
 *
 * @param round the word, drawn by chance
 * @param inFlight of an answer: tasks that were told to end; below 0 for the word itself
 */
public record CutStep(long round, String cluster, String node, int inFlight) {

    /** The word itself. */
    public CutStep(long round, String cluster, String node) {
        this(round, cluster, node, -1);
    }

    /** The answer to it. */
    public CutStep answer(int toldToEnd) {
        return new CutStep(round, cluster, node, toldToEnd);
    }

    public boolean isAnswer() {
        return inFlight >= 0;
    }
}
