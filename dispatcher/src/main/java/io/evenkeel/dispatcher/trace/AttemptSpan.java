// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.trace;

import io.evenkeel.dispatcher.node.Decision;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a recorded request on a node. Times are nanoseconds since 1970.
 *
 * @param id told to the node as the parent of what it records
 * @param number 0 for the first attempt of the request
 * @param host the node's address
 * @param https the node was spoken to by TLS
 * @param version of HTTP, as the node was spoken to: {@code 1.1}
 * @param status of the node's answer; 0 when it gave none that was passed on
 * @param error the word for which the attempt failed; null when it did not
 * @param decision the choice of the node; null when it was not recorded
 */
public record AttemptSpan(
        long id,
        int number,
        String node,
        String host,
        int port,
        boolean https,
        String version,
        long startNs,
        long endNs,
        int status,
        @Nullable String error,
        @Nullable Decision decision) {}
