// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.port;

import org.jspecify.annotations.Nullable;

/**
 * The pages that the agent server shows. Called by its thread; an answer may take a moment, as the sample may have to
 * be taken first.
 */
public interface AgentPages {

    /**
     * The sample in a form; null while there is none.
     *
     * @param form {@code json}, {@code html} or {@code orca}
     */
    @Nullable
    String page(String form);

    /** The line for HAProxy's agent-check, with its end. */
    String checkLine();

    /** Says that this node takes no new work, or does so again. */
    void draining(boolean draining);
}
