// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control.live;

import io.evenkeel.dispatcher.broker.Leases;
import io.evenkeel.dispatcher.broker.Leases.Told;
import io.evenkeel.dispatcher.control.NoFreeNodeException;
import io.evenkeel.dispatcher.control.Selection;
import io.evenkeel.dispatcher.control.Selection.Place;
import io.evenkeel.dispatcher.control.Selection.Question;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.dispatcher.task.ClientKey;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** Answers clients that ask for a node, which is paper 5's broker. Threads: any. */
final class NodeSelector {

    private static final int ALTERNATIVES = 3;

    /** Time until a client asks again when no node is up: about as long as checks take to bring one back. */
    private static final Duration NONE_UP = Duration.ofSeconds(5);

    /** The longest time until a client asks again when every node is full. */
    private static final long MOST_S = 30;

    private final Leases leases;
    private final RandomGenerator random;

    /** A node that was drawn, and the number by which it is sorted. */
    private record Drawn(Node node, double lot) {}

    /** @param random may be called by any thread */
    NodeSelector(Leases leases, RandomGenerator random) {
        this.leases = leases;
        this.random = random;
    }

    /**
     * Finds a node for a client.
     *
     * @throws NoFreeNodeException when no node may take it now
     */
    Selection select(Cluster cluster, Question question) {
        String client = question.client();
        Told told =
                leases.take(cluster, client, key(question), question.quantum().toNanos());
        if (told == null) {
            throw new NoFreeNodeException(
                    "no node of cluster '" + cluster.name() + "' may take a client now", waitFor(cluster));
        }
        return new Selection(
                place(told.node()), question.quantum(), told.stays(), alternatives(cluster.nodes(), told.node()));
    }

    /** Whole seconds: until the first place becomes free where all are taken. */
    private Duration waitFor(Cluster cluster) {
        if (cluster.counts().up() == 0) {
            return NONE_UP;
        }
        long endNs = leases.untilFirstEndNs(cluster);
        return Duration.ofSeconds(
                endNs == Long.MAX_VALUE ? 1 : Math.min(MOST_S, 1 + endNs / TimeUnit.SECONDS.toNanos(1)));
    }

    /**
     * Other nodes that are up, in random order by weight. With the best ones first, all clients of a node that fails
     * would go to the same one.
     */
    private List<Place> alternatives(List<Node> members, Node chosen) {
        return members.stream()
                .filter(node -> node != chosen && node.state() == NodeState.UP)
                .map(node -> new Drawn(node, -Math.log(1 - random.nextDouble()) / node.weight()))
                .sorted(Comparator.comparingDouble(Drawn::lot))
                .limit(ALTERNATIVES)
                .map(drawn -> place(drawn.node()))
                .toList();
    }

    /** A client without a name is known to policies by its address, as clients that send requests are. */
    private static long key(Question question) {
        String client = question.client();
        try {
            return client == null ? ClientKey.of(InetAddress.getByName(question.from())) : ClientKey.of(client);
        } catch (UnknownHostException e) {
            return ClientKey.of(question.from()); // no address
        }
    }

    private static Place place(Node node) {
        return new Place(
                node.name(),
                node.settings().address().toString(),
                node.settings().publicAddress());
    }
}
