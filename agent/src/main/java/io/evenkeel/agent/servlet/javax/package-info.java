// SPDX-License-Identifier: Apache-2.0
/**
 * The agent's adapters for servers with {@code javax.servlet}, Servlet 3.1 to 4.
 *
 * <p>Found by the server through the annotation of the listener. No decisions in here: each call goes to
 * {@code io.evenkeel.agent.servlet}. The files are those of the other namespace except for its name; a test compares
 * them. Threads are the server's.
 */
@NullMarked
package io.evenkeel.agent.servlet.javax;

import org.jspecify.annotations.NullMarked;
