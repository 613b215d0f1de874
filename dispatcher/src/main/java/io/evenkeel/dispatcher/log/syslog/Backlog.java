// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.syslog;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/**
 * A bounded queue of messages, as octets in a ring. One thread adds and one takes out; both hold its lock for the copy
 * of one message.
 */
final class Backlog {

    /** Octets of the length before each message. */
    private static final int LENGTH = 4;

    private final byte[] ring;
    private int begin;
    private int used;
    private int messages;
    private long dropped;
    private boolean woken;

    /** @param octets for messages and {@value #LENGTH} more for each */
    Backlog(int octets) {
        ring = new byte[octets];
    }

    /** Adds a message; one that finds no room is dropped and counted. */
    synchronized void add(byte[] octets, int length) {
        if (LENGTH + length > ring.length - used) {
            dropped++;
            return;
        }
        int at = (begin + used) % ring.length;
        for (int shift = 24; shift >= 0; shift -= 8) {
            ring[at] = (byte) (length >>> shift);
            at = (at + 1) % ring.length;
        }
        int first = Math.min(length, ring.length - at);
        System.arraycopy(octets, 0, ring, at, first);
        System.arraycopy(octets, first, ring, 0, length - first);
        used += LENGTH + length;
        messages++;
        wake();
    }

    /**
     * Copies the oldest message, which stays.
     *
     * @param into cleared before and flipped after
     * @return false when there is none
     */
    synchronized boolean peek(ByteBuffer into) {
        into.clear();
        if (messages == 0) {
            return false;
        }
        int length = length();
        int at = (begin + LENGTH) % ring.length;
        int first = Math.min(length, ring.length - at);
        into.put(ring, at, first).put(ring, 0, length - first).flip();
        return true;
    }

    /** Takes the oldest message out. */
    synchronized void remove() {
        int octets = LENGTH + length();
        begin = (begin + octets) % ring.length;
        used -= octets;
        messages--;
    }

    private int length() {
        int length = 0;
        for (int i = 0; i < LENGTH; i++) {
            length = (length << 8) | (ring[(begin + i) % ring.length] & 0xff);
        }
        return length;
    }

    synchronized int messages() {
        return messages;
    }

    /** Messages that ever found no room. */
    synchronized long dropped() {
        return dropped;
    }

    /** Ends a wait of the other thread, the present one or the next. */
    synchronized void wake() {
        woken = true;
        notifyAll();
    }

    /** Waits for a message that is added, or a {@link #wake}, since the last wait; at most for a time. */
    synchronized void await(long mostMs) throws InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(mostMs);
        long left = mostMs;
        while (!woken && left > 0) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime());
        }
        woken = false;
    }
}
