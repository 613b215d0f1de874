// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.cluster;

import io.evenkeel.policy.Parameter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The monitoring agents of a cluster's nodes: the address and the time at which they are asked, and the rules for
 * reports that they push.
 *
 * @param path {@code GET} target of the sample
 * @param port the agent's own port on the node's host; 0 for the one it announces in its samples, else the node's
 * @param interval time between two questions to a node, give or take a tenth; a node whose answers carry fresh
 *     samples is not asked
 * @param timeout for one question as a whole
 * @param retry longest time between two questions to a node that does not answer
 * @param token bearer token sent to agents and required from those that push; null for none
 * @param secret key with which pushing agents may seal their messages in place of a token; null for none
 * @param register true when an agent at an unknown address may make its server a node
 */
public record AgentSettings(
        String path,
        int port,
        Duration interval,
        Duration timeout,
        Duration retry,
        @Nullable String token,
        @Nullable String secret,
        boolean register) {

    public static final AgentSettings DEFAULTS = new AgentSettings(
            "/evenkeel-agent",
            0,
            Duration.ofSeconds(1),
            Duration.ofMillis(500),
            Duration.ofSeconds(60),
            null,
            null,
            false);

    /**
     * The value of a policy's parameter {@code period} unless given: the interval, within the parameter's bounds,
     * seconds.
     */
    public double periodS(Parameter period) {
        return Math.min(period.max(), Math.max(period.min(), interval.toNanos() / 1e9));
    }
}
