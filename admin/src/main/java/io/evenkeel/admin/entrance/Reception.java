// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.entrance;

import java.util.List;
import java.util.function.Predicate;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * The entrance of one server, put together: connections are counted, open pages answered, and everything else goes on
 * to the workers.
 */
public final class Reception {

    private final Guests guests = new Guests();
    private final Handler.Wrapper first;

    /**
     * Not yet part of a server.
     *
     * @param pages answered at the entrance
     * @param streams the paths whose answers are written as they come; for those who have proved themselves only
     * @param awaiting stands before the workers and waits, without a thread, for what they need
     */
    public Reception(Approach approach, List<OpenPage> pages, Predicate<String> streams, Handler.Wrapper awaiting) {
        Workers workers =
                new Workers(new HeldAnswer.Room(guests, Runtime.getRuntime().maxMemory()), streams);
        awaiting.getTail().setHandler(workers);
        this.first = new Entrance(guests, approach, pages, workers.threads());
        first.setHandler(awaiting);
    }

    /** The first handler of the server; the last one in it takes what the workers serve. */
    public Handler.Wrapper handler() {
        return first;
    }

    /** A connector that notes the guests that come and go. */
    public ServerConnector connector(Server server, ConnectionFactory[] spoken) {
        return new GuestConnector(server, guests, spoken);
    }
}
