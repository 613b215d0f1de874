// SPDX-License-Identifier: Apache-2.0
/**
 * Simulated application servers: what becomes of a request from its arrival at a server to its end there, and what an
 * agent in the server would say.
 *
 * <p>A {@link io.evenkeel.simulator.server.Server} is driven from outside: it is told of arrivals, says when something
 * happens next, and is told when that moment has come. It knows nothing of dispatchers, users or policies. Times are
 * nanoseconds of virtual time; all chance comes from the generators given. Nothing is allocated for a request.
 *
 * <p>Threads: one at a time.
 */
@NullMarked
package io.evenkeel.simulator.server;

import org.jspecify.annotations.NullMarked;
