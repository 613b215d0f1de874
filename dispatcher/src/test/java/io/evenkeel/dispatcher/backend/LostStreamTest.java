// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.kit.FrameLines;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeJudge;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client whose request a node does not like, beside others on the node's connection: the node is not to blame. */
final class LostStreamTest {

    private static final String GET = "GET /a HTTP/1.1\r\nHost: shop\r\n\r\n";
    private static final String POST = "POST /a HTTP/1.1\r\nHost: shop\r\nContent-Length: 5\r\n\r\nhello";
    private static final String LARGE = "GET /a HTTP/1.1\r\nHost: shop\r\nX-Large: " + "x".repeat(1000) + "\r\n\r\n";

    /** SETTINGS_MAX_HEADER_LIST_SIZE. */
    private static final String SMALL_HEADS = FrameLines.setting(6, 1000);

    private final MemoryStand stand = NodeStreamTest.stand(1);
    private final List<String> failing = new ArrayList<>();
    private final List<Peer> clients = new ArrayList<>();

    @BeforeEach
    void hearsOfFailingNodes() {
        stand.judge(new NodeJudge() {
            @Override
            public void failing(Node node, long nowNs) {
                failing.add(node.name());
            }

            @Override
            public void failingAlone(Node node, long nowNs) {}

            @Override
            public void lastFailing(Node node, long nowNs) {}

            @Override
            public void probed(Node node, boolean succeeded, long nowNs) {}
        });
    }

    @AfterEach
    void nothingIsLeft() {
        clients.forEach(Peer::breaks);
        assertThat(stand.inFlight()).isZero();
    }

    private Peer asks(String request) {
        Peer client = stand.client();
        clients.add(client);
        client.sends(request);
        return client;
    }

    @Test
    void aHeadThatTheNodeDoesNotTakeIsRefusedBeforeItGoesThere() {
        Peer greedy = asks(LARGE);
        FrameNode node = FrameNode.of(stand, 1, SMALL_HEADS);

        assertThat(node.got()).isEmpty();
        assertThat(greedy.got()).startsWith("HTTP/1.1 431 ").contains("head-too-large-for-node");
        assertThat(stand.traffic().refused()).containsEntry("head-too-large-for-node", 1L);
        assertThat(stand.counts(1).failed()).isZero();
        assertThat(stand.counts(1).abandoned()).isEqualTo(1);
        greedy.sends(GET);
        node.answers(1, "204");
        assertThat(greedy.got()).startsWith("HTTP/1.1 204 ");
    }

    @Test
    void othersOnTheConnectionGoOn() {
        Peer other = asks(POST);
        FrameNode node = FrameNode.of(stand, 1, SMALL_HEADS);
        Peer greedy = asks(LARGE.replace("GET", "POST").replace("\r\n\r\n", "\r\nContent-Length: 9\r\n\r\nhello"));
        assertThat(greedy.got()).startsWith("HTTP/1.1 431 ");

        node.answers(1, "204");
        assertThat(other.got()).startsWith("HTTP/1.1 204 ");
        assertThat(node.got()).noneMatch(frame -> frame.contains("x-large"));
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void noOtherNodeIsAskedToTakeSuchAHead() {
        MemoryStand two = NodeStreamTest.stand(2);
        Peer greedy = two.client();
        greedy.sends(LARGE);
        FrameNode.of(two, 1, SMALL_HEADS);

        assertThat(greedy.got()).startsWith("HTTP/1.1 431 ");
        assertThat(two.network().isUntouched(2)).isTrue();
    }

    @Test
    void aNodeMaySayLaterWhatItTakes() {
        asks(POST);
        FrameNode node = FrameNode.of(stand, 1, SMALL_HEADS);
        node.sends(4, 0, 0, FrameLines.setting(6, 7000)).answers(1, "204");
        node.got();
        asks(LARGE);

        assertThat(node.got()).singleElement().asString().contains("x-large=");
    }

    @Test
    void aResetStreamIsHalfAFailure() {
        Peer first = asks(POST);
        FrameNode node = FrameNode.of(stand, 1).resets(1, ErrorCode.ENHANCE_YOUR_CALM);
        assertThat(first.got()).startsWith("HTTP/1.1 502 ").contains("node-closed");
        for (int stream = 3; stream < 19; stream += 2) {
            asks(POST);
            node.resets(stream, ErrorCode.ENHANCE_YOUR_CALM);
        }
        assertThat(stand.counts(1).failed()).isEqualTo(9);
        assertThat(failing).isEmpty();
        asks(POST);
        node.resets(19, ErrorCode.ENHANCE_YOUR_CALM);

        assertThat(failing).containsExactly("a");
        assertThat(stand.counts(1).failed()).isEqualTo(10);
    }

    @Test
    void anAnswerThatIsResetIsHalfAFailure() {
        asks(POST);
        FrameNode node = FrameNode.of(stand, 1);
        for (int stream = 1; stream < 19; stream += 2) {
            node.heads(stream, "200").data(stream, "x").resets(stream, ErrorCode.INTERNAL_ERROR);
            asks(POST);
        }

        assertThat(stand.counts(1).failed()).isEqualTo(9);
        assertThat(failing).isEmpty();
    }

    @Test
    void allStreamsOfAConnectionThatBreaksAreOneFailure() {
        for (int round = 1; round <= 5; round++) {
            assertThat(failing).isEmpty();
            List<Peer> four = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                four.add(asks(POST));
            }
            FrameNode node = FrameNode.of(stand, 1);
            assertThat(node.got()).hasSize(8).contains("DATA 7 hello END");
            node.goesAway(7, ErrorCode.ENHANCE_YOUR_CALM).peer().breaks();

            assertThat(four).allSatisfy(each -> assertThat(each.got()).startsWith("HTTP/1.1 502 "));
            assertThat(stand.counts(1).failed()).isEqualTo(round);
            assertThat(stand.counts(1).abandoned()).isEqualTo(3L * round);
        }
        assertThat(failing).containsExactly("a");
    }
}
