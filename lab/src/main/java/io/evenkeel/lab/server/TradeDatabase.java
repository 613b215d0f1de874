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
    private final String url;
    private final String password;

    private TradeDatabase(ChildProcess process, String url, String password) {
        this.process = process;
        this.url = url;
        this.password = password;
    }

    static TradeDatabase start(ServerFiles files, Path folder) throws StartFailedException, InterruptedException {
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        String password = HexFormat.of().formatHex(random);
        ChildProcess process;
        try {
            Files.createDirectories(folder);
            process = ChildProcess.start(
                    folder,
                    List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Dh2.bindAddress=127.0.0.1"),
                    List.of(files.h2()),
                    List.of(DatabaseMain.class.getName()),
                    Map.of(DatabaseMain.PASSWORD, password));
        } catch (IOException e) {
            throw new StartFailedException("the database could not be started", e);
        }
        String url = null;
        try {
            url = awaitUrl(process);
        } finally {
            if (url == null) {
                process.close();
            }
        }
        if (url == null) {
            throw new StartFailedException("the database did not start:\n" + process.logTail());
        }
        return new TradeDatabase(process, url, password);
    }

    private static @Nullable String awaitUrl(ChildProcess process) throws InterruptedException {
        long deadlineNs = System.nanoTime() + LONGEST_START.toNanos();
        while (process.isAlive() && System.nanoTime() < deadlineNs) {
            Matcher ready = READY.matcher(process.log());
            if (ready.find()) {
                return "jdbc:h2:tcp://127.0.0.1:" + ready.group(1) + "/" + DatabaseMain.NAME + ";LOCK_TIMEOUT=10000";
            }
            Thread.sleep(20);
        }
        return null;
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
        process.close();
    }
}
