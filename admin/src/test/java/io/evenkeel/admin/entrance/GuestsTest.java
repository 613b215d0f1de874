// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.entrance;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Objects;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.junit.jupiter.api.Test;

/** Guests who leave so that others find room. */
final class GuestsTest {

    private static final long S = 1_000_000_000L;

    private final Guests guests = new Guests();
    private int ports = 1_024;

    /** A connection in memory, from an address of its own. */
    private static final class Place extends ByteArrayEndPoint {

        private final SocketAddress from;

        Place(int port) {
            // never started, so no time passes
            super(new ScheduledExecutorScheduler(), 0);
            from = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        }

        @Override
        public SocketAddress getRemoteSocketAddress() {
            return from;
        }
    }

    private Place arrive(long nowNs) {
        Place place = new Place(ports++);
        guests.arrive(place, "127.0.0." + ports % 100, nowNs);
        return place;
    }

    private Guest guest(Place place) {
        return Objects.requireNonNull(guests.find(place.getRemoteSocketAddress()));
    }

    @Test
    void onlyStrangersWhoseAnswersAreInMemoryMakeRoomForAnother() {
        Place idle = arrive(0);
        Place later = arrive(2 * S);
        Place first = arrive(S);
        Place known = arrive(0);
        Place served = arrive(0);
        guest(first).holds(true);
        guest(later).holds(true);
        guest(known).holds(true);
        guest(known).welcome();
        guest(served).holds(true);
        guest(served).serve();

        assertThat(guests.makeRoom(3 * S)).isTrue();
        assertThat(first.isOpen()).isFalse();
        assertThat(later.isOpen()).isTrue();
        assertThat(guests.makeRoom(3 * S)).isTrue();
        assertThat(later.isOpen()).isFalse();
        assertThat(guests.makeRoom(3 * S))
                .as("nobody is left who holds anything")
                .isFalse();
        assertThat(idle.isOpen()).isTrue();
        assertThat(known.isOpen()).isTrue();
        assertThat(served.isOpen()).isTrue();
    }

    @Test
    void aGuestWhoHasReadItsAnswerMakesNoRoom() {
        Place place = arrive(0);
        guest(place).holds(true);
        guest(place).holds(false);

        assertThat(guests.makeRoom(S)).isFalse();
        assertThat(place.isOpen()).isTrue();
    }
}
