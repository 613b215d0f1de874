// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.QueueSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TaskQueueTest {

    private static final long MS = 1_000_000;
    private static final QueueSettings FIFO =
            new QueueSettings(100, Duration.ofSeconds(1), QueueSettings.Discipline.FIFO, Duration.ofMillis(200));

    private final TaskQueue<String> queue = new TaskQueue<>(QueueSettings.DEFAULTS, 0);

    private String serve(long ms) {
        String task = String.valueOf(queue.next(ms * MS));
        queue.served(ms * MS);
        return task;
    }

    @Test
    void servesInOrderWhileItIsInTime() {
        queue.add("a", 0);
        queue.add("b", 10 * MS);
        assertThat(serve(150)).isEqualTo("a");
        assertThat(queue.dropped(160 * MS)).isNull();
        assertThat(serve(160)).isEqualTo("b");
        assertThat(queue.next(160 * MS)).isNull();
        assertThat(queue.total()).isEqualTo(2);
    }

    @Test
    void servesTheNewestWhileItIsLateAndDropsAtTwiceTheTarget() {
        queue.add("a", 0);
        queue.add("b", 10 * MS);
        queue.add("c", 20 * MS);
        assertThat(serve(250)).isEqualTo("c");
        assertThat(queue.dropped(399 * MS)).isNull();
        assertThat(queue.dropped(400 * MS)).isEqualTo("a");
        assertThat(queue.dropped(400 * MS)).isNull();
        queue.add("d", 405 * MS);
        assertThat(queue.dropped(410 * MS)).isEqualTo("b");
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
        assertThat(queue.dropped(800 * MS)).as("one was served in time").isNull();
        assertThat(queue.dropped(900 * MS)).as("late again").isEqualTo("d");
    }

    @Test
    void takesOtherSettings() {
        queue.add("a", 0);
        queue.add("b", 0);
        queue.settings(FIFO);
        assertThat(queue.dropped(900 * MS)).isNull();
        assertThat(serve(900)).isEqualTo("a");
    }

    @Test
    void keepsOrderAndTimesWhenItGrowsAroundTheEndAndOneLeaves() {
        TaskQueue<String> inOrder = new TaskQueue<>(FIFO, 0);
        for (int i = 0; i < 10; i++) {
            inOrder.add("early", 0);
        }
        for (int i = 0; i < 10; i++) {
            inOrder.served(1);
        }
        for (int i = 0; i < 40; i++) {
            inOrder.add("t" + i, i);
        }
        String middle = "middle";
        inOrder.add(middle, 50);
        assertThat(inOrder.cancel(middle)).isTrue();
        assertThat(inOrder.cancel(middle)).isFalse();
        for (int i = 0; i < 40; i++) {
            assertThat(inOrder.next(100)).isEqualTo("t" + i);
            inOrder.served(100);
        }
        assertThat(inOrder.isEmpty()).isTrue();
    }
}
