// SPDX-License-Identifier: Apache-2.0
/**
 * The agent's own port, over HTTP, and HAProxy's agent-check.
 *
 * <p>A server whose workers are all busy cannot answer through them, so the agent does not ask them. Plain sockets and
 * one daemon thread for both ports, because the JDK's HTTP server is not visible to applications on every app server.
 * It holds little: 64 connections, heads of 8 kB, 5 s of silence. It must not collect anything itself; what it shows
 * comes from {@link io.evenkeel.agent.port.AgentPages}.
 */
@NullMarked
package io.evenkeel.agent.port;

import org.jspecify.annotations.NullMarked;
