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
public record LoadLevel(double amount, String unit) {

    public static LoadLevel users(int users) {
        return new LoadLevel(users, "users");
    }

    public static LoadLevel sessions(int sessions) {
        return new LoadLevel(sessions, "sessions");
    }

    public static LoadLevel perSecond(double rate) {
        return new LoadLevel(rate, "per-second");
    }

    /** The load for people: {@code 30 users}. */
    public String text() {
        return BigDecimal.valueOf(amount).stripTrailingZeros().toPlainString() + " " + unit.replace("per-second", "/s");
    }
}
