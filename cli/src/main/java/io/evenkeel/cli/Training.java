// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A short run of a dispatcher, from which the launcher makes its archive of classes: the command {@code run}, a node,
 * two requests through the proxy and one to the admin server. Ends by itself; no user calls it.
 */
final class Training {

    private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final int PATIENCE_MS = 15_000;
    private static final int LOOK_MS = 10;

    private final StringWriter said = new StringWriter();

    private Training() {}

    /**
     * Runs once.
     *
     * @param args a folder to work in
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        new Training().live(Path.of(args[0]));
        System.exit(0);
    }

    private void live(Path folder) throws IOException, InterruptedException {
        try (ServerSocket node = new ServerSocket(0, 16, InetAddress.getLoopbackAddress())) {
            background(() -> serve(node));
            Path config = Files.writeString(folder.resolve("training.yaml"), """
                    version: 1
                    listeners:
                      - {name: web, address: "127.0.0.1:0", protocol: http, cluster: shop}
                    clusters:
                      shop:
                        nodes:
                          - {name: vcn1, address: "127.0.0.1:%d"}
                    admin: {address: "127.0.0.1:0"}
                    """.formatted(node.getLocalPort()));
            PrintWriter err = new PrintWriter(said, true);
            background(() -> Main.execute(err, err, "run", "-c", config.toString()));
            int web = port("listener web on 127\\.0\\.0\\.1:(\\d+)");
            ask(web, "/");
            ask(web, "/again");
            ask(port("admin on http://127\\.0\\.0\\.1:(\\d+)"), "/metrics");
        }
    }

    private static void serve(ServerSocket node) {
        while (!node.isClosed()) {
            try (Socket socket = node.accept()) {
                read(socket, "\r\n\r\n");
                socket.getOutputStream().write(ANSWER.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                if (!node.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private int port(String words) throws InterruptedException {
        Pattern pattern = Pattern.compile(words);
        for (int waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_MS) {
            Matcher matcher = pattern.matcher(said.toString());
            if (matcher.find()) {
                return Integer.parseInt(matcher.group(1));
            }
            Thread.sleep(LOOK_MS);
        }
        throw new IllegalStateException("never said: " + words + "; it said:\n" + said);
    }

    private static void ask(int port, String path) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String request = "GET " + path + " HTTP/1.1\r\nHost: training\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            read(socket, "never");
        }
    }

    /** Reads until the words or the end of the stream have come. */
    private static void read(Socket socket, String until) throws IOException {
        socket.setSoTimeout(PATIENCE_MS);
        InputStream in = socket.getInputStream();
        byte[] buffer = new byte[16 * 1024];
        StringBuilder text = new StringBuilder();
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            text.append(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
            if (text.indexOf(until) >= 0) {
                return;
            }
        }
    }

    private static void background(Runnable work) {
        Thread thread = new Thread(work, "training");
        thread.setDaemon(true);
        thread.start();
    }
}
