// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend;

import io.evenkeel.dispatcher.exchange.Exchange;
import io.evenkeel.dispatcher.exchange.LoopContext;
import io.evenkeel.dispatcher.exchange.client.ClientStream;
import io.evenkeel.dispatcher.task.Home;
import org.jspecify.annotations.Nullable;

/**
 * The exchange of a client's connection while a request needs one; the loop has it between requests. Threads: the
 * connection's loop.
 */
final class CurrentExchange {

    private final LoopContext context;
    private @Nullable Exchange exchange;

    CurrentExchange(LoopContext context) {
        this.context = context;
    }

    /** The exchange, taken from the loop when there is none. */
    Exchange take(ClientStream stream, Home home) {
        Exchange mine = exchange;
        if (mine == null) {
            mine = context.takeExchange(stream, home);
            exchange = mine;
        }
        return mine;
    }

    /** Gives the exchange back, unless it still has something to do. */
    void give() {
        if (exchange != null && context.giveExchange(exchange)) {
            exchange = null;
        }
    }

    /** Tells the exchange, if there is one, that the client is gone. */
    void clientGone() {
        if (exchange != null) {
            exchange.clientGone();
        }
    }
}
