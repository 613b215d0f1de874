// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.config.ClusterKey;
import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.config.cluster.AffinitySettings.Mode;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.StoreSettings;
import io.evenkeel.config.schema.ScalarTypes;
import io.evenkeel.dispatcher.affinity.SessionsView.RouteNews;
import io.evenkeel.dispatcher.affinity.joint.JointSessions;
import io.evenkeel.dispatcher.affinity.store.SharedSessions;
import io.evenkeel.dispatcher.affinity.store.StoreLink;
import io.evenkeel.dispatcher.affinity.store.StoreLinks;
import io.evenkeel.dispatcher.affinity.table.SessionHash;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The part of affinity that all loops of a dispatcher share: the cluster key, and for each cluster its routes, its
 * sessions and the counts. They outlive a reload; a table is made again when its bounds change. Threads: any.
 */
public final class Affinities {

    /** The longest that a request waits for the sessions of joined dispatchers, which are here. */
    private static final long JOINT_NS = 1_000_000_000L;

    private final Map<String, ClusterParts> clusters = new ConcurrentHashMap<>();

    /** Sessions that joined dispatchers have seen. */
    private final Map<String, SessionFigures> others = new ConcurrentHashMap<>();

    private final SessionHash hash = SessionHash.random();
    private final Supplier<String> ownKey;
    private final @Nullable StoreLinks stores;
    private final @Nullable JointSessions joint;
    private volatile @Nullable SigningKeys keys;

    /** The keys in force, an object for each change of the configuration. */
    static final class SigningKeys {

        private final byte[] key;
        private final byte @Nullable [] old;
        private final SessionHash shared;

        private SigningKeys(String key, @Nullable String old) {
            this.key = octets(key);
            this.old = old == null ? null : octets(old);
            this.shared = SessionHash.derivedFrom(this.key);
        }

        private static byte[] octets(String key) {
            return key.strip().getBytes(StandardCharsets.UTF_8);
        }

        /** Signs and checks the cookies of a cluster. */
        CookieSeal seal(String cluster, long ageS) {
            return new CookieSeal(key, old, cluster, ageS);
        }

        /** The times of the last answers to the clients of a cluster, in a cookie of this name. */
        ResponseTimes times(String name, AffinitySettings settings, String cluster, LoopClock clock) {
            long idleS = Math.max(1, settings.idle().toSeconds());
            return new ResponseTimes(name, settings.ours(), key, old, cluster, idleS, clock);
        }

        /** The hash under which a store has sessions. */
        SessionHash shared() {
            return shared;
        }
    }

    /** @param ownKey the key of this dispatcher, used while the configuration names none */
    public Affinities(String ownKey) {
        this(() -> ownKey, null, null);
    }

    /**
     * Affinity of a dispatcher that may share sessions.
     *
     * @param ownKey gives the key of this dispatcher; asked only while the configuration names none
     * @param stores opens the stores that the configuration names; null to share nothing through one
     * @param joint sessions that joined dispatchers share where no store is named; null for one by itself
     */
    public Affinities(Supplier<String> ownKey, @Nullable StoreLinks stores, @Nullable JointSessions joint) {
        this.ownKey = ownKey;
        this.stores = stores;
        this.joint = joint;
    }

    private SigningKeys keys(ClusterKey settings) {
        return new SigningKeys(settings.key() == null ? ownKey.get() : settings.key(), settings.old());
    }

    /** Follows settings that are in force from now on; what was learned of clusters that left is forgotten. */
    public void follow(ClusterKey key, Map<String, ClusterSettings> wanted) {
        clusters.keySet().retainAll(wanted.keySet());
        others.keySet().retainAll(wanted.keySet());
        wanted.values().forEach(this::follow);
        if (joint != null) {
            joint.retain(wanted.values().stream()
                    .filter(cluster -> isJoint(cluster.affinity()))
                    .map(ClusterSettings::name)
                    .collect(Collectors.toSet()));
        }
        if (stores != null) {
            stores.retain(wanted.values().stream()
                    .map(cluster -> cluster.affinity().store())
                    .filter(Objects::nonNull)
                    .collect(Collectors.toSet()));
        }
        // Last: with other keys, loops ask again for what has changed above.
        keys = keys(key);
    }

