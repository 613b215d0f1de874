// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.RouteCacheSettings;
import io.evenkeel.config.listener.RouteCacheSettings.CookieUse;
import io.evenkeel.config.listener.RuleSettings;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.kit.MemoryStand;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Clients that take answers of a route with a cache slowly, or not at all: what they do to others, and to the memory.
 * The cache has 1 MB, of which slow clients may keep an eighth.
 */
class SlowCacheClientTest {

    private static final String BODY = "0123456789".repeat(10_000);
    /** Of which several may be kept. */
    private static final String PAGE = BODY.substring(0, 50_000);

    private static final String CHUNKS = chunks(PAGE, 7000);

    private MemoryStand stand = stand(RouteCacheSettings.DEFAULTS);

    private static MemoryStand stand(RouteCacheSettings cache) {
        return new MemoryStand(1, s -> s.route(null, null, "shop", RuleSettings.NONE.with(cache)), c -> {});
    }

    private static String chunks(String body, int size) {
        StringBuilder framed = new StringBuilder();
        for (int at = 0; at < body.length(); at += size) {
            int end = Math.min(body.length(), at + size);
            framed.append(Integer.toHexString(end - at)).append("\r\n");
            framed.append(body, at, end).append("\r\n");
        }
        return framed + "0\r\n\r\n";
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: shop\r\n\r\n";
    }

    private static String head(String framing) {
        return "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\n" + framing + "\r\n\r\n";
    }

