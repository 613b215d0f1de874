// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

/** The way a sample came. */
public enum SampleSource {
    /** The dispatcher asked the agent. */
    PULL,
    /** In the head of an answer, as ORCA's load report. */
    PIGGYBACK,
    /** The agent sent it unasked. */
    PUSH
}
