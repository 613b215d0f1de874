// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.overload;

import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.server.AppServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * HAProxy before the same servers: the least connections, as many to a server as it has workers, and a queue in which
 * requests wait as long as the clients do. Sessions keep to their server by the application's own cookie.
 */
final class HaproxyProcess implements AutoCloseable {

    private static final List<Path> PLACES = List.of(Path.of("/usr/sbin/haproxy"), Path.of("/usr/local/sbin/haproxy"));
    private static final long LONGEST_START_MS = 10_000;

    private final Process process;
    private final int port;

    private HaproxyProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts it; {@code keys} are null for plain connections. */
    static HaproxyProcess start(Path folder, List<AppServer> servers, @Nullable LabKeys keys)
            throws ExperimentException, InterruptedException {
        Path program = program();
        try {
            int port = freePort();
            Path file = Files.writeString(folder.resolve("haproxy.cfg"), configuration(port, servers, keys));
            Process process = new ProcessBuilder(program.toString(), "-db", "-f", file.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("haproxy.log").toFile())
                    .start();
            HaproxyProcess started = new HaproxyProcess(process, port);
            if (!started.isReady()) {
                started.close();
                throw new ExperimentException(
                        "HAProxy did not start: " + Files.readString(folder.resolve("haproxy.log")), null);
            }
            return started;
        } catch (IOException e) {
            throw new ExperimentException("HAProxy could not be started: " + e.getMessage(), e);
        }
    }

    private static Path program() throws ExperimentException {
        String path = System.getenv("PATH");
        Stream<Path> others = path == null
                ? Stream.of()
                : Stream.of(path.split(java.io.File.pathSeparator, -1)).map(folder -> Path.of(folder, "haproxy"));
        return Stream.concat(PLACES.stream(), others)
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new ExperimentException(
                        "there is no haproxy: install it (apt-get install haproxy), or leave the variant out with"
                                + " --variant",
                        null));
    }

    /** The configuration: the queue waits as long as a client has patience. */
    static String configuration(int port, List<AppServer> servers, @Nullable LabKeys keys) {
        StringBuilder members = new StringBuilder();
        for (AppServer server : servers) {
            members.append("  server %s 127.0.0.1:%d cookie %s maxconn %d\n"
                    .formatted(
                            server.name(),
                            server.port(),
                            server.name(),
                            server.capacity().workers()));
        }
        String secure = keys == null ? "" : " ssl crt " + keys.both() + " alpn http/1.1";
        return """
                global
                  maxconn 5000
                defaults
                  mode http
                  timeout connect 2s
                  timeout client 60s
                  timeout server 15s
                  timeout queue 10s
                  retries 0
                frontend web
                  bind 127.0.0.1:%d backlog 4096%s
                  default_backend trade
                backend trade
                  balance leastconn
                  cookie JSESSIONID prefix nocache
                  http-reuse always
                %s""".formatted(port, secure, members);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private boolean isReady() throws InterruptedException {
        long endNs = System.nanoTime() + LONGEST_START_MS * 1_000_000;
        while (process.isAlive() && System.nanoTime() < endNs) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
                return true;
            } catch (IOException notYet) {
                if (process.waitFor(50, TimeUnit.MILLISECONDS)) {
                    return false;
                }
            }
        }
        return false;
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
