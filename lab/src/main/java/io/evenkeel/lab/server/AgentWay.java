// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

/** The way in which the agent comes into a server. */
public enum AgentWay {
    /** No agent. */
    NONE,
    /** In the application, as a jar in its {@code WEB-INF/lib}. */
    IN_WAR,
    /** In the JVM from its start, by {@code -javaagent}. */
    JAVAAGENT
}