    /** Follows the settings of one cluster. */
    public void follow(ClusterSettings cluster) {
        AffinitySettings settings = cluster.affinity();
        clusters.compute(
                        cluster.name(),
                        (name, present) -> sharing(
                                name,
                                settings,
                                present == null
                                        ? ClusterParts.of(settings)
                                        : present.fits(settings) ? present : present.with(settings)))
                .routes()
                .nodes(cluster.nodes());
    }

    private boolean isJoint(AffinitySettings settings) {
        return joint != null && settings.mode() == Mode.LEARNED && settings.store() == null;
    }

    /** The same with the store that the settings name, or with the sessions of joined dispatchers. */
    private ClusterParts sharing(String cluster, AffinitySettings settings, ClusterParts present) {
        if (joint != null && isJoint(settings)) {
            joint.follow(cluster, settings.followed(), present.sessions().idleSeconds());
            return present.shared() != null && present.store() == null
                    ? present
                    : present.with(null, new SharedSessions(present.sessions(), joint.link(), cluster, JOINT_NS));
        }
        StoreSettings wanted = settings.mode() == Mode.LEARNED ? settings.store() : null;
        if (Objects.equals(wanted, present.store()) && (wanted != null || present.shared() == null)) {
            return present;
        }
        StoreLink link = wanted == null || stores == null ? null : stores.to(wanted, System.nanoTime());
        SharedSessions shared = wanted == null || link == null
                ? null
                : new SharedSessions(
                        present.sessions(), link, cluster, wanted.timeout().toNanos());
        return present.with(wanted, shared);
    }

    /**
     * Key of the node that a client's address belongs to, for TCP connections; 0 when it has none, or the cluster does
     * not go by addresses.
     *
     * @param client hash of the address
     */
    public long home(Cluster cluster, long client, long nowNs) {
        return goesByAddress(cluster) ? book(cluster).find(client, LoopClock.seconds(nowNs)) : 0;
    }

    /**
     * A TCP connection has reached a node.
     *
     * @param home what {@link #home} has told
     */
    public void reached(Cluster cluster, long client, long home, Node node, long nowNs) {
        if (goesByAddress(cluster)) {
            boolean atHome = home == node.key();
            of(cluster).counts().answered(home == 0 ? MarkKind.NONE : MarkKind.HOME, atHome);
            if (!atHome) {
                book(cluster).remember(client, node.key(), LoopClock.seconds(nowNs));
            }
        }
    }

    /**
     * A TCP connection to a node has ended: its client's address belongs to the node for the idle time from now on,
     * unless another node has it meanwhile.
     */
    public void left(Cluster cluster, long client, Node node, long nowNs) {
        if (goesByAddress(cluster)) {
            AddressBook book = book(cluster);
            int nowS = LoopClock.seconds(nowNs);
            long home = book.find(client, nowS);
            if (home == 0) {
                book.remember(client, node.key(), nowS);
            }
        }
    }

    private AddressBook book(Cluster cluster) {
        return new AddressBook(of(cluster).addresses(), hash);
    }

    /** True when connections of a TCP cluster belong to the node of their client's address. */
    public static boolean goesByAddress(Cluster cluster) {
        return cluster.settings().affinity().mode() == Mode.SOURCE_IP;
    }

    /** Ends sessions that are over in a part of the tables; once a second. */
    public void sweep(long nowNs) {
        int nowS = LoopClock.seconds(nowNs);
        for (ClusterParts shared : clusters.values()) {
            shared.sessions().sweep(nowS);
            shared.addresses().sweep(nowS);
        }
        if (joint != null) {
            joint.sweep();
        }
    }

