// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * SipHash-2-4 with 128 bits, the keyed hash under which sessions are remembered: without the key nobody can find two
 * cookies with one hash, or the cookie of a hash.
 *
 * <p>Threads: any. Cost: some 20 ns and 1 ns for each octet, 0 B.
 *
 * @see <a href="https://www.aumasson.jp/siphash/siphash.pdf">J.-P. Aumasson, D. J. Bernstein: SipHash</a>
 */
public final class SessionHash {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final byte[] PURPOSE = "evenkeel session keys".getBytes(StandardCharsets.US_ASCII);
    private static final int ROUNDS_AT_THE_END = 4;

    private final long k0;
    private final long k1;

    SessionHash(long k0, long k1) {
        this.k0 = k0;
        this.k1 = k1;
    }

    /** Returns a hash with a random key, for a dispatcher that shares its sessions with nobody. */
    public static SessionHash random() {
        byte[] key = new byte[2 * Long.BYTES];
        new SecureRandom().nextBytes(key);
        return of(key);
    }

    /**
     * Returns the hash that belongs to a secret: the same on every dispatcher with this secret.
     *
     * @param secret any length but 0; it cannot be found from the hash's key
     */
    public static SessionHash derivedFrom(byte[] secret) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            return of(mac.doFinal(PURPOSE));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }

    private static SessionHash of(byte[] key) {
        return new SessionHash((long) LONGS.get(key, 0), (long) LONGS.get(key, Long.BYTES));
    }

    /** Sets a key to the hash of the octets in {@code [from, to)}. */
    public void of(byte[] octets, int from, int to, SessionKey into) {
        long v0 = k0 ^ 0x736f6d6570736575L;
        long v1 = k1 ^ 0x646f72616e646f6dL ^ 0xee;
        long v2 = k0 ^ 0x6c7967656e657261L;
        long v3 = k1 ^ 0x7465646279746573L;
        int whole = from + ((to - from) & -Long.BYTES);
        for (int at = from; at <= whole; at += Long.BYTES) {
            long word = at < whole ? (long) LONGS.get(octets, at) : last(octets, whole, to, to - from);
            v3 ^= word;
            for (int round = 0; round < 2; round++) {
                v0 += v1;
                v2 += v3;
                v1 = Long.rotateLeft(v1, 13) ^ v0;
                v3 = Long.rotateLeft(v3, 16) ^ v2;
                v0 = Long.rotateLeft(v0, 32) + v3;
                v2 += v1;
                v1 = Long.rotateLeft(v1, 17) ^ v2;
                v3 = Long.rotateLeft(v3, 21) ^ v0;
                v2 = Long.rotateLeft(v2, 32);
            }
            v0 ^= word;
        }
        v2 ^= 0xee;
        long high = 0;
        for (int half = 0; half < 2; half++) {
            for (int round = 0; round < ROUNDS_AT_THE_END; round++) {
                v0 += v1;
                v2 += v3;
                v1 = Long.rotateLeft(v1, 13) ^ v0;
                v3 = Long.rotateLeft(v3, 16) ^ v2;
                v0 = Long.rotateLeft(v0, 32) + v3;
                v2 += v1;
                v1 = Long.rotateLeft(v1, 17) ^ v2;
                v3 = Long.rotateLeft(v3, 21) ^ v0;
                v2 = Long.rotateLeft(v2, 32);
            }
            if (half == 0) {
                high = v0 ^ v1 ^ v2 ^ v3;
                v1 ^= 0xdd;
            }
        }
        into.set(high, v0 ^ v1 ^ v2 ^ v3);
    }

    /** The last word: up to seven octets, and the length in the highest one. */
    private static long last(byte[] octets, int from, int to, int length) {
        long word = (long) length << 56;
        for (int at = from; at < to; at++) {
            word |= (octets[at] & 0xffL) << (8 * (at - from));
        }
        return word;
    }
}
