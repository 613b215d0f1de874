// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.store;

import io.evenkeel.config.cluster.StoreSettings;
import io.evenkeel.dispatcher.log.EventLogger;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The stores that a configuration names, one link for each server. Threads: any, one at a time. */
public final class StoreLinks implements AutoCloseable {

    private final EventLogger log;
    private final Iterable<SessionStoreProvider> providers;
    private final Map<StoreSettings, StoreLink> links = new HashMap<>();

    /** No store yet; providers are looked for when one is opened. */
    public StoreLinks(EventLogger log) {
        this(log, ServiceLoader.load(SessionStoreProvider.class));
    }

    /** The same with providers that need not be looked for. */
    public StoreLinks(EventLogger log, Iterable<SessionStoreProvider> providers) {
        this.log = log;
        this.providers = providers;
    }

    /**
     * Returns the link to a store, opened if it is not; null, after an event, when it cannot be opened at all. A store
     * that is only away is opened. Waits for its first answer, a second at most.
     */
    public synchronized @Nullable StoreLink to(StoreSettings wanted, long nowNs) {
        StoreSettings server = wanted.server();
        StoreLink present = links.get(server);
        if (present != null) {
            return present;
        }
        try {
            SessionStore store = provider(server).open(server);
            StoreLink made = new StoreLink(server.url(), store, log, nowNs);
            links.put(server, made);
            made.greet();
            return made;
        } catch (IllegalArgumentException e) {
            log.error("sessions are not shared: " + e.getMessage());
            return null;
        }
    }

    /** Closes the links to all other stores than these. */
    public synchronized void retain(Set<StoreSettings> wanted) {
        links.entrySet().removeIf(each -> {
            boolean gone = wanted.stream().noneMatch(store -> store.server().equals(each.getKey()));
            if (gone) {
                each.getValue().close();
            }
            return gone;
        });
    }

    /** Asks stores that are away whether they are back; once a second. */
    public synchronized void tick(long nowNs) {
        links.values().forEach(link -> link.tick(nowNs));
    }

    @Override
    public synchronized void close() {
        retain(Set.of());
    }

    private SessionStoreProvider provider(StoreSettings server) {
        String url = server.url();
        String scheme = url.substring(0, Math.max(0, url.indexOf(':')));
        for (SessionStoreProvider each : providers) {
            if (each.knows(scheme)) {
                return each;
            }
        }
        throw new IllegalArgumentException("no store is known for '" + scheme + ":'");
    }
}
