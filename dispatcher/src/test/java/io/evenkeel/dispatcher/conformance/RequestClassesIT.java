// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.Script;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.metrics.ClassTraffic;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Requests in classes, from the wire to the figures of each class. */
class RequestClassesIT {

    private static void ask(TestDispatcher dispatcher, String method, String target) throws Exception {
        try (RawClient client = dispatcher.connect()) {
            client.send(method + " " + target + " HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n");
            client.response(method);
        }
    }

    /** The classes of a cluster once they have so many requests: the last is counted after its answer has gone out. */
    private static List<ClassTraffic> classes(TestDispatcher dispatcher, String cluster, long requests) {
        Until.holds(
                requests + " requests of " + cluster,
                () -> dispatcher.control().classes(cluster).stream()
                                .mapToLong(ClassTraffic::requests)
                                .sum()
                        >= requests);
        return dispatcher.control().classes(cluster);
    }

    private static TestSettings withBank(ScriptedNode node) {
        return TestSettings.of(node)
                .cluster("bank", node)
                .route(null, "/bank", "bank")
                .route(null, null, "shop")
                .requestClasses(1)
                .loops(1);
    }

    /** An event loop that has known the cluster of that name before reports to the figures that are shown. */
    @Test
    void countsInAClusterThatWasRemovedAndAddedAgain() throws Exception {
        try (ScriptedNode node = ScriptedNode.start("n1");
                TestDispatcher dispatcher = TestDispatcher.start(withBank(node))) {
            ask(dispatcher, "GET", "/bank");
            ask(dispatcher, "GET", "/bank"); // with which the class has its name
            assertThat(classes(dispatcher, "bank", 2))
                    .as("counted before the cluster leaves")
                    .extracting(ClassTraffic::requests)
                    .containsExactly(2L, 0L);
            dispatcher.reload(TestSettings.of(node).requestClasses(1).loops(1));
            dispatcher.reload(withBank(node));
            for (int i = 0; i < 3; i++) {
                ask(dispatcher, "GET", "/bank");
            }

            assertThat(classes(dispatcher, "bank", 3))
                    .extracting(ClassTraffic::requests)
                    .containsExactly(3L, 0L);
            assertThat(dispatcher.control().cluster("bank").traffic().tasks()).isEqualTo(3);
        }
    }

    /** Numbers of classes mean something else then. Each policy begins a journal of its own. */
    @Test
    void anotherNumberOfSegmentsIsAnotherPolicy() throws Exception {
        AtomicInteger policies = new AtomicInteger();
        try (ScriptedNode node = ScriptedNode.start("n1");
                TestDispatcher dispatcher =
                        TestDispatcher.start(TestSettings.of(node).requestClasses(1), 1, cluster -> {
                            policies.incrementAndGet();
                            return (bytes, offset, length) -> {};
                        })) {
            dispatcher.reload(TestSettings.of(node).requestClasses(1).retry(2, 0.2));
            assertThat(policies).hasValue(1);

            dispatcher.reload(TestSettings.of(node).requestClasses(2).retry(2, 0.2));
            assertThat(policies).hasValue(2);
        }
    }

    @Test
    void tellsWhatEachClassTook() throws Exception {
        Script slow = (peer, head) -> {
            peer.body();
            Until.passed(30);
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        };
        try (ScriptedNode node = ScriptedNode.start("n1")
                        .on("/report", slow)
                        .on("/report/7", slow)
                        .on("/admin.php", Script.answer("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n"));
                TestDispatcher dispatcher =
                        TestDispatcher.start(TestSettings.of(node).requestClasses(1))) {
            for (int i = 0; i < 3; i++) {
                ask(dispatcher, "GET", "/page?n=" + i);
                ask(dispatcher, "POST", "/page/" + i);
                ask(dispatcher, "GET", "/report");
                ask(dispatcher, "GET", "/report/7");
                ask(dispatcher, "GET", "/admin.php");
            }

            List<ClassTraffic> classes = classes(dispatcher, "shop", 15);
            assertThat(classes)
                    .extracting(ClassTraffic::name)
                    .containsExactly("GET /page", "POST /page", "GET /report", "other");
            assertThat(classes).extracting(ClassTraffic::requests).containsExactly(3L, 3L, 6L, 3L);
            assertThat(classes.get(2).headNs().mean()).isGreaterThan(30e6);
            assertThat(classes.get(3).failures()).isZero();

            dispatcher.reload(TestSettings.of(node));
            assertThat(dispatcher.control().classes("shop"))
                    .as("none are told apart")
                    .isEmpty();
        }
    }
}
