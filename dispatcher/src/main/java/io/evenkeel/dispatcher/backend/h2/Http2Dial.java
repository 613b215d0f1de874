// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend.h2;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Connector;
import io.evenkeel.dispatcher.engine.Loop;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Makes connections on which one question after another is asked in the form of HTTP/1.1 and goes to the server in
 * HTTP/2: for checks and agents. They are opened once the server has sent its settings, so that an open one proves that
 * it speaks HTTP/2. Immutable.
 *
 * @param below makes the connections of the network
 */
public record Http2Dial(Connector below) implements Connector {

    @Override
    public @Nullable Connection connect(
            Loop loop, InetSocketAddress address, Duration timeout, ConnectionHandler handler) {
        QuestionConnection made = new QuestionConnection(loop, handler, timeout.toNanos());
        return made.begin(below.connect(loop, address, timeout, made.shared())) ? made : null;
    }
}
