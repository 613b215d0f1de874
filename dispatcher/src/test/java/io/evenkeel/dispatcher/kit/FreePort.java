// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port that a test closes and opens again. It is below those that Linux gives to outgoing connections and to sockets
 * that ask for any port, because one of them could take it in between.
 */
public final class FreePort {

    private static final int FIRST = 20_000;
    private static final int LAST = 32_000;
    private static final int TRIES = 200;

    private FreePort() {}

    /** A port of the loopback on which nobody listens. */
    public static int find() throws IOException {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                // somebody else's
            }
        }
        throw new IOException("no free port from " + FIRST + " to " + LAST);
    }
}
