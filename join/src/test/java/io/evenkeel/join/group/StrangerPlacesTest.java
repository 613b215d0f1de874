// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.join.group.StrangerPlaces.PlaceFound;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Places of connections that have not proved themselves, in the test's own time. */
final class StrangerPlacesTest {

    private static final long SECOND = 1_000_000_000L;

    private final StrangerPlaces<String> places = new StrangerPlaces<>();
    private long nowNs = Long.MAX_VALUE - SECOND;

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** A connection after a time in which any rate is kept. */
    private PlaceFound<String> enter(String connection, String from) {
        nowNs += SECOND;
        return places.enter(connection, address(from), nowNs);
    }

    private void fillWithStrangers() {
        for (int i = 0; i < StrangerPlaces.MOST_OTHERS; i++) {
            assertThat(enter("stranger " + i, "192.0.2." + i)).isEqualTo(new PlaceFound<>(null, null));
        }
    }

    @Test
    void anAddressOfTheConfigurationHasAPlaceWhenStrangersHaveAllOthers() {
        places.expect(List.of(address("10.0.0.2")));
        fillWithStrangers();

        assertThat(enter("member", "10.0.0.2")).isEqualTo(new PlaceFound<>(null, null));
    }

    @Test
    void soHasOneThatHasProvedItselfBefore() {
        fillWithStrangers();
        places.proved(address("10.0.0.2"));

        assertThat(enter("member", "10.0.0.2")).isEqualTo(new PlaceFound<>(null, null));
    }

    @Test
    void anotherOneGetsThePlaceOfTheOldestStranger() {
        fillWithStrangers();

        assertThat(enter("one more", "192.0.2.200")).isEqualTo(new PlaceFound<>(null, "stranger 0"));
        assertThat(enter("and one", "192.0.2.201")).isEqualTo(new PlaceFound<>(null, "stranger 1"));
    }

    @Test
    void anAddressWithManyConnectionsTakesPlacesOfItsOwnOnly() {
        enter("somebody", "192.0.2.1");
        for (int i = 0; i < StrangerPlaces.MOST_OF_OTHER; i++) {
            assertThat(enter("greedy " + i, "192.0.2.2").dropped()).isNull();
        }

        assertThat(enter("greedy", "192.0.2.2")).isEqualTo(new PlaceFound<>(null, "greedy 0"));
    }

    @Test
    void aMachineOfAMemberKeepsNoOtherMemberOut() {
        places.expect(List.of(address("10.0.0.2"), address("10.0.0.3")));
        for (int i = 0; i < 2 * StrangerPlaces.MOST_KNOWN; i++) {
            enter("bad neighbour " + i, "10.0.0.2");
        }

        assertThat(enter("member", "10.0.0.3")).isEqualTo(new PlaceFound<>(null, null));
    }

    @Test
    void aPlaceIsFreeAgainWhenItsConnectionHasProvedItselfOrFailed() {
        fillWithStrangers();
        places.leave("stranger 7");

        assertThat(enter("one more", "192.0.2.200")).isEqualTo(new PlaceFound<>(null, null));
    }

    @Test
    void halfAnAddressOfIpv6IsOneStranger() {
        for (int i = 0; i < StrangerPlaces.MOST_OF_OTHER; i++) {
            enter("greedy " + i, "2001:db8::" + i);
        }

        assertThat(enter("greedy", "2001:db8::ffff").dropped()).isEqualTo("greedy 0");
        assertThat(enter("other", "2001:db8:0:1::1").dropped()).isNull();
    }

    @Test
    void handshakesForNothingHaveARate() {
        assertThat(admitted("192.0.2.1", 100)).as("at once, of one address").isEqualTo(8);
        nowNs += SECOND / 2;
        assertThat(admitted("192.0.2.1", 100)).as("half a second later").isEqualTo(8);
        nowNs += SECOND;
        int all = 0;
        for (int i = 0; i < 100; i++) {
            all += admitted("198.51.100." + i, 10);
        }
        assertThat(all).as("at once, of a hundred addresses").isEqualTo(32);
        places.expect(List.of(address("10.0.0.2")));
        assertThat(admitted("10.0.0.2", 100)).as("of a member meanwhile").isEqualTo(50);
        nowNs += SECOND / 10;
        assertThat(admitted("10.0.0.2", 100)).as("a tenth of a second later").isEqualTo(5);
    }

    @Test
    void aRefusalSaysWhetherItIsForOneAddressOrForAll() {
        admitted("192.0.2.1", 8);
        assertThat(places.enter("one more", address("192.0.2.1"), nowNs).refusal())
                .isEqualTo("more than 20 connections a second come from its address");
        for (int i = 0; i < 4; i++) {
            admitted("198.51.100." + i, 8);
        }
        assertThat(places.enter("another", address("203.0.113.1"), nowNs).refusal())
                .isEqualTo("more than 100 connections a second come from all addresses that are of no members");
        places.expect(List.of(address("10.0.0.2")));
        admitted("10.0.0.2", 50);
        assertThat(places.enter("member", address("10.0.0.2"), nowNs).refusal())
                .isEqualTo("more than 50 connections a second come from its address");
    }

    @Test
    void handshakesThatSucceedDoNotCountAgainstTheRateOfAMember() {
        places.expect(List.of(address("10.0.0.2")));
        for (int i = 0; i < 200; i++) {
            assertThat(places.enter("member " + i, address("10.0.0.2"), nowNs).refusal())
                    .isNull();
            places.proved(address("10.0.0.2"));
            places.leave("member " + i);
        }

        assertThat(admitted("10.0.0.2", 100)).as("failed ones do").isEqualTo(50);
    }

    private int admitted(String from, int tries) {
        int admitted = 0;
        for (int i = 0; i < tries; i++) {
            String connection = from + " " + i;
            admitted += places.enter(connection, address(from), nowNs).admitted() ? 1 : 0;
            places.leave(connection);
        }
        return admitted;
    }
}
