// SPDX-License-Identifier: Apache-2.0
/**
 * What keeps a cluster in trouble from being given even more work, as far as it is arithmetic; the dispatcher and the simulator run the same.
 *
 * <p>The rules of the SPI hold here as well: no clock, nothing allocated once made, one thread at a time. Of the queue
 * in front of a cluster only the rule is here: what waits in it are exchanges in the one and numbers in the other.
 */
@NullMarked
package io.evenkeel.policy.overload;

import org.jspecify.annotations.NullMarked;
