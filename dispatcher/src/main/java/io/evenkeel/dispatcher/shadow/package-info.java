// SPDX-License-Identifier: Apache-2.0
/**
 * Shadows: policies that run beside the one in force and are compared with it; behind {@link io.evenkeel.dispatcher.control.ShadowDesk}.
 *
 * <p>How: inside the cluster's gate a {@link io.evenkeel.dispatcher.shadow.Trail} notes what happens, a few numbers for each choice, each
 * end of a task, each sample and each change of the members. One thread, {@code evenkeel-shadows}, follows the trail: a
 * {@link io.evenkeel.dispatcher.shadow.Mirror} of the columns is brought to where the real ones stood, each shadow is shown it and
 * chooses, and then hears what really happened. So every choice is compared, at the state in which it was made, and what a shadow learns
 * is the traffic that the policy in force brought about; what its own choices would have changed it never sees, and for that there is the
 * simulator.
 *
 * <p>A trail that is full is not waited for: it breaks, what is lost is counted, and the thread begins again with the state as it is
 * then. A cluster without shadows has no trail, and pays one comparison with null for each choice and each end.
 */
@NullMarked
package io.evenkeel.dispatcher.shadow;

import org.jspecify.annotations.NullMarked;
