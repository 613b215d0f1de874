// SPDX-License-Identifier: Apache-2.0
/**
 * Copies of requests on their way to a node, gathered for another cluster; sends nothing itself. On the loop of the
 * exchange.
 */
@NullMarked
package io.evenkeel.dispatcher.exchange.copy;

import org.jspecify.annotations.NullMarked;
