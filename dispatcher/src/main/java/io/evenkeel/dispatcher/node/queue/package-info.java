// SPDX-License-Identifier: Apache-2.0
/** The queue in which tasks of a cluster wait when no node may take them. */
@NullMarked
package io.evenkeel.dispatcher.node.queue;

import org.jspecify.annotations.NullMarked;
