// SPDX-License-Identifier: Apache-2.0
/**
 * Learned sessions in a store that several dispatchers share, behind the tables of this one.
 *
 * <p>No thread waits but the one that opens a store, for a second at most. A request waits some milliseconds at most,
 * everything else is sent and forgotten, and a store that is away is left alone. Knows no protocol of a store; that is
 * in a module of its own, which is looked for when a configuration names a store. Threads: see the classes.
 */
@NullMarked
package io.evenkeel.dispatcher.affinity.store;

import org.jspecify.annotations.NullMarked;
