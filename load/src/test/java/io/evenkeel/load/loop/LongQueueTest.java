// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LongQueueTest {

    @Test
    void keepsTheOrderWhileItGrows() {
        LongQueue queue = new LongQueue();
        long in = 0;
        long out = 0;
        // Three in, two out: the ring turns while it grows.
        for (int i = 0; i < 500; i++) {
            queue.add(in++);
            queue.add(in++);
            queue.add(in++);
            assertThat(queue.poll()).isEqualTo(out++);
            assertThat(queue.poll()).isEqualTo(out++);
        }
        while (!queue.isEmpty()) {
            assertThat(queue.poll()).isEqualTo(out++);
        }
        assertThat(out).isEqualTo(in);
    }
}
