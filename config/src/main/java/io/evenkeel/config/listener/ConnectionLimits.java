// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

/**
 * The number of client connections that a listener may have at a time, {@link #AUTO} where the machine decides.
 *
 * @param connections in all
 * @param perAddress from one IPv4 address or one /64 of IPv6
 */
public record ConnectionLimits(int connections, int perAddress) {

    /** The number that there is room for; from one address three quarters of it. */
    public static final int AUTO = 0;

    public static final ConnectionLimits DEFAULTS = new ConnectionLimits(AUTO, AUTO);

    /** The same with numbers instead of {@link #AUTO}. */
    public ConnectionLimits resolved(ProcessLimits room) {
        int most = connections == AUTO ? room.connections() : connections;
        int share = perAddress == AUTO ? Math.max(1, (int) (most * 3L / 4)) : perAddress;
        return new ConnectionLimits(most, share);
    }
}
