// SPDX-License-Identifier: Apache-2.0
/**
 * The configuration of a cluster: its nodes, policy, checks, timeouts, retries and queue.
 *
 * <p>Immutable records of values that were checked; any thread.
 */
@NullMarked
package io.evenkeel.config.cluster;

import org.jspecify.annotations.NullMarked;
