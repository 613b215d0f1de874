// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.redal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReservationsTest {

    @Test
    void findsWhatASessionHasReserved() {
        Reservations table = new Reservations(100);
        assertThat(table.room()).isEqualTo(128);
        assertThat(table.find(7)).isEqualTo(Reservations.UNKNOWN);

        table.put(7, table.find(7), 1000, 3, 1, 42);
        int entry = table.find(7);
        assertThat(table.slot(entry)).isEqualTo(3);
        assertThat(table.owner(entry)).isEqualTo(1);
        assertThat(table.slice(entry)).isEqualTo(42);
        assertThat(table.cameNs(entry)).isEqualTo(1000);

        table.put(7, entry, 2000, 4, 2, SliceLoads.NONE);
        assertThat(table.find(7)).isEqualTo(entry);
        assertThat(table.slot(entry)).isEqualTo(4);
        assertThat(table.slice(entry)).isEqualTo(SliceLoads.NONE);
    }

    /** Eight sessions fill the table; the ninth takes the place of the one that was quiet for longest. */
    @Test
    void forgetsTheQuietestSessionWhenItIsFull() {
        Reservations table = new Reservations(8);
        for (long key = 1; key <= 8; key++) {
            table.put(key, table.find(key), 100 - key, 0, 0, 1);
        }
        table.put(8, table.find(8), 200, 0, 0, 1);
        table.put(9, table.find(9), 201, 0, 0, 1);

        assertThat(table.find(7)).as("last heard of at 93").isEqualTo(Reservations.UNKNOWN);
        assertThat(table.find(8)).isNotEqualTo(Reservations.UNKNOWN);
        assertThat(table.find(9)).isNotEqualTo(Reservations.UNKNOWN);
    }
}
