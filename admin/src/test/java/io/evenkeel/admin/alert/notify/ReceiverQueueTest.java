// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.alert.AlertReceiver;
import io.evenkeel.config.alert.AlertSeverity;
import io.evenkeel.dispatcher.log.Event;
import io.evenkeel.dispatcher.log.EventLog;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tries, pauses and the queue, with a receiver that does what a test says. */
@Timeout(30)
class ReceiverQueueTest {

    private static final AlertReceiver SETTINGS =
            new AlertReceiver.Command("ops", true, List.of("x"), Duration.ofSeconds(1));

    private final EventLog events = new EventLog();
    private final BlockingQueue<Long> pauses = new LinkedBlockingQueue<>();
    private final BlockingQueue<Message> arrived = new LinkedBlockingQueue<>();

    private static Message message(int number) {
        return new Message(
                "r" + number,
                "shop",
                AlertSeverity.WARNING,
                List.of(),
                List.of(GroupingTest.alert("r", "shop", "a")),
                List.of(),
                0);
    }

    private Message next() throws InterruptedException {
        return Objects.requireNonNull(arrived.poll(10, TimeUnit.SECONDS), "a message");
    }

    private ReceiverQueue queue(Delivery receiver) {
        return new ReceiverQueue(SETTINGS, receiver, events.admin(), pauses::add);
    }

    @Test
    void triesAgainWithLongerPausesUntilItArrives() throws InterruptedException {
        AtomicInteger tries = new AtomicInteger();
        try (ReceiverQueue queue = queue(message -> {
            if (tries.incrementAndGet() <= 3) {
                throw new DeliveryException("answered 503", true, null);
            }
            arrived.add(message);
        })) {
            queue.offer(message(1));

            assertThat(next()).isNotNull();
            assertThat(pauses).hasSize(3);
            List<Long> times = List.copyOf(pauses);
            assertThat(times.get(0)).isBetween(800L, 1_200L);
            assertThat(times.get(1)).isBetween(1_600L, 2_400L);
            assertThat(times.get(2)).isBetween(3_200L, 4_800L);
        }
    }

    @Test
    void givesUpInTheEndAndCountsIt() throws InterruptedException {
        CountDownLatch second = new CountDownLatch(1);
        AtomicInteger tries = new AtomicInteger();
        try (ReceiverQueue queue = queue(message -> {
            if (message.rule().equals("r2")) {
                second.countDown();
                return;
            }
            tries.incrementAndGet();
            throw new DeliveryException("refused", true, null);
        })) {
            queue.offer(message(1));
            queue.offer(message(2));

            assertThat(second.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(tries).hasValue(TryPauses.TRIES);
            assertThat(queue.view().dropped()).isEqualTo(1);
            assertThat(queue.view().failed()).isEqualTo(TryPauses.TRIES);
        }
    }

    @Test
    void doesNotTryAgainWhatCannotHelp() throws InterruptedException {
        CountDownLatch second = new CountDownLatch(1);
        try (ReceiverQueue queue = queue(message -> {
            if (message.rule().equals("r2")) {
                second.countDown();
                return;
            }
            throw new DeliveryException("answered 404", false, null);
        })) {
            queue.offer(message(1));
            queue.offer(message(2));

            assertThat(second.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(pauses).isEmpty();
        }
    }

    @Test
    void neverLetsTheSenderWait() throws InterruptedException {
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        try (ReceiverQueue queue = queue(message -> {
            busy.countDown();
            free.await();
            arrived.add(message);
        })) {
            queue.offer(message(0));
            assertThat(busy.await(10, TimeUnit.SECONDS)).isTrue();
            for (int i = 1; i <= ReceiverQueue.MOST + 10; i++) {
                queue.offer(message(i));
            }

            assertThat(queue.view().waiting()).isEqualTo(ReceiverQueue.MOST);
            assertThat(queue.view().dropped()).isEqualTo(10);
            free.countDown();
            assertThat(next().rule()).isEqualTo("r0");
            assertThat(next().rule()).as("the oldest are left out").isEqualTo("r11");
        }
    }

    @Test
    void aReceiverThatThrowsIsNotTheEnd() throws InterruptedException {
        try (ReceiverQueue queue = queue(message -> {
            if (message.rule().equals("r1")) {
                throw new IllegalStateException("a fault");
            }
            arrived.add(message);
        })) {
            queue.offer(message(1));
            queue.offer(message(2));

            assertThat(next().rule()).isEqualTo("r2");
        }
    }

    @Test
    void anErrorOfAReceiverIsNotTheEnd() throws InterruptedException {
        try (ReceiverQueue queue = queue(message -> {
            if (message.rule().equals("r1")) {
                throw new OutOfMemoryError("a fault");
            }
            arrived.add(message);
        })) {
            queue.offer(message(1));
            queue.offer(message(2));

            assertThat(next().rule()).isEqualTo("r2");
            assertThat(queue.view().failed()).isEqualTo(1);
            assertThat(queue.view().dropped()).isEqualTo(1);
            assertThat(events.recent(10))
                    .extracting(Event::message)
                    .contains("alerts do not reach receiver ops: java.lang.OutOfMemoryError: a fault; this message is"
                            + " lost, because another try would not help");
        }
    }

    @Test
    void pausesHaveAnEndAndAreSpread() {
        TryPauses backoff = new TryPauses(new Random(Long.getLong("seed", 1)));
        for (int i = 0; i < 1_000; i++) {
            assertThat(backoff.delayMs(40)).isBetween(48_000L, 72_000L);
        }
    }
}
