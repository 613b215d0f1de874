// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.node.NodeState;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Checks by gRPC's health checking protocol, of Google's server with Google's health service. */
final class GrpcChecksIT {

    private static TestDispatcher dispatcher(int port, String service) throws IOException {
        return TestDispatcher.start(
                TestSettings.of().andNode("a", port).http2Nodes().checkedByGrpc(service, 20));
    }

    private static NodeView node(TestDispatcher dispatcher) {
        return dispatcher.control().clusters().get(0).nodes().get(0);
    }

    private static void becomes(NodeState state, TestDispatcher dispatcher) {
        Until.holds("the node is " + state, () -> node(dispatcher).state() == state);
    }

    @Test
    void theServerAsAWholeIsFollowed() throws IOException {
        try (GrpcNode server = new GrpcNode()) {
            server.serves("", false);
            try (TestDispatcher dispatcher = dispatcher(server.port(), "")) {
                becomes(NodeState.DOWN, dispatcher);
                assertThat(node(dispatcher).reason()).isEqualTo("check failed: NOT_SERVING");

                server.serves("", true);
                becomes(NodeState.UP, dispatcher);
            }
        }
    }

    @Test
    void oneServiceIsFollowed() throws IOException {
        try (GrpcNode server = new GrpcNode()) {
            try (TestDispatcher dispatcher = dispatcher(server.port(), "shop.Basket")) {
                becomes(NodeState.DOWN, dispatcher);
                assertThat(node(dispatcher).reason())
                        .isEqualTo("check failed: it does not know the service 'shop.Basket'");

                server.serves("", false);
                server.serves("shop.Basket", true);
                becomes(NodeState.UP, dispatcher);
            }
        }
    }

    /** A server of HTTP/2 that answers like any web server. */
    @Test
    void aServerWithoutGrpcIsNamed() throws IOException {
        try (ScriptedNode behind = ScriptedNode.start("a");
                TestDispatcher server = TestDispatcher.start(TestSettings.of(behind));
                TestDispatcher dispatcher = dispatcher(server.port(), "")) {
            becomes(NodeState.DOWN, dispatcher);

            assertThat(node(dispatcher).reason()).isEqualTo("check failed: the answer is not one of gRPC");
        }
    }
}
