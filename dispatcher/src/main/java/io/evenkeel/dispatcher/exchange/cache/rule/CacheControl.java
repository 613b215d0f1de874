// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.rule;

import io.evenkeel.config.text.Octets;

/**
 * The directives of the Cache-Control fields of one message after another (RFC 9111 §5.2), those of requests and of
 * answers alike.
 *
 * <p>What is unclear forbids: {@code private="field"} and {@code no-cache="field"} count as if they named no field, and
 * a time that is no number, or is given twice with different values, is 0. Threads: its owner's.
 */
public final class CacheControl {

    /** The directive is absent. */
    public static final long ABSENT = -1;

    /** The most seconds that a time can have; longer ones count as this. */
    static final long MOST_SECONDS = Integer.MAX_VALUE;

    private static final byte[] NO_STORE = Octets.ascii("no-store");
    private static final byte[] NO_CACHE = Octets.ascii("no-cache");
    private static final byte[] PRIVATE = Octets.ascii("private");
    private static final byte[] PUBLIC = Octets.ascii("public");
    private static final byte[] MUST_REVALIDATE = Octets.ascii("must-revalidate");
    private static final byte[] PROXY_REVALIDATE = Octets.ascii("proxy-revalidate");
    private static final byte[] ONLY_IF_CACHED = Octets.ascii("only-if-cached");
    private static final byte[] NO_TRANSFORM = Octets.ascii("no-transform");
    private static final byte[] MAX_AGE = Octets.ascii("max-age");
    private static final byte[] S_MAXAGE = Octets.ascii("s-maxage");
    private static final byte[] MAX_STALE = Octets.ascii("max-stale");
    private static final byte[] MIN_FRESH = Octets.ascii("min-fresh");
    private static final byte[] WHILE_REVALIDATE = Octets.ascii("stale-while-revalidate");
    private static final byte[] IF_ERROR = Octets.ascii("stale-if-error");

    private boolean present;
    private boolean noStore;
    private boolean noCache;
    private boolean isPrivate;
    private boolean isPublic;
    private boolean mustRevalidate;
    private boolean proxyRevalidate;
    private boolean onlyIfCached;
    private boolean noTransform;
    private long maxAgeS;
    private long sharedMaxAgeS;
    private long maxStaleS;
    private long minFreshS;
    private long whileRevalidateS;
    private long ifErrorS;

    public CacheControl() {
        clear();
    }

    /** Begins with another message. */
    public void clear() {
        present = false;
        noStore = false;
        noCache = false;
        isPrivate = false;
        isPublic = false;
        mustRevalidate = false;
        proxyRevalidate = false;
        onlyIfCached = false;
        noTransform = false;
        maxAgeS = ABSENT;
        sharedMaxAgeS = ABSENT;
        maxStaleS = ABSENT;
        minFreshS = ABSENT;
        whileRevalidateS = ABSENT;
        ifErrorS = ABSENT;
    }

    /** Reads the value of a field line. */
    public void add(byte[] octets, int from, int to) {
        present = true;
        int at = from;
        while (at < to) {
            int end = elementEnd(octets, at, to);
            int equals = Octets.indexOf(octets, at, end, (byte) '=');
            int nameAt = Octets.afterBlanks(octets, at, equals);
            int nameEnd = Octets.beforeBlanks(octets, nameAt, equals);
            int stop = Octets.beforeBlanks(octets, Math.min(equals + 1, end), end);
            // white space around the sign is no part of the grammar, so what follows is no number
            directive(
                    octets, nameAt, nameEnd, equals < end, nameEnd == equals ? Math.min(equals + 1, stop) : stop, stop);
            at = end + 1;
        }
    }

    /** The comma that ends an element, or the end; commas in quotes end none, and a quote that stays open forbids. */
    private int elementEnd(byte[] octets, int from, int to) {
        boolean quoted = false;
        for (int i = from; i < to; i++) {
            if (octets[i] == '"') {
                quoted = !quoted;
            } else if (quoted && octets[i] == '\\') {
                i++;
            } else if (octets[i] == ',' && !quoted) {
                return i;
            }
        }
        noStore |= quoted;
        return to;
    }

