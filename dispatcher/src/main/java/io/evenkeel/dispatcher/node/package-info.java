// SPDX-License-Identifier: Apache-2.0
/**
 * The node table: who the nodes of a cluster are, what they have in flight, and which task goes to which.
 *
 * <p>Threads: everything a choice reads or writes is behind one gate for each cluster, which event loops hold for tens
 * of nanoseconds; see {@link io.evenkeel.dispatcher.node.Cluster}. Knows no channel.
 */
@NullMarked
package io.evenkeel.dispatcher.node;

import org.jspecify.annotations.NullMarked;
