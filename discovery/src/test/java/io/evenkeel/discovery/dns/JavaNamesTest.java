// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.dns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.dispatcher.discovery.NameLookup.Found;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lookups that wait: there is a bounded number of them, whatever they wait for. */
final class JavaNamesTest {

    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final JavaNames names = new JavaNames(this::look);

    @AfterEach
    void close() {
        released.countDown();
        names.close();
    }

    private InetAddress[] look(String host) throws UnknownHostException {
        asked.add(host);
        begun.countDown();
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new InetAddress[] {InetAddress.getLoopbackAddress()};
    }

    private static Found of(CompletableFuture<Found> answer) throws Exception {
        return answer.get(10, TimeUnit.SECONDS);
    }

    @Test
    void aNameThatIsBeingLookedUpIsNotLookedUpAgain() throws Exception {
        CompletableFuture<Found> first = names.ask("slow.test");
        begun.await();
        CompletableFuture<Found> given = names.ask("slow.test");
        CompletableFuture<Found> second = names.ask("slow.test");
        given.cancel(true);
        released.countDown();

        assertThat(of(first).addresses()).containsExactly(InetAddress.getLoopbackAddress());
        assertThat(of(second)).isEqualTo(of(first));
        assertThat(asked).containsExactly("slow.test");
        of(names.ask("slow.test"));
        assertThat(asked).as("asked again when it has an answer").hasSize(2);
    }

    @Test
    void ofTooManyTheLastFailAtOnce() throws Exception {
        names.ask("slow.test");
        begun.await();
        List<CompletableFuture<Found>> waiting = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            waiting.add(names.ask("n" + i + ".test"));
        }

        assertThatThrownBy(() -> of(names.ask("last.test")))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(UnknownHostException.class)
                .hasMessageContaining("no answer for last.test: too many names wait for one");
        released.countDown();
        for (CompletableFuture<Found> each : waiting) {
            assertThat(of(each).addresses()).hasSize(1);
        }
        assertThat(asked).hasSize(65);
    }
}
