// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.PolicyChoice;
import io.evenkeel.config.cluster.ServiceRule;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.Script;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Policies that look at what is asked for, from the wire to the node: the rule of each. */
class ContentPolicyIT {

    private static final long PATIENCE_S = 8;

    /** Names of the nodes that requests have reached which wait there. */
    private final BlockingQueue<String> reached = new LinkedBlockingQueue<>();

    /** Targets of requests that wait, and what they wait for. */
    private final Map<String, CountDownLatch> waiting = new ConcurrentHashMap<>();

    @AfterEach
    void letAllGo() {
        waiting.values().forEach(CountDownLatch::countDown);
    }

    /** Tells that a request has come, and answers it when the test says so. */
    private Script waits(String node) {
        return (peer, head) -> {
            CountDownLatch gate = waiting.computeIfAbsent(peer.body().target(), any -> new CountDownLatch(1));
            reached.add(node);
            try {
                if (!gate.await(PATIENCE_S, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("nobody lets " + head.target() + " go");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        };
    }

    /** Sends a request that stays on its node, whose name it returns. */
    private String stay(RawClient client, String target) throws Exception {
        client.send("GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n");
        return Objects.requireNonNull(reached.poll(PATIENCE_S, TimeUnit.SECONDS), "no node got " + target);
    }

    private void letGo(String target) {
        Objects.requireNonNull(waiting.get(target), target).countDown();
    }

    /** Answers as an app server does that works for a time. */
    private static Script takes(long millis) {
        return (peer, head) -> {
            peer.body();
            Until.passed(millis);
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        };
    }

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

    /**
     * Thresholds of 1 and 2 instead of 25 and 65: the fourth request finds three on the path's node, none on the other.
     */
    @Test
    void aPathStaysOnItsNodeUntilThatHasTooMuchToDo() throws Exception {
        try (ScriptedNode one = ScriptedNode.start("n1").on("/hot", waits("n1"));
                ScriptedNode two = ScriptedNode.start("n2").on("/hot", waits("n2"));
                TestDispatcher dispatcher = TestDispatcher.start(
                        TestSettings.of(one, two).policy(new PolicyChoice("lard", Map.of("low", 1.0, "high", 2.0))));
                RawClient first = dispatcher.connect();
                RawClient second = dispatcher.connect();
                RawClient third = dispatcher.connect();
                RawClient fourth = dispatcher.connect();
                RawClient fifth = dispatcher.connect()) {
            for (int i = 0; i < 40; i++) {
                ask(dispatcher, "/page/" + i % 10);
            }
            assertThat(paths(one)).isNotEmpty().doesNotContainAnyElementsOf(paths(two));
            assertThat(paths(two)).isNotEmpty();

            String its = stay(first, "/hot?1");
            String other = its.equals("n1") ? "n2" : "n1";
            assertThat(stay(second, "/hot?2")).isEqualTo(its);
            assertThat(stay(third, "/hot?3")).isEqualTo(its);
            assertThat(stay(fourth, "/hot?4")).as("the other node helps").isEqualTo(other);
            assertThat(stay(fifth, "/hot?5"))
                    .as("the less loaded one of two that serve the path")
                    .isEqualTo(other);
        }
    }

    /**
     * Most work is in the middle size, so the cut between the two nodes lies there: all small requests are below it,
     * all large ones above.
     */
    @Test
    void requestsAreSortedBySizeOnceItIsLearned() throws Exception {
        Script small = takes(0);
        Script middle = takes(20);
        Script large = takes(60);
        try (ScriptedNode one = ScriptedNode.start("n1").on("/middle", middle).on("/large", large);
                ScriptedNode two =
                        ScriptedNode.start("n2").on("/middle", middle).on("/large", large)) {
            one.otherwise(small);
            two.otherwise(small);
            try (TestDispatcher dispatcher =
                    TestDispatcher.start(TestSettings.of(one, two).policy("sita-e"))) {
                for (int i = 0; i < 20; i++) {
                    ask(dispatcher, "/first"); // takes long while code is loaded
                }
                long begunNs = System.nanoTime();
                do {
                    askForAllSizes(dispatcher, "");
                } while (System.nanoTime() - begunNs < TimeUnit.MILLISECONDS.toNanos(1_500));

                askForAllSizes(dispatcher, "?sorted");
                askForAllSizes(dispatcher, "?sorted");

                assertThat(sorted(one)).contains("/small", "/middle").doesNotContain("/large");
                assertThat(sorted(two)).contains("/large").doesNotContain("/small");
            }
        }
    }

    private static void askForAllSizes(TestDispatcher dispatcher, String query) throws Exception {
        for (int i = 0; i < 10; i++) {
            ask(dispatcher, "/small" + query);
        }
        for (int i = 0; i < 8; i++) {
            ask(dispatcher, "/middle" + query);
        }
        ask(dispatcher, "/large" + query);
    }

    /** Paths of the requests that came to a node after sizes were learned. */
    private static Set<String> sorted(ScriptedNode node) {
        Set<String> paths = new HashSet<>();
        for (Message request : node.requests()) {
            if (request.target().endsWith("?sorted")) {
                paths.add(request.path());
            }
        }
        return paths;
    }

    /**
     * Two pictures are left on one node and none on the other. A policy that counts all tasks would give that one the
     * next two requests.
     */
    @Test
    void eachClassOfRequestsIsSharedOutByItself() throws Exception {
        List<String> nodes = new ArrayList<>();
        List<RawClient> clients = new ArrayList<>();
        try (ScriptedNode one = ScriptedNode.start("n1").otherwise(waits("n1"));
                ScriptedNode two = ScriptedNode.start("n2").otherwise(waits("n2"));
                TestDispatcher dispatcher = TestDispatcher.start(TestSettings.of(one, two)
                        .policy("cap")
                        .services(new ServiceRule("static", "/img", null), new ServiceRule("cpu", "/report", null)));
                RawClient first = dispatcher.connect();
                RawClient second = dispatcher.connect()) {
            for (int i = 0; i < 4; i++) {
                clients.add(dispatcher.connect());
                nodes.add(stay(clients.get(i), "/img/" + i));
            }
            assertThat(nodes).containsExactlyInAnyOrder("n1", "n1", "n2", "n2");

            letGo("/img/" + nodes.indexOf("n2"));
            letGo("/img/" + nodes.lastIndexOf("n2"));
            awaitIdle(dispatcher, "n2");
            assertThat(List.of(stay(first, "/report/1"), stay(second, "/report/2")))
                    .containsExactlyInAnyOrder("n1", "n2");
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    private static void awaitIdle(TestDispatcher dispatcher, String name) {
        Cluster cluster = dispatcher.cluster("shop");
        Node node = cluster.nodes().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        while (cluster.table().counts(node).inFlight() > 0) {
            assertThat(System.nanoTime()).as(name + " is idle in time").isLessThan(untilNs);
            Thread.onSpinWait();
        }
    }
}
