// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.entrance;

import io.evenkeel.admin.limit.Throttle;
import java.net.SocketAddress;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.eclipse.jetty.io.EndPoint;
import org.jspecify.annotations.Nullable;

/**
 * The open connections: at most {@value #MOST}, and few of each address from which nobody has proved anything.
 *
 * <p>The connection for which the server has waited longest is closed when there is one too many. So unused connections
 * make room, and a connection with a request is let in. Beyond {@value #FEW} strangers of an address, those that have
 * kept the server waiting for a second are closed; there are never more than {@value #MANY}. When all places are taken
 * and no stranger keeps the server waiting, a known idle connection is closed. A connection is spared while its request
 * is worked on. Any thread.
 */
final class Guests {

    static final int MOST = 256;
    static final int FEW = 8;
    static final int MANY = 32;

    private static final long GRACE_NS = 1_000_000_000L;

    private final Map<SocketAddress, Guest> guests = new LinkedHashMap<>();

    /** Lets a guest in; sends it away when no other can leave instead. */
    void arrive(EndPoint endPoint, String address, long nowNs) {
        Guest guest = new Guest(endPoint, Throttle.network(address), nowNs);
        Optional<Guest> leaving;
        synchronized (this) {
            leaving = leaving(guest, nowNs);
            leaving.ifPresent(guests.values()::remove);
            if (!leaving.equals(Optional.of(guest))) {
                guests.put(endPoint.getRemoteSocketAddress(), guest);
            }
        }
        leaving.ifPresent(Guest::leave);
    }

    private Optional<Guest> leaving(Guest newcomer, long nowNs) {
        Predicate<Guest> neighbour = each -> each.isStranger() && each.network().equals(newcomer.network());
        long neighbours = guests.values().stream().filter(neighbour).count();
        Optional<Guest> leaving = Optional.empty();
        if (neighbours >= FEW) {
            leaving = longestAwaited(neighbour, GRACE_NS, nowNs);
        }
        if (leaving.isEmpty() && neighbours >= MANY) {
            leaving = longestAwaited(neighbour, 0, nowNs).or(() -> Optional.of(newcomer));
        }
        if (leaving.isEmpty() && guests.size() >= MOST) {
            leaving = longestAwaited(Guest::isStranger, 0, nowNs)
                    .or(() -> longestAwaited(each -> true, 0, nowNs))
                    .or(() -> Optional.of(newcomer));
        }
        return leaving;
    }

    private Optional<Guest> longestAwaited(Predicate<Guest> of, long leastNs, long nowNs) {
        return guests.values().stream()
                .filter(of)
                .filter(each -> each.awaitedNs(nowNs) >= leastNs)
                .max(Comparator.comparingLong(each -> each.awaitedNs(nowNs)));
    }

    /**
     * Sends the stranger away for whom the server has waited longest, of those who hold octets of an answer; false when
     * it waits for none of them.
     */
    boolean makeRoom(long nowNs) {
        Optional<Guest> leaving;
        synchronized (this) {
            leaving = longestAwaited(each -> each.isStranger() && each.holds(), 0, nowNs);
            leaving.ifPresent(guests.values()::remove);
        }
        leaving.ifPresent(Guest::leave);
        return leaving.isPresent();
    }

    /** The guest at an address; null when it has left. */
    synchronized @Nullable Guest find(SocketAddress remote) {
        return guests.get(remote);
    }

    synchronized void depart(EndPoint endPoint) {
        // a closed channel does not tell its address any more
        guests.values().removeIf(guest -> guest.isAt(endPoint));
    }
}
