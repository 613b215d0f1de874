// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.evenkeel.config.cluster.discover.DiscoverSettings;
import io.evenkeel.config.cluster.discover.SourceSettings.Kubernetes;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that sends an answer without an end; a full heap would end the process. */
class EndlessAnswerIT {

    private static final long MOST_SENT = 128L << 20;

    @TempDir
    private Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicLong sent = new AtomicLong();
    private HttpServer server;
    private KubernetesSource source;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            sendUntilNobodyReads(exchange.getResponseBody());
        });
        server.start();
        Path kubeconfig = Kubeconfig.write(folder, server.getAddress().getPort());
        Kubernetes settings = new Kubernetes(null, "shop", null, null, kubeconfig);
        source = new KubernetesSource(
                settings,
                new DiscoverSettings(settings, null, Duration.ofSeconds(5), Duration.ofSeconds(1), 10, 0, 0),
                100);
    }

    @AfterEach
    void stop() {
        source.close();
        server.stop(0);
        threads.shutdownNow();
    }

    private void sendUntilNobodyReads(OutputStream out) throws IOException {
        byte[] piece = "7".repeat(1 << 16).getBytes(StandardCharsets.US_ASCII);
        try (out) {
            out.write('"');
            while (sent.get() < MOST_SENT) {
                out.write(piece);
                sent.addAndGet(piece.length);
            }
        }
    }

    @Test
    void isNotReadToItsEnd() {
        assertThatThrownBy(() -> source.ask().get(20, TimeUnit.SECONDS))
                .hasRootCauseMessage("the answer is longer than 16777216 bytes");
        assertThat(sent.get()).isLessThan(64L << 20);
    }
}
