// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.mcmp;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.DiscardHandler;
import io.evenkeel.dispatcher.engine.ManualLoop;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.engine.MemoryNetwork;
import io.evenkeel.dispatcher.engine.Sent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Peers that read their answers slowly, or not. */
final class AnswerOutputTest {

    private static final int LARGE = 1 << 20;
    private static final Duration PATIENCE =
            Duration.ofNanos(AnswerOutput.PATIENCE_NS).plusMillis(100);

    private final ManualLoop clock = new ManualLoop();
    private final List<Connection> made = new ArrayList<>();
    private final Peer peer = new MemoryNetwork(clock).client(connection -> {
        made.add(connection);
        return DiscardHandler.HANDLER;
    });
    private final AnswerOutput output = new AnswerOutput(made.get(0));

    @Test
    void aPeerThatReadsNothingOfALongAnswerIsClosed() {
        peer.takes(0);
        assertThat(output.write(new byte[LARGE])).isEqualTo(Sent.BACKLOG);
        assertThat(peer.isOpen()).isTrue();
        clock.pass(PATIENCE);

        assertThat(peer.isOpen()).isFalse();
        assertThat(made.get(0).unsent()).isZero();
    }

    @Test
    void aPeerThatReadsSlowlyGetsItAll() {
        peer.takes(0);
        output.write(new byte[LARGE]);
        for (int i = 0; i < 20; i++) {
            peer.takes(LARGE / 20);
            clock.pass(Duration.ofSeconds(1));
            assertThat(peer.isOpen()).isTrue();
        }
        peer.takesAll();
        output.drained();
        clock.pass(Duration.ofMinutes(1));

        assertThat(peer.got()).hasSize(LARGE);
        assertThat(peer.isOpen()).isTrue();
    }

    @Test
    void fewOctetsMayWaitForAsLongAsTheConnectionIsIdle() {
        peer.takes(0);
        output.write(new byte[AnswerOutput.FEW]);
        clock.pass(Duration.ofMinutes(1));

        assertThat(peer.isOpen()).isTrue();
    }

    @Test
    void aConnectionThatEndsWaitsForNoPeerThatDoesNotRead() {
        peer.takes(0);
        output.write(new byte[10]);
        output.closeWhenSent();
        assertThat(peer.isOpen()).isTrue();
        clock.pass(PATIENCE);

        assertThat(peer.isOpen()).isFalse();
    }
}
