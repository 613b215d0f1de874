// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.Task;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sessions that answers begin, as policies see them. */
class SessionKeyLifeTest {

    private static final String ASKS = "GET / HTTP/1.1\r\nHost: shop\r\n";
    private static final String BEGINS = "Set-Cookie: JSESSIONID=0A1B; Path=/\r\n\r\n";

    private final List<Long> tunnels = new ArrayList<>();
    private final List<Long> ends = new ArrayList<>();

    private final MemoryStand stand = new MemoryStand(
            1,
            s -> {},
            c -> c.policy = new Policy() {

                @Override
                public int choose(Task task, Nodes nodes) {
                    return nodes.at(0);
                }

                @Override
                public void onTunnel(Task task, int slot, long elapsedNs, Nodes nodes) {
                    tunnels.add(task.sessionKey());
                }

                @Override
                public void onFinish(Task task, int slot, Outcome outcome, long elapsedNs, Nodes nodes) {
                    ends.add(task.sessionKey());
                }
            });

    @Test
    void thePolicyLearnsOfTheSessionThatAnAnswerBegins() {
        stand.client().sends(ASKS + "\r\n");
        stand.answer(1, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n" + BEGINS);

        assertThat(ends).hasSize(1).doesNotContain(0L);
    }

    @Test
    void thePolicyLearnsOfTheSessionThatTheAnswerToAWebSocketBegins() {
        Peer client = stand.client();
        client.sends(ASKS + "Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
        stand.node(1).sends("HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" + BEGINS);

        assertThat(client.got()).startsWith("HTTP/1.1 101");
        assertThat(tunnels).hasSize(1).doesNotContain(0L);
    }
}
