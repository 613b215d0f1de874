// SPDX-License-Identifier: Apache-2.0

/**
 * Sessions and the nodes they belong to: reads from a request which node its session is at, and sees to it that the
 * next request says so, too. Whether the node gets the request is decided in the cluster's gate, by {@link
 * io.evenkeel.dispatcher.node.Cluster}.
 */
@NullMarked
package io.evenkeel.dispatcher.affinity;

import org.jspecify.annotations.NullMarked;
