// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.kit.MemoryStand;
import org.junit.jupiter.api.Test;

/** Challenges of a certificate authority, between other requests of a client. */
class ChallengeLifeTest {

    private static final String PATH = "/.well-known/acme-challenge/abc";

    private final MemoryStand stand = new MemoryStand(1);

    private static String request(String method, String path) {
        return method + " " + path + " HTTP/1.1\r\nHost: shop\r\n\r\n";
    }

    @Test
    void answersATokenThatIsPendingInTheNodesPlace() {
        stand.context().challenges.page("abc", "abc.thumb");
        Peer client = stand.client();

        client.sends(request("GET", PATH));
        assertThat(client.got())
                .startsWith("HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n")
                .contains("\r\nContent-Length: 9\r\n")
                .endsWith("\r\n\r\nabc.thumb");
        assertThat(client.isOpen()).isTrue();

        client.sends(request("HEAD", PATH));
        assertThat(client.got()).contains("\r\nContent-Length: 9\r\n").endsWith("\r\n\r\n");
        assertThat(stand.inFlight()).isZero();
    }

    @Test
    void otherRequestsOnTheSameConnectionGoToTheNode() {
        stand.context().challenges.page("abc", "abc.thumb");
        Peer client = stand.client();
        client.sends(request("GET", PATH));
        assertThat(client.got()).endsWith("abc.thumb");

        client.sends(request("GET", PATH + "d"));
        assertThat(stand.node(1).got()).startsWith("GET " + PATH + "d HTTP/1.1\r\n");
    }

    @Test
    void aTokenOfAnotherMethodGoesToTheNode() {
        stand.context().challenges.page("abc", "abc.thumb");
        stand.client().sends(request("DELETE", PATH));

        assertThat(stand.node(1).got()).startsWith("DELETE " + PATH);
    }

    @Test
    void nothingIsAnsweredOnceTheChallengeIsOver() {
        stand.context().challenges.page("abc", "abc.thumb");
        stand.context().challenges.clear();
        stand.client().sends(request("GET", PATH));

        assertThat(stand.node(1).got()).startsWith("GET " + PATH + " HTTP/1.1\r\n");
    }
}
