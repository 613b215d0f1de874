// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The database that the nodes share, in a process of its own. */
final class TradeDatabase implements AutoCloseable {

    private static final Pattern READY = Pattern.compile("(?m)^port (\\d+)$");
    private static final Duration LONGEST_START = Duration.ofSeconds(60);

    private final ChildProcess process;
    private final @Nullable DelayingProxy far;
    private final String url;
    private final String password;

    private TradeDatabase(ChildProcess process, @Nullable DelayingProxy far, int port, String password) {
        this.process = process;
        this.far = far;
        this.url = "jdbc:h2:tcp://127.0.0.1:" + port + "/" + DatabaseMain.NAME + ";LOCK_TIMEOUT=10000";
        this.password = password;
    }

    /**
     * Starts the database.
     *
     * @param movable true when {@link #moveAway} must work
     */
    static TradeDatabase start(ServerFiles files, Path folder, boolean movable)
            throws StartFailedException, InterruptedException {
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        String password = HexFormat.of().formatHex(random);
        ChildProcess process;
        try {
            Files.createDirectories(folder);
            process = ChildProcess.start(
                    folder,
                    new Launch(
                            List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Dh2.bindAddress=127.0.0.1"),
                            List.of(files.h2()),
                            List.of(DatabaseMain.class.getName()),
                            Map.of(DatabaseMain.PASSWORD, password)));
        } catch (IOException e) {
            throw new StartFailedException("the database could not be started", e);
        }
        TradeDatabase ready = null;
        try {
            int port = awaitPort(process);
            if (port == 0) {
                throw new StartFailedException("the database did not start:\n" + process.logTail());
            }
            DelayingProxy far = movable ? DelayingProxy.open(port) : null;
            ready = new TradeDatabase(process, far, far == null ? port : far.port(), password);
            return ready;
        } catch (IOException e) {
            throw new StartFailedException("the database has no port", e);
        } finally {
            if (ready == null) {
                process.close();
            }
        }
    }

    /** The port it listens on; 0 when it does not start. */
    private static int awaitPort(ChildProcess process) throws InterruptedException {
        long deadlineNs = System.nanoTime() + LONGEST_START.toNanos();
        while (process.isAlive() && System.nanoTime() < deadlineNs) {
            Matcher ready = READY.matcher(process.log());
            if (ready.find()) {
                return Integer.parseInt(ready.group(1));
            }
            Thread.sleep(20);
        }
        return 0;
    }

    /** Puts the database as far away as a round trip takes. */
    void moveAway(Duration roundTrip) {
        if (far != null) {
            far.roundTrip(roundTrip);
        }
    }

    String url() {
        return url;
    }

    String password() {
        return password;
    }

    ProcessHandle handle() {
        return process.handle();
    }

    @Override
    public void close() {
        if (far != null) {
            far.close();
        }
        process.close();
    }
}
