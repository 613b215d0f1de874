// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

import java.util.Set;

/** A field that tells where a request came from, and of which a trusted client may be believed. */
public enum OriginField {
    X_FORWARDED_FOR,
    X_FORWARDED_PROTO,
    X_FORWARDED_HOST,
    X_FORWARDED_PORT,
    X_REAL_IP,
    FORWARDED;

    /** The fields that {@code x-forwarded} stands for. */
    public static final Set<OriginField> X_FORWARDED =
            Set.of(X_FORWARDED_FOR, X_FORWARDED_PROTO, X_FORWARDED_HOST, X_FORWARDED_PORT);
}
