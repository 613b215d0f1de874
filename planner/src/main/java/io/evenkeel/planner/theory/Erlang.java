// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner.theory;

/**
 * Erlang's two formulas. Exact; [K1] sections 3.4 and 3.5, [A] section 5.2.
 *
 * <p>Computed by the recursion B(n) = a·B(n−1) / (n + a·B(n−1)), in which no factorial and no power can overflow:
 * k may be a million. The second paper's program divides powers by factorials and ends at k = 170.
 */
public final class Erlang {

    private Erlang() {}

    /**
     * Share of the calls that find all lines busy and are lost, B; any service time distribution.
     *
     * @param lines k, 1 or more
     * @param offered a = λ/μ in erlangs, 0 or more
     */
    public static double lossShare(int lines, double offered) {
        ArgumentCheck.atLeast("lines", 1, lines);
        ArgumentCheck.notNegative("offered", offered);
        double lost = 1;
        for (int n = 1; n <= lines; n++) {
            lost = offered * lost / (n + offered * lost);
        }
        return lost;
    }

    /**
     * Share of the calls that find all lines busy and wait, C; exponential service times. 1 when a ≥ k.
     *
     * @param lines k, 1 or more
     * @param offered a = λ/μ in erlangs, 0 or more
     */
    public static double waitShare(int lines, double offered) {
        double lost = lossShare(lines, offered);
        double busy = offered / lines;
        return busy >= 1 ? 1 : lost / (1 - busy * (1 - lost));
    }
}
