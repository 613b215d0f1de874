// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge;

import io.evenkeel.config.address.Network;
import io.evenkeel.config.listener.AccessSettings;
import io.evenkeel.dispatcher.admission.rate.ForwardedClient;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The networks whose clients may come in, of a listener and a route: both must let a client in. Immutable; O(networks).
 */
public final class AccessRule {

    private final List<Network> denied = new ArrayList<>();
    /** Each of these lists must have the client, unless it is empty. */
    private final List<Network> allowedHere;

    private final List<Network> allowedThere;
    private final Predicate<InetAddress> trusted;

    private AccessRule(AccessSettings listener, AccessSettings route, Predicate<InetAddress> trusted) {
        denied.addAll(listener.deny());
        denied.addAll(route.deny());
        allowedHere = listener.allow();
        allowedThere = route.allow();
        this.trusted = trusted;
    }

    /**
     * The rule.
     *
     * @param trusted tells the addresses of trusted proxies
     * @return null when everybody may come in
     */
    static @Nullable AccessRule of(AccessSettings listener, AccessSettings route, Predicate<InetAddress> trusted) {
        return listener.isOpen() && route.isOpen() ? null : new AccessRule(listener, route, trusted);
    }

    /** The rule of a listener alone; null when everybody may come in. */
    public static @Nullable AccessRule of(AccessSettings listener) {
        return of(listener, AccessSettings.ALL, peer -> false);
    }

    /** True when the client of a request may not come in: the one that trusted proxies name, else the connected one. */
    public boolean refuses(RequestHead head, Origin origin) {
        return refuses(ForwardedClient.of(head, origin, trusted));
    }

    /** True when a client may not come in. */
    public boolean refuses(InetAddress client) {
        return isIn(denied, client)
                || !(allowedHere.isEmpty() || isIn(allowedHere, client))
                || !(allowedThere.isEmpty() || isIn(allowedThere, client));
    }

    private static boolean isIn(List<Network> networks, InetAddress client) {
        for (int k = 0; k < networks.size(); k++) {
            if (networks.get(k).contains(client)) {
                return true;
            }
        }
        return false;
    }
}
