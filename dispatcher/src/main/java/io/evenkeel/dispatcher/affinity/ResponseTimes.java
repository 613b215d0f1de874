// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.config.cluster.AffinitySettings.OwnCookie;
import io.evenkeel.config.cluster.AffinitySettings.Secure;
import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.CookieReader;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Cookie in which a client keeps the time of its session's last answer, so that whichever dispatcher gets the next
 * request knows for how long the user has thought: the response-time cookie of paper 4, section 2.2. Each answer of a
 * session sets it, but failures and answers that shared caches may keep.
 *
 * <p>A value has 30 characters of base64url: a version, the time in tenths of a second since 1970, and half an
 * HMAC-SHA-256 ({@link DayKeys}). It does not name its client, so all answers of a tenth of a second have the same one,
 * and a client may show the value of another or an old one of its own: then it lies about a think time, which is one of
 * many in a mean. A value that is forged, from the future or older than a session lives is ignored. The clocks of
 * dispatchers may differ; a time that is less than {@value #SKEW_S} s ahead is now.
 *
 * <p>Threads: one event loop. A value of a time that was seen lately costs a comparison and no memory, another one a
 * signature; 1,024 are remembered.
 */
final class ResponseTimes {

    /** Characters of a value. */
    static final int LENGTH = 30;

    private static final String PURPOSE = "response-time";
    private static final byte VERSION = 1;
    private static final int OCTETS = 22;
    private static final int SIGNED = 6;
    private static final int TIME_DIGITS = 8; // of the octets that are signed
    private static final long TENTH_NS = 100_000_000L;
    private static final int SKEW_S = 5;
    private static final int TENTHS_OF_DAY = 864_000;
    private static final int PLACES = 1024;
    private static final int FAILED = 500;
    private static final int NOT_MODIFIED = 304;

    private final String name;
    private final OwnCookie attributes;
    private final CookieReader reader;
    private final DayKeys days;
    private final @Nullable DayKeys oldDays;
    private final long longestTenths;
    private final LoopClock clock;
    private final long[] tenthsAt = new long[PLACES];
    private final byte[] @Nullable [] values = new byte[PLACES][];
    private final byte[] signed = new byte[OCTETS];
    private final byte[] signature = new byte[32];
    private byte[] line = {};
    private long lineTenths;
    private boolean lineSecure;

    /**
     * The times of one cluster's clients.
     *
     * @param attributes path, domain, {@code Secure} and {@code SameSite} of the cookie
     * @param key the cluster key
     * @param old a key before, which signs nothing any more; null for none
     * @param idleS seconds after which a session is over
     */
    ResponseTimes(
            String name,
            OwnCookie attributes,
            byte[] key,
            byte @Nullable [] old,
            String cluster,
            long idleS,
            LoopClock clock) {
        this.name = name;
        this.attributes = attributes;
        this.reader = new CookieReader(name);
        this.days = new DayKeys(key, PURPOSE, cluster);
        this.oldDays = old == null ? null : new DayKeys(old, PURPOSE, cluster);
        this.longestTenths = idleS * 10;
        this.clock = clock;
    }

    /** Reads the time since the last answer of a request's session. */
    void read(RequestHead head, Origin origin, SessionMark mark) {
        if (attributes.secure() == Secure.AUTO) {
            mark.https(origin.isHttps(head));
        }
        if (mark.hasSession() && reader.first(head)) {
            mark.thought(sinceNs(head.octets(), reader.valueAt(), reader.valueEnd(), clock.epochTenths()));
        }
    }

    /** Adds the present time to the head of an answer that belongs to a session. */
    void answered(SessionMark mark, ResponseHead head) {
        if (mark.sessionKey() != 0
                && head.status() < FAILED
                && head.status() != NOT_MODIFIED
                && !SharedCaches.mayStore(head)) {
            head.added().add(line(attributes.isSecure(mark.https()), clock.epochTenths()));
        }
    }

    private byte[] line(boolean secure, long nowTenths) {
        if (line.length == 0 || lineTenths != nowTenths || lineSecure != secure) {
            line = CookieAffinity.setCookie(name, value(nowTenths, nowTenths), attributes, null, secure);
            lineTenths = nowTenths;
            lineSecure = secure;
        }
        return line;
    }

    /**
     * Opens a value.
     *
     * @return nanoseconds from its time to now, in whole tenths of a second; -1 when the value is not good
     */
    long sinceNs(byte[] octets, int from, int to, long nowTenths) {
        long tenths = to - from == LENGTH ? tenths(octets, from) : -1;
        long since = nowTenths - tenths;
        if (tenths < 0 || since > longestTenths || since < -SKEW_S * 10) {
            return -1;
        }
        return equals(octets, from, value(tenths, nowTenths)) || isOfOldKey(octets, from, tenths, nowTenths)
                ? Math.max(0, since) * TENTH_NS
                : -1;
    }

    private boolean isOfOldKey(byte[] octets, int from, long tenths, long nowTenths) {
        return oldDays != null && equals(octets, from, make(oldDays, tenths, nowTenths));
    }

    private static boolean equals(byte[] octets, int from, byte[] value) {
        int difference = 0;
        for (int i = 0; i < LENGTH; i++) {
            difference |= octets[from + i] ^ value[i];
        }
        return difference == 0;
    }

    /** The time in a value, whether it is signed or not; -1 when there is none. */
    private static long tenths(byte[] octets, int from) {
        long bits = 0;
        for (int i = 0; i < TIME_DIGITS; i++) {
            int digit = CookieSeal.digit(octets[from + i]);
            if (digit < 0) {
                return -1;
            }
            bits = bits << 6 | digit;
        }
        return bits >>> 40 == VERSION ? bits & (1L << 40) - 1 : -1;
    }

    private byte[] value(long tenths, long nowTenths) {
        int place = (int) tenths & (PLACES - 1);
        byte[] known = values[place];
        if (known == null || tenthsAt[place] != tenths) {
            known = make(days, tenths, nowTenths);
            values[place] = known;
            tenthsAt[place] = tenths;
        }
        return known;
    }

    /** Returns the value of a time; allocates. */
    byte[] make(long tenths) {
        return make(days, tenths, tenths);
    }

    private byte[] make(DayKeys by, long tenths, long nowTenths) {
        signed[0] = VERSION;
        for (int i = 1; i < SIGNED; i++) {
            signed[i] = (byte) (tenths >>> (8 * (SIGNED - 1 - i)));
        }
        by.sign(signed, SIGNED, (int) (tenths / TENTHS_OF_DAY), (int) (nowTenths / TENTHS_OF_DAY), signature);
        System.arraycopy(signature, 0, signed, SIGNED, OCTETS - SIGNED);
        return Octets.ascii(Base64.getUrlEncoder().withoutPadding().encodeToString(signed));
    }
}
