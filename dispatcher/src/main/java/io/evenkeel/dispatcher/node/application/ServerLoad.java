// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.application;

/**
 * The figure by which a server says how much it can take.
 *
 * @param factor 1 to 100, of which 100 is idle; 0 for a server that takes tasks when no other does; -1 for one that has
 *     failed
 * @param weighs true when the share of tasks follows it, because nothing better is known
 * @param stale true when the server has told no figure for long
 */
public record ServerLoad(int factor, boolean weighs, boolean stale) {

    public static final int STANDBY = 0;
    public static final int BROKEN = -1;

    private static final double IDLE = 100;

    /** A server that has said nothing. */
    public static final ServerLoad UNKNOWN = new ServerLoad(100, false, false);

    /** The part of its weight that the server gets. */
    public double share() {
        return weighs && factor > 0 ? factor / IDLE : 1;
    }

    /** The reason for which the server takes tasks only when no other does, in words for people. */
    public String standbyReason() {
        return stale
                ? "its server has sent no STATUS for a minute"
                : "its server stands by for when no other takes tasks";
    }

    /** True when the server takes tasks only when no other does. */
    public boolean standby() {
        return factor == STANDBY || stale;
    }

    /** True when the server says that it has failed. */
    public boolean broken() {
        return factor == BROKEN;
    }
}
