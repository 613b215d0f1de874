// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.group;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The places of connections that have not proved yet to know the cluster key. Addresses of members have places of their
 * own, so strangers keep no member out, however many they are:
 *
 * <pre>
 *                                        places   each address   connections a second
 * addresses of the configuration, and
 * those that have proved themselves before   64              8   50 for each address, 50 at once
 * all others                                 16              4   100 for all, 32 at once; 20 for each, 8 at once
 * </pre>
 *
 * When an address has all its places, its oldest connection makes room, and when all places of its row are taken, the
 * oldest of the row; a handshake takes a few milliseconds, so the one that makes room is one that says nothing.
 * Connections above a rate get no place, so that handshakes for nothing do not take the processors; those of members'
 * addresses that have proved themselves do not count. Of IPv6, an address
 * among the others is the first half of it, since one stranger usually has the whole second half. Any thread.
 */
final class StrangerPlaces<C> {

    static final int MOST_KNOWN = 64;
    static final int MOST_OTHERS = 16;
    static final int MOST_OF_KNOWN = 8;
    static final int MOST_OF_OTHER = 4;

    private static final int REMEMBERED = 1_024;
    private static final long NS_PER_S = 1_000_000_000L;
    private static final int KNOWN_RATE = 50;
    private static final int OTHERS_RATE = 100;
    private static final int OTHERS_AT_ONCE = 32;
    private static final int OTHER_RATE = 20;
    private static final int OTHER_AT_ONCE = 8;

    private final Map<C, Place> taken = new LinkedHashMap<>();
    private final Map<Object, Pace> paces = new Latest<>();
    private final Map<InetAddress, Boolean> proved = new Latest<>();
    private final Pace others = new Pace();
    private Set<InetAddress> configured = Set.of();

    /** @param who all connections with an equal one are of one address */
    private record Place(boolean known, Object who) {}

    /** The newest entries of a map, by use. */
    private static final class Latest<K, V> extends LinkedHashMap<K, V> {

        private static final long serialVersionUID = 1;

        Latest() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > REMEMBERED;
        }
    }

    /** A rate that may be exceeded by some at once. */
    private static final class Pace {

        private boolean begun;
        private long nextNs;

        boolean allows(int perSecond, int atOnce, long nowNs) {
            long apartNs = NS_PER_S / perSecond;
            long due = begun && nextNs - nowNs > 0 ? nextNs : nowNs;
            if (due - nowNs > (atOnce - 1) * apartNs) {
                return false;
            }
            begun = true;
            nextNs = due + apartNs;
            return true;
        }

        void giveBack(int perSecond) {
            nextNs -= NS_PER_S / perSecond;
        }
    }

    /**
     * The answer to a connection.
     *
     * @param refusal the reason why it is to be closed, for people; null when it is admitted
     * @param dropped one that is to be closed because this one has its place; null for none
     */
    record PlaceFound<C>(@Nullable String refusal, @Nullable C dropped) {

        boolean admitted() {
            return refusal == null;
        }
    }

    /** The addresses of the configuration as they are now. */
    synchronized void expect(Collection<InetAddress> addresses) {
        configured = new HashSet<>(addresses);
    }

    /**
     * A connection from an address has proved itself; so later ones have places of members, and this one does not count
     * against their rate.
     */
    synchronized void proved(InetAddress address) {
        proved.put(address, true);
        Pace own = paces.get(new Place(true, address));
        if (own != null) {
            own.giveBack(KNOWN_RATE);
        }
    }

    /** Asks for a place for a connection. */
    synchronized PlaceFound<C> enter(C connection, InetAddress address, long nowNs) {
        boolean known = configured.contains(address) || proved.get(address) != null;
        Place place = new Place(known, known ? address : network(address));
        String refusal = tooFast(place, nowNs);
        if (refusal != null) {
            return new PlaceFound<>(refusal, null);
        }
        C oldest = known ? oldest(place, MOST_OF_KNOWN, MOST_KNOWN) : oldest(place, MOST_OF_OTHER, MOST_OTHERS);
        if (oldest != null) {
            taken.remove(oldest);
        }
        taken.put(connection, place);
        return new PlaceFound<>(null, oldest);
    }

    private @Nullable String tooFast(Place place, long nowNs) {
        Pace own = paces.computeIfAbsent(place, key -> new Pace());
        int perSecond = place.known ? KNOWN_RATE : OTHER_RATE;
        if (!own.allows(perSecond, place.known ? KNOWN_RATE : OTHER_AT_ONCE, nowNs)) {
            return "more than " + perSecond + " connections a second come from its address";
        }
        return place.known || others.allows(OTHERS_RATE, OTHERS_AT_ONCE, nowNs)
                ? null
                : "more than " + OTHERS_RATE + " connections a second come from all addresses that are of no members";
    }

    /** The connection that makes room for one more of an address; null while there is room. */
    private @Nullable C oldest(Place of, int mostOfOne, int mostOfRow) {
        List<C> own = new ArrayList<>();
        List<C> row = new ArrayList<>();
        taken.forEach((connection, place) -> {
            if (place.known == of.known) {
                row.add(connection);
            }
            if (place.equals(of)) {
                own.add(connection);
            }
        });
        if (own.size() >= mostOfOne) {
            return own.get(0);
        }
        return row.size() >= mostOfRow ? row.get(0) : null;
    }

    /** A connection has proved itself or failed. */
    synchronized void leave(C connection) {
        taken.remove(connection);
    }

    private static Object network(InetAddress address) {
        byte[] octets = address.getAddress();
        return address instanceof Inet6Address ? number(octets) : address;
    }

    private static Long number(byte[] octets) {
        return ByteBuffer.wrap(octets).getLong();
    }
}
