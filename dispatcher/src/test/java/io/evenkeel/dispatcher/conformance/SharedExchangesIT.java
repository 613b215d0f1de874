// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Until;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks that one client's request leaves nothing in the exchange that another client of the loop is given next. */
@Timeout(60)
class SharedExchangesIT {

    private static void post(RawClient client, String path, String body) throws IOException {
        client.send("POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    private static void refuses(RawClient client, int status) throws IOException {
        assertThat(client.response("POST").status()).isEqualTo(status);
    }

    private static void answers(RawClient client, String seen, String body) throws IOException {
        Message answer = client.response("POST");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.value("X-Seen")).isEqualTo(seen);
        assertThat(new String(answer.body(), US_ASCII)).isEqualTo(body);
    }

    @Test
    void aRefusalLeavesNothing() throws Exception {
        try (Stand stand = Stand.of(1, s -> s.loops(1).route(null, "/shop", "shop"));
                RawClient refused = stand.connect();
                RawClient next = stand.connect()) {
            for (int round = 0; round < 3; round++) {
                post(refused, "/elsewhere", "lost " + round);
                refuses(refused, 404);

                post(next, "/shop/" + round, "kept " + round);
                answers(next, "POST /shop/" + round, "kept " + round);
            }
            post(refused, "/shop/late", "at last");
            answers(refused, "POST /shop/late", "at last");
            assertThat(stand.requests()).hasSize(4);
            assertThat(stand.takeMalformed()).isEmpty();
        }
    }

    @Test
    void aQueueTimeoutLeavesNothing() throws Exception {
        try (ScriptedNode node = ScriptedNode.start("n1");
                TestDispatcher dispatcher = TestDispatcher.start(TestSettings.of()
                        .limited(node, 1, Integer.MAX_VALUE)
                        .loops(1)
                        .queue(10, 1000));
                RawClient holder = dispatcher.connect();
                RawClient late = dispatcher.connect();
                RawClient next = dispatcher.connect()) {
            Control control = dispatcher.control();
            holder.send("POST /hold HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nhe");
            Until.holds(
                    "in flight",
                    () -> control.cluster("shop").nodes().get(0).counts().inFlight() == 1);
            post(late, "/late", "lost");
            refuses(late, 503);

            post(next, "/next", "kept");
            Until.holds("waits", () -> control.cluster("shop").counts().waiting() == 1);
            holder.send("ld");

            answers(holder, "POST /hold", "held");
            answers(next, "POST /next", "kept");
            post(late, "/again", "at last");
            answers(late, "POST /again", "at last");
            assertThat(node.requests()).extracting(Message::path).containsExactly("/hold", "/next", "/again");
            assertThat(node.malformed()).isEmpty();
        }
    }
}
