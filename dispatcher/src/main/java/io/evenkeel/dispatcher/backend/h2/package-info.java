// SPDX-License-Identifier: Apache-2.0
/**
 * Connections of HTTP/2 to servers, shared by many streams, each of which looks to its user like a connection of
 * HTTP/1.1: what the user writes are requests in that form, and so are the answers that it hears.
 *
 * <p>So an exchange, a check or a question to an agent need not know which protocol their node speaks. Knows no node
 * and no pool. Threads: a connection and its streams belong to one loop.
 */
@NullMarked
package io.evenkeel.dispatcher.backend.h2;

import org.jspecify.annotations.NullMarked;
