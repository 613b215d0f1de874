// SPDX-License-Identifier: Apache-2.0
/**
 * Clients that speak HTTP/2: one connection with many streams, each of which has an exchange of its own.
 *
 * <p>A connection reads frames where they came in, turns the head of a stream into one of HTTP/1.1 that the strict
 * reader of heads checks, and gathers what all its streams send in one turn of the loop for one write. Threads: a
 * connection and its streams belong to the loop that accepted it.
 */
@NullMarked
package io.evenkeel.dispatcher.frontend.h2;

import org.jspecify.annotations.NullMarked;