    private static String content(String answer) {
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    /** A client that takes a few octets of the answer to its request, and no more. */
    private Peer slow(String request) {
        Peer client = stand.client();
        client.takes(50);
        client.sends(request);
        return client;
    }

    private Peer waiting(String path) {
        Peer client = stand.client();
        client.sends(get(path));
        return client;
    }

    /** The node sends a text in reads of some thousand octets. */
    private static void inReads(Peer node, String text) {
        for (int at = 0; at < text.length(); at += 9000) {
            node.sends(text.substring(at, Math.min(text.length(), at + 9000)));
        }
    }

    private void store(String path) {
        store(path, BODY);
    }

    private void store(String path, String body) {
        Peer client = stand.client();
        client.sends(get(path));
        stand.answer(1, head("Content-Length: " + body.length()) + body);
        assertThat(content(client.got())).isEqualTo(body);
    }

    /** Nothing stays outside the heap that is not in the store, and nothing counts as kept. */
    @AfterEach
    void everyOctetIsGivenBack() {
        stand.abort();
        assertThat(stand.cache().budget().pinned()).as("bytes kept for nobody").isZero();
        stand.cache().close();
        assertThat(stand.cache().taken()).as("bytes of nobody").isZero();
    }

    @Test
    void othersGetTheAnswerWhileTheClientThatItIsFetchedForTakesNothing() {
        Peer first = slow(get("/a"));
        Peer second = waiting("/a");
        Peer node = stand.node(1);

        inReads(node, head("Content-Length: " + PAGE.length()) + PAGE);

        stand.settle();
        assertThat(content(second.got())).isEqualTo(PAGE);
        assertThat(stand.inFlight()).as("the node is done").isZero();
        assertThat(stand.cache().budget().pinned()).isGreaterThanOrEqualTo(PAGE.length() - 9000);
        String begin = first.got();
        assertThat(begin).hasSize(50);
        first.takesAll();
        assertThat(content(begin + first.got())).isEqualTo(PAGE);
        assertThat(first.isOpen()).isTrue();
        first.sends(get("/a"));
        assertThat(first.got()).contains("Cache-Status: evenkeel; hit").endsWith(PAGE);
    }

    @Test
    void chunksPassAsTheyAre() {
        Peer first = slow(get("/a"));
        Peer second = waiting("/a");

        inReads(stand.node(1), head("Transfer-Encoding: chunked") + CHUNKS);

        stand.settle();
        assertThat(content(second.got())).isEqualTo(PAGE);
        String begin = first.got();
        first.takesAll();
        assertThat(content(begin + first.got())).isEqualTo(CHUNKS);
        assertThat(first.isOpen()).isTrue();
    }

    @Test
    void trailersFollowWhatWasKept() {
        Peer first = slow(get("/a"));
        Peer node = stand.node(1);
        String body = CHUNKS.substring(0, CHUNKS.length() - 2);
        inReads(node, head("Transfer-Encoding: chunked") + body);
        node.sends("X-Sum: 1\r\n", "\r\n");
        assertThat(stand.inFlight()).isZero();

        String begin = first.got();
        first.takesAll();

        assertThat(content(begin + first.got())).isEqualTo(body + "X-Sum: 1\r\n\r\n");
    }

    @Test
    void aClientThatCatchesUpGetsTheRestAsItComes() {
        Peer first = slow(get("/a"));
        Peer node = stand.node(1);
        String all = head("Content-Length: " + BODY.length()) + BODY;
        inReads(node, all.substring(0, 40_000));
        String begin = first.got();
        first.takesAll();
        String more = first.got();
        assertThat(stand.cache().budget().pinned()).isZero();
        assertThat(content(begin + more)).isEqualTo(content(all.substring(0, 40_000)));

        inReads(node, all.substring(40_000));

        assertThat(content(begin + more + first.got())).isEqualTo(BODY);
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void anAnswerThatGrowsTooLongForTheStoreIsHeldBackAndPassesWhole() {
        stand.cache().close();
        stand = stand(new RouteCacheSettings(
                20_000, 0, Duration.ZERO, Duration.ofSeconds(5), CookieUse.EXPLICIT, false, false));
        Peer first = slow(get("/a"));
        Peer second = waiting("/a");
        Peer node = stand.node(1);
        inReads(node, head("Transfer-Encoding: chunked") + CHUNKS);

        assertThat(node.isHeldBack()).isTrue();
        assertThat(stand.inFlight()).as("the second one asks itself").isEqualTo(2);
        String begin = first.got();
        first.takesAll();
        assertThat(content(begin + first.got())).isEqualTo(CHUNKS);
        stand.answer(1, head("Content-Length: 5") + "other");
        assertThat(second.got()).endsWith("other");
    }

    @Test
    void whereNoMoreMayBeKeptOneOfThoseWhoWaitFetches() {
        String page = head("Content-Length: " + PAGE.length()) + PAGE;
        slow(get("/x"));
        Peer node = stand.node(1);
        inReads(node, page);
        slow(get("/y"));
        inReads(node, page);
        assertThat(stand.inFlight()).isZero();
        Peer first = slow(get("/b"));
        Peer second = waiting("/b");
        Peer third = waiting("/b");
        inReads(node, page);
        assertThat(node.isHeldBack()).isTrue();
        assertThat(stand.inFlight()).as("the second one fetches for the third").isEqualTo(2);

        stand.answer(1, head("Content-Length: 5") + "other");

        stand.settle();
        assertThat(second.got()).endsWith("other");
        assertThat(third.got()).endsWith("other");
        String begin = first.got();
        first.takesAll();
        assertThat(content(begin + first.got())).isEqualTo(PAGE);
    }

    @Test
    void aClientThatIsBehindIsCutWithItsNode() {
        Peer first = slow(get("/a"));
        Peer node = stand.node(1);
        inReads(node, head("Content-Length: 50000") + BODY.substring(0, 30_000));

        node.breaks();

        assertThat(stand.inFlight()).isZero();
        String begin = first.got();
        first.takesAll();
        assertThat(content(begin + first.got())).hasSizeLessThan(50_000);
        assertThat(first.isOpen()).isFalse();
    }

    @Test
    void aClientThatLeavesBehindItsNodeLeavesTheAnswerStored() {
        Peer first = slow(get("/a"));
        inReads(stand.node(1), head("Content-Length: " + PAGE.length()) + PAGE);

        first.breaks();

        assertThat(stand.cache().budget().pinned()).isZero();
        assertThat(content(waiting("/a").got())).isEqualTo(PAGE);
    }

    @Test
    void aClientThatTakesNothingAnyMoreIsCutInTime() {
        Peer first = slow(get("/a"));
        inReads(stand.node(1), head("Content-Length: " + BODY.length()) + BODY);
        stand.pass(Duration.ofMinutes(3));

        assertThat(first.isOpen()).isFalse();
        assertThat(stand.cache().budget().pinned()).isZero();
    }

    @Test
    void slowClientsKeepNoMoreThanTheirShareOfWhatIsStored() {
        store("/a");
        store("/b");
        Peer first = slow(get("/a"));
        assertThat(stand.cache().budget().pinned()).isEqualTo(BODY.length());

        Peer second = waiting("/b");
        assertThat(stand.inFlight()).as("no more may be kept").isOne();
        stand.answer(1, head("Content-Length: 5") + "other");

        assertThat(second.got())
                .contains("Cache-Status: evenkeel; fwd=bypass; detail=slow-clients\r\n")
                .endsWith("other");
        assertThat(stand.cache().counts().crowded.sum()).isOne();
        assertThat(content(waiting("/a").got())).as("what is kept already").isEqualTo(BODY);
        Peer part = stand.client();
        part.sends("GET /b HTTP/1.1\r\nHost: shop\r\nRange: bytes=0-9\r\n\r\n");
        assertThat(part.got()).as("one piece").endsWith("\r\n\r\n0123456789");
        Peer third = stand.client();
        third.sends("HEAD /b HTTP/1.1\r\nHost: shop\r\n\r\n");
        assertThat(third.got()).contains("evenkeel; hit");

        first.takesAll();

        assertThat(stand.cache().budget().pinned()).isZero();
        assertThat(content(waiting("/b").got())).as("stored as before").isEqualTo(BODY);
    }

    @Test
    void aLongAnswerIsTheSameWhereItsPiecesAreCopied() {
        store("/a");
        Peer client = stand.client();
        client.needsCopies();
        client.takes(40_000);
        client.sends(get("/a"));
        String begin = client.got();
        assertThat(begin).hasSize(40_000);
        client.takesAll();

        assertThat(content(begin + client.got())).isEqualTo(BODY);
    }

    @Test
    void oneClientLeavesRoomForOthers() {
        store("/a", BODY.substring(0, 70_000));
        store("/b", PAGE);
        Peer first = slow(get("/a"));
        assertThat(stand.cache().budget().pinned()).isEqualTo(70_000);

        Peer second = waiting("/b");
        assertThat(stand.inFlight())
                .as("its share is taken, with 120 of 131 kB")
                .isOne();
        stand.answer(1, head("Content-Length: 5") + "other");
        assertThat(second.got()).contains("; detail=slow-clients\r\n").endsWith("other");

        first.takesAll();
        assertThat(content(waiting("/b").got())).isEqualTo(PAGE);
    }

    /** Answers that left the store stay in memory for the slow clients that take them. */
    @Test
    void storingGoesOnWhateverSlowClientsKeep() {
        for (int k = 0; k < 7; k++) {
            store("/" + k);
        }
        for (int k = 0; k < 7; k++) {
            slow(get("/" + k));
            if (stand.inFlight() > 0) {
                stand.answer(1, head("Content-Length: " + BODY.length()) + BODY);
            }
        }
        for (int k = 10; k < 40; k++) {
            store("/" + k);
        }

        long stored = stand.cache().counts().stored();
        assertThat(stored).isGreaterThanOrEqualTo(37);
        assertThat(stand.cache().budget().pinned()).isLessThanOrEqualTo(1 << 17);
    }

    @Test
    void whoForbidsToAskNodesGetsNoMoreThanTheShareEither() {
        store("/a");
        store("/b");
        slow(get("/a"));

        Peer second = stand.client();
        second.sends("GET /b HTTP/1.1\r\nHost: shop\r\nCache-Control: only-if-cached\r\n\r\n");

        assertThat(second.got()).startsWith("HTTP/1.1 504 ");
        assertThat(stand.cache().budget().pinned()).isEqualTo(BODY.length());
    }

    /** The room of an answer that is held back would be lost for everybody for as long as its client likes. */
    @Test
    void answersThatAreHeldBackTakeNoRoomOfTheStore() {
        for (int k = 0; k < 20; k++) {
            slow(get("/" + k));
            stand.node(1).sends(head("Content-Length: " + BODY.length()) + BODY.substring(0, 9000));
        }

        store("/other");

        assertThat(stand.cache().counts().stored()).isOne();
        assertThat(stand.cache().taken()).as("of 1.25 MB").isLessThan(700_000);
    }

    @Test
    void nothingOvertakesWhatWasKeptWhenTheNodeBreaksItsFraming() {
        Peer first = slow(get("/a"));
        Peer node = stand.node(1);
        int chunk = CHUNKS.indexOf("\r\n", 10) + 2;
        inReads(node, head("Transfer-Encoding: chunked") + CHUNKS.substring(0, 3 * chunk));

        node.sends(CHUNKS.substring(3 * chunk, 4 * chunk) + "no size\r\n");

        String begin = first.got();
        first.takesAll();
        String all = begin + first.got();
        assertThat(content(all)).isEqualTo(CHUNKS.substring(0, content(all).length()));
        assertThat(first.isOpen()).isFalse();
    }

    @Test
    void aNodeThatGoesOnDoesNotLengthenTheTimeOfAClientThatTakesNothing() {
        Peer first = slow(get("/a"));
        Peer node = stand.node(1);
        inReads(node, head("Content-Length: " + BODY.length()) + BODY.substring(0, 20_000));
        for (int k = 0; k < 20 && first.isOpen(); k++) {
            stand.pass(Duration.ofSeconds(10));
            node.sends("0123456789");
        }

        assertThat(first.isOpen()).isFalse();
        assertThat(stand.cache().budget().pinned()).isZero();
    }

    @Test
    void aRequestForTheHeadOfAnOldAnswerKeepsNothingOfIt() {
        Peer client = stand.client();
        client.sends(get("/a"));
        stand.answer(
                1,
                "HTTP/1.1 200 OK\r\nCache-Control: max-age=10\r\nETag: \"v\"\r\nContent-Length: " + BODY.length()
                        + "\r\n\r\n" + BODY);
        client.got();
        stand.pass(Duration.ofSeconds(30));

        Peer second = stand.client();
        second.sends("HEAD /a HTTP/1.1\r\nHost: shop\r\n\r\n");

        assertThat(stand.inFlight()).isOne();
        assertThat(stand.cache().budget().pinned()).isZero();
    }

    /** An answer counts as kept from the moment at which a node is asked whether it is still good. */
    @Test
    void answersThatAreBeingConfirmedCountAsKept() {
        Peer client = stand.client();
        client.sends(get("/a"));
        stand.answer(
                1,
                "HTTP/1.1 200 OK\r\nCache-Control: max-age=10\r\nETag: \"v\"\r\nContent-Length: " + BODY.length()
                        + "\r\n\r\n" + BODY);
        client.got();
        store("/b");
        stand.pass(Duration.ofSeconds(30));
        Peer first = waiting("/a");
        assertThat(stand.inFlight()).isOne();
        assertThat(stand.cache().budget().pinned()).isEqualTo(BODY.length());
        stand.answer(1, "HTTP/1.1 304 X\r\nCache-Control: max-age=10\r\n\r\n");

        assertThat(content(first.got())).isEqualTo(BODY);
        assertThat(stand.cache().budget().pinned()).isZero();
    }
}
