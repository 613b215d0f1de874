// SPDX-License-Identifier: Apache-2.0
/**
 * Orders of administrators to nodes: drain, maintenance, weight. They outlive every edit of the configuration and, in a
 * file, the process. So does the cluster key of a dispatcher whose configuration has none.
 *
 * <p>Knows names, not clusters at work: {@link io.evenkeel.dispatcher.node.Membership} tells an order to a node that
 * joins. Threads: any; nothing here is on the path of a request.
 */
@NullMarked
package io.evenkeel.dispatcher.order;

import org.jspecify.annotations.NullMarked;
