// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.PoolSettings;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.kit.FrameLines;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.node.ClusterFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The connections to nodes that speak HTTP/2: when one is made, who waits, what is sent again, and the end. */
final class SharedPoolTest {

    private static final String GET = "GET /a HTTP/1.1\r\nHost: shop\r\n\r\n";
    private static final String POST = "POST /a HTTP/1.1\r\nHost: shop\r\nContent-Length: 5\r\n\r\nhello";
    private static final String ONE_STREAM = FrameLines.setting(3, 1);

    private static List<Peer> ask(MemoryStand stand, int clients, String request) {
        List<Peer> all = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            Peer client = stand.client();
            client.sends(request);
            all.add(client);
        }
        return all;
    }

    /** A stand with a node that may have one connection. */
    private static MemoryStand oneConnection() {
        return new MemoryStand(0, front -> {}, back -> {
            back.protocol = NodeProtocol.H2;
            NodeSettings one = ClusterFixture.node("a", 1, 1);
            back.nodes.add(new NodeSettings("a", one.address(), 1.0, Integer.MAX_VALUE, 1));
        });
    }

    private static String status(Peer client) {
        String got = client.got();
        return got.isEmpty() ? "" : got.substring(9, 12);
    }

    @Test
    void whoComesBeforeTheSettingsWaitsForThem() {
        MemoryStand stand = NodeStreamTest.stand(1);
        ask(stand, 3, GET);
        FrameNode node = FrameNode.silent(stand, 1);
        assertThat(stand.network().isUntouched(1)).isTrue();
        assertThat(node.got()).isEmpty();

        node.sends(4, 0, 0, "");
        assertThat(node.got()).hasSize(3);
    }

    @Test
    void aNodeThatAllowsFewStreamsGetsMoreConnections() {
        MemoryStand stand = NodeStreamTest.stand(1);
        List<Peer> clients = ask(stand, 2, GET);
        FrameNode first = FrameNode.of(stand, 1, ONE_STREAM);
        FrameNode second = FrameNode.of(stand, 1, ONE_STREAM);

        assertThat(first.got()).hasSize(1);
        assertThat(second.got()).hasSize(1);
        first.answers(1, "204");
        second.answers(1, "204");
        assertThat(clients).extracting(SharedPoolTest::status).containsExactly("204", "204");
    }

    @Test
    void whoFindsNoPlaceTakesTheNextThatIsFree() {
        MemoryStand stand = oneConnection();
        List<Peer> clients = ask(stand, 2, GET);
        FrameNode node = FrameNode.of(stand, 1, ONE_STREAM);
        assertThat(node.got()).hasSize(1);

        node.answers(1, "204");
        assertThat(node.got()).hasSize(1);
        node.answers(3, "204");
        assertThat(clients).extracting(SharedPoolTest::status).containsExactly("204", "204");
    }

    @Test
    void aNodeThatAllowsNoStreamsNowIsWaitedFor() {
        MemoryStand stand = NodeStreamTest.stand(1);
        Peer client = ask(stand, 1, GET).get(0);
        FrameNode node = FrameNode.of(stand, 1, FrameLines.setting(3, 0));
        assertThat(node.got()).isEmpty();

        node.sends(4, 0, 0, ONE_STREAM);
        node.answers(1, "204");
        assertThat(status(client)).isEqualTo("204");
    }

    /** A node that is full has not failed. */
    @Test
    void whoWaitsForAStreamTooLongIsToldSo() {
        MemoryStand stand = NodeStreamTest.stand(1);
        Peer client = ask(stand, 1, GET).get(0);
        FrameNode.of(stand, 1, FrameLines.setting(3, 0));
        stand.pass(Duration.ofSeconds(5));

        assertThat(client.got()).startsWith("HTTP/1.1 503 ").contains("All streams that the node allows");
        assertThat(stand.counts(1).failed()).isZero();
    }

    @Test
    void aRefusedPostIsSentAgainElsewhere() {
        MemoryStand stand = NodeStreamTest.stand(2);
        Peer client = ask(stand, 1, POST).get(0);
        FrameNode a = FrameNode.of(stand, 1);
        assertThat(a.got()).hasSize(2).last().isEqualTo("DATA 1 hello END");
        a.resets(1, ErrorCode.REFUSED_STREAM);

        FrameNode b = FrameNode.of(stand, 2);
        assertThat(b.got()).hasSize(2).last().isEqualTo("DATA 1 hello END");
        b.answers(1, "204");
        assertThat(status(client)).isEqualTo("204");
    }

    @Test
    void aRefusedPostInPiecesIsSentAgainWithAllOfThem() {
        MemoryStand stand = NodeStreamTest.stand(2);
        Peer client = ask(stand, 1, "POST / HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\n")
                .get(0);
        FrameNode a = FrameNode.of(stand, 1);
        client.sends("3\r\nhel\r\n");
        client.sends("2\r\nlo\r\n");
        a.resets(1, ErrorCode.REFUSED_STREAM);

        FrameNode b = FrameNode.of(stand, 2);
        client.sends("0\r\n\r\n");
        assertThat(b.got()).containsSubsequence("DATA 1 hello", "DATA 1  END");
        b.answers(1, "204");
        assertThat(status(client)).isEqualTo("204");
    }

    @Test
    void aStreamAboveTheLastOfGoAwayIsSentAgain() {
        MemoryStand stand = NodeStreamTest.stand(1);
        List<Peer> clients = ask(stand, 2, POST);
        FrameNode node = FrameNode.of(stand, 1);
        node.goesAway(1, ErrorCode.NO_ERROR);

        FrameNode next = FrameNode.of(stand, 1);
        assertThat(next.got()).hasSize(2).last().isEqualTo("DATA 1 hello END");
        next.answers(1, "204");
        node.answers(1, "204");
        assertThat(clients).extracting(SharedPoolTest::status).containsExactly("204", "204");
        assertThat(node.peer().sawEnd()).isTrue();
    }

    /** Such a node drains: it takes no stream for now, then none ever, and its last stream may be long. */
    @Test
    void whoWaitsForANodeThatThenGoesAwayGetsAnotherConnection() {
        MemoryStand stand = NodeStreamTest.stand(1);
        Peer first = ask(stand, 1, GET).get(0);
        FrameNode node = FrameNode.of(stand, 1);
        node.sends(4, 0, 0, FrameLines.setting(3, 0));
        Peer second = ask(stand, 1, POST).get(0);
        assertThat(stand.network().isUntouched(1)).as("the node is waited for").isTrue();
        node.goesAway(1, ErrorCode.NO_ERROR);

        assertThat(stand.network().isUntouched(1)).as("nobody waits any more").isFalse();
        FrameNode.of(stand, 1).answers(1, "204");
        assertThat(status(second)).isEqualTo("204");
        node.answers(1, "200");
        assertThat(status(first)).isEqualTo("200");
        assertThat(node.peer().sawEnd()).isTrue();
    }

    /** A request that waits for a node to allow streams again, on a connection whose node takes no octet any more. */
    private static FrameNode whoWaitsBehindAPost(MemoryStand stand) {
        ask(stand, 1, POST);
        FrameNode node = FrameNode.of(stand, 1);
        node.sends(4, 0, 0, FrameLines.setting(3, 0));
        ask(stand, 1, GET);
        assertThat(stand.network().isUntouched(1)).as("the node is waited for").isTrue();
        node.peer().takes(0);
        return node;
    }

    @Test
    void whoWaitsForANodeThatThenBreaksARuleGetsAnotherConnectionAtOnce() {
        MemoryStand stand = NodeStreamTest.stand(1);
        FrameNode node = whoWaitsBehindAPost(stand);
        node.sends(6, 0, 1, "12345678");

        assertThat(node.peer().isOpen()).as("the last bytes are on their way").isTrue();
        assertThat(stand.network().isUntouched(1)).as("nobody waits any more").isFalse();
        assertThat(FrameNode.of(stand, 1).got()).singleElement().asString().endsWith(" END");
    }

    @Test
    void whoWaitsForANodeThatThenGoesAwayWithoutAStreamGetsAnotherConnectionAtOnce() {
        MemoryStand stand = NodeStreamTest.stand(1);
        FrameNode node = whoWaitsBehindAPost(stand);
        node.answers(1, "204").goesAway(1, ErrorCode.NO_ERROR);

        assertThat(node.peer().isOpen()).as("the last bytes are on their way").isTrue();
        assertThat(stand.network().isUntouched(1)).as("nobody waits any more").isFalse();
        assertThat(FrameNode.of(stand, 1).got()).singleElement().asString().endsWith(" END");
    }

    @Test
    void aBrokenPostIsNotSentAgain() {
        MemoryStand stand = NodeStreamTest.stand(2);
        Peer client = ask(stand, 1, POST).get(0);
        FrameNode.of(stand, 1).peer().breaks();

        assertThat(status(client)).isEqualTo("502");
        assertThat(stand.network().isUntouched(2)).isTrue();
    }

    @Test
    void aBrokenGetIsSentAgain() {
        MemoryStand stand = NodeStreamTest.stand(2);
        Peer client = ask(stand, 1, GET).get(0);
        FrameNode.of(stand, 1).peer().breaks();
        FrameNode.of(stand, 2).answers(1, "204");

        assertThat(status(client)).isEqualTo("204");
    }

    @Test
    void whoCannotBeReachedIsLeftByAllWhoWait() {
        MemoryStand stand = NodeStreamTest.stand(2);
        stand.network().refuses(1);
        List<Peer> clients = ask(stand, 3, POST);
        FrameNode b = FrameNode.of(stand, 2);
        b.answers(1, "204").answers(3, "204").answers(5, "204");

        assertThat(clients).extracting(SharedPoolTest::status).containsOnly("204");
    }

    @Test
    void aNodeOfHttp1IsNamedInTheEventLog() {
        MemoryStand stand = NodeStreamTest.stand(1);
        Peer client = ask(stand, 1, POST).get(0);
        FrameNode.silent(stand, 1).peer().sends("HTTP/1.1 400 Bad Request\r\n\r\n");

        assertThat(status(client)).isEqualTo("502");
        assertThat(stand.events(""))
                .anySatisfy(text -> assertThat(text).contains("does not speak HTTP/2", "clusters.shop.protocol: http"));
    }

    @Test
    void settingsThatDoNotComeAreATimeout() {
        MemoryStand stand = NodeStreamTest.stand(1);
        Peer client = ask(stand, 1, GET).get(0);
        FrameNode node = FrameNode.silent(stand, 1);
        stand.pass(Duration.ofSeconds(3));

        assertThat(status(client)).isEqualTo("504");
        assertThat(node.peer().isOpen()).isFalse();
    }

    @Test
    void anIdleConnectionEndsInOrder() {
        MemoryStand stand = NodeStreamTest.stand(1);
        ask(stand, 1, GET);
        FrameNode node = FrameNode.of(stand, 1);
        node.got();
        node.answers(1, "204");
        stand.pass(PoolSettings.DEFAULTS.idle().minusSeconds(1));
        assertThat(node.got()).isEmpty();
        stand.pass(Duration.ofSeconds(2));

        assertThat(node.got()).containsExactly("GOAWAY 0 NO_ERROR");
        assertThat(node.peer().sawEnd()).isTrue();
    }

    @Test
    void noMoreIdleConnectionsAreKeptThanAsked() {
        MemoryStand stand = new MemoryStand(1, front -> {}, back -> {
            back.protocol = NodeProtocol.H2;
            back.pool = new PoolSettings(0, Duration.ofSeconds(15));
        });
        ask(stand, 1, GET);
        FrameNode node = FrameNode.of(stand, 1);
        node.answers(1, "204");

        assertThat(node.peer().sawEnd()).isTrue();
    }

    @Test
    void aNodeInMaintenanceIsCut() {
        MemoryStand stand = NodeStreamTest.stand(1);
        Peer client = ask(stand, 1, GET).get(0);
        FrameNode node = FrameNode.of(stand, 1);
        node.heads(1, "200").data(1, "x");
        stand.cut(1);

        assertThat(client.isOpen()).isFalse();
        assertThat(node.peer().isOpen()).isFalse();
    }

    @Test
    void manyCancelledStreamsEndAConnectionBeforeItsNodeDoes() {
        MemoryStand stand = NodeStreamTest.stand(1);
        Peer patient = ask(stand, 1, GET).get(0);
        FrameNode node = FrameNode.of(stand, 1);
        for (int i = 0; i < 120; i++) {
            ask(stand, 1, GET).get(0).breaks();
        }
        assertThat(stand.network().isUntouched(1)).isFalse();

        node.answers(1, "204");
        assertThat(status(patient)).isEqualTo("204");
    }

    /** max-connections bounds connections, not the requests on them. */
    @Test
    void aConnectionWithManyCancelledStreamsIsUsedWhenThereMayBeNoOther() {
        MemoryStand stand = oneConnection();
        ask(stand, 1, GET);
        FrameNode node = FrameNode.of(stand, 1);
        for (int i = 0; i < 101; i++) {
            ask(stand, 1, GET).get(0).breaks();
        }
        Peer client = ask(stand, 1, POST).get(0);

        assertThat(node.got()).last().isEqualTo("DATA 205 hello END");
        node.answers(205, "204");
        assertThat(status(client)).isEqualTo("204");
    }

    /** Ends with the stream that lasts, and is not one of the 64 that may take streams. */
    @Test
    void aConnectionThatGoesAwayKeepsNoOtherOut() {
        MemoryStand stand = NodeStreamTest.stand(1);
        for (int link = 0; link < 64; link++) {
            ask(stand, 1, GET);
            FrameNode.of(stand, 1).goesAway(1, ErrorCode.NO_ERROR);
        }
        Peer client = ask(stand, 1, POST).get(0);

        FrameNode.of(stand, 1).answers(1, "204");
        assertThat(status(client)).isEqualTo("204");
    }

    @Test
    void settingsThatBreakARuleAreAFailureOfTheNode() {
        MemoryStand stand = NodeStreamTest.stand(2);
        Peer client = ask(stand, 1, POST).get(0);
        FrameNode.of(stand, 1, FrameLines.setting(2, 2));

        FrameNode.of(stand, 2).answers(1, "204");
        assertThat(status(client)).isEqualTo("204");
        assertThat(stand.network().isUntouched(1)).isTrue();
        assertThat(stand.events("")).anySatisfy(text -> assertThat(text).contains("does not speak HTTP/2"));
    }

    /** RFC 9113 §6.5.2: a server says 0, or nothing. */
    @Test
    void aNodeThatWantsToPushBreaksARule() {
        MemoryStand stand = NodeStreamTest.stand(2);
        Peer client = ask(stand, 1, POST).get(0);
        FrameNode.of(stand, 1, FrameLines.setting(2, 1));

        FrameNode.of(stand, 2, FrameLines.setting(2, 0)).answers(1, "204");
        assertThat(status(client)).isEqualTo("204");
        assertThat(stand.network().isUntouched(1)).isTrue();
    }

    @Test
    void aConnectionThatEndsBeforeItTookAStreamIsAFailureOfTheNode() {
        MemoryStand stand = NodeStreamTest.stand(2);
        Peer client = ask(stand, 1, POST).get(0);
        FrameNode.of(stand, 1, FrameLines.setting(3, 0)).goesAway(0, ErrorCode.NO_ERROR);

        FrameNode.of(stand, 2).answers(1, "204");
        assertThat(status(client)).isEqualTo("204");
        assertThat(stand.network().isUntouched(1)).isTrue();
    }
}
