// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.admission.ClientNetwork;
import io.evenkeel.dispatcher.control.CachePurge;
import io.evenkeel.dispatcher.control.CachePurge.Kind;
import io.evenkeel.dispatcher.control.CacheStrain;
import io.evenkeel.dispatcher.exchange.cache.rule.AnswerTerms;
import io.evenkeel.dispatcher.kit.Until;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ContentCacheTest {

    private static final AnswerTerms TERMS = new AnswerTerms(60, 0, null, null, List.of(), false, false, true, 0, 0);
    private static final RequestWay ANY = new RequestWay("web", "shop", "", List.of());

    private final AtomicLong nowNs = new AtomicLong(1000);
    private final CacheStart start = new CacheStart(1 << 20, nowNs::get, thrown -> {});
    private final ContentCache cache = start.get();

    private OffHeap room(String text) {
        byte[] octets = text.getBytes(StandardCharsets.ISO_8859_1);
        OffHeap room = Objects.requireNonNull(cache.budget().room(octets.length));
        room.octets().writeBytes(octets);
        return room;
    }

    private boolean put(String url, String lines, String body, long askedNs) {
        return cache.put(
                CacheKey.of(url), new StoredAnswer(ANY, 200, TERMS, nowNs.get(), room(lines), room(body)), askedNs);
    }

    private boolean put(String url, String body) {
        return put(url, "Content-Type: text/plain\r\n", body, nowNs.get());
    }

    /** The content that is stored for a URL; empty for none. */
    private String content(String url) {
        StoredAnswers found = cache.find(CacheKey.of(url));
        if (found == null) {
            return "";
        }
        StoredAnswer answer = found.answers().get(0);
        String text =
                answer.retain() ? answer.body().octets().toString(0, answer.length(), StandardCharsets.ISO_8859_1) : "";
        if (!text.isEmpty()) {
            answer.release();
        }
        found.seen();
        return text;
    }

    @AfterEach
    void everyOctetIsGivenBack() {
        start.close();
        assertThat(cache.taken()).isZero();
    }

    @Test
    void oneAnswerTakesThePlaceOfAnother() {
        put("http://a/", "one");
        put("http://a/", "two");

        assertThat(content("http://a/")).isEqualTo("two");
        assertThat(cache.taken()).isLessThan(100);
    }

    @Test
    void whatWasAskedForBeforeAnInvalidationIsNotStored() {
        long askedNs = nowNs.get();
        nowNs.addAndGet(10);
        cache.invalidate(CacheKey.of("http://a/"), nowNs.get());

        assertThat(put("http://a/", "", "old", askedNs)).isFalse();
        nowNs.addAndGet(10);
        assertThat(put("http://a/", "new")).isTrue();
        assertThat(content("http://a/")).isEqualTo("new");
    }

    @Test
    void purgesByUrlPrefixAndTag() {
        LiveCache desk = new LiveCache(start);
        put("http://a/x", "Cache-Tag: red,blue\r\n", "1", nowNs.get());
        put("http://a/y/1", "X: y\r\nSurrogate-Key: green red\r\n", "2", nowNs.get());
        put("http://a/y/2", "3");
        put("http://b/x", "4");

        assertThat(desk.purge(new CachePurge(Kind.TAG, "gree"))).isZero();
        assertThat(desk.purge(new CachePurge(Kind.TAG, "red"))).isEqualTo(2);
        assertThat(content("http://a/x")).isEmpty();
        assertThat(desk.purge(new CachePurge(Kind.PREFIX, "http://a/y"))).isEqualTo(1);
        assertThat(desk.purge(new CachePurge(Kind.URL, "http://B/x"))).isEqualTo(1);
        assertThat(cache.urls()).isZero();
    }

    @Test
    void aPurgeOfOneUrlKeepsOutWhatWasUnderWayForThatOneAlone() {
        long askedNs = nowNs.get();
        nowNs.addAndGet(10);
        assertThat(new LiveCache(start).purge(new CachePurge(Kind.URL, "http://a/x")))
                .isZero();

        assertThat(put("http://a/x", "", "old", askedNs)).isFalse();
        assertThat(put("http://a/y", "", "another", askedNs)).isTrue();
    }

    @Test
    void aPurgeKeepsOutWhatWasUnderWay() {
        long askedNs = nowNs.get();
        nowNs.addAndGet(10);
        new LiveCache(start).purge(new CachePurge(Kind.ALL, ""));

        assertThat(put("http://a/", "", "old", askedNs)).isFalse();
    }

    @Test
    void memoryHasABoundWhateverIsInUse() {
        OffHeap held = Objects.requireNonNull(cache.budget().room(1 << 20));
        assertThat(cache.budget().room(1 << 19)).isNull();
        held.release();
        OffHeap again = Objects.requireNonNull(cache.budget().room(1 << 19));
        again.release();
    }

    @Test
    void whatSlowClientsKeepIsCountedOnceAndHasABoundOfItsOwn() {
        OffHeap first = Objects.requireNonNull(cache.budget().keep(100_000, ClientNetwork.MANY, 0));
        first.pin();
        assertThat(new LiveCache(start).strain()).isEqualTo(new CacheStrain(100_000, 0, 0, 0));
        assertThat(cache.budget().keep(31_073, ClientNetwork.MANY, 0)).isNull();
        OffHeap second = Objects.requireNonNull(cache.budget().keep(31_072, ClientNetwork.MANY, 0));
        assertThat(cache.budget().keep(1, ClientNetwork.MANY, 0)).isNull();
        cache.budget().giveKept(second, ClientNetwork.MANY);

        first.unpin();
        assertThat(cache.budget().pinned()).isEqualTo(100_000);
        cache.budget().giveKept(first, ClientNetwork.MANY);
        assertThat(cache.budget().pinned()).isZero();
        OffHeap large = cache.budget().keep(1 << 20, ClientNetwork.MANY, 0);
        assertThat(large).as("one may always be kept").isNotNull();
        cache.budget().giveKept(Objects.requireNonNull(large), ClientNetwork.MANY);
    }

    @Test
    void beyondHalfOfThatOneClientKeepsAnEighthOrOneAnswer() {
        MemoryBudget budget = cache.budget();
        OffHeap hog = Objects.requireNonNull(budget.keep(65_536, 1, 0), "half of it");
        OffHeap more = Objects.requireNonNull(budget.keep(1, 1, 0));
        assertThat(budget.keep(1, 1, 0)).as("more than half").isNull();

        OffHeap other = Objects.requireNonNull(budget.keep(16_000, 2, 0));
        assertThat(budget.keep(385, 2, 0)).as("more than 16,384").isNull();
        OffHeap rest = Objects.requireNonNull(budget.keep(20_000, 2, 36_000), "the rest of one answer");
        assertThat(budget.slowClients()).isEqualTo(2);

        budget.giveKept(rest, 2);
        budget.giveKept(other, 2);
        budget.giveKept(more, 1);
        budget.giveKept(hog, 1);
        assertThat(budget.slowClients()).isZero();
    }

    /** Otherwise a client could take an answer over from a connection of its own, and have it counted for nobody. */
    @Test
    void anAnswerCountsForEachClientThatKeepsIt() {
        put("http://a/", "a".repeat(70_000));
        put("http://b/", "b".repeat(50_000));
        StoredAnswer a = answer("http://a/");
        StoredAnswer b = answer("http://b/");
        MemoryBudget budget = cache.budget();
        budget.pin(a, 1);
        budget.pin(a, 1);
        budget.unpin(a, 1);

        assertThat(budget.isCrowded(b, 1)).isTrue();
        assertThat(budget.isCrowded(b, 2)).isFalse();
        assertThat(budget.isCrowded(b, ClientNetwork.MANY)).isFalse();

        budget.unpin(a, 1);
        assertThat(budget.isCrowded(b, 1)).isFalse();
        a.release();
        b.release();
    }

    private StoredAnswer answer(String url) {
        StoredAnswer answer =
                Objects.requireNonNull(cache.peek(CacheKey.of(url))).answers().get(0);
        assertThat(answer.retain()).isTrue();
        return answer;
    }

    @Test
    void lookingAtAPackedAnswerLeavesItPacked() {
        String text = "All work and no play makes Jack a dull boy. ".repeat(1000);
        for (int k = 0; k < 40; k++) {
            putTwice("http://a/" + k, k + text);
            Until.holds("answers are packed", cache::isPacked);
        }
        long taken = cache.packedTaken();
        CacheKey packed = IntStream.range(0, 40)
                .mapToObj(k -> CacheKey.of("http://a/" + k))
                .filter(key -> isPacked(cache.peek(key)))
                .findFirst()
                .orElseThrow();

        assertThat(Objects.requireNonNull(cache.peek(packed)).answers().get(0).contentLength())
                .isBetween(text.length() + 1, text.length() + 2);
        assertThat(isPacked(cache.peek(packed))).as("the second time").isTrue();
        assertThat(cache.peek(CacheKey.of("http://b/"))).isNull();
        assertThat(cache.packedTaken()).isEqualTo(taken);
        assertThat(cache.counts().packed()).isZero();
    }

    /** Puts an answer that was asked for twice, as only those are packed when they make room. */
    private void putTwice(String url, String body) {
        for (int k = 0; k < 2; k++) {
            nowNs.addAndGet(1);
            put(url, body);
        }
    }

    private static boolean isPacked(@Nullable StoredAnswers found) {
        return found != null && found.answers().get(0).isPacked();
    }

    @Test
    void textThatMadeRoomIsPackedAndUsedAgain() {
        String text = "All work and no play makes Jack a dull boy. ".repeat(1000);
        for (int k = 0; k < 40; k++) {
            putTwice("http://a/" + k, k + text);
            Until.holds("answers are packed", cache::isPacked);
        }
        assertThat(cache.packedTaken()).isPositive();

        long before = cache.counts().packed();
        int found = 0;
        for (int k = 0; k < 40; k++) {
            String content = content("http://a/" + k);
            Until.holds("those that made room are packed", cache::isPacked);
            found += content.equals(k + text) ? 1 : 0;
            assertThat(content).isIn("", k + text);
        }
        assertThat(cache.counts().packed()).isGreaterThan(before);
        assertThat(found).as("more than fits unpacked").isGreaterThan((1 << 20) / text.length());
    }

    @Test
    void whatIsPackedIsForgottenWithItsUrl() {
        String text = "0123456789 ".repeat(4000);
        for (int k = 0; k < 40; k++) {
            putTwice("http://a/" + k, k + text);
            Until.holds("answers are packed", cache::isPacked);
        }
        assertThat(cache.packedTaken()).isPositive();
        nowNs.addAndGet(1);

        for (int k = 0; k < 40; k++) {
            cache.invalidate(CacheKey.of("http://a/" + k), nowNs.get());
            assertThat(content("http://a/" + k)).isEmpty();
        }
    }

    @Test
    void contentThatIsPackedAlreadyIsLeftAlone() {
        SplittableRandom random = new SplittableRandom(1);
        for (int k = 0; k < 60; k++) {
            nowNs.addAndGet(1);
            String noise = random.ints(40_000, 32, 127)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            put("http://a/" + k, "Content-Type: image/png\r\n", noise, nowNs.get());
        }

        assertThat(cache.counts().evicted()).isPositive();
        assertThat(cache.isPacked()).isTrue();
        assertThat(cache.packedTaken()).isZero();
    }
}
