// SPDX-License-Identifier: Apache-2.0
/**
 * The push service: agents register, send samples unasked and say stop (fifth paper, §2.3 and figure 4).
 *
 * <p>Knows messages, who may send them and which node they speak for; must not know how they travel: an HTTP endpoint
 * hands them in. Threads: any but an event loop, because a node that joins may wait for a name server and for a reload.
 */
@NullMarked
package io.evenkeel.dispatcher.monitor.push;

import org.jspecify.annotations.NullMarked;
