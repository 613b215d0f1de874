// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.admission.Intake;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The engine of a process that has no descriptor left for a socket. */
class EngineWithoutSocketsIT {

    private static final InetSocketAddress NODE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 9);

    private final Queue<Throwable> told = new ConcurrentLinkedQueue<>();

    private final Intake intake = new Intake() {
        @Override
        public boolean isOpen(int loop) {
            return true;
        }

        @Override
        public void whenOpen(int loop, Runnable action) {
            action.run();
        }

        @Override
        public void took() {}

        @Override
        public void failed(Throwable cause) {
            told.add(cause);
        }
    };

    @Test
    void theHandlerHearsOfItLaterAsOfAnyFailure() throws Exception {
        try (Engine engine = PoorEngine.open()) {
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

    @Test
    void anEventSaysItOnceAndTheIntakeHearsOfItEachTime() throws Exception {
        try (Engine engine = PoorEngine.open()) {
            engine.intake(intake);
            Loop loop = engine.loops().get(0);
            Recorder last = new Recorder();

            loop.execute(() -> {
                engine.connect(loop, NODE, Duration.ofSeconds(5), new Recorder());
                engine.connect(loop, NODE, Duration.ofSeconds(5), new Recorder());
                engine.connect(loop, NODE, Duration.ofSeconds(5), last);
            });
            last.awaitEvent("failed");
            last.awaitEvent("closed");

            assertThat(engine.events().recent(10))
                    .singleElement()
                    .satisfies(event -> assertThat(event.message())
                            .startsWith("no socket for a connection to ")
                            .contains(
                                    ": Too many open files; ",
                                    "no fault of the node",
                                    "descriptors-full",
                                    "ulimit -n"));
            assertThat(told)
                    .hasSize(3)
                    .allSatisfy(cause -> assertThat(cause)
                            .isInstanceOf(Connector.NoSocketException.class)
                            .hasMessageContaining("Too many open files"));
        }
    }
}
