// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.ServiceRule;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Policies that look at what is asked for, from the wire to the node. */
class ContentPolicyIT {

    private static void ask(TestDispatcher dispatcher, String target) throws Exception {
        try (RawClient client = dispatcher.connect()) {
            client.send("GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.response("GET").status()).isEqualTo(200);
        }
    }

    private static Set<String> paths(ScriptedNode node) {
        Set<String> paths = new HashSet<>();
        for (Message request : node.requests()) {
            paths.add(request.path());
        }
        return paths;
    }

    /** The first rule that fits counts, by the path as servers understand it; a reload brings other rules. */
    @Test
    void aServiceGoesToTheNodeThatIsForIt() throws Exception {
        try (ScriptedNode pages = ScriptedNode.start("n1");
                ScriptedNode media = ScriptedNode.start("n2")) {
            TestSettings settings = TestSettings.of()
                    .andServing(pages, "pages", "other")
                    .policy("service-partition")
                    .services(
                            new ServiceRule("pages", "/video/help", null),
                            new ServiceRule("media", "/video/", null),
                            new ServiceRule("media", "/files", ".mp4"))
                    .andServing(media, "media");
            try (TestDispatcher dispatcher = TestDispatcher.start(settings)) {
                ask(dispatcher, "/video/1");
                ask(dispatcher, "/%76ideo/2?x=/page");
                ask(dispatcher, "/video");
                ask(dispatcher, "/files/a.mp4");
                assertThat(pages.requests()).isEmpty();
                ask(dispatcher, "/video/help");
                ask(dispatcher, "/videos");
                ask(dispatcher, "/files/a.txt?.mp4");
                ask(dispatcher, "/a.mp4");
                assertThat(media.requests()).hasSize(4);
                assertThat(pages.requests()).hasSize(4);

                dispatcher.reload(settings.services(new ServiceRule("media", null, ".txt")));
                ask(dispatcher, "/files/a.txt");
                ask(dispatcher, "/video/1");
                assertThat(media.requests()).hasSize(5);
                assertThat(pages.requests()).hasSize(5);
            }
        }
    }

    @Test
    void aPathStaysOnItsNodeWhateverItsQuery() throws Exception {
        try (ScriptedNode one = ScriptedNode.start("n1");
                ScriptedNode two = ScriptedNode.start("n2");
                TestDispatcher dispatcher =
                        TestDispatcher.start(TestSettings.of(one, two).policy("uri-hash"))) {
            for (int i = 0; i < 60; i++) {
                ask(dispatcher, "/page/" + i % 20 + "?n=" + i);
            }

            assertThat(paths(one)).isNotEmpty().doesNotContainAnyElementsOf(paths(two));
            assertThat(paths(two)).isNotEmpty();
            assertThat(one.requests().size() + two.requests().size()).isEqualTo(60);
        }
    }
}
