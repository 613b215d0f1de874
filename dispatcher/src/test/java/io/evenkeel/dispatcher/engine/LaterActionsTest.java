// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Actions of a loop that come later and throw, of which nobody but the event log can tell. */
final class LaterActionsTest {

    private final ManualLoop clock = new ManualLoop();
    private final AtomicInteger runs = new AtomicInteger();

    private void fail() {
        runs.incrementAndGet();
        throw new IllegalStateException("a fault that a test wants");
    }

    private long said() {
        return clock.loop().events().recent(100).stream()
                .filter(event -> event.message().startsWith("an action that was to come later failed"))
                .count();
    }

    @Test
    void anActionThatThrowsIsSaid() {
        clock.loop().after(1, this::fail);
        clock.pass(Duration.ofMillis(5));

        assertThat(runs).hasValue(1);
        assertThat(said()).isOne();
    }

    @Test
    void anActionThatComesAgainAndAgainDoesSoAfterItHasThrown() {
        ScheduledFuture<?> timer = clock.loop().every(Duration.ofMillis(10).toNanos(), this::fail);
        clock.pass(Duration.ofMillis(35));
        assertThat(runs).hasValue(3);
        assertThat(said()).as("once a second").isOne();

        timer.cancel(false);
        clock.pass(Duration.ofMillis(35));
        assertThat(runs).hasValue(3);
    }
}
