// SPDX-License-Identifier: Apache-2.0
/**
 * Guards between a cluster and its policy: the gate lets one thread at a time at the policy, and the guarded policy
 * keeps a failure of the policy from being one of the cluster.
 *
 * <p>Decides nothing. Threads: the gate any; the guarded policy inside the gate.
 */
@NullMarked
package io.evenkeel.dispatcher.node.guard;

import org.jspecify.annotations.NullMarked;
