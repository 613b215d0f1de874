// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

import java.util.Arrays;

/**
 * The place of each client's session: the server that answered it last, and the time; also the number of sessions of
 * each server.
 */
final class Visits {

    private final int[] sessions;
    private int[] home = new int[64];
    private long[] answeredNs = new long[64];
    private long[] askedNs = new long[64];

    Visits(int servers) {
        sessions = new int[servers];
        Arrays.fill(home, -1);
    }

    /** Makes room for a client. */
    void ensure(int client) {
        if (client >= home.length) {
            int before = home.length;
            home = Arrays.copyOf(home, Math.max(client + 1, 2 * before));
            askedNs = Arrays.copyOf(askedNs, home.length);
            answeredNs = Arrays.copyOf(answeredNs, home.length);
            Arrays.fill(home, before, home.length, -1);
        }
    }

    /** The server of a client's session; -1 when it has none. */
    int home(int client) {
        return home[client];
    }

    long answeredNs(int client) {
        return answeredNs[client];
    }

    long askedNs(int client) {
        return askedNs[client];
    }

    /** The client asks. */
    void asked(int client, long nowNs) {
        askedNs[client] = nowNs;
    }

    int sessions(int server) {
        return sessions[server];
    }

    /** A server has answered the client; its session is there now. */
    void answered(int client, int server, long nowNs) {
        answeredNs[client] = nowNs;
        if (home[client] != server) {
            leave(client);
            home[client] = server;
            sessions[server]++;
        }
    }

    /** The client's session is over. */
    void leave(int client) {
        if (home[client] >= 0) {
            sessions[home[client]]--;
            home[client] = -1;
        }
    }
}
