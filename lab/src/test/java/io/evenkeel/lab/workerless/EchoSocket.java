// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.workerless;

import jakarta.websocket.OnMessage;
import jakarta.websocket.server.ServerEndpoint;

/** A WebSocket that sends back each message. */
@ServerEndpoint("/echo")
public final class EchoSocket {

    /** Handles a message; returns the answer. */
    @OnMessage
    public String heard(String message) {
        return message;
    }
}
