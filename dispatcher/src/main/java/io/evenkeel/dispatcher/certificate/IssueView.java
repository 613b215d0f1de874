// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.certificate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A certificate got by ACME at one moment. Times are of the wall clock, in ms; 0 for never.
 *
 * @param names the hosts it is for
 * @param selfMade true while no authority has issued it
 * @param validUntilMs the end of what is shown now
 * @param lastSuccessMs the last time that the authority issued it
 * @param issued how often it did, in this run
 * @param failures tries of this run that failed
 * @param nextMs the next try, or renewal
 * @param problem the reason of the last failure; null when the last try succeeded, and before the first
 */
public record IssueView(
        List<String> names,
        boolean selfMade,
        long validUntilMs,
        long lastSuccessMs,
        long issued,
        long failures,
        long nextMs,
        @Nullable String problem) {

    public IssueView {
        names = List.copyOf(names);
    }
}
