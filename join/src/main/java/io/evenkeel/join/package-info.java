// SPDX-License-Identifier: Apache-2.0
/**
 * Joins this dispatcher with others: tells them five to twenty times a second what it does, counts what they do
 * when they tell it, and carries out what administrators told one of them.
 *
 * <p>Loaded by the dispatcher only when a configuration wants it. Nothing of it is on the path of a request; a thread
 * of its own writes the work of others into the columns of clusters. Threads: see each type.
 */
@NullMarked
package io.evenkeel.join;

import org.jspecify.annotations.NullMarked;
