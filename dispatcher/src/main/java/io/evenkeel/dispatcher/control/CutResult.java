// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import java.util.List;

/**
 * The tasks of a node that were told to end.
 *
 * @param inFlight tasks in flight at that moment, at all dispatchers that answered
 * @param silent joined dispatchers that did not answer: the tasks that they have there may go on
 */
public record CutResult(int inFlight, List<String> silent) {

    /** No task. */
    public static final CutResult NONE = new CutResult(0, List.of());

    public CutResult {
        silent = List.copyOf(silent);
    }

    /** The same with those of this dispatcher. */
    public CutResult and(int own) {
        return new CutResult(inFlight + own, silent);
    }
}
