// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ParentWatchIT {

    @TempDir
    private Path folder;

    @Test
    @Timeout(60)
    void childEndsWhenItsParentIsKilled() throws Exception {
        Process parent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Parent.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String line =
                new BufferedReader(new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8)).readLine();
        assertThat(line).as("pid of the child").matches("\\d+");
        ProcessHandle child = ProcessHandle.of(Long.parseLong(line)).orElseThrow();

        parent.destroyForcibly();

        child.onExit().get(20, TimeUnit.SECONDS);
        assertThat(child.isAlive()).isFalse();
    }

    /** Starts a database, tells its process id, and never stops it. */
    static final class Parent {

        private Parent() {}

        public static void main(String[] args) throws Exception {
            TradeDatabase database = TradeDatabase.start(ServerFiles.find(), Path.of(args[0], "database"), false);
            System.out.println(database.handle().pid());
            Thread.sleep(60_000);
        }
    }
}
