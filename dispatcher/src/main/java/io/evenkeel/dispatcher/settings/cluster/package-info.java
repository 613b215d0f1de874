// SPDX-License-Identifier: Apache-2.0
/**
 * What a cluster is configured to be: its nodes, policy, checks, time-outs, retries and queue.
 *
 * <p>Immutable records of values that were checked; any thread.
 */
@NullMarked
package io.evenkeel.dispatcher.settings.cluster;

import org.jspecify.annotations.NullMarked;
