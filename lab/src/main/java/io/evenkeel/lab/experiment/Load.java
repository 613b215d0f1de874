// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import java.math.BigDecimal;

/**
 * The load on the servers.
 *
 * @param amount number of the unit
 * @param unit {@code users} who ask again as soon as they have an answer or have thought, {@code sessions} that
 *     come and go, {@code per-second} for arrivals that do not wait for answers, or {@code % of capacity} for such
 *     arrivals as a share of what the servers can serve
 */
public record Load(double amount, String unit) {

    public static Load users(int users) {
        return new Load(users, "users");
    }

    public static Load sessions(int sessions) {
        return new Load(sessions, "sessions");
    }

    public static Load perSecond(double rate) {
        return new Load(rate, "per-second");
    }

    /** The load for people: {@code 30 users}. */
    public String text() {
        return BigDecimal.valueOf(amount).stripTrailingZeros().toPlainString() + " " + unit.replace("per-second", "/s");
    }
}
