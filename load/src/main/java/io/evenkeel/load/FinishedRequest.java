// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import org.jspecify.annotations.Nullable;

/**
 * One request that is over. Times are of {@link System#nanoTime}.
 *
 * @param user number of the user, from 0
 * @param what method and target
 * @param dueNs moment at which it was meant to be sent
 * @param waited true when it waited for a free connection
 * @param status 0 without an answer
 * @param node node that answered; null when none did, or it has no name
 * @param failure kind of the failure; null when it did not fail
 * @param why more about the failure, in a sentence; null when its kind says all
 */
public record FinishedRequest(
        int user,
        String what,
        long dueNs,
        long sentNs,
        long endNs,
        boolean waited,
        int status,
        long bodyBytes,
        @Nullable String node,
        @Nullable FailureKind failure,
        @Nullable String why) {

    /** The listener that is shown every request as it ends, on the thread that received it. */
    public interface Witness {
        void saw(FinishedRequest request);
    }
}
