// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import javax.net.SocketFactory;

/** Reads a stream of server-sent events over a socket of its own. */
final class LiveReader implements AutoCloseable {

    private final Socket socket;
    private final BufferedReader in;

    LiveReader(URI url, String path, String cookie) throws IOException {
        this(url, path, cookie, SocketFactory.getDefault());
    }

    /** @param sockets makes the connection, perhaps with TLS */
    LiveReader(URI url, String path, String cookie, SocketFactory sockets) throws IOException {
        socket = sockets.createSocket(url.getHost(), url.getPort());
        socket.setSoTimeout(10_000);
        String head = "GET " + path + " HTTP/1.1\r\nHost: " + url.getAuthority() + "\r\nAccept: text/event-stream\r\n"
                + cookie + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** All lines up to the first with the words, and the one after it. */
    String until(String words) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            text.append(line).append('\n');
            if (line.contains(words)) {
                return text.append(in.readLine()).toString();
            }
        }
        throw new IOException("the stream ended before '" + words + "': " + text);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
