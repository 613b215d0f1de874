// SPDX-License-Identifier: Apache-2.0
/**
 * Commands that ask a running dispatcher for one list: {@code events}, and {@code names}, with which shells complete
 * the names of clusters and nodes.
 *
 * <p>They reach it as the commands of {@code cli.remote} do, and change nothing. Threads: the main thread.
 */
@NullMarked
package io.evenkeel.cli.ask;

import org.jspecify.annotations.NullMarked;
