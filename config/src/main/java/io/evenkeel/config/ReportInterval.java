// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

/**
 * The time between two reports of a joined dispatcher, for the dispatcher and for the simulator.
 *
 * <pre>
 * octets of a report * other members / 1 MB/s, at least 50 ms and at most 200 ms
 * 200 ms while there is no other member
 * </pre>
 *
 * Younger reports make better choices, and cost octets and processor time for each member that gets them. So few
 * members with few nodes tell often, and what a member sends grows with them to 1 MB a second; beyond, the time has
 * come to its longest, and it sends more than that. Decision record 0074 has the figures. Stateless.
 */
public final class ReportInterval {

    public static final int SHORTEST_MS = 50;

    public static final int LONGEST_MS = 200;

    private static final long OCTETS_PER_MS = 1_000;

    private static final int HEAD_OCTETS = 80;
    private static final int NODE_OCTETS = 11;
    private static final int SLICES_OCTETS = 8;

    private ReportInterval() {}

    /**
     * Milliseconds from one report to the next.
     *
     * @param octets of the one that was sent
     * @param others members that get it
     */
    public static int ms(int octets, int others) {
        if (others == 0) {
            return LONGEST_MS;
        }
        long atBoundMs = ((long) octets * others + OCTETS_PER_MS - 1) / OCTETS_PER_MS;
        return (int) Math.max(SHORTEST_MS, Math.min(LONGEST_MS, atBoundMs));
    }

    /**
     * The usual size of a report about one cluster, where none is written.
     *
     * @param nodes that are not idle
     * @param slices true when the policy counts load by time slices of a second
     */
    public static int octets(int nodes, boolean slices) {
        return HEAD_OCTETS + nodes * (slices ? NODE_OCTETS + SLICES_OCTETS : NODE_OCTETS);
    }
}
