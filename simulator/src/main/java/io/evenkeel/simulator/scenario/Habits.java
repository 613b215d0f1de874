// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The behaviour in time of a group's servers that a plain server does not have.
 *
 * @param cold the way they become warm; null when they are warm from the start
 * @param spells times in which they are slower or stand still; each by itself
 * @param agentFault the fault of their agents; null for none
 */
public record Habits(
        @Nullable Warming cold,
        List<Spell> spells,
        @Nullable AgentFault agentFault) {

    /** The habits of a plain server. */
    public static final Habits NONE = new Habits(null, List.of(), null);

    public Habits {
        spells = List.copyOf(spells);
    }
}
