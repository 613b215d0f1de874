// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.cluster.QueueSettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskQueueTest {

    private static final long MS = 1_000_000;
    private static final QueueSettings FIFO =
            new QueueSettings(100, Duration.ofSeconds(1), QueueSettings.Discipline.FIFO, Duration.ofMillis(200));

    private final TaskQueue<String> queue = new TaskQueue<>(QueueSettings.DEFAULTS, 0);

    private String serve(long ms) {
        String task = String.valueOf(queue.next(TaskQueue.ANY, ms * MS));
        queue.served(TaskQueue.ANY, ms * MS);
        return task;
    }

    @Test
    void servesInOrderWhileItIsInTime() {
        queue.add("a", 0);
        queue.add("b", 10 * MS);
        assertThat(serve(150)).isEqualTo("a");
        assertThat(queue.dropped(TaskQueue.ANY, 160 * MS)).isNull();
        assertThat(serve(160)).isEqualTo("b");
        assertThat(queue.next(TaskQueue.ANY, 160 * MS)).isNull();
        assertThat(queue.total()).isEqualTo(2);
    }

    @Test
    void servesTheNewestWhileItIsLateAndDropsAtTwiceTheTarget() {
        queue.add("a", 0);
        queue.add("b", 10 * MS);
        queue.add("c", 20 * MS);
        assertThat(serve(250)).isEqualTo("c");
        assertThat(queue.dropped(TaskQueue.ANY, 399 * MS)).isNull();
        assertThat(queue.dropped(TaskQueue.ANY, 400 * MS)).isEqualTo("a");
        assertThat(queue.dropped(TaskQueue.ANY, 400 * MS)).isNull();
        queue.add("d", 405 * MS);
        assertThat(queue.dropped(TaskQueue.ANY, 410 * MS)).isEqualTo("b");
        assertThat(serve(411)).as("the only one").isEqualTo("d");
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void servesInOrderAgainOnceItHasRecovered() {
        queue.add("a", 0);
        queue.add("b", 0);
        assertThat(serve(250)).isEqualTo("b");
        assertThat(serve(260)).isEqualTo("a");
        queue.add("c", 300 * MS);
        queue.add("d", 310 * MS);
        assertThat(serve(360)).isEqualTo("c");
        assertThat(queue.dropped(TaskQueue.ANY, 800 * MS))
                .as("one was served in time")
                .isNull();
        assertThat(queue.dropped(TaskQueue.ANY, 900 * MS)).as("late again").isEqualTo("d");
    }

    @Test
    void takesOtherSettings() {
        queue.add("a", 0);
        queue.add("b", 0);
        queue.settings(FIFO);
        assertThat(queue.dropped(TaskQueue.ANY, 900 * MS)).isNull();
        assertThat(serve(900)).isEqualTo("a");
    }

    @Test
    void keepsOrderAndTimesWhenItGrowsAroundTheEndAndOneLeaves() {
        TaskQueue<String> inOrder = new TaskQueue<>(FIFO, 0);
        for (int i = 0; i < 10; i++) {
            inOrder.add("early", 0);
        }
        for (int i = 0; i < 10; i++) {
            inOrder.served(TaskQueue.ANY, 1);
        }
        for (int i = 0; i < 40; i++) {
            inOrder.add("t" + i, i);
        }
        String middle = "middle";
        inOrder.add(middle, 50);
        assertThat(inOrder.cancel(middle)).isTrue();
        assertThat(inOrder.cancel(middle)).isFalse();
        for (int i = 0; i < 40; i++) {
            assertThat(inOrder.next(TaskQueue.ANY, 100)).isEqualTo("t" + i);
            inOrder.served(TaskQueue.ANY, 100);
        }
        assertThat(inOrder.isEmpty()).isTrue();
    }

    @Test
    void aHomesLineIsServedBesideTheOthersAndTellsWhoCameFirst() {
        queue.add("x", 3, 33, 0);
        queue.add("a", 1 * MS);
        queue.add("y", 5, 55, 2 * MS);
        queue.add("z", 3, 33, 3 * MS);
        assertThat(queue.size()).isEqualTo(4);
        assertThat(List.of(queue.size(TaskQueue.ANY), queue.size(3), queue.size(5), queue.size(4)))
                .containsExactly(1, 2, 1, 0);
        assertThat(queue.firstHome(slot -> true)).isEqualTo(3);
        assertThat(queue.firstHome(slot -> slot > 3)).isEqualTo(5);
        assertThat(queue.firstHome(slot -> false)).isEqualTo(TaskQueue.NONE);
        assertThat(queue.isFirst(3)).isTrue();
        assertThat(queue.isFirst(5)).isFalse();

        assertThat(queue.next(3, 4 * MS)).isEqualTo("x");
        queue.served(3, 4 * MS);
        assertThat(queue.isFirst(3)).as("z came after a").isFalse();
        assertThat(queue.firstHome(slot -> true)).as("y came before z").isEqualTo(5);
        assertThat(serve(5)).isEqualTo("a");
        assertThat(queue.cancel("y")).isTrue();
        assertThat(queue.cancel("y")).isFalse();
        assertThat(queue.firstHome(slot -> true)).isEqualTo(3);
        assertThat(queue.next(5, 6 * MS)).isNull();
        assertThat(queue.size()).isEqualTo(1);
    }

    /** Home 3 takes nothing for 500 ms while the others are served within 10 ms. */
    @Test
    void aHomeThatIsLateMakesNobodyElseLate() {
        queue.add("stuck", 3, 33, 0);
        for (int ms = 50; ms <= 500; ms += 50) {
            queue.add("t" + ms, ms * MS);
            queue.add("u" + ms, ms * MS);
            assertThat(serve(ms + 10)).as("in order").isEqualTo("t" + ms);
            assertThat(serve(ms + 10)).isEqualTo("u" + ms);
            assertThat(queue.dropped(5, (ms + 10) * MS)).isNull();
        }
        assertThat(queue.dropped(TaskQueue.ANY, 510 * MS))
                .as("waited twice the target")
                .isEqualTo("stuck");
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void aLateHomeServesItsNewestFirst() {
        queue.add("old", 3, 33, 0);
        queue.add("new", 3, 33, 1 * MS);
        assertThat(queue.dropped(3, 250 * MS)).isNull();
        assertThat(queue.next(3, 250 * MS)).isEqualTo("new");
        assertThat(queue.dropped(4, 400 * MS)).as("another line is looked at").isNull();
        assertThat(queue.dropped(3, 400 * MS)).isEqualTo("old");
    }

    /** Homes 33 and 55 change slots; 77 leaves. */
    @Test
    void followsHomesToOtherSlotsAndDropsThoseWhoseHomeLeft() {
        queue.add("x", 3, 33, 0);
        queue.add("y", 5, 55, 0);
        queue.add("z", 7, 77, 0);
        queue.follow(home -> home == 33 ? 5 : home == 55 ? 3 : -1, 1 * MS);

        assertThat(queue.next(5, 1 * MS)).isEqualTo("x");
        assertThat(queue.next(3, 1 * MS)).isEqualTo("y");
        assertThat(queue.next(7, 1 * MS)).isNull();
        assertThat(queue.size()).isEqualTo(3);
        assertThat(queue.dropped(5, 1 * MS)).isEqualTo("z");
        assertThat(queue.dropped(TaskQueue.ANY, 1 * MS)).isNull();
        queue.add("new", 7, 78, 2 * MS);
        assertThat(queue.next(7, 2 * MS)).as("of the slot's next owner").isEqualTo("new");
    }

    @Test
    void anyWaitingTaskTellsTheTime() {
        assertThat(queue.oldest()).isNull();
        queue.add("x", 3, 33, 0);
        assertThat(queue.oldest()).isEqualTo("x");
        queue.follow(home -> -1, 1);
        assertThat(queue.oldest()).as("its home has left").isEqualTo("x");
        queue.add("a", 2);
        assertThat(queue.oldest()).isEqualTo("a");
    }

    /** Home 44 has the slot that 33 had, and the queue was not told. */
    @Test
    void aLineThatAnotherHomeTakesOverKeepsItsTasks() {
        queue.add("x", 3, 33, 0);
        queue.add("y", 3, 44, 1 * MS);

        assertThat(queue.size()).isEqualTo(2);
        assertThat(queue.next(3, 2 * MS)).isEqualTo("y");
        assertThat(queue.dropped(3, 2 * MS)).as("its home has left").isEqualTo("x");
        assertThat(queue.size()).isEqualTo(1);
        assertThat(queue.cancel("y")).isTrue();
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void aTaskForAHomeWithoutASlotIsNotPutWhereAnyNodeMayTakeIt() {
        for (int slot : new int[] {TaskQueue.ANY, TaskQueue.NONE}) {
            assertThatThrownBy(() -> queue.add("x", slot, 33, 0)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.total()).isZero();
    }

    @Test
    void noLineIsNotTheLineOfTasksThatAnyNodeMayTake() {
        queue.add("a", 0);

        assertThat(queue.size(TaskQueue.NONE)).isZero();
        assertThat(queue.next(TaskQueue.NONE, 1 * MS)).isNull();
        assertThat(queue.dropped(TaskQueue.NONE, 1 * MS)).isNull();
        assertThat(queue.dropped(TaskQueue.NONE, 500 * MS))
                .as("from the general line")
                .isEqualTo("a");
    }
}
