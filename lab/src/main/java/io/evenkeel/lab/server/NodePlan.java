// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

/**
 * A node to start.
 *
 * @param name of the node, unique in its fleet
 * @param capacity its resources
 * @param type the server
 * @param agent way in which the agent comes into it
 */
public record NodePlan(String name, NodeCapacity capacity, ServerType type, AgentWay agent) {

    /** A Tomcat without an agent. */
    public NodePlan(String name, NodeCapacity capacity) {
        this(name, capacity, ServerType.TOMCAT, AgentWay.NONE);
    }
}
