// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.config.text.Octets;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Makes and opens the values of the dispatcher's own cookies: a version, the key of a node, the minute of issue, and a
 * signature, in 39 characters of base64url without padding.
 *
 * <p>The signature is the first half of HMAC-SHA-256 under a key of the day ({@link DayKeys}). So nothing is stored,
 * and each dispatcher with the cluster key accepts what another one made. What was found good is remembered for the
 * next request, in 1,024 places.
 *
 * <p>Opening a value that is remembered allocates nothing; another one costs a signature. Threads: one event loop.
 */
final class CookieSeal {

    /** Characters of a value. */
    static final int LENGTH = 39;

    /** Seconds for which a cookie without an age is good. */
    static final long WEEK_S = 7 * 86_400;

    private static final int OCTETS = 29;
    private static final int SIGNED = 13;
    private static final int SIGNATURE = OCTETS - SIGNED;
    private static final byte VERSION = 1;
    private static final String PURPOSE = "affinity";
    private static final int DAY_MIN = 1440;
    /** Clocks of dispatchers differ by less. */
    private static final long SKEW_S = 300;

    /**
     * A value from further ahead than the skew, but no more than this, was signed by a dispatcher whose clock was ahead
     * and has been set right; its session has its node all the same. Its signature is checked as that of any other, and
     * it expires up to this much later.
     */
    private static final long AHEAD_S = 86_400;

    private static final int PLACES = 1024;
    private static final int PLACE = 4;
    private static final byte[] DIGITS = digits();
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final DayKeys days;
    private final @Nullable DayKeys oldDays;
    private final long lifeS;
    private final byte[] octets = new byte[OCTETS];
    private final byte[] signature = new byte[32];
    private final byte[] shortened = new byte[SIGNATURE];
    private final byte[] sent = new byte[SIGNATURE];
    private long[] known = {};
    private long node;
    private boolean fresh;

    /**
     * @param old a key before, which signs nothing any more; null for none
     * @param ageS seconds for which a cookie is good; 0 for a week
     */
    CookieSeal(byte[] key, byte @Nullable [] old, String cluster, long ageS) {
        this.days = new DayKeys(key, PURPOSE, cluster);
        this.oldDays = old == null ? null : new DayKeys(old, PURPOSE, cluster);
        this.lifeS = ageS == 0 ? WEEK_S : ageS;
    }

    private static byte[] digits() {
        byte[] values = new byte[128];
        Arrays.fill(values, (byte) -1);
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        for (int i = 0; i < alphabet.length(); i++) {
            values[alphabet.charAt(i)] = (byte) i;
        }
        return values;
    }

    /** The value of a cookie for a node, issued now. Allocates. */
    byte[] make(long nodeKey, long nowS) {
        byte[] made = new byte[OCTETS];
        int minute = (int) (nowS / 60);
        made[0] = VERSION;
        LONGS.set(made, 1, nodeKey);
        INTS.set(made, 9, minute);
        days.sign(made, SIGNED, minute / DAY_MIN, minute / DAY_MIN, signature);
        System.arraycopy(signature, 0, made, SIGNED, SIGNATURE);
        return Octets.ascii(Base64.getUrlEncoder().withoutPadding().encodeToString(made));
    }

    /**
     * Opens a value.
     *
     * @return HOME, and then {@link #node} and {@link #fresh} are set, FORGED or EXPIRED
     */
    MarkKind open(byte[] value, int from, int to, long nowS) {
        if (to - from != LENGTH || !decode(value, from) || octets[0] != VERSION) {
            return MarkKind.FORGED;
        }
        long key = (long) LONGS.get(octets, 1);
        int minute = (int) INTS.get(octets, 9);
        long ageS = nowS - minute * 60L;
        if (key == 0 || minute < 0 || ageS < -AHEAD_S) {
            return MarkKind.FORGED;
        }
        if (ageS > lifeS) {
            return MarkKind.EXPIRED;
        }
        node = key;
        fresh = minute / DAY_MIN == nowS / 60 / DAY_MIN && 2 * ageS <= lifeS && ageS >= -SKEW_S;
        if (isKnown(key, minute)) {
            return MarkKind.HOME;
        }
        System.arraycopy(octets, SIGNED, sent, 0, SIGNATURE);
        if (isSigned(days, minute, nowS)) {
            remember(key, minute);
            return MarkKind.HOME;
        }
        if (oldDays != null && isSigned(oldDays, minute, nowS)) {
            fresh = false;
            return MarkKind.HOME;
        }
        return MarkKind.FORGED;
    }

    /** The key of the node in the value that was opened last. */
    long node() {
        return node;
    }

    /** False when the client should get a new value, though the old one is good. */
    boolean fresh() {
        return fresh;
    }

    /** The value of a digit of base64url; negative for any other octet. */
    static int digit(byte octet) {
        return octet < 0 ? -1 : DIGITS[octet];
    }

    private boolean decode(byte[] value, int from) {
        int bits = 0;
        int count = 0;
        int at = 0;
        for (int i = 0; i < LENGTH; i++) {
            int digit = digit(value[from + i]);
            if (digit < 0) {
                return false;
            }
            bits = bits << 6 | digit;
            count += 6;
            if (count >= 8) {
                count -= 8;
                octets[at++] = (byte) (bits >>> count);
                bits &= (1 << count) - 1;
            }
        }
        return bits == 0;
    }

    private boolean isSigned(DayKeys by, int minute, long nowS) {
        by.sign(octets, SIGNED, minute / DAY_MIN, (int) (nowS / 60 / DAY_MIN), signature);
        System.arraycopy(signature, 0, shortened, 0, SIGNATURE);
        return MessageDigest.isEqual(shortened, sent);
    }

    private boolean isKnown(long key, int minute) {
        if (known.length == 0) {
            return false;
        }
        long first = (long) LONGS.get(octets, SIGNED);
        long second = (long) LONGS.get(octets, SIGNED + 8);
        int at = place(second);
        return known[at] == key && known[at + 1] == minute && known[at + 2] == first && known[at + 3] == second;
    }

    private void remember(long key, int minute) {
        if (known.length == 0) {
            known = new long[PLACES * PLACE];
        }
        long second = (long) LONGS.get(octets, SIGNED + 8);
        int at = place(second);
        known[at] = key;
        known[at + 1] = minute;
        known[at + 2] = (long) LONGS.get(octets, SIGNED);
        known[at + 3] = second;
    }

    private static int place(long second) {
        return ((int) second & (PLACES - 1)) * PLACE;
    }
}
