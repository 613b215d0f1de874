// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.NodeOrder;
import io.evenkeel.join.report.StampedOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Orders that members tell each other: all of them end with the same ones. */
final class OrderTableTest {

    private static final List<AdminState> STATES = List.of(AdminState.values());

    private static NodeOrder order(AdminState state) {
        return new NodeOrder(state, null, "alice", Double.NaN, 1);
    }

    @Test
    void theLaterOrderHolds() {
        OrderTable a = new OrderTable(1);
        OrderTable b = new OrderTable(2);
        StampedOrder drain = a.give("shop", "vcn1", order(AdminState.DRAIN), 1_000);
        assertThat(b.take(List.of(drain), 0)).containsExactly(drain);

        StampedOrder ready = b.give("shop", "vcn1", order(AdminState.READY), 2_000);
        assertThat(a.take(List.of(ready), 0)).containsExactly(ready);
        assertThat(a.take(List.of(drain), 0)).as("an old one, heard once more").isEmpty();
    }

    @Test
    void anOrderIsLaterThanAllThatAreKnownWhateverTheClockSays() {
        OrderTable fast = new OrderTable(1);
        OrderTable slow = new OrderTable(2);
        StampedOrder drain = fast.give("shop", "vcn1", order(AdminState.DRAIN), 5_000_000);
        slow.take(List.of(drain), 0);

        StampedOrder ready = slow.give("shop", "vcn1", order(AdminState.READY), 1_000);

        assertThat(fast.take(List.of(ready), 0)).containsExactly(ready);
    }

    @Test
    void tablesThatHeardTheSameAreEqualInWhateverOrderItCame() {
        List<StampedOrder> all = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            AdminState state = STATES.get(i % STATES.size());
            all.add(new StampedOrder("shop", "vcn" + i % 7, order(state), i / 3, i % 5));
        }
        OrderTable first = new OrderTable(1);
        first.take(all, 0);
        Random random = new Random(Long.getLong("seed", 1));
        for (int i = 0; i < 20; i++) {
            Collections.shuffle(all, random);
            OrderTable other = new OrderTable(2);
            all.forEach(each -> other.take(List.of(each), 0));
            assertThat(other.all()).containsExactlyInAnyOrderElementsOf(first.all());
            assertThat(other.digest()).isEqualTo(first.digest());
        }
    }

    @Test
    void anotherOrderIsAnotherDigest() {
        OrderTable table = new OrderTable(1);
        long none = table.digest();
        table.give("shop", "vcn1", order(AdminState.DRAIN), 1);
        long one = table.digest();
        table.give("shop", "vcn1", order(AdminState.READY), 1);

        assertThat(List.of(none, one, table.digest())).doesNotHaveDuplicates();
    }

    @Test
    void holdsABoundedNumberOfOrders() {
        OrderTable table = new OrderTable(1);
        for (int i = 0; i < 21_000; i++) {
            table.take(List.of(new StampedOrder("shop", "n" + i, order(AdminState.DRAIN), i, 2)), 0);
        }

        assertThat(table.all()).hasSize(20_000);
    }

    @Test
    void fullTablesThatTakeEachOthersOrdersAgreeOnTheLast() {
        OrderTable a = new OrderTable(1);
        OrderTable b = new OrderTable(2);
        for (int i = 0; i < 15_000; i++) {
            a.give("shop", "a" + i, order(AdminState.DRAIN), 1_000 + i);
            b.give("shop", "b" + i, order(AdminState.DRAIN), 1_000 + i);
        }

        b.take(a.all(), 0);
        a.take(b.all(), 0);

        assertThat(a.all()).hasSize(20_000);
        assertThat(Set.copyOf(a.all())).isEqualTo(Set.copyOf(b.all()));
        assertThat(a.digest()).isEqualTo(b.digest());
        assertThat(a.all().stream().mapToLong(StampedOrder::stamp).min()).hasValue(6_000);
    }

    @Test
    void aFullTableNotesWhatIsGivenAndForgetsTheOldest() {
        OrderTable table = new OrderTable(1);
        StampedOrder first = table.give("shop", "first", order(AdminState.DRAIN), 1);
        for (int i = 0; i < 20_000; i++) {
            table.give("shop", "n" + i, order(AdminState.DRAIN), 2);
        }

        assertThat(table.all()).hasSize(20_000).doesNotContain(first);
        assertThat(table.take(List.of(first), 2))
                .as("older than all that are known")
                .isEmpty();
        StampedOrder again = new StampedOrder("shop", "first", order(AdminState.READY), 30_000, 2);
        assertThat(table.take(List.of(again), 2)).containsExactly(again);
        assertThat(table.all()).hasSize(20_000).contains(again);
    }

    @Test
    void anOrderFromFarAheadIsLeftOutAndStopsNoLaterOnes() {
        OrderTable table = new OrderTable(1);
        StampedOrder far = new StampedOrder("shop", "vcn1", order(AdminState.DRAIN), 1L << 60, 2);

        assertThat(table.take(List.of(far), 1_000)).isEmpty();
        assertThat(table.give("shop", "vcn1", order(AdminState.READY), 1_000).stamp())
                .isEqualTo(1_000);
    }
}
