// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.Script;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Wire;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** A dispatcher with a scripted node behind it: the set-up of most conformance tests. */
final class Stand implements Closeable {

    private final List<ScriptedNode> nodes;
    private final TestDispatcher dispatcher;

    private Stand(List<ScriptedNode> nodes, TestDispatcher dispatcher) {
        this.nodes = nodes;
        this.dispatcher = dispatcher;
    }

    /** One node, generous timeouts. */
    static Stand on(Way way) {
        return of(1, s -> s.transport(way.transport()).cover(way.cover()));
    }

    /** {@code count} nodes named {@code n1}, {@code n2} and so on. */
    static Stand of(int count, UnaryOperator<TestSettings> changes) {
        try {
            List<ScriptedNode> nodes = new ArrayList<>();
            for (int i = 1; i <= count; i++) {
                nodes.add(ScriptedNode.start("n" + i));
            }
            return new Stand(
                    nodes, TestDispatcher.start(changes.apply(TestSettings.of(nodes.toArray(new ScriptedNode[0])))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    RawClient connect() throws IOException {
        return dispatcher.connect();
    }

    TestDispatcher dispatcher() {
        return dispatcher;
    }

    ScriptedNode node() {
        return nodes.get(0);
    }

    ScriptedNode node(int number) {
        return nodes.get(number - 1);
    }

    /** Every node plays {@code script} for requests to {@code path}. */
    Stand on(String path, Script script) {
        nodes.forEach(n -> n.on(path, script));
        return this;
    }

    /** Requests that came whole to the nodes; in order where there is one node. */
    List<Message> requests() {
        return nodes.stream().flatMap(n -> n.requests().stream()).toList();
    }

    long requestsTo(String path) {
        return requests().stream().filter(m -> m.path().equals(path)).count();
    }

    long receivedBytes() {
        return nodes.stream().mapToLong(ScriptedNode::receivedBytes).sum();
    }

    /** The faults of requests that were not well-formed, since the last call. */
    List<String> takeMalformed() {
        List<String> taken = nodes.stream().flatMap(n -> n.malformed().stream()).toList();
        nodes.forEach(n -> n.malformed().clear());
        return taken;
    }

    /** Every n-th of {@code all}, so that there are at most {@code most}: always the same ones. */
    static <T> List<T> sample(List<T> all, int most) {
        int step = (all.size() + most - 1) / most;
        return IntStream.range(0, all.size())
                .filter(i -> i % step == 0)
                .mapToObj(all::get)
                .toList();
    }

    /** Runs a case and names it, with what it sent, when it fails. */
    static void naming(String name, String sent, Case body) throws Exception {
        try {
            body.run();
        } catch (AssertionError | IOException e) {
            throw new AssertionError(
                    "case <" + name + ">: " + e.getMessage() + "\nsent:\n" + Wire.shown(Wire.bytes(sent)) + "\n", e);
        }
    }

    /** A case to run. */
    interface Case {
        void run() throws Exception;
    }

    /** Lets bytes that are under way arrive: a request through a connection of its own has made its round. */
    void settle() throws IOException {
        for (int i = 0; i < nodes.size(); i++) {
            try (RawClient client = connect()) {
                client.send("GET /settle HTTP/1.1\r\nHost: settle\r\nConnection: close\r\n\r\n");
                assertThat(client.response("GET").status()).isEqualTo(200);
                client.end();
            }
        }
        nodes.forEach(ScriptedNode::forgetSettling);
    }

    /** Checks the properties of every request that a node gets. */
    static void checkForwarded(Message got) {
        assertThat(got.version()).as("version").isEqualTo("HTTP/1.1");
        for (String hop : List.of("Keep-Alive", "Proxy-Connection", "HTTP2-Settings")) {
            assertThat(got.values(hop)).as(hop).isEmpty();
        }
        assertThat(got.values("X-Forwarded-For")).as("X-Forwarded-For").containsExactly("127.0.0.1");
        assertThat(got.value("Via")).as("Via").isNotEmpty();
        assertThat(got.trailers())
                .as("trailers")
                .noneMatch(f -> List.of(
                                "content-length",
                                "transfer-encoding",
                                "host",
                                "connection",
                                "x-forwarded-for",
                                "upgrade",
                                "te",
                                "expect")
                        .contains(f.name().toLowerCase(java.util.Locale.ROOT)));
    }

    @Override
    public void close() throws IOException {
        dispatcher.close();
        for (ScriptedNode node : nodes) {
            node.close();
        }
    }
}
