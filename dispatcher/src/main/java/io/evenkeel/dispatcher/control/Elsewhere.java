// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import java.util.List;

/**
 * A node as all other joined dispatchers see it together.
 *
 * @param inFlight tasks that they have there, by their last reports
 * @param sessions that are not over; a session that several of them serve counts at each. 0 while the node takes new
 *     ones
 * @param goneSeconds until the last of them is expected to be over
 * @param late those whose report is older than a second, or who do not know all orders yet: what they have in flight
 *     may be more
 */
public record Elsewhere(int inFlight, long sessions, long goneSeconds, List<String> late) {

    /** No other dispatcher. */
    public static final Elsewhere NONE = new Elsewhere(0, 0, 0, List.of());

    public Elsewhere {
        late = List.copyOf(late);
    }
}
