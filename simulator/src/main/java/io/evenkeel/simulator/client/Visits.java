// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.client;

import java.util.Arrays;

/**
 * The place of each client's session: the server that answered it last, and the time; also the number of sessions of
 * each server.
 */
public final class Visits {

    private final int[] sessions;
    private int[] home = new int[64];
    private long[] answeredNs = new long[64];
    private long[] askedNs = new long[64];

    /** No client has a session. */
    public Visits(int servers) {
        sessions = new int[servers];
        Arrays.fill(home, -1);
    }

    /** Makes room for a client. */
    public void ensure(int client) {
        if (client >= home.length) {
            int before = home.length;
            home = Arrays.copyOf(home, Math.max(client + 1, 2 * before));
            askedNs = Arrays.copyOf(askedNs, home.length);
            answeredNs = Arrays.copyOf(answeredNs, home.length);
            Arrays.fill(home, before, home.length, -1);
        }
    }

    /** The server of a client's session; -1 when it has none. */
    public int home(int client) {
        return home[client];
    }

    /** The time of the last answer to a client. */
    public long answeredNs(int client) {
        return answeredNs[client];
    }

    /** The time of a client's last request. */
    public long askedNs(int client) {
        return askedNs[client];
    }

    /** The client asks. */
    public void asked(int client, long nowNs) {
        askedNs[client] = nowNs;
    }

    /** The number of sessions of a server. */
    public int sessions(int server) {
        return sessions[server];
    }

    /** A server has answered the client; its session is there now. */
    public void answered(int client, int server, long nowNs) {
        answeredNs[client] = nowNs;
        if (home[client] != server) {
            leave(client);
            home[client] = server;
            sessions[server]++;
        }
    }

    /** The client's session is over. */
    public void leave(int client) {
        if (home[client] >= 0) {
            sessions[home[client]]--;
            home[client] = -1;
        }
    }
}
