// SPDX-License-Identifier: Apache-2.0
/**
 * The agent's adapters for servers with {@code jakarta.servlet}, Servlet 5 and newer.
 *
 * <p>Found by the server through the annotation of the listener. No decisions in here: each call goes to
 * {@code io.evenkeel.agent.servlet}. The files are those of the other namespace except for its name; a test compares
 * them. Threads are the server's.
 */
@NullMarked
package io.evenkeel.agent.servlet.jakarta;

import org.jspecify.annotations.NullMarked;
