// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

import java.util.Locale;

/** The reasons for which a sample is set aside. */
public enum RejectReason {
    /** The sample cannot be read, says nothing, or has a figure that its metric does not allow. */
    FIGURES,
    /** Its number does not move although the agent is asked again. */
    FROZEN,
    /** The producer's clock went back. */
    CLOCK,
    /** The sample says that the node is idle, and for seconds no request there has got an answer. */
    IDLE;

    /** The word in metrics. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
