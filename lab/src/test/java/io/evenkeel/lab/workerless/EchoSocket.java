// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.workerless;

import jakarta.websocket.OnMessage;
import jakarta.websocket.server.ServerEndpoint;

/** A WebSocket that sends back what it hears. */
@ServerEndpoint("/echo")
public final class EchoSocket {

    /** A message has come; what is returned is the answer. */
    @OnMessage
    public String heard(String message) {
        return message;
    }
}
