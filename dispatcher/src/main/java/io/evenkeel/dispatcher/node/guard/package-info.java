// SPDX-License-Identifier: Apache-2.0
/**
 * A guard between a cluster and its policy, so that a failure of the policy is not one of the cluster.
 *
 * <p>Decides nothing. Threads: inside the cluster's gate.
 */
@NullMarked
package io.evenkeel.dispatcher.node.guard;

import org.jspecify.annotations.NullMarked;
