// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.EngineSettings.Transport;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.netty.channel.uring.IoUring;
import java.io.IOException;
import java.net.SocketException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Limits of client connections over sockets, on every transport this machine has. */
class AdmissionIT {

    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final int A_MOMENT_MS = 150;

    private ScriptedNode node;

    @SuppressWarnings("NullAway.Init") // each test starts its own
    private TestDispatcher dispatcher;

    @BeforeEach
    void startNode() throws IOException {
        node = ScriptedNode.start("a");
    }

    @AfterEach
    void stop() throws IOException {
        dispatcher.close();
        node.close();
    }

    private TestSettings settings(Transport transport, int connections, int perAddress) {
        return TestSettings.of(node).transport(transport).loops(2).connections(connections, perAddress);
    }

    private void start(Transport transport, int connections, int perAddress) {
        Assumptions.assumeTrue(transport != Transport.IO_URING || IoUring.isAvailable());
        dispatcher = TestDispatcher.start(settings(transport, connections, perAddress));
    }

    private RawClient served() throws IOException {
        RawClient client = dispatcher.connect().send(REQUEST);
        assertThat(client.response("GET").status()).isEqualTo(200);
        return client;
    }

    /** The reset may come so early that not even connecting succeeds. */
    private boolean isReset() throws IOException {
        try (RawClient client = dispatcher.connect()) {
            return client.end() == RawClient.Ending.RESET;
        } catch (SocketException e) {
            return true;
        }
    }

    private AdmissionCounts counts() {
        return dispatcher.control().dispatcher().listeners().get(0).admission();
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void clientsOfAFullListenerWaitUntilOneLeaves(Transport transport) throws IOException {
        start(transport, 2, 2);
        try (RawClient first = served();
                RawClient second = served();
                RawClient third = dispatcher.connect();
                RawClient fourth = dispatcher.connect()) {
            third.send(REQUEST);
            fourth.send(REQUEST);
            assertThat(third.silentFor(A_MOMENT_MS)).isTrue();
            first.close();
            second.close();
            assertThat(third.response("GET").status()).isEqualTo(200);
            assertThat(fourth.response("GET").status()).isEqualTo(200);
            assertThat(counts().full()).isPositive();
            assertThat(counts().refused()).isZero();
        }
        for (int i = 0; i < 20; i++) {
            served().close();
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void anAddressWithItsShareIsClosedAtOnce(Transport transport) throws IOException {
        start(transport, 10, 2);
        try (RawClient first = served();
                RawClient second = served()) {
            assertThat(isReset()).isTrue();
            assertThat(counts().refused()).isEqualTo(1);
            assertThat(first.send(REQUEST).response("GET").status()).isEqualTo(200);
            assertThat(second.send(REQUEST).response("GET").status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Transport.class,
            names = {"EPOLL", "NIO"})
    void aReloadWithAHigherLimitLetsThemIn(Transport transport) throws IOException {
        start(transport, 1, 1);
        try (RawClient first = served();
                RawClient second = dispatcher.connect()) {
            second.send(REQUEST);
            assertThat(second.silentFor(A_MOMENT_MS)).isTrue();
            assertThat(dispatcher.reload(settings(transport, 2, 2)).applied()).isTrue();
            assertThat(second.response("GET").status()).isEqualTo(200);
            assertThat(first.send(REQUEST).response("GET").status()).isEqualTo(200);
        }
    }
}
