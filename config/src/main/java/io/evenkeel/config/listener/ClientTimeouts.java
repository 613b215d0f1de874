// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

import java.time.Duration;

/**
 * Patience with clients; idle times, not totals.
 *
 * @param head silence inside a request head, and of a new connection; a head that is not whole after twice this is
 * refused too
 * @param body silence of a client inside a message: it sends no more of its body, or takes no more of the answer
 * @param idle a kept-alive connection between two requests
 */
public record ClientTimeouts(Duration head, Duration body, Duration idle) {

    public static final ClientTimeouts DEFAULTS =
            new ClientTimeouts(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(30));
}
