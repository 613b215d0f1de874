// SPDX-License-Identifier: Apache-2.0
/**
 * A load and its result: plans, ramps, kinds of failure, counts and times.
 *
 * <p>Sends nothing; that is the job of the packages below, which know this one and not the other way round. Each
 * request is sent once and counted once, with any result; nothing is retried. Threads: the meter is for any, the rest
 * does not change.
 */
@NullMarked
package io.evenkeel.lab.load;

import org.jspecify.annotations.NullMarked;
