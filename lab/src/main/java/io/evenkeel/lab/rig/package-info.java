// SPDX-License-Identifier: Apache-2.0
/**
 * What experiments on real servers share: application servers, a dispatcher before them, users, and an eye on all of it.
 *
 * <p>A {@link Rig} holds the servers of one scenario and makes one {@link Trial} after the other on them; {@link Rigs}
 * has new servers where an experiment wants them; {@link Watch} may be used alone by experiments with servers or loads
 * of their own. Judges nothing and writes nothing. Threads: as the classes say.
 */
@NullMarked
package io.evenkeel.lab.rig;

import org.jspecify.annotations.NullMarked;
