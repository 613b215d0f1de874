// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.exchange.cache.memory.CacheKey;
import io.evenkeel.dispatcher.http.ResponseHead;

/**
 * The end of stored answers by a request that may have changed what they show, and whose answer is no error: those of
 * its own URL, and of the URLs of the same host that the answer names (RFC 9111 §4.4).
 */
final class Invalidation {

    private static final byte[] LOCATION = Octets.ascii("location");
    private static final byte[] CONTENT_LOCATION = Octets.ascii("content-location");

    private Invalidation() {}

    static void of(CacheLoop loop, CacheKey changed, ResponseHead head, long nowNs) {
        if (head.status() < 200 || head.status() > 399) {
            return;
        }
        loop.cache.invalidate(changed, nowNs);
        byte[] octets = head.octets();
        for (int k = 0; k < head.fields(); k++) {
            int at = head.nameAt(k);
            int end = head.nameEnd(k);
            if (Octets.equalsLower(octets, at, end, LOCATION)
                    || Octets.equalsLower(octets, at, end, CONTENT_LOCATION)) {
                named(loop, changed, octets, head.valueAt(k), head.valueEnd(k), nowNs);
            }
        }
    }

    private static void named(CacheLoop loop, CacheKey changed, byte[] octets, int from, int to, long nowNs) {
        int end = Octets.indexOf(octets, from, to, (byte) '#');
        int path = changed.hasHostOf(octets, from, end) ? from + changed.hostLength() : from;
        boolean rooted = path < end && octets[path] == '/';
        boolean otherHost = path == from && path + 1 < end && octets[path + 1] == '/';
        if (rooted && !otherHost) {
            loop.key.set(changed, octets, path, end);
            loop.cache.invalidate(loop.key, nowNs);
        }
    }
}
