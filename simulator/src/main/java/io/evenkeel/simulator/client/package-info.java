// SPDX-License-Identifier: Apache-2.0
/**
 * Simulated clients: when users of a closed load and sessions of an open one ask, what each request needs, and where
 * the session of each client is.
 *
 * <p>Clients are driven from outside: they are told that a moment has come or that a request has ended, and say what
 * they do through {@link io.evenkeel.simulator.client.Clients.Acts}. They know nothing of dispatchers but their number,
 * and nothing of policies. Nothing is allocated for a request once the arrays have grown.
 *
 * <p>Threads: one for a run.
 */
@NullMarked
package io.evenkeel.simulator.client;

import org.jspecify.annotations.NullMarked;
