// SPDX-License-Identifier: Apache-2.0
/**
 * LOAD: a load on real servers and its result. Plans, ramps, kinds of failure, counts and times.
 *
 * <p>Sends nothing; that is the job of the packages below, which know this one and not the other way round. Each
 * request is sent once and counted once, with any result; nothing is retried. Knows no dispatcher: its own, another or
 * none may be in front of the servers. Threads: the meter is for any, the rest does not change.
 */
@NullMarked
package io.evenkeel.load;

import org.jspecify.annotations.NullMarked;
