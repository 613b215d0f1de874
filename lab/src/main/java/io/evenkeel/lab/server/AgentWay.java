// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

/** How the agent comes into a server. */
public enum AgentWay {
    /** Not at all. */
    NONE,
    /** In the application, as a jar in its {@code WEB-INF/lib}. */
    IN_WAR,
    /** With the JVM, by {@code -javaagent}. */
    JAVAAGENT
}
