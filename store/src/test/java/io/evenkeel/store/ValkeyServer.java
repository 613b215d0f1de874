// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The {@code valkey-server} or {@code redis-server} of this machine, on a port of its own, which keeps nothing. */
final class ValkeyServer implements AutoCloseable {

    static final String PASSWORD = "open-sesame";

    private final Process process;
    private final int port;

    private ValkeyServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** A server on a port that is free. */
    static ValkeyServer start(Path folder) throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = free.getLocalPort();
            free.close();
            return start(folder, port);
        }
    }

    /** A server on a port. */
    static ValkeyServer start(Path folder, int port) throws IOException {
        return start(folder, port, List.of("--port", "" + port));
    }

    /** A server that speaks TLS alone, with {@code cert.pem} and {@code key.pem} of the folder. */
    static ValkeyServer startTls(Path folder) throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = free.getLocalPort();
            free.close();
            return start(
                    folder,
                    port,
                    List.of(
                            "--port",
                            "0",
                            "--tls-port",
                            "" + port,
                            "--tls-cert-file",
                            "cert.pem",
                            "--tls-key-file",
                            "key.pem",
                            "--tls-auth-clients",
                            "no"));
        }
    }

    private static ValkeyServer start(Path folder, int port, List<String> options) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(program(), "--bind", "127.0.0.1", "--save", "", "--requirepass", PASSWORD));
        command.addAll(options);
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        awaitReady(process);
        return new ValkeyServer(process, port);
    }

    /** Reads what the server says until it listens, and then in the background, so that it can go on. */
    private static void awaitReady(Process process) throws IOException {
        BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder all = new StringBuilder();
        for (String line = said.readLine(); ; line = said.readLine()) {
            if (line == null) {
                throw new IOException("the server has not started: " + all);
            }
            if (line.contains("Ready to accept connections")) {
                break;
            }
            all.append(line).append('\n');
        }
        Thread rest = new Thread(() -> drop(said), "valkey-output");
        rest.setDaemon(true);
        rest.start();
    }

    private static void drop(BufferedReader said) {
        try {
            said.transferTo(Writer.nullWriter());
        } catch (IOException e) {
            // it was killed
        }
    }

    private static String program() {
        return Stream.of("valkey-server", "redis-server")
                .flatMap(name -> Stream.of(System.getenv("PATH").split(":")).map(each -> Path.of(each, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError("neither valkey-server nor redis-server is on the PATH"))
                .toString();
    }

    int port() {
        return port;
    }

    /** Sends a command, for the database 2, that is answered with OK. */
    void tell(String command) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write(("AUTH " + PASSWORD + "\r\nSELECT 2\r\n" + command + "\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String done = "+OK\r\n+OK\r\n+OK\r\n";
            byte[] answers = socket.getInputStream().readNBytes(done.length());
            if (!new String(answers, StandardCharsets.US_ASCII).equals(done)) {
                throw new IOException(new String(answers, StandardCharsets.US_ASCII));
            }
        }
    }

    /** The number of commands that the server has refused with an error of this name since it started. */
    long refused(String error) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write(("AUTH " + PASSWORD + "\r\nINFO errorstats\r\nQUIT\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String said = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            Matcher count =
                    Pattern.compile("errorstat_" + error + ":count=([0-9]+)").matcher(said);
            return count.find() ? Long.parseLong(count.group(1)) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills the server; nothing of it is left. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
