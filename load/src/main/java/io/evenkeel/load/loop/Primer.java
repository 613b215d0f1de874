// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.loop;

import io.evenkeel.load.ClosedPlan;
import io.evenkeel.load.Limits;
import io.evenkeel.load.OpenPlan;
import io.evenkeel.load.Ramp;
import io.evenkeel.load.UserBehaviour;
import io.evenkeel.load.UserRequests;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Runs the generator against a server of its own before it is used, so that loading classes and compiling, which Java
 * does once, do not make the first requests of a measurement late.
 */
public final class Primer {

    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nX-Node: a\r\nSet-Cookie: a=1\r\nContent-Length: 2\r\n\r\nok"
                    .getBytes(StandardCharsets.ISO_8859_1);
    private static final int USERS = 2;
    private static final Duration LONGEST = Duration.ofMillis(300);

    private Primer() {}

    /** Takes about half a second; ignores failures. */
    public static void run() throws InterruptedException {
        try (ServerSocket server = new ServerSocket(0, USERS * 4, InetAddress.getLoopbackAddress())) {
            Thread accepting = new Thread(() -> accept(server), "primer");
            accepting.setDaemon(true);
            accepting.start();
            URI uri = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
            UserBehaviour work = UserBehaviour.of(UserRequests.One.get(uri));
            try (LoadHandle closed =
                    ClosedLoop.start(new ClosedPlan(work, USERS, Ramp.NONE, Limits.of(LONGEST, 1)), finished -> {})) {
                closed.await();
            }
            try (LoadHandle open = OpenLoop.start(new OpenPlan(work, 1000, "poisson", USERS, Limits.of(LONGEST, 1)))) {
                open.await();
            }
        } catch (IOException e) {
            // No free port: the measurement will say that its first requests were late.
        }
    }

    private static void accept(ServerSocket server) {
        try {
            while (true) {
                Socket socket = server.accept();
                Thread serving = new Thread(() -> serve(socket), "primer-connection");
                serving.setDaemon(true);
                serving.start();
            }
        } catch (IOException closed) {
            // The primer has done its work.
        }
    }

    private static void serve(Socket socket) {
        byte[] request = new byte[4096];
        try (socket;
                InputStream in = socket.getInputStream()) {
            socket.setTcpNoDelay(true);
            while (in.read(request) > 0) {
                socket.getOutputStream().write(ANSWER);
            }
        } catch (IOException gone) {
            // So is the client.
        }
    }
}
