// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor.push;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.AgentSettings;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.dispatcher.lock.LockTimeoutException;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.monitor.Monitor;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.wire.push.PushMessage;
import io.evenkeel.wire.push.PushReader;
import io.evenkeel.wire.push.Registration;
import io.evenkeel.wire.push.Seal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The push service of a running dispatcher.
 *
 * <p>A node of the configuration is found by its name, else by its address, and its agent's registration and stop only
 * make it ready and drain it. An unknown one becomes a node where {@code agent.register} is true; it leaves once it has
 * said stop, or was not heard of for five minutes, and nothing runs there any more ({@link #sweep}). Repeating a
 * message changes nothing: a sample is newer or it is not, a second registration ends the first one's identifier, and
 * an identifier that said stop is unknown.
 *
 * <p>Threads: any but an event loop. Registrations and stops one at a time, updates side by side.
 */
public final class PushService implements PushMessages {

    static final long FORGOTTEN_AFTER_NS = 300_000_000_000L;

    /** So long after the last word of a node its name may be taken by a server at another address. */
    static final long NAME_FREE_AFTER_NS = 5_000_000_000L;

    private final ClusterRegistry registry;
    private final Monitor monitor;
    private final RegisteredNodes registeredNodes;
    private final EventLog events;
    private final PushAuthenticator authenticator = new PushAuthenticator();
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Place> places = new ConcurrentHashMap<>();

    /** The node that an identifier speaks for. */
    private record Place(String cluster, String node) {}

    /** A message that is not taken. */
    private static final class RefusedException extends Exception {

        private static final long serialVersionUID = 1L;

        private final int status;
        private final String remedy;

        RefusedException(int status, String reason, String remedy) {
            super(reason, null, false, false);
            this.status = status;
            this.remedy = remedy;
        }
    }

    public PushService(ClusterRegistry registry, Monitor monitor, RegisteredNodes registeredNodes, EventLog events) {
        this.events = events;
        this.registry = registry;
        this.monitor = monitor;
        this.registeredNodes = registeredNodes;
    }

    @Override
    public Answer answer(
            String method, String target, Credentials credentials, String remoteHost, byte[] body, long nowMs) {
        try {
            PushMessage message = read(method, body);
            Place place = message.kind() == PushMessage.Kind.REGISTER
                    ? new Place(
                            message.registration().cluster(),
                            message.registration().node())
                    : places.get(message.id());
            Cluster named = place == null ? null : registry.clusters().get(place.cluster());
            AgentSettings own = named == null ? null : named.settings().agent();
            PushAuthenticator.PushRefusal refusal = authenticator.refuse(
                    own == null ? agents() : List.of(own), method, target, credentials, body, nowMs);
            if (refusal != null) {
                throw new RefusedException(401, refusal.reason(), refusal.remedy());
            }
            // names are told from here on only
            if (place == null) {
                throw new RefusedException(404, "this identifier is not known here", "register");
            }
            Cluster cluster = cluster(place.cluster());
            AgentSettings settings = settings(cluster);
            return written(
                    200,
                    switch (message.kind()) {
                        case REGISTER -> register(message.registration(), cluster, settings, remoteHost);
                        case UPDATE -> update(message, place, cluster, settings);
                        case STOP -> stop(message, place, cluster);
                        default ->
                            throw new RefusedException(
                                    400, "only a dispatcher says " + message.kind(), "send register, update or stop");
                    });
        } catch (RefusedException e) {
            String reason = String.valueOf(e.getMessage());
            events.node().debug(() -> "a message of an agent at " + remoteHost + " is refused: " + reason);
            return written(e.status, PushMessage.refused(reason, e.remedy));
        } catch (LockTimeoutException e) {
            return written(503, PushMessage.refused(String.valueOf(e.getMessage()), "try later"));
        }
    }

    private static PushMessage read(String method, byte[] body) throws RefusedException {
        if (!method.equals("POST")) {
            throw new RefusedException(405, "a message is sent with POST", "use POST");
        }
        if (body.length > MOST_OCTETS) {
            throw new RefusedException(413, "the message is too long", "send at most " + MOST_OCTETS + " bytes");
        }
        PushReader reader = new PushReader();
        PushMessage message = reader.read(body, 0, body.length);
        if (message == null) {
            throw new RefusedException(400, reader.fault(), "docs/reference/wire.md shows the messages");
        }
        return message;
    }

    @Override
    public PushProof proof(Credentials shown) {
        return authenticator.proof(agents(), shown);
    }

    private List<AgentSettings> agents() {
        List<AgentSettings> agents = new ArrayList<>();
        for (Cluster cluster : registry.clusters().values()) {
            AgentSettings settings = cluster.settings().agent();
            if (settings != null) {
                agents.add(settings);
            }
        }
        return agents;
    }

    private Cluster cluster(String name) throws RefusedException {
        Cluster cluster = registry.clusters().get(name);
        if (cluster == null) {
            throw new RefusedException(404, "there is no cluster " + name, "name a cluster of the configuration");
        }
        return cluster;
    }

    private static AgentSettings settings(Cluster cluster) throws RefusedException {
        AgentSettings settings = cluster.settings().agent();
        if (settings == null) {
            throw new RefusedException(
                    403, "cluster " + cluster.name() + " has no agents", "give the cluster an agent section");
        }
        return settings;
    }

    private synchronized PushMessage register(
            Registration wanted, Cluster cluster, AgentSettings settings, String remoteHost) throws RefusedException {
        HostPort address = address(wanted, remoteHost);
        Node node = find(cluster, wanted.node(), address);
        if (node == null || hasMoved(cluster, node, wanted.node(), address)) {
            node = join(cluster, settings, wanted.node(), address);
        }
        Place place = new Place(cluster.name(), node.name());
        places.values().removeIf(place::equals);
        String id = Seal.nonce(random);
        places.put(id, place);
        if (node.leaving()) {
            Membership.leave(cluster, node, false, null, System.nanoTime());
        }
        monitor.registered(cluster, node, wanted.agentPort(), System.nanoTime());
        events.node()
                .info(node + " is registered by its agent at " + remoteHost
                        + (wanted.software().isEmpty() ? "" : ", " + wanted.software()));
        return PushMessage.registered(id, intervalMs(settings), true);
    }

    /**
     * True when a node that joined by registration is now somewhere else, started again under another address. The
     * samples of two servers under one name must not be mixed, so the name has to be free.
     */
    private boolean hasMoved(Cluster cluster, Node node, String name, HostPort address) throws RefusedException {
        boolean same = !node.name().equals(name)
                || node.settings().address().equals(address)
                || node.address().equals(resolve(address));
        if (same || !registeredNodes.has(cluster.name(), name)) {
            return false;
        }
        boolean heard = monitor.sinceHeardNs(cluster, node, System.nanoTime()) < NAME_FREE_AFTER_NS;
        if (heard && !node.leaving() && !node.silent()) {
            throw new RefusedException(
                    409,
                    "node " + name + " runs at " + node.settings().address(),
                    "give each server a name of its own with evenkeel.agent.name");
        }
        return true;
    }

    private static InetSocketAddress resolve(HostPort address) {
        return new InetSocketAddress(address.host(), address.port());
    }

    private static HostPort address(Registration wanted, String remoteHost) throws RefusedException {
        String text = wanted.address();
        try {
            return text.startsWith(":")
                    ? new HostPort(remoteHost, Integer.parseInt(text.substring(1)))
                    : HostPort.parse(text);
        } catch (IllegalArgumentException e) {
            throw new RefusedException(400, "the address cannot be used", "send host:port, [IPv6]:port or :port");
        }
    }

    private static @Nullable Node find(Cluster cluster, String name, HostPort address) {
        Node atAddress = null;
        InetSocketAddress resolved = null;
        for (Node node : cluster.nodes()) {
            if (node.name().equals(name)) {
                return node;
            }
            if (node.settings().address().port() == address.port()) {
                resolved = resolved == null ? resolve(address) : resolved;
                boolean same = node.settings().address().equals(address)
                        || node.address().equals(resolved);
                atAddress = same ? node : atAddress;
            }
        }
        return atAddress;
    }

    private Node join(Cluster cluster, AgentSettings settings, String name, HostPort address) throws RefusedException {
        if (!settings.register()) {
            throw new RefusedException(
                    403,
                    "cluster " + cluster.name() + " has no node " + name + " and takes no unknown ones",
                    "add the node to the configuration, or set agent.register: true");
        }
        InetAddress host = resolve(address).getAddress();
        if (host == null || host.isAnyLocalAddress() || host.isMulticastAddress() || host.isLinkLocalAddress()) {
            throw new RefusedException(
                    400,
                    host == null ? "there is no address for " + address.host() : "no node can be at " + address.host(),
                    "set evenkeel.agent.address to where this dispatcher reaches the server");
        }
        NodeSettings wanted = new NodeSettings(name, address, 1, Integer.MAX_VALUE, Integer.MAX_VALUE);
        for (Node node : cluster.nodes()) {
            if (!node.name().equals(name) && RegisteredNodes.clash(node.settings(), wanted)) {
                throw new RefusedException(
                        409,
                        "the name " + name + " cannot be told from the name or the route of node " + node.name(),
                        "give each server a name of its own with evenkeel.agent.name");
            }
        }
        NodeSettings before = registeredNodes.add(cluster.name(), wanted);
        try {
            registry.refit(cluster.name());
        } catch (IllegalStateException e) {
            registeredNodes.restore(cluster.name(), name, before);
            throw new RefusedException(503, String.valueOf(e.getMessage()), "try later");
        }
        Node joined = find(cluster, name, address);
        if (joined == null) {
            registeredNodes.restore(cluster.name(), name, before);
            throw new RefusedException(503, "the cluster is being replaced", "try again");
        }
        return joined;
    }

    private PushMessage update(PushMessage message, Place place, Cluster cluster, AgentSettings settings)
            throws RefusedException {
        Node node = member(place, cluster, message.id());
        boolean query = monitor.pushed(cluster, node, message.sample(), System.nanoTime());
        return PushMessage.updated(message.id(), intervalMs(settings), query);
    }

    private synchronized PushMessage stop(PushMessage message, Place place, Cluster cluster) throws RefusedException {
        Node node = member(place, cluster, message.id());
        places.remove(message.id());
        String why = message.reason().isEmpty() ? "" : ": " + message.reason();
        Membership.leave(cluster, node, true, "its agent said stop" + why, System.nanoTime());
        events.node().info(node + " drains, its agent said stop" + why);
        return PushMessage.stopped(message.id());
    }

    private Node member(Place place, Cluster cluster, String id) throws RefusedException {
        for (Node node : cluster.nodes()) {
            if (node.name().equals(place.node())) {
                return node;
            }
        }
        places.remove(id);
        throw new RefusedException(404, "node " + place.node() + " has left the cluster", "register");
    }

    /**
     * Removes nodes that joined by registration and are gone; call it about every second, not on an event loop.
     *
     * <p>A node is gone when it drains and runs nothing, or when it was not heard of for five minutes.
     */
    public synchronized void sweep(long nowNs) {
        for (Cluster cluster : registry.clusters().values()) {
            boolean some = false;
            for (Node node : cluster.nodes()) {
                if (!registeredNodes.has(cluster.name(), node.name())) {
                    continue;
                }
                boolean forgotten = monitor.sinceHeardNs(cluster, node, nowNs) >= FORGOTTEN_AFTER_NS;
                if (forgotten && !node.leaving()) {
                    Membership.leave(cluster, node, true, "not heard of for five minutes", nowNs);
                    events.node().warn(node + " leaves, it was not heard of for five minutes");
                }
                if (node.leaving() && cluster.table().counts(node).inFlight() == 0) {
                    registeredNodes.remove(cluster.name(), node.name());
                    places.values().removeIf(new Place(cluster.name(), node.name())::equals);
                    some = true;
                }
            }
            if (some) {
                refit(cluster);
            }
        }
    }

    private void refit(Cluster cluster) {
        try {
            registry.refit(cluster.name());
        } catch (IllegalStateException e) {
            events.cluster().warn(cluster.name() + ": a node that left stays until the next reload: " + e.getMessage());
        }
    }

    private static int intervalMs(AgentSettings settings) {
        return (int) Math.min(
                PushMessage.MOST_INTERVAL_MS,
                Math.max(PushMessage.LEAST_INTERVAL_MS, settings.interval().toMillis()));
    }

    private static Answer written(int status, PushMessage message) {
        return new Answer(status, message.toString());
    }
}
