// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The habits in time of the servers of a group that a plain server does not.
 *
 * @param cold how they become warm; null when they are from the start
 * @param spells in which they are slower or stand still; each by itself
 * @param agentFault what is wrong with their agents; null for nothing
 */
public record Habits(
        @Nullable Warming cold,
        List<Spell> spells,
        @Nullable AgentFault agentFault) {

    /** Of a plain server. */
    public static final Habits NONE = new Habits(null, List.of(), null);

    public Habits {
        spells = List.copyOf(spells);
    }
}
