// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge;

import io.evenkeel.config.listener.CanarySettings;
import io.evenkeel.dispatcher.admission.rate.ForwardedClient;
import io.evenkeel.dispatcher.condition.CookieCondition;
import io.evenkeel.dispatcher.condition.FieldCondition;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import java.net.InetAddress;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the requests of a route that go to its other cluster: those with a field or a cookie, and a share of the
 * clients by a hash of their address, which is the same in every dispatcher and after a restart. Immutable.
 */
public final class CanaryRule {

    private static final int INET6_NETWORK = 8;
    private static final double WHOLE = 1L << 32;

    private final @Nullable FieldCondition field;
    private final @Nullable CookieCondition cookie;
    private final double share;
    private final long salt;
    private final Predicate<InetAddress> trusted;

    /** @param trusted tells the addresses of trusted proxies */
    CanaryRule(CanarySettings settings, Predicate<InetAddress> trusted) {
        field = FieldCondition.of(settings.header());
        cookie = CookieCondition.of(settings.cookie());
        share = settings.share();
        salt = settings.cluster().hashCode();
        this.trusted = trusted;
    }

    /** True when a request goes to the other cluster. */
    public boolean takes(RequestHead head, Origin origin) {
        return (field != null && field.fits(head))
                || (cookie != null && cookie.fits(head, cookie.reader()))
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
}