    /** Takes over what agents tell of the routes of their nodes; once a second. */
    public void hear(Collection<Cluster> present) {
        for (Cluster cluster : present) {
            RouteTable routes = of(cluster).routes();
            for (Node node : cluster.nodes()) {
                String news = routes.announce(node.key(), node.toldRoute());
                if (news != null && cluster.settings().affinity().mode() == Mode.JVM_ROUTE) {
                    say(
                            node,
                            news,
                            !routes.fault(node.key()).isEmpty(),
                            cluster.events().cluster());
                }
            }
        }
    }

    private static void say(Node node, String news, boolean wrong, EventLogger events) {
        if (wrong) {
            events.warn(node + " " + news + ": their users cannot be told apart; give each server a route of its own");
        } else {
            events.info(node + " " + news);
        }
    }

    /** The sessions of a cluster as they are now. */
    public SessionsView view(Cluster cluster) {
        ClusterParts shared = of(cluster);
        Map<String, SessionFigures> nodes = new LinkedHashMap<>();
        SessionFigures total = SessionFigures.NONE;
        Map<String, RouteNews> routes = new LinkedHashMap<>();
        for (Node node : cluster.nodes()) {
            SessionFigures figures = shared.tally().figures(node.key());
            nodes.put(node.name(), figures);
            total = total.plus(figures);
            routes.put(
                    node.name(),
                    new RouteNews(
                            shared.routes().announced(node.key()),
                            shared.routes().fault(node.key())));
        }
        AffinityCounts counts = shared.counts();
        Mode mode = cluster.settings().affinity().mode();
        Map<String, Long> marks = new TreeMap<>();
        if (mode != Mode.NONE) {
            for (MarkKind kind : MarkKind.values()) {
                marks.put(ScalarTypes.spelling(kind), counts.of(kind));
            }
        }
        return new SessionsView(
                ScalarTypes.spelling(mode),
                total,
                nodes,
                routes,
                counts.kept(),
                counts.moved(),
                counts.broken(),
                marks,
                shared.shared() == null ? null : shared.shared().view());
    }

    /** Sessions of a cluster that a node has, as they are counted; costs nothing worth mentioning. */
    public long active(Cluster cluster, Node node) {
        return of(cluster).tally().figures(node.key()).active();
    }

    /** The sessions that a node has, and when they will be gone; looks at every session of the cluster. */
    public SessionsLeft left(Cluster cluster, Node node, long nowNs) {
        SessionFigures total = total(cluster).plus(others.getOrDefault(cluster.name(), SessionFigures.NONE));
        return SessionsLeft.of(of(cluster).sessions(), node.key(), total.meanSeconds(), LoopClock.seconds(nowNs));
    }

    /** The sessions of a cluster that were seen here. */
    public SessionFigures total(Cluster cluster) {
        ClusterParts shared = of(cluster);
        SessionFigures total = SessionFigures.NONE;
        for (Node each : cluster.nodes()) {
            total = total.plus(shared.tally().figures(each.key()));
        }
        return total;
    }

    /** Takes over what joined dispatchers have seen of the sessions of a cluster: how long they last. */
    public void others(Cluster cluster, SessionFigures seen) {
        others.put(cluster.name(), seen);
    }

    ClusterParts of(Cluster cluster) {
        return clusters.computeIfAbsent(
                cluster.name(), name -> ClusterParts.of(cluster.settings().affinity()));
    }

    SessionHash hash() {
        return hash;
    }

    SigningKeys keys() {
        SigningKeys present = keys;
        return present == null ? ownKeys() : present;
    }

    /** The keys where no settings are followed. */
    private synchronized SigningKeys ownKeys() {
        SigningKeys present = keys;
        if (present == null) {
            present = keys(ClusterKey.NONE);
            keys = present;
        }
        return present;
    }
}
