// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.EngineSettings;
import io.evenkeel.dispatcher.log.EventLog;
import io.netty.channel.ChannelException;
import io.netty.channel.socket.SocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The engine of a process that has no descriptor left for a socket. */
class EngineWithoutSocketsIT {

    private static final InetSocketAddress NODE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 9);

    private static Engine engine() {
        Transport nio = Transport.of(EngineSettings.Transport.NIO);
        Supplier<SocketChannel> none = () -> {
            throw new ChannelException("Too many open files");
        };
        Transport poor = new Transport(
                nio.kind(), nio.handlers(), none, nio.servers(), nio.direct(), nio.readsAtOnce(), nio.reusePort());
        return new Engine(
                new EngineSettings(EngineSettings.Transport.NIO, 1, Duration.ofSeconds(1)), poor, true, new EventLog());
    }

    @Test
    void theHandlerHearsOfItLaterAsOfAnyFailure() throws Exception {
        try (Engine engine = engine()) {
            Loop loop = engine.loops().get(0);
            Recorder recorder = new Recorder();
            CompletableFuture<List<String>> atReturn = new CompletableFuture<>();

            loop.execute(() -> {
                Connection made = engine.connect(loop, NODE, Duration.ofSeconds(5), recorder);
                atReturn.complete(List.of("made " + made, "told " + recorder.events));
            });

            assertThat(atReturn.get(20, TimeUnit.SECONDS)).containsExactly("made null", "told []");
            recorder.awaitEvent("failed");
            recorder.awaitEvent("closed");
        }
    }
}
