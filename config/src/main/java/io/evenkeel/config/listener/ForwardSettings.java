// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * The fields that the dispatcher adds to requests on their way to a node. Fields of these names from an untrusted
 * client are removed in any case.
 *
 * @param xForwarded {@code X-Forwarded-For}, {@code -Proto}, {@code -Host} and {@code -Port}
 * @param forwarded {@code Forwarded} of RFC 7239
 * @param via {@code Via} of RFC 9110 §7.6.3, which a gateway must send
 * @param believed the fields about the origin that are believed when a trusted client sends them
 */
public record ForwardSettings(boolean xForwarded, boolean forwarded, boolean via, Set<OriginField> believed) {

    public static final ForwardSettings DEFAULTS = new ForwardSettings(true, true, true);

    public ForwardSettings {
        Set<OriginField> ordered = EnumSet.noneOf(OriginField.class);
        ordered.addAll(believed);
        believed = Collections.unmodifiableSet(ordered);
    }

    /** Believes the fields that {@code x-forwarded} stands for. */
    public ForwardSettings(boolean xForwarded, boolean forwarded, boolean via) {
        this(xForwarded, forwarded, via, OriginField.X_FORWARDED);
    }
}
