// SPDX-License-Identifier: Apache-2.0
/**
 * Applications that servers announce under a path: which nodes take their tasks, and what a server says of its load.
 *
 * <p>Knows slots and paths and no protocol; must not choose a node. Threads: tables are immutable and read by any
 * thread; counts are written inside the cluster's gate.
 */
@NullMarked
package io.evenkeel.dispatcher.node.application;

import org.jspecify.annotations.NullMarked;
