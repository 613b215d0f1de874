// SPDX-License-Identifier: Apache-2.0
/**
 * Real application servers as child processes, with the sample application on them, for the demo, experiments and
 * tests.
 *
 * <p>Every server is a process of its own that listens on the loopback interface on a free port, keeps its files in one
 * temporary folder, and ends when it is closed or when this process is gone for any reason. Nothing here balances or
 * measures. Threads: a server may be used by any thread; starting and closing block.
 */
@NullMarked
package io.evenkeel.lab.server;

import org.jspecify.annotations.NullMarked;
