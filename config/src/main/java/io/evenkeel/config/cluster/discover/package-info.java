// SPDX-License-Identifier: Apache-2.0
/**
 * The places where a cluster's nodes are found while the dispatcher runs, as the configuration names them.
 *
 * <p>Records only; they ask nobody. Threads: any.
 */
@NullMarked
package io.evenkeel.config.cluster.discover;

import org.jspecify.annotations.NullMarked;
