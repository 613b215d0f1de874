// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tls;

import io.evenkeel.config.ClusterKey;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.listener.ListenerSettings.Protocol;
import io.evenkeel.config.tls.ListenerTls;
import io.evenkeel.dispatcher.admission.handshake.HandshakeRation;
import io.evenkeel.dispatcher.certificate.Challenges;
import io.evenkeel.dispatcher.certificate.IssuedCertificates;
import io.evenkeel.dispatcher.control.CertificateView;
import io.evenkeel.dispatcher.engine.TlsFacts;
import io.evenkeel.dispatcher.engine.tls.TlsCertificates;
import io.evenkeel.dispatcher.engine.tls.TlsContext;
import io.evenkeel.dispatcher.engine.tls.TlsProvider;
import io.evenkeel.dispatcher.engine.tls.ticket.TicketKeys;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.tls.ContextMaker.Made;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The certificates of all listeners. New ones are made before they are put in force, so that one that cannot be used
 * changes nothing; connections that are open keep theirs.
 *
 * <p>Threads: a lock of its own for all but {@link #of}; nothing under it waits.
 */
public final class ListenerCertificates {

    private final Supplier<String> ownKey;
    private final InstantSource clock;
    private final EventLogger log;
    private final ExpiryWatch expiry;
    private final IssuedCertificates issued;
    private final Challenges challenges;
    private boolean toldProvider;
    private volatile Map<String, Served> served = Map.of();
    /** Null before the first settings. */
    private @Nullable TicketKeys keys;

    private long epoch;

    /** Contexts that were made and are neither in force nor given up; some of them are in force elsewhere. */
    private @Nullable Next pending;

    /** The certificates of one listener. */
    private record Served(ListenerTls tls, List<String> protocols, List<Made> made, TlsCertificates certificates) {}

    /** The protocols that clients may choose by ALPN, the preferred one first. */
    private static List<String> protocols(ListenerSettings listener) {
        if (listener.protocol() != Protocol.HTTP) {
            return List.of();
        }
        return listener.http2().allowed() ? List.of(TlsFacts.HTTP2, TlsFacts.HTTP1) : List.of(TlsFacts.HTTP1);
    }

    /** Contexts of all listeners that are not in force yet. */
    public static final class Next {

        private final Map<String, List<Made>> made = new LinkedHashMap<>();
        private final Map<String, ListenerTls> settings = new LinkedHashMap<>();
        private final Map<String, TlsCertificates> fresh = new LinkedHashMap<>();
        private final Map<String, List<String>> protocols = new LinkedHashMap<>();
        private final TicketKeys keys;
        private final long version;

        private Next(TicketKeys keys, long version) {
            this.keys = keys;
            this.version = version;
        }
    }

    /**
     * No certificates yet.
     *
     * @param ownKey gives the key of this dispatcher; asked only while the configuration names none
     * @param clock the time by which ticket keys change and certificates expire
     * @param log gets what is to be said of expiry
     * @param issued certificates that are got while the dispatcher runs
     * @param challenges of the authority that issues them
     */
    public ListenerCertificates(
            Supplier<String> ownKey,
            InstantSource clock,
            EventLogger log,
            IssuedCertificates issued,
            Challenges challenges) {
        this.issued = issued;
        this.challenges = challenges;
        this.ownKey = ownKey;
        this.clock = clock;
        this.log = log;
        this.expiry = new ExpiryWatch(log, issued::has);
        this.epoch = TicketKeys.epoch(clock.millis());
    }

    private TicketKeys keys(ClusterKey settings) {
        return new TicketKeys(settings.key() == null ? ownKey.get() : settings.key(), settings.old());
    }

    /**
     * Makes the contexts that settings need, which takes some ms for each that is new. Until {@link #commit} or
     * {@link #abandon}, what is in force stays, because contexts of it are used again.
     *
     * @param key of the same settings
     * @throws IOException when a certificate cannot be used; the message names the listener
     */
    public synchronized Next prepare(Collection<ListenerSettings> wanted, ClusterKey key) throws IOException {
        Next next = new Next(keys(key), issued.version());
        for (ListenerSettings listener : wanted) {
            ListenerTls tls = listener.tls();
            if (tls == null) {
                continue;
            }
            Served present = served.get(listener.name());
            try {
                List<String> protocols = protocols(listener);
                List<Made> made = ContextMaker.make(
                        tls, issued.shownBy(tls), protocols, present == null ? List.of() : present.made);
                next.protocols.put(listener.name(), protocols);
                next.made.put(listener.name(), made);
                next.settings.put(listener.name(), tls);
                if (present == null) {
                    made.forEach(each -> giveKeys(each, next.keys));
                    TlsCertificates fresh = new TlsCertificates(contexts(made), tls.strictSni());
                    fresh.first(challenges::context);
                    next.fresh.put(listener.name(), fresh);
                }
            } catch (IOException e) {
                abandon(next);
                throw new IOException("listener " + listener.name() + ": " + e.getMessage(), e);
            }
        }
        pending = next;
        return next;
    }

    /** Frees what {@link #prepare} has made and what is not put in force; a listener that has it serves nobody. */
    public synchronized void abandon(Next next) {
        next.made.forEach((name, all) -> {
            TlsCertificates fresh = next.fresh.get(name);
            Served present = served.get(name);
            if (fresh != null) {
                fresh.release();
            } else {
                all.stream()
                        .filter(each -> present == null || !present.made.contains(each))
                        .forEach(each -> each.context().release());
            }
        });
        catchUp(next);
    }

    /**
     * Puts contexts in force for new connections, with the keys of the settings.
     *
     * @return certificates of listeners that have none any more; the caller releases them when no listener uses them
     */
    public synchronized List<TlsCertificates> commit(Next next) {
        keys = next.keys;
        Map<String, Served> now = new LinkedHashMap<>();
        next.made.forEach((name, made) -> {
            made.forEach(each -> giveKeys(each, next.keys));
            ListenerTls tls = Objects.requireNonNull(next.settings.get(name));
            TlsCertificates shown = next.fresh.get(name);
            if (shown == null) {
                shown = Objects.requireNonNull(served.get(name)).certificates;
                shown.replace(contexts(made), tls.strictSni());
            }
            shown.ration(HandshakeRation.of(tls.rationHandshakes(), shown.ration(), name, log));
            List<String> protocols = Objects.requireNonNull(next.protocols.get(name));
            now.put(name, new Served(tls, protocols, made, shown));
        });
        List<TlsCertificates> leaving = served.entrySet().stream()
                .filter(each -> !now.containsKey(each.getKey()))
                .map(each -> each.getValue().certificates)
                .toList();
        served = now;
        catchUp(next);
        sayProvider();
        return leaving;
    }

    /** Shows what was got while these were prepared. */
    private void catchUp(Next next) {
        pending = null;
        if (next.version != issued.version()) {
            renewNow();
        }
    }

    /**
     * Shows what was got since: puts contexts of it in force for new connections. Between {@link #prepare} and its end
     * this is left to {@link #commit} or {@link #abandon}.
     */
    public synchronized void renew() {
        if (pending == null) {
            renewNow();
        }
    }

    private void renewNow() {
        Map<String, Served> now = new LinkedHashMap<>();
        served.forEach((name, present) -> {
            try {
                List<Made> made =
                        ContextMaker.make(present.tls, issued.shownBy(present.tls), present.protocols, present.made);
                made.stream().filter(each -> !present.made.contains(each)).forEach(each -> giveKeys(each, inForce()));
                present.certificates.replace(contexts(made), present.tls.strictSni());
                now.put(name, new Served(present.tls, present.protocols, made, present.certificates));
            } catch (IOException e) {
                log.error("listener " + name + " keeps its certificates: " + e.getMessage());
                now.put(name, present);
            }
        });
        served = now;
    }

    private void sayProvider() {
        if (!served.isEmpty() && !toldProvider) {
            toldProvider = true;
            TlsProvider.limits().ifPresent(log::warn);
        }
    }

    private static List<TlsContext> contexts(List<Made> made) {
        return made.stream().map(Made::context).toList();
    }

    private TicketKeys inForce() {
        return Objects.requireNonNull(keys, "there is no listener before the first settings");
    }

    private void giveKeys(Made made, TicketKeys from) {
        made.context().ticketKeys(from.of(epoch, made.bound()));
    }

    /** The certificates that a listener will have; null without TLS. */
    public @Nullable TlsCertificates of(Next next, String listener) {
        TlsCertificates fresh = next.fresh.get(listener);
        return fresh != null || !next.made.containsKey(listener) ? fresh : of(listener);
    }

    /** The certificates in force of a listener; the same object for its life; null without TLS. */
    public @Nullable TlsCertificates of(String listener) {
        Served found = served.get(listener);
        return found == null ? null : found.certificates;
    }

    /** Changes ticket keys when their time has come, and says what expires; once a second. */
    public synchronized void sweep() {
        long nowMs = clock.millis();
        long now = TicketKeys.epoch(nowMs);
        if (now != epoch) {
            epoch = now;
            served.values().forEach(each -> each.made.forEach(made -> giveKeys(made, inForce())));
        }
        expiry.look(views(), nowMs);
    }

    private Map<String, List<CertificateView>> views() {
        Map<String, List<CertificateView>> views = new LinkedHashMap<>();
        served.keySet().forEach(name -> views.put(name, view(name)));
        return views;
    }

    /** The certificates of a listener for people and metrics; empty without TLS. */
    public List<CertificateView> view(String listener) {
        Served found = served.get(listener);
        return found == null ? List.of() : found.made.stream().map(Made::view).toList();
    }

    /** Frees everything, after the last connection has ended. */
    public synchronized void close() {
        served.values().forEach(each -> each.certificates.release());
        served = Map.of();
    }
}
