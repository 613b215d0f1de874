// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.entrance;

import java.util.Objects;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** One connection, and whether its other end has proved anything. Any thread. */
public final class Guest {

    /** The attribute of a request that names its guest. */
    public static final String KEY = "evenkeel.guest";

    private static final int KNOWN_IDLE_MS = 30_000;
    private static final int STRANGER_IDLE_MS = 5_000;

    private final EndPoint endPoint;
    private final String network;
    private volatile boolean known;
    private volatile boolean served;
    private volatile boolean holds;
    private volatile long waitsSinceNs;

    Guest(EndPoint endPoint, String network, long nowNs) {
        this.endPoint = endPoint;
        this.network = network;
        this.waitsSinceNs = nowNs;
        endPoint.setIdleTimeout(STRANGER_IDLE_MS);
    }

    /** The guest who sent a request that came by the entrance. */
    public static Guest of(Request request) {
        return (Guest) Objects.requireNonNull(request.getAttribute(KEY));
    }

    /** {@link #welcome()} for the value of the attribute; null does nothing. */
    public static void welcome(@Nullable Object guest) {
        if (guest instanceof Guest found) {
            found.welcome();
        }
    }

    /**
     * Notes a session, token or seal: from now on the connection does not count as a stranger's, whatever comes next on
     * it.
     */
    public void welcome() {
        if (!known) {
            known = true;
            endPoint.setIdleTimeout(KNOWN_IDLE_MS);
        }
    }

    /** Tells whether nothing was proved on this connection yet. */
    public boolean isStranger() {
        return !known;
    }

    boolean isAt(EndPoint place) {
        return endPoint == place;
    }

    String network() {
        return network;
    }

    /** Notes that the guest waits for the server from now on. */
    public void serve() {
        served = true;
    }

    /** Notes that the server waits for the guest: for a request, the rest of one, or until an answer is read. */
    public void await(long nowNs) {
        waitsSinceNs = nowNs;
        served = false;
    }

    /** The time for which the server has waited for this guest; negative while the guest waits for the server. */
    long awaitedNs(long nowNs) {
        return served ? -1 : nowNs - waitsSinceNs;
    }

    /** Notes whether octets of an answer to the guest are in memory. */
    void holds(boolean octets) {
        holds = octets;
    }

    /** Tells whether memory would be free if the guest left. */
    boolean holds() {
        return holds;
    }

    void leave() {
        endPoint.close();
    }
}
