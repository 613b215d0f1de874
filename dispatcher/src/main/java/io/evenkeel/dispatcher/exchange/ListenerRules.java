// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.settings.ForwardSettings;
import io.evenkeel.dispatcher.settings.ListenerSettings;
import io.evenkeel.dispatcher.settings.RequestLimits;

/**
 * What holds for requests of one listener between two reloads, ready for use. Immutable.
 *
 * @param headNs see {@code ClientTimeouts}
 */
public record ListenerRules(
        String listener,
        Router router,
        RequestLimits limits,
        ForwardSettings forward,
        long headNs,
        long bodyNs,
        long idleNs) {

    public static ListenerRules of(ListenerSettings settings, Router router) {
        return new ListenerRules(
                settings.name(),
                router,
                settings.limits(),
                settings.forward(),
                settings.timeouts().head().toNanos(),
                settings.timeouts().body().toNanos(),
                settings.timeouts().idle().toNanos());
    }
}
