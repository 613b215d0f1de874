// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import java.io.IOException;

/** The action of a {@link ScriptedNode} on a request whose head has come. Runs on the thread of its connection. */
public interface Script {

    void play(Peer peer, Message head) throws IOException;

    /** Reads the whole request, then writes {@code raw} and stays open. */
    static Script answer(String raw) {
        return (peer, head) -> {
            peer.body();
            peer.write(raw);
        };
    }

    /** Reads the whole request, writes {@code raw} and closes. */
    static Script answerAndClose(String raw) {
        return (peer, head) -> {
            peer.body();
            peer.write(raw);
            peer.close();
        };
    }

    /**
     * Sends the body back, with the method and target that came in {@code X-Seen} and the node's name in
     * {@code X-Node}.
     */
    static Script echo(String name) {
        return (peer, head) -> {
            Message request = peer.body();
            peer.write("HTTP/1.1 200 OK\r\nX-Node: " + name + "\r\nX-Seen: " + request.method() + " " + request.target()
                    + "\r\nContent-Length: " + request.body().length + "\r\n\r\n");
            if (!request.method().equals("HEAD")) {
                peer.write(request.body());
            }
        };
    }
}
