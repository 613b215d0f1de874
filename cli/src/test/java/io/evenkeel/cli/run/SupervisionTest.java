// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class SupervisionTest {

    private final LinkedBlockingQueue<String> sent = new LinkedBlockingQueue<>();
    private final List<String> said = new ArrayList<>();

    private Supervision supervision() {
        return new Supervision(lines -> sent.add(String.join(" ", lines)), () -> 7_000_000, said::add);
    }

    @Test
    void reportsEachStep() {
        try (Supervision supervision = supervision()) {
            supervision.ready("serving web");
            supervision.reloading();
            supervision.stopping(Duration.ofSeconds(30));
        }

        assertThat(sent)
                .containsExactly(
                        "READY=1 STATUS=serving web",
                        "RELOADING=1 MONOTONIC_USEC=7000",
                        "STOPPING=1 STATUS=draining EXTEND_TIMEOUT_USEC=45000000");
    }

    @Test
    void sendsASignOfLifeWhenEveryLoopTookItsTurnAndAsksAgainOnlyThen() throws Exception {
        List<Runnable> asked = new ArrayList<>();
        try (Supervision supervision = supervision()) {
            supervision.ask(asked::add);
            supervision.ask(asked::add);
            assertThat(asked).as("questions while the loops have not answered").hasSize(1);
            assertThat(sent).isEmpty();

            asked.get(0).run();
            assertThat(sent.poll(20, TimeUnit.SECONDS)).isEqualTo("WATCHDOG=1");

            supervision.ask(asked::add);
            assertThat(asked).as("questions after the answer").hasSize(2);
        }
    }

    @Test
    void takesHalfOfTheTimeThatTheWatchdogWaits() {
        assertThat(Supervision.watchdogPeriod(Map.of("WATCHDOG_USEC", "30000000"), 42))
                .isEqualTo(Duration.ofSeconds(15));
        assertThat(Supervision.watchdogPeriod(Map.of("WATCHDOG_USEC", "30000000", "WATCHDOG_PID", "42"), 42))
                .isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void sendsNoSignsOfLifeThatNobodyWants() {
        assertThat(Supervision.watchdogPeriod(Map.of(), 42)).isZero();
        assertThat(Supervision.watchdogPeriod(Map.of("WATCHDOG_USEC", "soon"), 42))
                .isZero();
        assertThat(Supervision.watchdogPeriod(Map.of("WATCHDOG_USEC", "0"), 42)).isZero();
        assertThat(Supervision.watchdogPeriod(Map.of("WATCHDOG_USEC", "30000000", "WATCHDOG_PID", "43"), 42))
                .as("signs of life of another process")
                .isZero();
    }

    @Test
    void saysOnceThatNobodyListens() {
        Supervision.Notices deaf = lines -> {
            throw new IOException("nobody is there");
        };
        try (Supervision supervision = new Supervision(deaf, () -> 0, said::add)) {
            supervision.ready("serving web");
            supervision.reloading();
        }

        assertThat(said).containsExactly("the service manager does not hear READY=1: nobody is there");
    }

    @Test
    void saysThatTheSocketIsNoSocket() {
        Supervision.of(Map.of("NOTIFY_SOCKET", "notify"), said::add).close();

        assertThat(said).singleElement().asString().contains("NOTIFY_SOCKET", "neither an absolute path");
    }
}
