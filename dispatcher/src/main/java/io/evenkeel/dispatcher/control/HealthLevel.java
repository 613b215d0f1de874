// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import java.util.Locale;

/** The worst that can be said of clusters. */
public enum HealthLevel {
    /** All nodes serve, except those that somebody has taken out. */
    OK,
    /** All clusters serve, but some node is down, ejected or silent, or the dispatcher drains. */
    DEGRADED,
    /** A cluster has no node that is up. */
    OUTAGE;

    /** The level in one word, as users read it: {@code ok}, {@code degraded} or {@code outage}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    HealthLevel worst(HealthLevel other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
