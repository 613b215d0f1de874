// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.load.FailureKind;
import io.evenkeel.load.LoadPlan;
import io.evenkeel.load.Ramp;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClosedLoopIT {

    private static LoadPlan plan(URI target) {
        return new LoadPlan(
                target, 1, Ramp.NONE, Duration.ofMillis(5), Duration.ofSeconds(60), 3, Duration.ofSeconds(10), 1);
    }

    @Test
    void nobodyThereIsAFailureAndNotARetry() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        try (LoadHandle loop = ClosedLoop.start(plan(URI.create("http://127.0.0.1:" + port + "/trade")))) {
            loop.await();
            assertThat(loop.report().failuresByKind()).isEqualTo(Map.of(FailureKind.REFUSED, 3L));
            assertThat(loop.report().requests()).isEqualTo(3);
        }
    }
}
