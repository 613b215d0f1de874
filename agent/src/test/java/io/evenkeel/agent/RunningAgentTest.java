// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.agent.log.AgentLog;
import io.evenkeel.agent.server.ServerCollector;
import io.evenkeel.agent.settings.AgentOptions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated // the log of the agents is one for the JVM
@Timeout(30)
class RunningAgentTest {

    @AfterEach
    void saysOnStandardErrorAgain() {
        AgentLog.to(said -> {
            throw new IllegalStateException("over");
        });
        AgentLog.say("a test has ended");
    }

    /** To say that the heap is full takes heap. */
    @Test
    void outlivesAFullHeapInWhichNothingCanBeSaid() throws InterruptedException {
        JvmSharedState shared = JvmSharedState.apart();
        CountDownLatch full = new CountDownLatch(1);
        AgentLog.to(said -> {
            if (said.contains("could not take a sample")) {
                full.countDown();
                throw new OutOfMemoryError("no room for words");
            }
        });
        AgentOptions settings = AgentOptions.ofApplication(Map.of("port", "off"));
        Thread thread = new Thread(() -> new RunningAgent(
                        shared,
                        settings,
                        new ServerCollector(settings),
                        server -> List.of((into, nowNs) -> {
                            throw new OutOfMemoryError("full for RunningAgentTest");
                        }))
                .run());
        thread.start();
        full.await();
        while (thread.isAlive() && thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }

        assertThat(thread.isAlive()).as("it rests and tries again").isTrue();
        assertThat(shared.page().get()).as("its page").isNotNull();
        thread.interrupt();
        thread.join();
        assertThat(shared.page().get()).isNull();
    }
}
