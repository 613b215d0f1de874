// SPDX-License-Identifier: Apache-2.0
/**
 * Protection of the process from dying of too much work: looks at memory, descriptors and the lag of event loops ten
 * times a second, and says when no connection may be accepted and no request be served.
 *
 * <p>Knows no cluster and no node. A request reads one field of its loop. Threads: a thread of its own looks; answers
 * are for any thread.
 */
@NullMarked
package io.evenkeel.dispatcher.protection;

import org.jspecify.annotations.NullMarked;
