// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.RequestHead;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The URL of a stored answer: scheme, host and port as the client named them with the host in lower case, path and
 * query octet by octet.
 *
 * <p>An object that {@link #set} has filled looks for answers, one after another; those that are kept are a
 * {@link #copy}. The hash has a secret, and keys have an order, so a client cannot make many of them collide.
 */
public final class CacheKey implements Comparable<CacheKey> {

    private static final byte[] HTTP = Octets.ascii("http://");
    private static final byte[] HTTPS = Octets.ascii("https://");
    private static final long SECRET = ThreadLocalRandom.current().nextLong();
    private static final long MIX = 0x9e3779b97f4a7c15L;

    private byte[] octets;
    private int length;
    private int hash;

    /** A key to be {@link #set}. */
    public CacheKey() {
        octets = new byte[256];
    }

    private CacheKey(byte[] octets, int hash) {
        this.octets = octets;
        this.length = octets.length;
        this.hash = hash;
    }

    /** Takes the URL of a request that names a host. */
    public void set(RequestHead head, boolean https) {
        int pathAt = head.target().pathAt();
        int end = head.target().end();
        byte[] scheme = https ? HTTPS : HTTP;
        int host = head.hostEnd() - head.hostAt();
        boolean rooted = pathAt < end && head.octets()[pathAt] == '/';
        room(scheme.length + host + 1 + end - pathAt);
        length = 0;
        add(scheme, 0, scheme.length);
        addLower(head.octets(), head.hostAt(), head.hostEnd());
        if (!rooted) {
            octets[length++] = '/';
        }
        add(head.octets(), pathAt, end);
        hash = hashed();
    }

    /** Takes another path of the host of a key, which begins with a slash. */
    public void set(CacheKey of, byte[] source, int from, int to) {
        int host = of.pathAt();
        room(host + to - from);
        length = 0;
        add(of.octets, 0, host);
        add(source, from, to);
        hash = hashed();
    }

    /** The key of a URL in its whole form. */
    public static CacheKey of(String url) {
        byte[] octets = url.getBytes(StandardCharsets.ISO_8859_1);
        CacheKey key = new CacheKey(octets, 0);
        int end = key.pathAt();
        for (int i = 0; i < end; i++) {
            octets[i] = lower(octets[i]);
        }
        if (end == octets.length || octets[end] != '/') {
            return of(url.substring(0, end) + '/' + url.substring(end));
        }
        key.hash = key.hashed();
        return key;
    }

    /** The begin of the path: behind scheme and host. */
    private int pathAt() {
        int host = Octets.indexOf(octets, 0, length, (byte) ':') + 3;
        int i = Math.min(host, length);
        while (i < length && octets[i] != '/' && octets[i] != '?') {
            i++;
        }
        return i;
    }

    private void room(int needed) {
        if (octets.length < needed) {
            octets = new byte[Math.max(needed, 2 * octets.length)];
        }
    }

    private void add(byte[] source, int from, int to) {
        System.arraycopy(source, from, octets, length, to - from);
        length += to - from;
    }

    private void addLower(byte[] source, int from, int to) {
        for (int i = from; i < to; i++) {
            octets[length++] = lower(source[i]);
        }
    }

    private static byte lower(byte octet) {
        return octet >= 'A' && octet <= 'Z' ? (byte) (octet | 0x20) : octet;
    }

    private int hashed() {
        long sum = SECRET;
        for (int i = 0; i < length; i++) {
            sum = (sum ^ octets[i]) * MIX;
            sum ^= sum >>> 29;
        }
        return (int) (sum ^ (sum >>> 32));
    }

    /** A key of its own with the same URL. */
    public CacheKey copy() {
        return new CacheKey(Arrays.copyOf(octets, length), hash);
    }

    /** True when the URL begins with another one. */
    boolean startsWith(CacheKey prefix) {
        return length >= prefix.length && Arrays.equals(octets, 0, prefix.length, prefix.octets, 0, prefix.length);
    }

    /** True when a range of octets is an URL with the scheme and host of this one. */
    public boolean hasHostOf(byte[] source, int from, int to) {
        int end = pathAt();
        if (to - from < end) {
            return false;
        }
        for (int i = 0; i < end; i++) {
            if (lower(source[from + i]) != octets[i]) {
                return false;
            }
        }
        return to - from == end || source[from + end] == '/' || source[from + end] == '?';
    }

    /** Octets of scheme and host. */
    public int hostLength() {
        return pathAt();
    }

    /** Octets of the URL. */
    int length() {
        return length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CacheKey that
                && hash == that.hash
                && Arrays.equals(octets, 0, length, that.octets, 0, that.length);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public int compareTo(CacheKey other) {
        return Arrays.compare(octets, 0, length, other.octets, 0, other.length);
    }

    @Override
    public String toString() {
        return new String(octets, 0, length, StandardCharsets.ISO_8859_1);
    }
}
