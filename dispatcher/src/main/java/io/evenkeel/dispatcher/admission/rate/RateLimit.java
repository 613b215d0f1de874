// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.admission.rate;

import io.evenkeel.config.listener.RateSettings;
import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.affinity.table.SessionHash;
import io.evenkeel.dispatcher.affinity.table.SessionKey;
import io.evenkeel.dispatcher.http.CookieReader;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.log.EventLogger;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The limit of requests of one listener, over all loops: says who a request's client is, and how long it must wait.
 *
 * <p>A client is an address, the first 64 bits of one of IPv6, or the value of a field or a cookie. It is known under a
 * keyed hash, so nobody can choose to share another one's tokens. A reload that leaves alone what tells clients apart
 * keeps what they have used. Threads: any. Cost: some 100 ns for a request, and some small objects.
 */
public final class RateLimit {

    private static final long QUIET_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long NEVER = Long.MIN_VALUE;
    private static final int INET6_NETWORK = 8;

    private final RateSettings settings;
    private final String listener;
    private final Predicate<InetAddress> trusted;
    private final byte @Nullable [] field;
    private final long tokenNs;
    private final Known known;

    /** The part that outlives a reload. */
    private record Known(TokenBuckets buckets, SessionHash hash, AtomicLong saidNs) {}

    private RateLimit(RateSettings settings, String listener, Predicate<InetAddress> trusted, Known known) {
        this.settings = settings;
        this.listener = listener;
        this.trusted = trusted;
        this.known = known;
        String header = settings.header();
        field = header == null ? null : Octets.ascii(header.toLowerCase(Locale.ROOT));
        tokenNs = Math.max(1, settings.per().toNanos() / settings.requests());
    }

    /**
     * The limit that settings ask for.
     *
     * @param before the one until now; null for none
     * @param trusted tells the addresses of trusted proxies
     * @return null for none
     */
    public static @Nullable RateLimit of(
            @Nullable RateSettings settings,
            @Nullable RateLimit before,
            String listener,
            Predicate<InetAddress> trusted) {
        if (settings == null) {
            return null;
        }
        Known known = before != null && before.tellsApartAs(settings)
                ? before.known
                : new Known(new TokenBuckets(settings.clients()), SessionHash.random(), new AtomicLong(NEVER));
        return new RateLimit(settings, listener, trusted, known);
    }

    private boolean tellsApartAs(RateSettings other) {
        return settings.clients() == other.clients()
                && Objects.equals(settings.header(), other.header())
                && Objects.equals(settings.cookie(), other.cookie());
    }

    /**
     * Takes a token for a request.
     *
     * @param log hears of the first refusal of each client, once a second at most
     * @return 0 when it may go on; else the seconds after which its client may try again
     */
    public int refuses(RequestHead head, Origin origin, long nowNs, EventLogger log) {
        long waitNs = known.buckets.take(key(head, origin), tokenNs, settings.burst(), nowNs);
        if (waitNs == 0) {
            return 0;
        }
        if (waitNs < 0) {
            say(client(head, origin), nowNs, log);
        }
        long seconds = (Math.abs(waitNs) + TimeUnit.SECONDS.toNanos(1) - 1) / TimeUnit.SECONDS.toNanos(1);
        return (int) Math.min(Integer.MAX_VALUE, seconds);
    }

    private long key(RequestHead head, Origin origin) {
        SessionKey key = new SessionKey();
        if (field != null) {
            int line = head.lineBefore(head.fields(), field);
            if (line >= 0) {
                known.hash.of(head.octets(), head.valueAt(line), head.valueEnd(line), key);
                return key.low() ^ key.high();
            }
        }
        if (settings.cookie() != null) {
            CookieReader cookie = new CookieReader(settings.cookie());
            if (cookie.first(head)) {
                known.hash.of(head.octets(), cookie.valueAt(), cookie.valueEnd(), key);
                return key.low() ^ key.high();
            }
        }
        byte[] address = client(head, origin).getAddress();
        // an address of IPv4 has four octets, a network of IPv6 eight
        known.hash.of(address, 0, Math.min(address.length, INET6_NETWORK), key);
        return key.low();
    }

    private InetAddress client(RequestHead head, Origin origin) {
        return ForwardedClient.of(head, origin, trusted);
    }

    private void say(InetAddress client, long nowNs, EventLogger log) {
        long before = known.saidNs.get();
        if ((before == NEVER || nowNs - before >= QUIET_NS) && known.saidNs.compareAndSet(before, nowNs)) {
            log.warn("listener " + listener + " refuses requests from " + client.getHostAddress()
                    + " with 429: more than "
                    + settings.requests() + " in " + words(settings.per())
                    + (settings.burst() == settings.requests() ? "" : " and " + settings.burst() + " at once")
                    + (settings.header() != null
                            ? " with the same " + settings.header()
                            : settings.cookie() != null ? " with the same cookie " + settings.cookie() : "")
                    + " (limits.rate)");
        }
    }

    private static String words(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }

    /** Clients that are remembered now. */
    int clients() {
        return known.buckets.clients();
    }
}
