// SPDX-License-Identifier: Apache-2.0
/**
 * Paper 3, chapter 4: thousands of kept-alive clients in front of a server that gives each connection a worker, with a
 * dispatcher that keeps the connections, and without.
 *
 * <p>The idle clients are a process of their own ({@link IdleClients}), so that their descriptors and memory are not
 * this process's. Threads: a stage runs one cell at a time and may be closed by any thread.
 */
@NullMarked
package io.evenkeel.lab.experiment.hybrid;

import org.jspecify.annotations.NullMarked;
