// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.CanarySettings;
import io.evenkeel.config.listener.RuleSettings;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import java.io.IOException;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests of a route that go to another cluster. */
class CanaryIT {

    private static final int CLIENTS = 400;

    private static TestSettings settings(ScriptedNode stable, ScriptedNode next, CanarySettings canary) {
        return TestSettings.of(stable)
                .cluster("next", next)
                .trusting("127.0.0.0/8")
                .route(null, "/other", "shop")
                .route(null, null, "shop", RuleSettings.NONE.with(canary));
    }

    /** Fields and cookies that go to the second cluster, and those that are like them and do not. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            X-Canary    |          | /      | X-Canary: 1                   | next
            X-Canary    |          | /      | x-canary: no                  | next
            X-Canary    |          | /      | X-Canary-Not: 1               | stable
            X-Canary    |          | /other | X-Canary: 1                   | stable
            X-Canary: 1 |          | /      | X-Canary: 1                   | next
            X-Canary: 1 |          | /      | X-Canary: 10                  | stable
            X-Canary: 1 |          | /      | Accept: 1                     | stable
                        | canary=1 | /      | Cookie: a=b; canary=1; c=d    | next
                        | canary=1 | /      | Cookie: canary=2; canary=1    | next
                        | canary=1 | /      | Cookie: canary=11; xcanary=1  | stable
                        | canary   | /      | Cookie: canary=               | next
                        | canary   | /      | Cookie: Canary=1              | stable
            X-Canary    | canary   | /      | Cookie: canary=x              | next
            X-Canary    | canary   | /      | X-Canary: x                   | next
            X-Canary    | canary   | /      | Cookie: other=x               | stable
            """)
    void aFieldOrACookieLeadsToTheOtherCluster(String header, String cookie, String target, String line, String node)
            throws Exception {
        try (ScriptedNode stable = ScriptedNode.start("stable");
                ScriptedNode next = ScriptedNode.start("next");
                TestDispatcher dispatcher =
                        TestDispatcher.start(settings(stable, next, new CanarySettings("next", 0, header, cookie)));
                RawClient client = dispatcher.connect()) {
            String request = "GET " + target + " HTTP/1.1\r\nHost: a\r\n" + line + "\r\n\r\n";

            assertThat(client.send(request).response("GET").value("X-Node")).isEqualTo(node);

            ScriptedNode got = node.equals("next") ? next : stable;
            int colon = line.indexOf(':');
            assertThat(got.requests())
                    .as("the nodes see it too")
                    .singleElement()
                    .satisfies(message -> assertThat(message.value(line.substring(0, colon)))
                            .isEqualTo(line.substring(colon + 1).strip()));
        }
    }

    /** The clients of {@value #CLIENTS} addresses behind a trusted proxy whose requests reach the other cluster. */
    private static SortedSet<String> takenBy(double share) throws Exception {
        try (ScriptedNode stable = ScriptedNode.start("stable");
                ScriptedNode next = ScriptedNode.start("next");
                TestDispatcher dispatcher =
                        TestDispatcher.start(settings(stable, next, new CanarySettings("next", share, null, null)));
                RawClient client = dispatcher.connect()) {
            SortedSet<String> taken = taken(client);
            assertThat(taken(client)).as("a client stays where it was").isEqualTo(taken);
            assertThat(next.requests()).hasSize(2 * taken.size());
            assertThat(stable.requests()).hasSize(2 * (CLIENTS - taken.size()));
            return taken;
        }
    }

    private static SortedSet<String> taken(RawClient proxy) throws IOException {
        SortedSet<String> taken = new TreeSet<>();
        for (int k = 0; k < CLIENTS; k++) {
            String address = "10.1." + k / 200 + "." + k % 200;
            proxy.send("GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: " + address + "\r\n\r\n");
            if (proxy.response("GET").value("X-Node").equals("next")) {
                taken.add(address);
            }
        }
        return taken;
    }

    /** The same clients in every process, because a client is the hash of its address. */
    @Test
    void aShareOfTheClientsStaysTheSameAndGrows() throws Exception {
        SortedSet<String> quarter = takenBy(0.25);

        assertThat(quarter).hasSize(104).startsWith("10.1.0.0", "10.1.0.10", "10.1.0.102");
        assertThat(takenBy(0.25)).isEqualTo(quarter);
        assertThat(takenBy(0.5)).hasSize(212).containsAll(quarter);
        assertThat(takenBy(0)).isEmpty();
        assertThat(takenBy(1)).hasSize(CLIENTS);
    }
}
