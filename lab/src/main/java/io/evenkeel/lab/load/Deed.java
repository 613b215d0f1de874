// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.load;

import org.jspecify.annotations.Nullable;

/**
 * One request that is over. Times are of {@link System#nanoTime}.
 *
 * @param user number of the user, from 0
 * @param what method and target
 * @param dueNs when it was meant to be sent
 * @param waited whether it waited for a free connection
 * @param status 0 without an answer
 * @param node who answered; null when nobody did, or without a name
 * @param failure how it failed; null when it did not
 * @param why more about the failure, in a sentence; null when its kind says all
 */
public record Deed(
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

    /** Who is shown every request as it ends, on the thread that received it. */
    public interface Witness {
        void saw(Deed deed);
    }
}
