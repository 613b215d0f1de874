// SPDX-License-Identifier: Apache-2.0
/**
 * Shadows: policies that run beside the one in force and are compared with it; behind
 * {@link io.evenkeel.dispatcher.control.ShadowControl}.
 *
 * <p>Inside the cluster's gate an {@link io.evenkeel.dispatcher.shadow.EventRing} notes the events, a few numbers for
 * each choice, each end of a task, each sample and each change of the members. One thread, {@code evenkeel-shadows},
 * reads the ring: it brings a replica of the columns, {@link io.evenkeel.dispatcher.shadow.ReplicaColumns}, to the
 * state of the real ones at that time. Each shadow sees the replica and chooses, and then hears of the real events. So
 * every choice is compared, in the state in which it was made. A shadow learns from the traffic that the policy in
 * force caused; it never sees the effect of its own choices, and the simulator is there for that.
 *
 * <p>The cluster does not wait for a full ring: the ring breaks, lost choices are counted, and the thread begins again
 * with the state at that time. A cluster without shadows has no ring, and pays one comparison with null for each choice
 * and each end.
 */
@NullMarked
package io.evenkeel.dispatcher.shadow;

import org.jspecify.annotations.NullMarked;
