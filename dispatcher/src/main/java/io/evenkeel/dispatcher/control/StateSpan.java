// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import org.jspecify.annotations.Nullable;

/**
 * The time that a node has been in its state, and the person who wanted it there.
 *
 * @param sinceMs wall clock at which the state began, milliseconds since 1970; 0 when it is not known
 * @param forMs time since then
 * @param untilMs wall clock at which a node that is ejected or rests is tried again; 0 for a node in any other state
 * @param by the administrator who ordered drain or maintenance; null when nobody did, or it is not known
 */
public record StateSpan(
        long sinceMs, long forMs, long untilMs, @Nullable String by) {

    /** A state of which nothing is known. */
    public static final StateSpan UNKNOWN = new StateSpan(0, 0, 0, null);
}
