// SPDX-License-Identifier: Apache-2.0
/**
 * What a load is and what came of it: plans, ramps, kinds of failure, counts and times.
 *
 * <p>Sends nothing; that is the job of the packages below, which know this one and not the other way round. A request is sent once and counted
 * once, whatever becomes of it; nothing is tried again behind the reader's back. Threads: the meter is for any, the rest does not change.
 */
@NullMarked
package io.evenkeel.lab.load;

import org.jspecify.annotations.NullMarked;
