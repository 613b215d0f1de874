// SPDX-License-Identifier: Apache-2.0
/**
 * The requests that each client of a listener may send: who the client is, and how many it has left.
 *
 * <p>Memory is bounded by a table of fixed size, however many clients come. Knows no socket and reads no clock.
 * Threads: any.
 */
@NullMarked
package io.evenkeel.dispatcher.admission.rate;

import org.jspecify.annotations.NullMarked;
