// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Another process that holds a file and writes into it when it is told, one step at a time. */
final class HoldingProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader said;

    /** Returns once the process holds the file, which stays as it is. */
    HoldingProcess(Path file) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx32m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        HoldingProcess.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        said = process.inputReader(StandardCharsets.UTF_8);
        heard();
    }

    /** Puts this line in place of what the file has. */
    void write(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        heard();
    }

    private void heard() throws IOException {
        @Nullable String line = said.readLine();
        if (!"done".equals(line)) {
            throw new IOException("the process that holds a file said " + line);
        }
    }

    /** Kills the process, so that the kernel ends its hold. */
    @Override
    public void close() throws IOException {
        try {
            process.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** The program of the other process. */
    public static void main(String... arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        if (!Files.exists(file)) {
            Files.createFile(file);
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            channel.lock();
            System.out.println("done");
            for (String line = orders.readLine(); line != null; line = orders.readLine()) {
                channel.truncate(0).position(0);
                channel.write(StandardCharsets.UTF_8.encode(line + "\n"));
                System.out.println("done");
            }
        }
    }
}
