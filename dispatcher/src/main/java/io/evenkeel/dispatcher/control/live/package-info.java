// SPDX-License-Identifier: Apache-2.0
/**
 * The control interface of a running dispatcher: questions answered and orders carried out on its clusters and nodes.
 *
 * <p>The parts that are asked are behind {@link RunningDispatcher}. Threads: as {@link io.evenkeel.dispatcher.control}
 * has it; nothing here is on the path of a task.
 */
@NullMarked
package io.evenkeel.dispatcher.control.live;

import org.jspecify.annotations.NullMarked;
