// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.kit.FrameLines;
import io.evenkeel.dispatcher.kit.MemoryStand;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The remedies that the event log names when a node speaks something else than its cluster says. */
final class NodeRemedyTest {

    private static final String GET = "GET / HTTP/1.1\r\nHost: shop\r\n\r\n";
    private static final String SAID = "shop/a speaks HTTP/2: ask it so with clusters.shop.protocol: h2";

    private static String askAndGreetWith(MemoryStand stand, String octets) {
        Peer client = stand.client();
        client.sends(GET);
        stand.node(1).sends(octets);
        return client.got().substring(9, 12);
    }

    @Test
    void aNodeOfHttp2IsNamed() {
        MemoryStand stand = new MemoryStand(1);

        assertThat(askAndGreetWith(stand, FrameLines.frame(4, 0, 0, FrameLines.setting(3, 100))))
                .isEqualTo("502");
        assertThat(stand.events("")).containsOnlyOnce(SAID);
    }

    @Test
    void itIsNamedOnceInTenSeconds() {
        MemoryStand stand = new MemoryStand(1);
        String settings = FrameLines.frame(4, 0, 0, "");
        for (int i = 0; i < 3; i++) {
            askAndGreetWith(stand, settings);
        }
        assertThat(stand.events("shop/a speaks")).hasSize(1);

        stand.pass(Duration.ofSeconds(11));
        askAndGreetWith(stand, settings);
        assertThat(stand.events("shop/a speaks")).hasSize(2);
    }

    @Test
    void otherBadAnswersAreNoHttp2() {
        MemoryStand stand = new MemoryStand(1);
        askAndGreetWith(stand, "SSH-2.0-OpenSSH_9.6\r\n");
        askAndGreetWith(stand, "\0\0\0\4\0");
        askAndGreetWith(stand, FrameLines.frame(4, 1, 0, ""));
        askAndGreetWith(stand, FrameLines.frame(4, 0, 1, ""));
        askAndGreetWith(stand, FrameLines.frame(0, 0, 0, "hello"));

        assertThat(stand.events("shop/a speaks")).isEmpty();
    }

    @Test
    void aNodeThatClosesInsteadOfItsSettingsMaySpeakHttp1OrTls() {
        MemoryStand stand = NodeStreamTest.stand(1);
        stand.client().sends(GET);
        stand.node(1).ends();

        assertThat(stand.events("shop/a"))
                .contains("shop/a does not speak HTTP/2: it closed the connection before it sent its SETTINGS; it may"
                        + " speak HTTP/1.1 (clusters.shop.protocol: http) or need clusters.shop.tls");
    }
}
