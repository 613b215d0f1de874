// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.broker;

import io.evenkeel.dispatcher.lock.LockTimeoutException;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The leases of all clusters.
 *
 * <p>A client without a name gets a choice of the policy each time. A client with a name stays on its node when it asks
 * again before its quantum has ended, for as long as the node is up or draining; that is not a choice, and nothing is
 * counted again.
 *
 * <p>A lease counts in the node's limit and among its tunnels, so {@code least-connections} sees it and a drain ends
 * after it, but as no work. On a node that is on probation nothing is held, because a lease would take the one place
 * there and prove nothing. When there are too many leases, the one that would end first gives its place back early;
 * its client is not told, and may use the node as before.
 *
 * <p>Threads: any.
 */
public final class Leases {

    /** Leases of one dispatcher; about 300 octets each. */
    public static final int MOST = 50_000;

    /** Leases that are looked at for the first of a cluster. */
    private static final int LOOKS = 256;

    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(1);

    private final int most;
    private final LongSupplier clock;
    private final Object lock = new Object();
    private final NavigableSet<Held> byEnd = new TreeSet<>(Leases::order);
    private final Map<Name, Held> byName = new HashMap<>();
    private long taken;

    /**
     * The node that a client may use.
     *
     * @param stays true when it had the node before
     */
    public record Told(Node node, boolean stays) {}

    /** A client that has a name, in its cluster. */
    private record Name(String cluster, String client) {}

    /** A lease in its order. */
    private record Held(Lease lease, long number) {}

    public Leases() {
        this(MOST, System::nanoTime);
    }

    /**
     * @param most leases at a time
     * @param clock monotonic, nanoseconds
     */
    Leases(int most, LongSupplier clock) {
        this.most = most;
        this.clock = clock;
    }

    private static int order(Held a, Held b) {
        int byTime = Long.signum(a.lease.endNs() - b.lease.endNs());
        return byTime != 0 ? byTime : Long.compare(a.number, b.number);
    }

    /**
     * Finds a node for a client, and a place there for a quantum from now.
     *
     * @param client its name for itself; null when it has none
     * @param clientKey the number by which policies know it
     * @return null when no node may take it now
     * @throws LockTimeoutException when the policy hangs
     */
    public @Nullable Told take(Cluster cluster, @Nullable String client, long clientKey, long quantumNs) {
        endDue(clock.getAsLong(), each -> each == cluster);
        if (client != null) {
            Node stays = prolong(new Name(cluster.name(), client), cluster, quantumNs);
            if (stays != null) {
                return new Told(stays, true);
            }
        }
        Lease fresh = new Lease(cluster, client, clientKey, clock);
        if (!fresh.begin()) {
            return null;
        }
        if (fresh.node().state() != NodeState.UP) {
            fresh.end();
            return new Told(fresh.node(), false);
        }
        try {
            fresh.hold();
        } finally {
            keep(fresh, quantumNs);
        }
        return new Told(fresh.node(), false);
    }

    private @Nullable Node prolong(Name name, Cluster cluster, long quantumNs) {
        Held held;
        synchronized (lock) {
            held = byName.get(name);
            if (held == null) {
                return null;
            }
            forget(held);
            if (held.lease.cluster() == cluster && held.lease.stands()) {
                long endNs = clock.getAsLong() + quantumNs;
                held.lease.endNs(endNs - held.lease.endNs() > 0 ? endNs : held.lease.endNs());
                remember(held);
                return held.lease.node();
            }
        }
        endOrKeep(List.of(held));
        return null;
    }

    private void keep(Lease fresh, long quantumNs) {
        List<Held> over = new ArrayList<>();
        synchronized (lock) {
            String client = fresh.client();
            Held other =
                    client == null ? null : byName.get(new Name(fresh.cluster().name(), client));
            if (other != null) {
                forget(other);
                over.add(other);
            }
            if (byEnd.size() >= most) {
                Held first = byEnd.first();
                forget(first);
                over.add(first);
            }
            fresh.endNs(clock.getAsLong() + quantumNs);
            remember(new Held(fresh, taken++));
        }
        endOrKeep(over);
    }

    private void remember(Held held) {
        byEnd.add(held);
        String client = held.lease.client();
        if (client != null) {
            byName.put(new Name(held.lease.cluster().name(), client), held);
        }
    }

    private void forget(Held held) {
        byEnd.remove(held);
        String client = held.lease.client();
        if (client != null) {
            byName.remove(new Name(held.lease.cluster().name(), client), held);
        }
    }

    /**
     * Ends the leases whose quantum is over, and those of nodes that have left.
     *
     * @throws LockTimeoutException when a policy hangs; what could not be ended is tried again later
     */
    public void sweep(long nowNs) {
        endDue(nowNs, each -> true);
        endOf(node -> !node.member());
    }

    /** Ends all leases of a node. */
    public void cut(Node node) {
        endOf(each -> each == node);
    }

    private void endDue(long nowNs, Predicate<Cluster> which) {
        List<Held> due = new ArrayList<>();
        synchronized (lock) {
            for (Held held : byEnd) {
                if (nowNs - held.lease.endNs() < 0) {
                    break;
                }
                if (which.test(held.lease.cluster())) {
                    due.add(held);
                }
            }
            due.forEach(this::forget);
        }
        endOrKeep(due);
    }

    private void endOf(Predicate<Node> which) {
        List<Held> chosen = new ArrayList<>();
        synchronized (lock) {
            for (Held held : byEnd) {
                if (which.test(held.lease.node())) {
                    chosen.add(held);
                }
            }
            chosen.forEach(this::forget);
        }
        endOrKeep(chosen);
    }

    /** Gives places back; those behind a policy that hangs are kept without a name, for another try in a second. */
    private void endOrKeep(List<Held> leases) {
        LockTimeoutException timeout = null;
        List<Held> left = new ArrayList<>();
        for (Held held : leases) {
            if (timeout != null) {
                left.add(held);
                continue;
            }
            try {
                held.lease.end();
            } catch (LockTimeoutException e) {
                timeout = e;
                left.add(held);
            }
        }
        if (timeout != null) {
            synchronized (lock) {
                left.forEach(held -> {
                    held.lease.endNs(clock.getAsLong() + RETRY_NS);
                    byEnd.add(held);
                });
            }
            throw timeout;
        }
    }

    /** Time until the first lease of a cluster ends, at least 0; {@link Long#MAX_VALUE} when none is known. */
    public long untilFirstEndNs(Cluster cluster) {
        synchronized (lock) {
            int looks = 0;
            for (Held held : byEnd) {
                if (held.lease.cluster() == cluster) {
                    return Math.max(0, held.lease.endNs() - clock.getAsLong());
                }
                if (++looks == LOOKS) {
                    break;
                }
            }
            return Long.MAX_VALUE;
        }
    }

    /** The number of leases. */
    public int count() {
        synchronized (lock) {
            return byEnd.size();
        }
    }
}
