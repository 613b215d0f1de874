// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

import io.evenkeel.config.address.Network;
import java.util.List;

/**
 * The networks whose clients may come in.
 *
 * @param deny those that may not, whatever {@code allow} says
 * @param allow the only ones that may; empty for all
 */
public record AccessSettings(List<Network> deny, List<Network> allow) {

    public static final AccessSettings ALL = new AccessSettings(List.of(), List.of());

    public AccessSettings {
        deny = List.copyOf(deny);
        allow = List.copyOf(allow);
    }

    /** True when everybody may come in. */
    public boolean isOpen() {
        return deny.isEmpty() && allow.isEmpty();
    }
}
