// SPDX-License-Identifier: Apache-2.0
/**
 * Rules of a cluster for more work than its nodes can do: which new sessions it admits, what became of the tasks of
 * each class, and when a client that was refused may come again. Knows no nodes and no queue; inside the gate.
 */
@NullMarked
package io.evenkeel.dispatcher.node.overload;

import org.jspecify.annotations.NullMarked;
