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
 * take any, is one of each: otherwise a value that was made up would hide the one that counts there. A reload that
 * leaves alone what tells clients apart keeps what they have used. Threads: any. Cost: some 100 ns for a request, and
 * some small objects.
 */
public final class RateLimit {

    private static final long QUIET_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int INET6_NETWORK = 8;

    /** Values of a request that are looked at; one with more takes a token of its address, too. */
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
     * @param log hears of the first refusal of each client, once a second at most
     * @return 0 when it may go on; else the seconds after which its client may try again
     */
    public int refuses(RequestHead head, Origin origin, long nowNs, EventLogger log) {
        long waitNs = waitNs(head, origin, nowNs);
        if (waitNs == 0) {
            return 0;
        }
        if (waitNs < 0) {
            say(client(head, origin), nowNs, log);
        }
        long seconds = (Math.abs(waitNs) + TimeUnit.SECONDS.toNanos(1) - 1) / TimeUnit.SECONDS.toNanos(1);
        return (int) Math.min(Integer.MAX_VALUE, seconds);
    }

    /** The time to wait, as {@link TokenBuckets#take} tells it: the longest of those of all values. */
    private long waitNs(RequestHead head, Origin origin, long nowNs) {
        Tokens tokens = new Tokens(nowNs);
        byte[] octets = head.octets();
        byte[] name = field;
        for (int line = 0; name != null && line < head.fields() && tokens.mayTake(); line++) {
            if (Octets.equalsLoosely(octets, head.nameAt(line), head.nameEnd(line), name)) {
                tokens.ofValue(octets, head.valueAt(line), head.valueEnd(line));
            }
        }
        if (tokens.values == 0 && settings.cookie() != null) {
            CookieReader cookie = new CookieReader(settings.cookie());
            for (boolean found = cookie.first(head); found && tokens.mayTake(); found = cookie.next(head)) {
                tokens.ofValue(octets, cookie.valueAt(), cookie.valueEnd());
            }
        }
        if (tokens.values == 0 || tokens.values > MOST_VALUES) {
            tokens.ofAddress(client(head, origin).getAddress());
        }
        return tokens.waitNs;
    }

    /** The tokens of one request: one for each value, and how long it must wait for the last of them. */
    private final class Tokens {

        private final long nowNs;
        private final SessionKey key = new SessionKey();
        private int values;
        private long before;
        private long waitNs;

        Tokens(long nowNs) {
            this.nowNs = nowNs;
        }

        /** True until there are more values than are looked at. */
        boolean mayTake() {
            return values <= MOST_VALUES;
        }

        /** Takes the token of a value, which is the same client's as the one before when they are equal. */
        void ofValue(byte[] octets, int from, int to) {
            known.hash.of(octets, from, to, key);
            long value = key.low() ^ key.high();
            if (values == 0 || value != before) {
                take(value);
            }
            before = value;
            values++;
        }

        /** Takes the token of an address: one of IPv4 has four octets, a network of IPv6 eight. */
        void ofAddress(byte[] address) {
            known.hash.of(address, 0, Math.min(address.length, INET6_NETWORK), key);
            take(key.low());
        }

        private void take(long client) {
            long ownNs = known.buckets.take(client, tokenNs, settings.burst(), nowNs);
            if (Math.abs(ownNs) > Math.abs(waitNs)) {
                waitNs = ownNs;
            }
        }
    }

    private InetAddress client(RequestHead head, Origin origin) {
        return ForwardedClient.of(head, origin, trusted);
    }

    private void say(InetAddress client, long nowNs, EventLogger log) {
        if (known.lines.passes(nowNs)) {
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
