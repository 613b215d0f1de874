// SPDX-License-Identifier: Apache-2.0
/**
 * Servers light enough that twenty of them fit on two cores: real HTTP on real sockets, and behind it a processor that
 * only counts.
 *
 * <p>A request waits for a worker, holds it while it waits for something else, and shares the server's processor with
 * the others at work. These times come from the queueing itself and never from a table; only the processor is not real:
 * it uses no processor time. Each server tells its state as an agent does, in the heads of its answers and when it is
 * asked.
 *
 * <p>Nothing here starts a process or chooses a server. Threads: a fleet has two, one that reads and one that lets time
 * pass; everything they share is behind the fleet's one lock.
 */
@NullMarked
package io.evenkeel.lab.server.light;

import org.jspecify.annotations.NullMarked;
