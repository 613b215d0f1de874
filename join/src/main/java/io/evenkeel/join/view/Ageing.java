// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.view;

import io.evenkeel.config.ReportInterval;

/**
 * The worth of a report as it grows old.
 *
 * <pre>
 * age <= 1 s    1
 * age < 10 s    exp(-(age - 1 s) / 2 s)
 * else          0, and the member counts as gone
 * </pre>
 *
 * Members send a report each 50 to 200 ms ({@link ReportInterval}), and those of earlier versions each 200 ms, so one
 * is a second old only when something is wrong. From there its dispatcher may have died, and then its tasks end with
 * it, or only the network is cut, and then they are still there.
 */
public final class Ageing {

    /** The age at which a member counts as gone. */
    public static final long GONE_NS = 10_000_000_000L;

    private static final long FRESH_NS = 1_000_000_000L;
    private static final double FADES_NS = 2e9;

    private Ageing() {}

    /** The part of a report that counts: 1.0 to 0.0. */
    public static double share(long ageNs) {
        if (ageNs <= FRESH_NS) {
            return 1;
        }
        return ageNs >= GONE_NS ? 0 : Math.exp(-(ageNs - FRESH_NS) / FADES_NS);
    }
}
