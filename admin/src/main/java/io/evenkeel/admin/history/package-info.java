// SPDX-License-Identifier: Apache-2.0
/**
 * The memory of the console: the figures of the dispatcher, of every cluster and of every node, each second, for a
 * year.
 *
 * <p>One round-robin file of fixed size for each, written through mapped memory by RRD4J, so that a tick makes no
 * system call. A thread of its own reads the control interface once a second; nothing here is called by the data plane,
 * and any failure here logs one event and switches the history off.
 */
@NullMarked
package io.evenkeel.admin.history;

import org.jspecify.annotations.NullMarked;
