// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import io.evenkeel.config.listener.McmpSettings;
import io.evenkeel.dispatcher.control.RegistrationView;
import io.evenkeel.dispatcher.control.Registrations;
import io.evenkeel.dispatcher.lock.LockTimeoutException;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.monitor.push.RegisteredNodes;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.application.ApplicationTable;
import io.evenkeel.dispatcher.node.application.ServerLoad;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The service with which servers register: takes messages, each in its turn, and keeps nodes and applications of
 * clusters in line with them.
 *
 * <p>Threads: {@link #submit}, {@link #sweep}, {@link #follow}, {@link #of} and {@link #messages} are for any; the
 * work is done on {@code evenkeel-mcmp}, which exists only while there is some. What servers have said is under the
 * service's lock, which nobody holds while a node joins or leaves: that waits for reloads.
 */
public final class McmpService implements Registrations, AutoCloseable {

    /** Without a STATUS for so long a server stands by; it sends one every ten seconds. */
    static final long STALE_AFTER_NS = TimeUnit.SECONDS.toNanos(60);

    /** So long after its last word a server is forgotten. */
    static final long FORGOTTEN_AFTER_NS = TimeUnit.SECONDS.toNanos(300);

    /** A server that goes may finish its tasks for so long before its node leaves. */
    static final long LEAVES_WITHIN_NS = TimeUnit.SECONDS.toNanos(60);

    /** The patience with name servers and with nodes that a message needs. */
    private static final long OUTSIDE_NS = TimeUnit.SECONDS.toNanos(5);

    private final ServerRegistry registry;
    private final RegisteredNodes joined;
    private final EventLog events;
    private final LongSupplier clock;
    private final AtomicBoolean sweepWaits = new AtomicBoolean();
    private final MessageTurns turns;
    private final Map<String, Roster> rosters = new ConcurrentHashMap<>();

    /**
     * A service without clusters; see {@link #follow}.
     *
     * @param joined nodes that are members beside those of the file
     * @param clock monotonic, ns
     */
    public McmpService(ServerRegistry registry, RegisteredNodes joined, EventLog events, LongSupplier clock) {
        this(registry, joined, events, clock, new Outside(OUTSIDE_NS));
    }

    @SuppressWarnings("ThisEscapedInObjectConstruction") // the part only keeps the reference
    McmpService(ServerRegistry registry, RegisteredNodes joined, EventLog events, LongSupplier clock, Outside outside) {
        this.registry = registry;
        this.joined = joined;
        this.events = events;
        this.clock = clock;
        Answering answering = new Answering(this, registry, new ServerJoining(registry, joined, events), events);
        turns = new MessageTurns(answering, registry, rosters, events, outside);
    }

    /**
     * Answers a message for a cluster soon.
     *
     * @param peer its sender, as its connection shows it
     * @param then gets the answer, once, on a thread of the service or at once; must not wait
     */
    public void submit(
            McmpPeer peer, String cluster, String method, String target, byte[] body, Consumer<McmpAnswer> then) {
        turns.submit(new Arrival(peer, clock.getAsLong()), cluster, method, target, body, then);
    }

    /**
     * Takes over settings after their clusters came into force, and shows all applications again.
     *
     * @param registrars by the name of the cluster
     */
    public void follow(Map<String, McmpSettings> registrars) {
        rosters.forEach((name, roster) -> {
            if (!registrars.containsKey(name)) {
                roster.servers().forEach(server -> joined.remove(name, server.node));
                rosters.remove(name);
            }
        });
        for (Cluster cluster : registry.clusters().values()) {
            McmpSettings settings = registrars.get(cluster.name());
            if (settings == null) {
                cluster.applications(null);
                continue;
            }
            Roster roster = rosters.computeIfAbsent(cluster.name(), name -> new Roster());
            synchronized (this) {
                roster.matchHosts(settings.matchHosts());
                show(roster, cluster);
                try {
                    roster.servers().forEach(server -> tellLoad(cluster, server));
                } catch (LockTimeoutException e) {
                    // A reload goes on; the next look of each second tells it.
                    events.cluster().debug(() -> cluster.name() + ": loads are told later: " + e.getMessage());
                }
            }
        }
    }

    private void show(Roster roster, Cluster cluster) {
        try {
            roster.publish(cluster);
        } catch (McmpException e) {
            events.cluster().warn(cluster.name() + ": applications stay as they were: " + e.text());
            if (cluster.applications() == null) {
                cluster.applications(ApplicationTable.EMPTY);
            }
        }
    }

    long nowNs() {
        return clock.getAsLong();
    }

    /** Tells a server's node what is known of its load. */
    void tellLoad(Cluster cluster, RegisteredServer server) {
        Node node = McmpReport.node(cluster, server);
        if (node == null) {
            return;
        }
        long nowNs = clock.getAsLong();
        boolean stale = server.silentNs(nowNs) >= STALE_AFTER_NS;
        ServerLoad load = server.load < -1
                ? new ServerLoad(ServerLoad.UNKNOWN.factor(), false, stale)
                : new ServerLoad(server.load, cluster.settings().agent() == null, stale);
        if (!node.load().equals(load)) {
            Membership.load(cluster, node, load, nowNs);
        }
    }

    /** Lets servers that are not heard of stand by, and those go that have said so; call it about every second. */
    public void sweep(long nowNs) {
        if (!rosters.isEmpty() && sweepWaits.compareAndSet(false, true)) {
            try {
                turns.between(() -> {
                    sweepWaits.set(false);
                    sweepNow(nowNs);
                });
            } catch (RejectedExecutionException e) {
                events.node().debug(() -> "no look at servers that are silent: the dispatcher is about to end");
            } catch (RuntimeException | Error e) {
                sweepWaits.set(false);
                throw e;
            }
        }
    }

    void sweepNow(long nowNs) {
        rosters.forEach((name, roster) -> {
            Cluster cluster = registry.clusters().get(name);
            if (cluster == null) {
                return;
            }
            for (RegisteredServer server : roster.servers()) {
                try {
                    tellLoad(cluster, server);
                } catch (LockTimeoutException e) {
                    // A reload goes on; the next look tells it.
                    events.cluster().debug(() -> cluster.name() + ": a load is told later: " + e.getMessage());
                }
                Node node = McmpReport.node(cluster, server);
                boolean forgotten = server.silentNs(nowNs) >= FORGOTTEN_AFTER_NS;
                boolean idle = node == null || cluster.table().counts(node).inFlight() == 0;
                if (forgotten || (server.leaves && (idle || server.silentNs(nowNs) >= LEAVES_WITHIN_NS))) {
                    remove(roster, cluster, server, forgotten);
                }
            }
        });
    }

    private void remove(Roster roster, Cluster cluster, RegisteredServer server, boolean forgotten) {
        synchronized (this) {
            roster.remove(server);
            show(roster, cluster);
        }
        String place = cluster.name() + "/" + server.node;
        if (forgotten) {
            events.node().warn(place + " leaves, its server has sent no STATUS for five minutes");
        }
        Node stays = McmpReport.node(cluster, server);
        if (stays != null && !joined.has(cluster.name(), server.node)) {
            Membership.load(cluster, stays, ServerLoad.UNKNOWN, clock.getAsLong());
            if (stays.toldRoute().equals(server.facts().route())) {
                stays.tellRoute("");
            }
        }
        if (joined.has(cluster.name(), server.node)) {
            joined.remove(cluster.name(), server.node);
            try {
                registry.refit(cluster.name());
            } catch (IllegalStateException e) {
                events.cluster().warn(place + " stays until the next reload: " + e.getMessage());
            }
            synchronized (this) {
                show(roster, cluster);
            }
        }
    }

    @Override
    public @Nullable RegistrationView of(String clusterName) {
        Roster roster = rosters.get(clusterName);
        Cluster cluster = registry.clusters().get(clusterName);
        if (roster == null || cluster == null) {
            return null;
        }
        synchronized (this) {
            return McmpView.of(roster, cluster, clock.getAsLong());
        }
    }

    @Override
    public Map<String, Map<String, Long>> messages() {
        return turns.counts().view();
    }

    @Override
    public void close() {
        turns.close();
    }
}
