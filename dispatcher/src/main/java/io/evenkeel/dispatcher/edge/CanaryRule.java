// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge;

import io.evenkeel.config.listener.CanarySettings;
import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.admission.rate.ForwardedClient;
import io.evenkeel.dispatcher.http.CookieReader;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the requests of a route that go to its other cluster: those with a field or a cookie, and a share of the
 * clients by a hash of their address, which is the same in every dispatcher and after a restart. Immutable.
 */
public final class CanaryRule {

    private static final int INET6_NETWORK = 8;
    private static final double WHOLE = 1L << 32;

    private final byte @Nullable [] field;
    private final byte @Nullable [] fieldValue;
    private final @Nullable String cookie;
    private final byte @Nullable [] cookieValue;
    private final double share;
    private final long salt;
    private final Predicate<InetAddress> trusted;

    /** @param trusted tells the addresses of trusted proxies */
    CanaryRule(CanarySettings settings, Predicate<InetAddress> trusted) {
        String header = settings.header();
        int colon = header == null ? -1 : header.indexOf(':');
        field = header == null
                ? null
                : Octets.ascii((colon < 0 ? header : header.substring(0, colon)).toLowerCase(Locale.ROOT));
        fieldValue = header == null || colon < 0
                ? null
                : Octets.ascii(header.substring(colon + 1).strip());
        String mark = settings.cookie();
        int equals = mark == null ? -1 : mark.indexOf('=');
        cookie = mark == null || equals < 0 ? mark : mark.substring(0, equals);
        cookieValue = mark == null || equals < 0 ? null : Octets.ascii(mark.substring(equals + 1));
        share = settings.share();
        salt = settings.cluster().hashCode();
        this.trusted = trusted;
    }

    /** True when a request goes to the other cluster. */
    public boolean takes(RequestHead head, Origin origin) {
        return (field != null && hasField(head, field))
                || (cookie != null && hasCookie(head, cookie))
                || (share > 0 && isShare(ForwardedClient.of(head, origin, trusted)));
    }

    private boolean isShare(InetAddress client) {
        byte[] address = client.getAddress();
        long hash = salt;
        for (int k = 0; k < Math.min(address.length, INET6_NETWORK); k++) {
            hash = (hash ^ (address[k] & 0xff)) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 29;
        }
        hash = (hash ^ (hash >>> 32)) * 0xBF58476D1CE4E5B9L;
        return (hash >>> 32) < share * WHOLE;
    }

    private boolean hasField(RequestHead head, byte[] wanted) {
        for (int line = 0; line < head.fields(); line++) {
            if (head.isNamed(line, wanted)
                    && (fieldValue == null || is(head.octets(), head.valueAt(line), head.valueEnd(line), fieldValue))) {
                return true;
            }
        }
        return false;
    }

    private boolean hasCookie(RequestHead head, String name) {
        CookieReader reader = new CookieReader(name);
        for (boolean found = reader.first(head); found; found = reader.next(head)) {
            if (cookieValue == null || is(head.octets(), reader.valueAt(), reader.valueEnd(), cookieValue)) {
                return true;
            }
        }
        return false;
    }

    private static boolean is(byte[] octets, int from, int to, byte[] wanted) {
        return Arrays.equals(octets, from, to, wanted, 0, wanted.length);
    }
}
