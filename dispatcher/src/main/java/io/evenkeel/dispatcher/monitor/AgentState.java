// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

/** The state of a node's agent as the dispatcher sees it. */
public enum AgentState {
    /** Nobody asks, and nothing has come. */
    NONE,
    /** The agent is asked and has never answered. */
    NEVER,
    /** Its samples are in force. */
    REPORTING,
    /** Its last sample was set aside, so that the node counts as one without a sample. */
    LYING,
    /** The agent has answered before and does not now. */
    SILENT
}
