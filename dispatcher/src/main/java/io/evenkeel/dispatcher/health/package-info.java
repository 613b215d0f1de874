// SPDX-License-Identifier: Apache-2.0
/**
 * The health of the nodes: active checks that ask the nodes, and passive ejection that judges them by the traffic they
 * serve.
 *
 * <p>Both only say what they found to {@link io.evenkeel.dispatcher.node.Membership}, which decides what it means for
 * the traffic; checks win over ejection. Everything runs on the event loops, a check in tens of microseconds and a look
 * at the traffic in a few, and there are no threads of its own.
 */
@NullMarked
package io.evenkeel.dispatcher.health;

import org.jspecify.annotations.NullMarked;
