// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.exchange.cache.memory.tier.Zip;
import io.evenkeel.dispatcher.exchange.cache.rule.AnswerTerms;
import io.evenkeel.dispatcher.kit.Until;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Answers on their way into the packed tier: what happens meanwhile, and what fails. */
class PackingTest {

    private static final AnswerTerms TERMS = new AnswerTerms(60, 0, null, null, List.of(), false, false, true, 0, 0);
    private static final RequestWay ANY = new RequestWay("web", "shop", "", List.of());
    private static final String TEXT = "All work and no play makes Jack a dull boy. ".repeat(1000);
    private static final CacheKey FIRST = CacheKey.of("http://a/0");

    private final AtomicLong nowNs = new AtomicLong(1000);
    private final Queue<Throwable> told = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> throwing = new ConcurrentLinkedQueue<>();
    private final AtomicInteger begun = new AtomicInteger();
    private final Semaphore allowed = new Semaphore(0);
    private final Zip zip = new Zip();
    private final ContentCache cache = new ContentCache(1 << 20, nowNs::get, this::pack, told::add, null);

    /** Waits for the test, and fails as the test wants. */
    private @Nullable ByteBuffer pack(ByteBuf content) {
        begun.incrementAndGet();
        allowed.acquireUninterruptibly();
        Throwable thrown = throwing.poll();
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown instanceof RuntimeException exception) {
            throw exception;
        }
        return zip.pack(content);
    }

    private OffHeap room(String text) {
        byte[] octets = text.getBytes(StandardCharsets.ISO_8859_1);
        OffHeap room = Objects.requireNonNull(cache.budget().room(octets.length));
        room.octets().writeBytes(octets);
        return room;
    }

    private void put(CacheKey key, String body) {
        nowNs.incrementAndGet();
        OffHeap head = room("Content-Type: text/plain\r\n");
        assertThat(cache.put(key, new StoredAnswer(ANY, 200, TERMS, nowNs.get(), head, room(body)), nowNs.get()))
                .isTrue();
    }

    /** Puts answers until the first of them makes room, and the thread of the tier has it in hand. */
    private void evictFirst() {
        put(FIRST, TEXT);
        assertThat(cache.find(FIRST)).as("wanted once more").isNotNull();
        for (int k = 0; begun.get() == 0; k++) {
            assertThat(k).as("answers that are asked for more often").isLessThan(1000);
            fill(k % 30);
            if (!cache.isPacked()) {
                Until.holds("the tier has begun", () -> begun.get() > 0);
            }
        }
    }

    /** Content that the tier leaves alone, so that the first answer is the only one to be packed. */
    private void fill(int k) {
        OffHeap head = room("Content-Type: image/png\r\n");
        nowNs.incrementAndGet();
        cache.put(
                CacheKey.of("http://b/" + k),
                new StoredAnswer(ANY, 200, TERMS, nowNs.get(), head, room(TEXT)),
                nowNs.get());
    }

    @AfterEach
    void everyOctetIsGivenBack() {
        allowed.release(1000);
        cache.close();
        assertThat(cache.taken()).isZero();
    }

    @Test
    void whatIsForgottenWhileItIsPackedStaysForgotten() {
        long before = nowNs.get();
        evictFirst();

        cache.invalidate(FIRST, before);
        allowed.release(1000);
        Until.holds("the tier is done", cache::isPacked);

        assertThat(cache.find(FIRST)).isNull();
    }

    @Test
    void whatIsPurgedWhileItIsPackedStaysForgotten() {
        long before = nowNs.get();
        evictFirst();

        cache.purge((key, resource) -> key.equals(FIRST), before);
        allowed.release(1000);
        Until.holds("the tier is done", cache::isPacked);

        assertThat(cache.find(FIRST)).isNull();
    }

    @Test
    void anEarlierAnswerDoesNotComeBackBehindALaterOne() {
        evictFirst();

        put(FIRST, "later");
        allowed.release(1000);
        Until.holds("the tier is done", cache::isPacked);

        assertThat(cache.packedTaken()).isZero();
    }

    @Test
    void answersThatNobodyAsksForAgainAreNotPacked() {
        for (int k = 0; k < 1000; k++) {
            put(CacheKey.of("http://a/" + k), TEXT);
        }

        assertThat(cache.counts().evicted()).isGreaterThan(900);
        assertThat(cache.isPacked()).as("none waits").isTrue();
        assertThat(begun).hasValue(0);
    }

    @Test
    void anAnswerThatIsFetchedAgainAfterItMadeRoomIsPacked() {
        allowed.release(1000);
        for (int k = 0; k < 200; k++) {
            put(CacheKey.of("http://a/" + k % 50), TEXT);
            // a later answer of the URL would be stored before the earlier one is packed
            Until.holds("the tier is done", cache::isPacked);
        }

        assertThat(cache.packedTaken()).isPositive();
    }

    @Test
    void contentThatDoesNotBecomeSmallerIsTriedOnce() {
        allowed.release(1000);
        byte[] noise = new byte[10_000];
        new Random(1).nextBytes(noise);
        put(FIRST, new String(noise, StandardCharsets.ISO_8859_1));

        for (int k = 0; k < 3; k++) {
            nowNs.addAndGet(TimeUnit.SECONDS.toNanos(60));
            StoredAnswers found = Objects.requireNonNull(cache.find(FIRST));
            cache.pack(FIRST, found, found.answers().get(0), nowNs.get());
            Until.holds("the tier is done", cache::isPacked);
        }

        assertThat(begun).hasValue(1);
    }

    @Test
    void aFailureIsToldOnceAndTheNextAnswerIsPacked() {
        throwing.add(new OutOfMemoryError("of the test"));
        throwing.add(new IllegalStateException("of the test"));
        allowed.release(1000);
        for (int k = 0; k < 100; k++) {
            put(CacheKey.of("http://a/" + k), k + TEXT);
            cache.find(CacheKey.of("http://a/" + k));
            Until.holds("the tier is done", cache::isPacked);
        }

        assertThat(cache.packFailures()).isEqualTo(2);
        assertThat(told).singleElement().isInstanceOf(OutOfMemoryError.class);
        assertThat(cache.packedTaken()).isPositive();
    }
}
