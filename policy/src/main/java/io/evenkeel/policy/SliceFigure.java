// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy;

/** A figure of {@link LoadBySlice}. */
public enum SliceFigure {
    /** Requests that have come to the node in the present slice. */
    CAME,
    /** Requests that are expected there in the present slice and have not come yet. */
    EXPECTED,
    /** Mean tasks in flight there in the last slice that is over. */
    RUNNING,
    /** Tasks that the node has done in that slice. */
    ENDED
}