    private void directive(byte[] octets, int from, int to, boolean valued, int valueAt, int valueEnd) {
        if (is(octets, from, to, NO_STORE)) {
            noStore = true;
        } else if (is(octets, from, to, NO_CACHE)) {
            noCache = true;
        } else if (is(octets, from, to, PRIVATE)) {
            isPrivate = true;
        } else if (is(octets, from, to, PUBLIC)) {
            isPublic = true;
        } else if (is(octets, from, to, MUST_REVALIDATE)) {
            mustRevalidate = true;
        } else if (is(octets, from, to, PROXY_REVALIDATE)) {
            proxyRevalidate = true;
        } else if (is(octets, from, to, ONLY_IF_CACHED)) {
            onlyIfCached = true;
        } else if (is(octets, from, to, NO_TRANSFORM)) {
            noTransform = true;
        } else if (is(octets, from, to, MAX_AGE)) {
            maxAgeS = both(maxAgeS, seconds(octets, valueAt, valueEnd));
        } else if (is(octets, from, to, S_MAXAGE)) {
            sharedMaxAgeS = both(sharedMaxAgeS, seconds(octets, valueAt, valueEnd));
        } else if (is(octets, from, to, MAX_STALE)) {
            maxStaleS = valued ? seconds(octets, valueAt, valueEnd) : MOST_SECONDS;
        } else if (is(octets, from, to, MIN_FRESH)) {
            minFreshS = seconds(octets, valueAt, valueEnd);
        } else if (is(octets, from, to, WHILE_REVALIDATE)) {
            whileRevalidateS = both(whileRevalidateS, seconds(octets, valueAt, valueEnd));
        } else if (is(octets, from, to, IF_ERROR)) {
            ifErrorS = both(ifErrorS, seconds(octets, valueAt, valueEnd));
        }
    }

    private static boolean is(byte[] octets, int from, int to, byte[] name) {
        return Octets.equalsLower(octets, from, to, name);
    }

    private static long both(long before, long now) {
        return before == ABSENT || before == now ? now : 0;
    }

    /** A number of seconds, with quotes or without; 0 for what is none. */
    static long seconds(byte[] octets, int from, int to) {
        int at = from;
        int end = to;
        if (end - at >= 2 && octets[at] == '"' && octets[end - 1] == '"') {
            at++;
            end--;
        }
        if (at >= end) {
            return 0;
        }
        long value = 0;
        for (int i = at; i < end; i++) {
            if (!Octets.isDigit(octets[i])) {
                return 0;
            }
            value = Math.min(MOST_SECONDS, value * 10 + octets[i] - '0');
        }
        return value;
    }

    /** True when the message has such a field. */
    public boolean isPresent() {
        return present;
    }

    public boolean noStore() {
        return noStore;
    }

    public boolean noCache() {
        return noCache;
    }

    public boolean isPrivate() {
        return isPrivate;
    }

    public boolean isPublic() {
        return isPublic;
    }

    public boolean mustRevalidate() {
        return mustRevalidate;
    }

    public boolean proxyRevalidate() {
        return proxyRevalidate;
    }

    public boolean onlyIfCached() {
        return onlyIfCached;
    }

    public boolean noTransform() {
        return noTransform;
    }

    /** Seconds, or {@link #ABSENT}; so are those below. */
    public long maxAgeS() {
        return maxAgeS;
    }

    public long sharedMaxAgeS() {
        return sharedMaxAgeS;
    }

    public long maxStaleS() {
        return maxStaleS;
    }

    public long minFreshS() {
        return minFreshS;
    }

    public long whileRevalidateS() {
        return whileRevalidateS;
    }

    public long ifErrorS() {
        return ifErrorS;
    }
}
