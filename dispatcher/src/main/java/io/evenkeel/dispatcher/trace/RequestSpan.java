// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.trace;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One recorded request, from its first octet to the last of its answer. Times are nanoseconds since 1970.
 *
 * @param parent the caller's span; 0 when the trace begins here
 * @param flags those that nodes were told
 * @param state the caller's tracestate as nodes were told it; empty for none
 * @param host as the request names it, perhaps with a port; empty for none
 * @param client its address as it is believed
 * @param version of HTTP, as the client spoke it: {@code 1.1}
 * @param agent the User-Agent; empty for none
 * @param cluster null when no cluster was found
 * @param status of the answer that the client got; 0 when it got none
 * @param reason the word for which the dispatcher refused it; null when it did not
 * @param brokenBy the side that broke it off, {@code client}, {@code node} or {@code dispatcher}; null when none did
 * @param queuedAt the time at which it began to wait in the queue; 0 when it did not wait
 * @param queuedTo the end of the wait
 */
public record RequestSpan(
        long traceHi,
        long traceLo,
        long id,
        long parent,
        int flags,
        String state,
        long startNs,
        long endNs,
        String method,
        String path,
        boolean https,
        String host,
        String client,
        int clientPort,
        String version,
        String agent,
        String listener,
        @Nullable String cluster,
        int status,
        @Nullable String reason,
        @Nullable String brokenBy,
        long queueSpan,
        long queuedAt,
        long queuedTo,
        List<AttemptSpan> attempts) {

    public RequestSpan {
        attempts = List.copyOf(attempts);
    }
}
