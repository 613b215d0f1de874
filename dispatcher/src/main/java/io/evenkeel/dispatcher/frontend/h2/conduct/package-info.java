// SPDX-License-Identifier: Apache-2.0
/**
 * The conduct of one client of HTTP/2: budgets for what costs work and carries nothing, streams that are closed and
 * what may still come on them, and hosts that were asked for.
 *
 * <p>Figures and verdicts only: what becomes of the client is decided in {@code frontend.h2}. Threads: the connection's
 * loop.
 */
@NullMarked
package io.evenkeel.dispatcher.frontend.h2.conduct;

import org.jspecify.annotations.NullMarked;
