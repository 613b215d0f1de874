// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A Tomcat with the sample application, ready to serve.
 *
 * <p>Workers, waiting places and pool have hard limits, so a request that finds all of them taken is refused as on a production server that is
 * configured with care.
 */
public final class TomcatServer implements AutoCloseable {

    /** Where the sample application is on every server. */
    public static final String PATH = "/trade";

    private static final int TRIES = 3;
    private static final int MOST_CONNECTIONS = 200;
    private static final Duration LONGEST_START = Duration.ofSeconds(90);

    private final String name;
    private final int port;
    private final Capacity capacity;
    private final ChildProcess process;

    private TomcatServer(String name, int port, Capacity capacity, ChildProcess process) {
        this.name = name;
        this.port = port;
        this.capacity = capacity;
        this.process = process;
    }

    /** Starts a server and waits until the application answers; takes another port when the one it chose is snatched away. */
    static TomcatServer start(
            ServerFiles files, Path folder, NodePlan plan, TradeDatabase database, Map<String, String> properties)
            throws StartFailedException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            ChildProcess process;
            int port;
            try {
                port = freePort();
                layOut(folder);
                process = ChildProcess.start(
                        folder,
                        options(files, folder, plan, port, database, properties),
                        List.of(
                                files.tomcat().resolve("bin/bootstrap.jar"),
                                files.tomcat().resolve("bin/tomcat-juli.jar"),
                                files.h2()),
                        List.of("org.apache.catalina.startup.Bootstrap", "start"),
                        Map.of());
            } catch (IOException e) {
                throw new StartFailedException(plan.name() + " could not be started", e);
            }
            TomcatServer server = new TomcatServer(plan.name(), port, plan.capacity(), process);
            boolean ready = false;
            try {
                ready = server.awaitReady();
            } finally {
                if (!ready) {
                    server.close();
                }
            }
            if (ready) {
                return server;
            }
            if (attempt == TRIES || !process.log().contains("java.net.BindException")) {
                throw new StartFailedException(plan.name() + " did not start:\n" + process.logTail());
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void layOut(Path folder) throws IOException {
        for (String sub : List.of("conf", "logs", "temp", "webapps", "work")) {
            Files.createDirectories(folder.resolve(sub));
        }
        for (String file : List.of("server.xml", "web.xml", "logging.properties")) {
            try (InputStream content = TomcatServer.class.getResourceAsStream("tomcat/" + file)) {
                if (content == null) {
                    throw new IOException("tomcat/" + file + " is not on the class path");
                }
                Files.write(folder.resolve("conf").resolve(file), content.readAllBytes());
            }
        }
    }

    private static List<String> options(
            ServerFiles files,
            Path folder,
            NodePlan plan,
            int port,
            TradeDatabase database,
            Map<String, String> properties) {
        Capacity capacity = plan.capacity();
        List<String> options = new ArrayList<>(List.of(
                "-Xms32m",
                "-Xmx" + capacity.heapMb() + "m",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Djava.io.tmpdir=" + folder.resolve("temp"),
                "-Djava.util.logging.manager=org.apache.juli.ClassLoaderLogManager",
                "-Djava.util.logging.config.file=" + folder.resolve("conf/logging.properties"),
                "-Dcatalina.home=" + files.tomcat(),
                "-Dcatalina.base=" + folder,
                "-Dorg.apache.catalina.startup.EXIT_ON_INIT_FAILURE=true",
                "-Devenkeel.node=" + plan.name(),
                "-Dnode.port=" + port,
                "-Dnode.workers=" + capacity.workers(),
                "-Dnode.spare=" + (capacity.workers() + 1) / 2,
                "-Dnode.queue=" + capacity.queue(),
                "-Dnode.connections=" + MOST_CONNECTIONS,
                "-Dnode.jdbc=" + capacity.jdbc(),
                "-Dnode.war=" + files.war(),
                "-Dnode.database=" + database.url(),
                "-Dnode.user=" + DatabaseMain.USER,
                "-Dnode.password=" + database.password()));
        properties.forEach((key, value) -> options.add("-D" + key + "=" + value));
        return options;
    }

    private boolean awaitReady() throws InterruptedException {
        long deadlineNs = System.nanoTime() + LONGEST_START.toNanos();
        while (process.isAlive() && System.nanoTime() < deadlineNs) {
            if (isHealthy()) {
                return true;
            }
            Thread.sleep(50);
        }
        return false;
    }

    /** Whether the application answers its health check now, and it is this node that answers on the port. */
    public boolean isHealthy() {
        try {
            HttpURLConnection check =
                    (HttpURLConnection) uri().resolve(PATH + "/health").toURL().openConnection();
            check.setConnectTimeout(2000);
            check.setReadTimeout(10_000);
            try {
                return check.getResponseCode() == 200 && name.equals(check.getHeaderField("X-Node"));
            } finally {
                check.disconnect();
            }
        } catch (IOException e) {
            return false;
        }
    }

    public String name() {
        return name;
    }

    public int port() {
        return port;
    }

    public Capacity capacity() {
        return capacity;
    }

    /** The server's root, {@code http://127.0.0.1:port}. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** The server's process, to watch it or to do it harm. */
    public ProcessHandle handle() {
        return process.handle();
    }

    void askToStop() {
        process.askToStop();
    }

    /** Stops the server and waits until it is gone. */
    @Override
    public void close() {
        process.close();
    }
}
