// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.evenkeel.config.EngineSettings.Transport;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/** Connections on sockets keep their promises, with each transport that is always there. */
class SocketConnectionIT {

    /** With the transport that the machine has. */
    @Nested
    class Usual extends OverSockets {
        Usual() {
            super(Transport.AUTO);
        }
    }

    /** With the JDK's selectors. */
    @Nested
    class Nio extends OverSockets {
        Nio() {
            super(Transport.NIO);
        }
    }

    abstract static class OverSockets extends SocketContract {

        OverSockets(Transport transport) {
            super(transport);
        }

        @AfterEach
        void close() throws IOException {
            socket.close();
            engine.close();
        }

        @Override
        Link open(ConnectionHandler handler) throws Exception {
            CompletableFuture<Connection> accepted = new CompletableFuture<>();
            connect(engine.listen(anyPort(), connection -> {
                accepted.complete(connection);
                return handler;
            }));
            Connection connection = accepted.get(20, TimeUnit.SECONDS);
            await("opened", connection::open);
            return new Link(connection, farEnd(socket));
        }
    }
}
