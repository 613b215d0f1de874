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
import io.evenkeel.dispatcher.log.Spacing;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The limit of requests of one listener, over all loops: says who a request's client is, and how long it must wait.
 *
 * <p>A client is an address, the first 64 bits of one of IPv6, or the value of a field or a cookie. It is known under a
 * keyed hash, so nobody can choose to share another one's tokens. A request with several values, of which a node may
 * take any, is one of each: otherwise a value that was made up would hide the one that counts there. One with more than
 * {@value #MOST_VALUES} values, repeated ones counted, is refused and takes no token. A reload that leaves alone what
 * tells clients apart keeps what they have used. Threads: any. Cost: some 100 ns for a request, and some small objects.
 */
public final class RateLimit {

    private static final long QUIET_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int INET6_NETWORK = 8;

    /** Values that a request may have. */
    private static final int MOST_VALUES = 4;

    private final RateSettings settings;
    private final String listener;
    private final Predicate<InetAddress> trusted;
    private final byte @Nullable [] field;
    private final long tokenNs;
    private final Known known;

    /** The part that outlives a reload. */
    private record Known(TokenBuckets buckets, SessionHash hash, Spacing lines) {}

    private RateLimit(RateSettings settings, String listener, Predicate<InetAddress> trusted, Known known) {
        this.settings = settings;
        this.listener = listener;
        this.trusted = trusted;
        this.known = known;
        String header = settings.header();
        field = header == null
                ? null
                : Octets.ascii(header.toLowerCase(Locale.ROOT).replace('_', '-'));
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
                : new Known(new TokenBuckets(settings.clients()), SessionHash.random(), new Spacing(QUIET_NS));
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
     * @param log hears of the first refusal of each client and of requests with too many values, once a second at most
     * @return 0 when it may go on; else the seconds after which its client may send another one
     */
    public int refuses(RequestHead head, Origin origin, long nowNs, EventLogger log) {
        Values values = values(head);
        if (values.areTooMany()) {
            String name = values.areCookies ? "the cookie " + settings.cookie() : settings.header();
            say(client(head, origin), "more than " + MOST_VALUES + " values of " + name, nowNs, log);
            return seconds(tokenNs);
        }
        if (values.count == 0) {
            values.address(client(head, origin).getAddress());
        }
        long waitNs = values.waitNs(nowNs);
        if (waitNs < 0) {
            say(client(head, origin), tooOften(), nowNs, log);
        }
        return seconds(waitNs);
    }

    private static int seconds(long waitNs) {
        long seconds = (Math.abs(waitNs) + TimeUnit.SECONDS.toNanos(1) - 1) / TimeUnit.SECONDS.toNanos(1);
        return (int) Math.min(Integer.MAX_VALUE, seconds);
    }

    /** The values of the field, else of the cookie; the first one too many is the last that is looked at. */
    private Values values(RequestHead head) {
        Values values = new Values(false);
        byte[] octets = head.octets();
        byte[] name = field;
        for (int line = 0; name != null && line < head.fields() && !values.areTooMany(); line++) {
            if (Octets.equalsLoosely(octets, head.nameAt(line), head.nameEnd(line), name)) {
                values.add(octets, head.valueAt(line), head.valueEnd(line));
            }
        }
        if (values.count > 0 || settings.cookie() == null) {
            return values;
        }
        Values cookies = new Values(true);
        CookieReader cookie = new CookieReader(settings.cookie());
        for (boolean found = cookie.first(head); found && !cookies.areTooMany(); found = cookie.next(head)) {
            cookies.add(octets, cookie.valueAt(), cookie.valueEnd());
        }
        return cookies;
    }

    /** The clients that one request is. */
    private final class Values {

        private final boolean areCookies;
        private final SessionKey key = new SessionKey();
        private final long[] clients = new long[MOST_VALUES];
        private int different;
        private int count;

        Values(boolean areCookies) {
            this.areCookies = areCookies;
        }

        boolean areTooMany() {
            return count > MOST_VALUES;
        }

        void add(byte[] octets, int from, int to) {
            count++;
            if (!areTooMany()) {
                known.hash.of(octets, from, to, key);
                client(key.low() ^ key.high());
            }
        }

        /** The client of a request without any value: an address of IPv4 has four octets, a network of IPv6 eight. */
        void address(byte[] address) {
            known.hash.of(address, 0, Math.min(address.length, INET6_NETWORK), key);
            client(key.low());
        }

        private void client(long client) {
            for (int i = 0; i < different; i++) {
                if (clients[i] == client) {
                    return;
                }
            }
            clients[different++] = client;
        }

        /** Takes a token of each; the longest of the times to wait, as {@link TokenBuckets#take} tells them. */
        long waitNs(long nowNs) {
            long waitNs = 0;
            for (int i = 0; i < different; i++) {
                long ownNs = known.buckets.take(clients[i], tokenNs, settings.burst(), nowNs);
                if (Math.abs(ownNs) > Math.abs(waitNs)) {
                    waitNs = ownNs;
                }
            }
            return waitNs;
        }
    }

    private InetAddress client(RequestHead head, Origin origin) {
        return ForwardedClient.of(head, origin, trusted);
    }

    private String tooOften() {
        return "more than "
                + settings.requests() + " in " + words(settings.per())
                + (settings.burst() == settings.requests() ? "" : " and " + settings.burst() + " at once")
                + (settings.header() != null
                        ? " with the same " + settings.header()
                        : settings.cookie() != null ? " with the same cookie " + settings.cookie() : "");
    }

    private void say(InetAddress client, String why, long nowNs, EventLogger log) {
        if (known.lines.passes(nowNs)) {
            log.warn("listener " + listener + " refuses requests from " + client.getHostAddress() + " with 429: " + why
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
