// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.name;

import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.dispatcher.log.EventLogger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * The addresses of nodes that join.
 *
 * <p>Names are asked for side by side, so that name servers that hang keep a start or a reload for {@link #PATIENCE} at
 * most, however many nodes there are. A node whose name has no answer by then joins without an address, and gets it
 * from a later answer.
 */
public final class NodeNames {

    static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final int MOST_THREADS = 32;

    /** So many names without an answer are told. */
    private static final int MOST_TOLD = 10;

    private static final Pattern NO_NAME = Pattern.compile("localhost|[0-9.]+|.*:.*");

    /** Asks for an address, and waits for it. */
    interface AddressLookup {

        InetAddress addressOf(String host) throws UnknownHostException;
    }

    private final AddressLookup lookup;
    private final List<String> hosts;
    private final Map<String, Optional<InetAddress>> answers = new ConcurrentHashMap<>();
    private final Queue<String> waiting;
    private final CountDownLatch open;

    NodeNames(Collection<NodeSettings> nodes, AddressLookup lookup) {
        this.lookup = lookup;
        hosts = nodes.stream()
                .filter(node -> node.at() == null)
                .map(node -> node.address().host())
                .filter(host -> !NO_NAME.matcher(host).matches())
                .distinct()
                .toList();
        waiting = new ConcurrentLinkedQueue<>(hosts);
        open = new CountDownLatch(hosts.size());
    }

    /**
     * Looks up the names of nodes, and waits for the answers, for five seconds at most.
     *
     * @param nodes those that join
     * @param log told of names without an answer
     */
    public static NodeNames lookUp(Collection<NodeSettings> nodes, EventLogger log) {
        NodeNames names = new NodeNames(nodes, InetAddress::getByName);
        names.start(work -> new Thread(work, "evenkeel-node-names"), log);
        names.await(PATIENCE, log);
        return names;
    }

    void start(ThreadFactory threads, EventLogger log) {
        for (int count = Math.min(MOST_THREADS, hosts.size()); count > 0; count--) {
            try {
                Thread thread = threads.newThread(this::work);
                thread.setDaemon(true);
                thread.start();
            } catch (OutOfMemoryError noThread) {
                log.warn("names of nodes are looked up more slowly: " + noThread.getMessage());
                return;
            }
        }
    }

    private void work() {
        for (String host = waiting.poll(); host != null; host = waiting.poll()) {
            Optional<InetAddress> answer = Optional.empty();
            try {
                answer = Optional.of(lookup.addressOf(host));
            } catch (UnknownHostException | RuntimeException none) {
                // the next look at the name says so
            } finally {
                answers.put(host, answer);
                open.countDown();
            }
        }
    }

    /** Waits until each name has an answer, for a time at most; those that nobody works on yet are left then. */
    void await(Duration most, EventLogger log) {
        boolean all = false;
        try {
            all = open.await(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        waiting.clear();
        if (!all) {
            List<String> left =
                    hosts.stream().filter(host -> !answers.containsKey(host)).toList();
            if (!left.isEmpty()) {
                int more = left.size() - MOST_TOLD;
                log.warn("name servers have not answered within " + most.toSeconds() + " s for "
                        + String.join(", ", left.subList(0, Math.min(MOST_TOLD, left.size())))
                        + (more > 0 ? " and " + more + (more == 1 ? " other" : " others") : "")
                        + "; nodes there cannot be reached before an answer comes");
            }
        }
    }

    /** The number of names without an answer. */
    long open() {
        return open.getCount();
    }

    /** The place of a node; without an address when its name had no answer. */
    public InetSocketAddress at(NodeSettings node) {
        String host = node.address().host();
        int port = node.address().port();
        InetAddress at = node.at();
        if (at != null) {
            return new InetSocketAddress(at, port);
        }
        if (NO_NAME.matcher(host).matches()) {
            return new InetSocketAddress(host, port);
        }
        return answers.getOrDefault(host, Optional.empty())
                .map(found -> new InetSocketAddress(found, port))
                .orElseGet(() -> InetSocketAddress.createUnresolved(host, port));
    }
}
