// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.config.address.Network;
import io.evenkeel.config.listener.ForwardSettings;
import io.evenkeel.config.listener.JwtSettings;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.listener.ListenerSettings.Mode;
import io.evenkeel.config.listener.OriginField;
import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.config.listener.RuleSettings;
import io.evenkeel.config.tls.ListenerTls;
import io.evenkeel.dispatcher.admission.rate.ForwardedClient;
import io.evenkeel.dispatcher.admission.rate.RateLimit;
import io.evenkeel.dispatcher.edge.EdgeRules;
import io.evenkeel.dispatcher.edge.Router;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.text.FieldNames;
import java.net.InetAddress;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The rules for requests of one listener between two reloads, ready for use. Immutable.
 *
 * @param edge what holds for requests that take no route
 * @param byRoute what holds for requests that take a route, by its number
 * @param subjectField the field that tells nodes the subject of a client's certificate, which clients cannot send; null
 *     for none
 * @param redirects requests are not passed on; their clients are sent to the node
 * @param http2 clients may speak HTTP/2
 * @param streams the most requests of a connection of HTTP/2 at the same time
 * @param rate the limit of requests of each client; null for none
 * @param headNs the longest silence inside a head; see {@link #headUntilNs}
 */
public record ListenerRules(
        String listener,
        Router router,
        RequestLimits limits,
        ForwardSettings forward,
        EdgeRules edge,
        List<EdgeRules> byRoute,
        @Nullable String subjectField,
        List<Network> trusted,
        boolean acceptProxy,
        boolean redirects,
        boolean http2,
        int streams,
        @Nullable RateLimit rate,
        long headNs,
        long bodyNs,
        long idleNs) {

    /**
     * The time at which a client's head that is not whole is given up: it may be silent inside it for {@link #headNs},
     * and take twice as long in all.
     *
     * @param firstNs the time of its first octet
     */
    public long headUntilNs(long firstNs, long nowNs) {
        return Math.min(nowNs, firstNs + headNs) + headNs;
    }

    /** Fields that never reach a client as a node sent them. */
    public FieldNames hidden() {
        return edge.hidden();
    }

    /** The rules of requests that take the route of a number. */
    EdgeRules edge(int number) {
        return byRoute.get(number);
    }

    /** True when what a peer says about the origin of its requests is believed. */
    public boolean trusts(InetAddress peer) {
        return trusts(trusted, peer);
    }

    /** The client of a request, which a trusted proxy may name. Allocates for the requests of such a proxy alone. */
    InetAddress client(RequestHead head, Origin origin) {
        return origin.believes(OriginField.X_FORWARDED_FOR)
                ? ForwardedClient.of(head, origin, this::trusts)
                : origin.client().getAddress();
    }

    private static boolean trusts(List<Network> networks, InetAddress peer) {
        for (Network network : networks) {
            if (network.contains(peer)) {
                return true;
            }
        }
        return false;
    }

    /** The fields that tell nodes the subjects of certificates and the claims of tokens, of all listeners. */
    public static Set<String> subjectFields(Collection<ListenerSettings> listeners) {
        Set<String> fields = new LinkedHashSet<>();
        for (ListenerSettings each : listeners) {
            ListenerTls tls = each.tls();
            String field = tls == null ? null : tls.clients().header();
            if (field != null) {
                fields.add(field);
            }
            claims(each.rules(), fields);
            each.routes().forEach(route -> claims(route.rules(), fields));
        }
        return fields;
    }

    private static void claims(RuleSettings rules, Set<String> fields) {
        JwtSettings jwt = rules.jwt();
        if (jwt != null) {
            fields.addAll(jwt.claims().keySet());
        }
    }

    /**
     * The rules of a listener that has had none.
     *
     * @param subjectFields {@link #subjectFields} of all listeners, because nodes believe them from any
     */
    public static ListenerRules of(ListenerSettings settings, Router router, Set<String> subjectFields) {
        return of(settings, router, subjectFields, null);
    }

    /** The rules of a listener after others, from which it goes on with what its clients have used of their limits. */
    public static ListenerRules of(
            ListenerSettings settings, Router router, Set<String> subjectFields, @Nullable ListenerRules before) {
        ListenerTls tls = settings.tls();
        String subjectField = tls == null ? null : tls.clients().header();
        Predicate<InetAddress> proxies = peer -> trusts(settings.trusted(), peer);
        EdgeRules edge = EdgeRules.of(settings, null, subjectFields, proxies);
        List<EdgeRules> byRoute = settings.routes().stream()
                .map(route -> route.rules().equals(RuleSettings.NONE)
                        ? edge
                        : EdgeRules.of(settings, route, subjectFields, proxies))
                .toList();
        return new ListenerRules(
                settings.name(),
                router,
                settings.limits(),
                settings.forward(),
                edge,
                byRoute,
                subjectField,
                settings.trusted(),
                settings.acceptProxy(),
                settings.mode() == Mode.REDIRECT,
                settings.http2().allowed(),
                settings.http2().streams(),
                RateLimit.of(settings.rate(), before == null ? null : before.rate, settings.name(), proxies),
                settings.timeouts().head().toNanos(),
                settings.timeouts().body().toNanos(),
                settings.timeouts().idle().toNanos());
    }
}
