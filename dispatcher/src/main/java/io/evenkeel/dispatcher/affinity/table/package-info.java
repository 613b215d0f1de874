// SPDX-License-Identifier: Apache-2.0
/**
 * Sessions and their nodes, remembered: a table that is bounded in entries and memory, outside the heap.
 *
 * <p>Knows hashes of cookies and keys of nodes, and neither a request nor a cluster; decides nothing. Time comes in as
 * an argument. Threads: any; a look-up takes no lock and allocates nothing.
 */
@NullMarked
package io.evenkeel.dispatcher.affinity.table;

import org.jspecify.annotations.NullMarked;
