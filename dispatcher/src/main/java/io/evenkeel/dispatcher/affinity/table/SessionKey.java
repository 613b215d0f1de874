// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.table;

/**
 * The key of one session, 128 bits, and the answer of the last look-up with it. Written again and again by its owner.
 *
 * <p>Threads: one; each loop has its own.
 */
public final class SessionKey {

    private long high;
    private long low;
    private int idleSeconds;

    /** Returns a key with the halves of another one. */
    public static SessionKey of(long high, long low) {
        SessionKey key = new SessionKey();
        key.set(high, low);
        return key;
    }

    /** The first half; never 0 once {@link SessionHash#of} has set the key. */
    public long high() {
        return high;
    }

    /** The second half. */
    public long low() {
        return low;
    }

    /** Seconds between the session's last two requests, after {@link SessionTable#home} has found it. */
    public int idleSeconds() {
        return idleSeconds;
    }

    void set(long high, long low) {
        this.high = high == 0 ? 1 : high;
        this.low = low;
        idleSeconds = 0;
    }

    void idleSeconds(int seconds) {
        idleSeconds = seconds;
    }
}
