// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * An app server with an application on it, ready to serve, in a process of its own.
 *
 * <p>Workers, waiting places and pool have hard limits, so a request that finds all of them taken is refused as on a
 * production server that is configured with care. Its {@link Recipe} decides the kind of server and the way it is told
 * its limits.
 */
public final class AppServer implements AutoCloseable {

    /** The path of the application on every server. */
    public static final String PATH = "/trade";

    private static final int TRIES = 3;
    private static final Duration LONGEST_START = Duration.ofMinutes(2);

    private final NodePlan plan;
    private final int port;
    private final int agentPort;
    private final Path folder;
    private final Launch launch;
    private volatile ChildProcess process;

    private AppServer(NodePlan plan, int port, int agentPort, Path folder, Launch launch, ChildProcess process) {
        this.plan = plan;
        this.port = port;
        this.agentPort = agentPort;
        this.folder = folder;
        this.launch = launch;
        this.process = process;
    }

    /**
     * Starts a server and waits until the application answers; takes another port when another process takes the chosen
     * one first.
     */
    static AppServer start(
            ServerFiles files, Path folder, NodePlan plan, TradeDatabase database, Map<String, String> properties)
            throws StartFailedException, InterruptedException {
        Path home = files.home(plan.type());
        for (int attempt = 1; ; attempt++) {
            ChildProcess process;
            int port;
            int agentPort;
            Launch launch;
            try {
                port = freePort();
                agentPort = plan.agent() == AgentWay.NONE ? 0 : freePort();
                ServerInputs inputs =
                        new ServerInputs(files, home, folder, plan, port, agentPort, database, properties);
                launch = plan.type().recipe().layOut(inputs);
                process = ChildProcess.start(folder, launch);
            } catch (IOException e) {
                throw new StartFailedException(plan.name() + " could not be started", e);
            }
            AppServer server = new AppServer(plan, port, agentPort, folder, launch, process);
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

    /** True when the application answers its health check now, and this node answers on the port. */
    public boolean isHealthy() {
        try {
            HttpURLConnection check =
                    (HttpURLConnection) uri().resolve(PATH + "/health").toURL().openConnection();
            check.setConnectTimeout(2000);
            check.setReadTimeout(10_000);
            try {
                return check.getResponseCode() == 200 && name().equals(check.getHeaderField("X-Node"));
            } finally {
                check.disconnect();
            }
        } catch (IOException e) {
            return false;
        }
    }

    public String name() {
        return plan.name();
    }

    public ServerType type() {
        return plan.type();
    }

    public int port() {
        return port;
    }

    /** The port of its own on which the agent answers; 0 when the server has no agent. */
    public int agentPort() {
        return agentPort;
    }

    public NodeCapacity capacity() {
        return plan.capacity();
    }

    /** The server's root, {@code http://127.0.0.1:port}. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** The server's process, to watch it or to kill it. */
    public ProcessHandle handle() {
        return process.handle();
    }

    /** The output of the server so far. */
    public String log() {
        return process.log();
    }

    /**
     * Starts the server again after it was stopped or killed, on the same port, and waits until the application
     * answers. Not to be called while the fleet is closed.
     */
    public void restart() throws StartFailedException, InterruptedException {
        process.close();
        try {
            process = ChildProcess.start(folder, launch);
        } catch (IOException e) {
            throw new StartFailedException(plan.name() + " could not be started again", e);
        }
        if (!awaitReady()) {
            throw new StartFailedException(plan.name() + " did not start again:\n" + process.logTail());
        }
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
