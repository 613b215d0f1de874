// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.config.listener.MirrorSettings;
import io.evenkeel.config.listener.RuleSettings;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.frontend.copy.Copies;
import io.evenkeel.dispatcher.kit.MemoryStand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Requests of which another cluster gets a copy. The stand has one cluster under every name, so the copy goes to its
 * second node, which has fewer tasks then.
 */
class MirrorLifeTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private static MemoryStand stand(int body, int inFlight) {
        RuleSettings rules = RuleSettings.NONE.with(new MirrorSettings("shop", 1, body, inFlight));
        return new MemoryStand(
                2, s -> s.route(null, null, "shop", rules), c -> c.queue = new QueueSettings(4, Duration.ofSeconds(2)));
    }

    private static String post(int length) {
        return "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: " + length + "\r\n\r\n";
    }

    @Test
    void theCopyIsWhatTheNodeGotAndItsAnswerIsThrownAway() {
        MemoryStand stand = stand(100, 10);
        Peer client = stand.client();

        client.sends(post(5) + "hello");
        String got = stand.node(1).got();
        assertThat(stand.node(2).got()).isEqualTo(got).endsWith("\r\n\r\nhello");
        stand.answer(2, "HTTP/1.1 500 No\r\nContent-Length: 3\r\n\r\nbad");
        assertThat(client.got()).isEmpty();
        stand.answer(1, OK);

        assertThat(client.got()).startsWith("HTTP/1.1 200 OK").endsWith("ok");
        assertThat(stand.inFlight()).isZero();
    }

    /** A policy that maps clients to nodes must map them alike in both clusters. */
    @Test
    void thePolicyKnowsTheCopyByTheClientOfTheRequest() {
        List<Long> clients = new ArrayList<>();
        RuleSettings rules = RuleSettings.NONE.with(new MirrorSettings("shop", 1, 100, 10));
        MemoryStand stand = new MemoryStand(
                1,
                s -> s.route(null, null, "shop", rules),
                c -> c.policy = (task, nodes) -> {
                    clients.add(task.clientKey());
                    return nodes.at(0);
                });

        stand.client().sends("GET / HTTP/1.1\r\nHost: a\r\n\r\n");

        assertThat(stand.inFlight()).isEqualTo(2);
        assertThat(clients).hasSize(2);
        assertThat(clients.get(1)).isEqualTo(clients.get(0));
    }

    @Test
    void theOriginalIsAnsweredWhateverBecomesOfTheCopy() {
        MemoryStand stand = stand(100, 10);
        stand.network().refuses(2);
        Peer client = stand.client();

        client.sends("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
        Peer node = stand.node(1);
        node.sends(OK);

        assertThat(client.got()).startsWith("HTTP/1.1 200 OK");
    }

    @Test
    void aCopyThatBreaksWhileItBeginsLeavesNothingBehind() {
        MemoryStand stand = stand(100, 10);
        stand.client().sends("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
        Peer other = stand.node(2);
        other.sends(OK);
        stand.answer(1, OK);
        other.nextWriteThrows(new IllegalStateException("a fault that a test wants"));

        Peer client = stand.client();
        client.sends("GET / HTTP/1.1\r\nHost: a\r\n\r\n");

        assertThat(stand.events("a copy of a request could not be sent")).hasSize(1);
        assertThat(stand.tasks(2)).isZero();
        assertThat(other.isOpen()).as("the connection that may have got a part").isFalse();
        stand.answer(1, OK);
        assertThat(client.got()).endsWith("ok");
    }

    @Test
    void aBodyThatComesInPiecesIsCopiedWhenItIsWhole() {
        MemoryStand stand = stand(100, 10);
        Peer client = stand.client();

        client.sends("POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n");
        stand.node(1).got();
        assertThat(stand.network().isUntouched(2)).isTrue();
        client.sends("3\r\nllo\r\n0\r\n\r\n");

        assertThat(stand.node(2).got())
                .contains("Transfer-Encoding: chunked\r\n")
                .endsWith("\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n");
    }

    @Test
    void aLongBodyIsNotCopied() {
        MemoryStand stand = stand(4, 10);
        Peer client = stand.client();

        client.sends(post(5) + "hello");

        assertThat(stand.node(1).got()).endsWith("hello");
        assertThat(stand.network().isUntouched(2)).isTrue();
    }

    @Test
    void aRequestThatIsCutShortIsNotCopied() {
        MemoryStand stand = stand(100, 10);
        Peer client = stand.client();

        client.sends(post(5) + "he");
        client.ends();

        assertThat(stand.inFlight()).isZero();
        assertThat(stand.network().isUntouched(2)).isTrue();
    }

    @Test
    void copiesThatAreGatheredAreLimitedToo() {
        MemoryStand stand = stand(100, 1);
        Peer slow = stand.client();
        slow.sends(post(5) + "he");

        stand.client().sends("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(stand.inFlight()).isEqualTo(2);

        slow.ends();
        assertThat(stand.inFlight()).isEqualTo(1);
        stand.client().sends("GET /2 HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(stand.inFlight()).isEqualTo(3);
    }

    @Test
    void aRequestThatHasPassedNineGatewaysIsCopied() {
        MemoryStand stand = stand(100, 10);

        stand.client()
                .sends("GET / HTTP/1.1\r\nHost: a\r\nVia: 1.1 evenkeel" + ", 1.1 evenkeel".repeat(8) + "\r\n\r\n");

        assertThat(stand.node(2).got()).isEqualTo(stand.node(1).got()).contains("Via: ");
    }

    @Test
    void copiesTakeNoMoreThanTheirMemory() {
        MemoryStand stand = stand(1000, 100);
        Copies copies = (Copies) stand.context().copies();
        copies.bound(3000);
        List<Peer> slow = new ArrayList<>();
        for (int k = 0; k < 10; k++) {
            Peer client = stand.client();
            client.sends(post(1000) + "x".repeat(990));
            slow.add(client);
            assertThat(copies.held()).isBetween(990L, 3000L);
        }

        slow.forEach(client -> client.sends("y".repeat(10)));

        assertThat(stand.inFlight()).as("all requests, and two copies").isEqualTo(12);
        stand.client().sends("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(stand.inFlight()).as("one more, and its copy").isEqualTo(14);
    }

    @Test
    void aCopyThatIsOverGivesItsMemoryBack() {
        MemoryStand stand = stand(100, 10);
        Copies copies = (Copies) stand.context().copies();
        Peer client = stand.client();

        client.sends(post(5) + "hello");
        assertThat(copies.held()).isGreaterThan(5);
        stand.answer(2, OK);
        assertThat(copies.held()).isZero();

        Peer cut = stand.client();
        cut.sends(post(5) + "he");
        assertThat(copies.held()).isPositive();
        cut.ends();
        assertThat(copies.held()).isZero();
    }

    @Test
    void copiesUnderWayAreLimited() {
        MemoryStand stand = stand(100, 1);
        Peer first = stand.client();
        Peer second = stand.client();

        first.sends("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(stand.inFlight()).isEqualTo(2);
        second.sends("GET /2 HTTP/1.1\r\nHost: a\r\n\r\n");

        assertThat(stand.inFlight()).isEqualTo(3);
    }

    /** As {@code CopyStream} has it. */
    private static final long LONGEST = 16 << 20;

    private static final String ENDLESS = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

    @Test
    void aCopyWhoseAnswerHasNoEndIsOver() {
        MemoryStand stand = stand(100, 1);
        Copies copies = (Copies) stand.context().copies();
        stand.client().sends("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n");
        Peer mirror = stand.node(2);
        String piece = "8000\r\n" + "x".repeat(32 * 1024) + "\r\n";

        mirror.sends(ENDLESS);
        for (long octets = 0; octets < 2 * LONGEST && mirror.isOpen(); octets += piece.length()) {
            mirror.sends(piece);
        }

        assertThat(mirror.isOpen()).as("the mirror's connection").isFalse();
        assertThat(copies.held()).isZero();
        assertThat(stand.inFlight()).as("the request itself").isOne();
        assertThat(stand.counts(2).failed()).as("the mirror is not to blame").isZero();
    }

    /** Events that a browser listens to, say. */
    @Test
    void aCopyWhoseAnswerTricklesIsOver() {
        MemoryStand stand = stand(100, 1);
        Copies copies = (Copies) stand.context().copies();
        stand.client().sends("GET /events HTTP/1.1\r\nHost: a\r\n\r\n");
        Peer mirror = stand.node(2);
        stand.answer(1, OK);

        mirror.sends(ENDLESS);
        for (int second = 0; second < 600 && mirror.isOpen(); second++) {
            stand.pass(Duration.ofSeconds(1));
            mirror.sends("1\r\nx\r\n");
        }

        assertThat(mirror.isOpen()).as("the mirror's connection").isFalse();
        assertThat(copies.held()).isZero();
        assertThat(stand.inFlight()).isZero();
        stand.client().sends("GET /2 HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(stand.inFlight()).as("one more, and its copy").isEqualTo(2);
    }

    private static final String INTERIM = "HTTP/1.1 103 Early Hints\r\nLink: <" + "x".repeat(4096) + ">\r\n\r\n";

    private static void assertIsOver(MemoryStand stand, Peer mirror, int others) {
        assertThat(mirror.isOpen()).as("the mirror's connection").isFalse();
        assertThat(((Copies) stand.context().copies()).held()).isZero();
        assertThat(stand.inFlight()).isEqualTo(others);
        assertThat(stand.counts(2).failed()).as("the mirror is not to blame").isZero();
    }

    @Test
    void aCopyWhoseInterimAnswersHaveNoEndIsOver() {
        MemoryStand stand = stand(100, 1);
        stand.client().sends("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n");
        Peer mirror = stand.node(2);

        for (long octets = 0; octets < 2 * LONGEST && mirror.isOpen(); octets += 8L * INTERIM.length()) {
            mirror.sends(INTERIM.repeat(8));
        }

        assertIsOver(stand, mirror, 1);
    }

    @Test
    void aCopyWhoseInterimAnswersTrickleIsOver() {
        assertTrickleIsOver("", "HTTP/1.1 102 Processing\r\n\r\n");
    }

    @Test
    void aCopyWhoseHeadTricklesIsOver() {
        assertTrickleIsOver("HTTP/1.1 200 OK\r\nX: ", "x");
    }

    private void assertTrickleIsOver(String begun, String more) {
        MemoryStand stand = stand(100, 1);
        stand.client().sends("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n");
        Peer mirror = stand.node(2);
        stand.answer(1, OK);

        mirror.sends(begun);
        for (int second = 0; second < 600 && mirror.isOpen(); second++) {
            stand.pass(Duration.ofSeconds(1));
            mirror.sends(more);
        }

        assertIsOver(stand, mirror, 0);
    }
}
