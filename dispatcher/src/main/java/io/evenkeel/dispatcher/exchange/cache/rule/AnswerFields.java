// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.rule;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.http.text.HttpDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fields of an answer that a cache must know, read in one pass. Allocates: for answers that nobody stored. */
final class AnswerFields {

    private static final int MOST_VARY = 16;

    private static final byte[] CACHE_CONTROL = Octets.ascii("cache-control");
    private static final byte[] CDN_CACHE_CONTROL = Octets.ascii("cdn-cache-control");
    private static final byte[] SURROGATE_CONTROL = Octets.ascii("surrogate-control");
    private static final byte[] PRAGMA = Octets.ascii("pragma");
    private static final byte[] NO_CACHE = Octets.ascii("no-cache");
    private static final byte[] EXPIRES = Octets.ascii("expires");
    private static final byte[] DATE = Octets.ascii("date");
    private static final byte[] AGE = Octets.ascii("age");
    private static final byte[] ETAG = Octets.ascii("etag");
    private static final byte[] LAST_MODIFIED = Octets.ascii("last-modified");
    private static final byte[] VARY = Octets.ascii("vary");
    private static final byte[] SET_COOKIE = Octets.ascii("set-cookie");
    private static final byte[] SET_COOKIE2 = Octets.ascii("set-cookie2");
    private static final byte[] CONTENT_RANGE = Octets.ascii("content-range");
    private static final byte[] CONTENT_ENCODING = Octets.ascii("content-encoding");
    private static final byte[] ACCEPT_ENCODING = Octets.ascii("accept-encoding");
    private static final byte[] IDENTITY = Octets.ascii("identity");
    private static final byte[] TRAILER = Octets.ascii("trailer");
    private static final byte[] WWW_AUTHENTICATE = Octets.ascii("www-authenticate");

    final CacheControl control = new CacheControl();
    /** True when a field forbids to store the answer, whatever Cache-Control says. */
    boolean forbids;

    /** The longest lifetime that a field for caches like this one allows. */
    long mostS = CacheControl.MOST_SECONDS;

    boolean expires;
    long expiresS = HttpDate.NONE;
    long dateS = HttpDate.NONE;
    long ageS;
    long lastModifiedS = HttpDate.NONE;
    byte @Nullable [] etag;
    byte @Nullable [] lastModified;
    /** Names in lower case; null when no request can agree with the one that was answered. */
    @Nullable
    List<byte[]> vary = new ArrayList<>();

    private boolean encoded;
    private boolean dated;
    private boolean aged;
    private boolean pragma;

    private AnswerFields() {}

    static AnswerFields of(ResponseHead head) {
        AnswerFields fields = new AnswerFields();
        byte[] octets = head.octets();
        for (int k = 0; k < head.fields(); k++) {
            fields.field(octets, head.nameAt(k), head.nameEnd(k), head.valueAt(k), head.valueEnd(k));
        }
        fields.forbids |= fields.pragma && !fields.control.isPresent();
        List<byte[]> names = fields.vary;
        if (fields.encoded && names != null) {
            // servers forget to say so, and a client that cannot read it would get it
            fields.vary(ACCEPT_ENCODING, 0, ACCEPT_ENCODING.length, names);
        }
        return fields;
    }

    private void field(byte[] octets, int at, int end, int from, int to) {
        if (is(octets, at, end, CACHE_CONTROL)) {
            control.add(octets, from, to);
        } else if (is(octets, at, end, CDN_CACHE_CONTROL) || is(octets, at, end, SURROGATE_CONTROL)) {
            CacheControl targeted = new CacheControl();
            targeted.add(octets, from, to);
            forbids |= targeted.noStore() || targeted.isPrivate() || targeted.noCache();
            long maxAgeS = targeted.maxAgeS();
            mostS = maxAgeS == CacheControl.ABSENT ? mostS : Math.min(mostS, maxAgeS);
        } else if (is(octets, at, end, EXPIRES)) {
            long seconds = HttpDate.seconds(octets, from, to);
            expiresS = expires && expiresS != seconds ? HttpDate.NONE : seconds;
            expires = true;
        } else if (is(octets, at, end, DATE)) {
            forbids |= dated;
            dated = true;
            dateS = HttpDate.seconds(octets, from, to);
        } else if (is(octets, at, end, AGE)) {
            ageS = aged ? ageS : age(octets, from, to);
            aged = true;
        } else if (is(octets, at, end, ETAG)) {
            forbids |= etag != null;
            etag = EntityTags.isTag(octets, from, to) ? Arrays.copyOfRange(octets, from, to) : null;
        } else if (is(octets, at, end, LAST_MODIFIED)) {
            lastModifiedS = HttpDate.seconds(octets, from, to);
            lastModified = lastModifiedS == HttpDate.NONE ? null : Arrays.copyOfRange(octets, from, to);
        } else if (is(octets, at, end, VARY)) {
            vary(octets, from, to);
        } else {
            encoded |= is(octets, at, end, CONTENT_ENCODING) && !Octets.equalsLower(octets, from, to, IDENTITY);
            pragma |= is(octets, at, end, PRAGMA) && Octets.equalsLower(octets, from, to, NO_CACHE);
            forbids |= is(octets, at, end, SET_COOKIE)
                    || is(octets, at, end, SET_COOKIE2)
                    || is(octets, at, end, CONTENT_RANGE)
                    || is(octets, at, end, TRAILER)
                    || is(octets, at, end, WWW_AUTHENTICATE);
        }
    }

    private static boolean is(byte[] octets, int from, int to, byte[] name) {
        return Octets.equalsLower(octets, from, to, name);
    }

    /** The first member of the value; 0 when it is no number. */
    private static long age(byte[] octets, int from, int to) {
        int end = Octets.indexOf(octets, from, to, (byte) ',');
        while (end > from && octets[end - 1] == ' ') {
            end--;
        }
        return end > from && octets[from] == '"' ? 0 : CacheControl.seconds(octets, from, end);
    }

    private void vary(byte[] octets, int from, int to) {
        int at = from;
        while (at < to && vary != null) {
            int end = Octets.indexOf(octets, at, to, (byte) ',');
            int first = Octets.afterBlanks(octets, at, end);
            int last = Octets.beforeBlanks(octets, first, end);
            if (last > first) {
                vary(octets, first, last, vary);
            }
            at = end + 1;
        }
    }

    private void vary(byte[] octets, int from, int to, List<byte[]> names) {
        HeadBuffer lower = new HeadBuffer(to - from);
        boolean token = true;
        for (int i = from; i < to; i++) {
            token &= Octets.token(octets[i]) != 0;
        }
        boolean any = to - from == 1 && octets[from] == '*';
        if (!token || any || names.size() == MOST_VARY) {
            vary = null;
            return;
        }
        lower.addLower(octets, from, to);
        byte[] name = Arrays.copyOf(lower.octets(), lower.length());
        if (names.stream().noneMatch(known -> Arrays.equals(known, name))) {
            names.add(name);
        }
    }
}
