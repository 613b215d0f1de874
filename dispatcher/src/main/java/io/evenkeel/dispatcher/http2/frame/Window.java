// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.frame;

/**
 * Octets of DATA that a sender may still send (RFC 9113 §5.2); below zero after the receiver has made its first window
 * smaller. Threads: those of its owner.
 */
public final class Window {

    /** Octets of a window before any setting. */
    public static final int DEFAULT = 65_535;

    private int left;

    public Window(int octets) {
        left = octets;
    }

    /** Begins again. */
    public void reset(int octets) {
        left = octets;
    }

    /** Octets that are left; 0 or below when nothing may be sent. */
    public int left() {
        return left;
    }

    /**
     * Changes the window.
     *
     * @return false, with nothing changed, when it would be larger than 2^31-1
     */
    public boolean add(int octets) {
        long sum = (long) left + octets;
        if (sum > Integer.MAX_VALUE) {
            return false;
        }
        left = (int) sum;
        return true;
    }

    /**
     * Changes the window by way of another change, the greatest of several that come one after another.
     *
     * @param most octets by which it would change on the way, at least {@code octets}
     * @return false, with nothing changed, when it would be larger than 2^31-1 on the way
     */
    public boolean move(int most, int octets) {
        return (long) left + most <= Integer.MAX_VALUE && add(octets);
    }

    /** Octets were sent. */
    public void take(int octets) {
        left -= octets;
    }
}
