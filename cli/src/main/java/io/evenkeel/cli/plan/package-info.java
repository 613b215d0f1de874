// SPDX-License-Identifier: Apache-2.0
/**
 * {@code evenkeel plan}: the number of servers, the rate they can serve, and the effect of a dead one.
 *
 * <p>Nodes are given by options or a file, measured by the agents of a running dispatcher, or out of a result folder of
 * the laboratory; the answers are {@code planner}'s. Threads: the main thread.
 */
@NullMarked
package io.evenkeel.cli.plan;

import org.jspecify.annotations.NullMarked;
