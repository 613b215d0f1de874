// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.SocketFactory;

/** Sends one request over a socket of its own, every byte of the head as written, and reads the answer to its end. */
final class Browser {

    private static final Pattern COOKIE = Pattern.compile("Set-Cookie: (evenkeel-\\d+=[0-9a-f]+);");

    private final URI url;
    private final SocketFactory sockets;

    Browser(URI url) {
        this(url, SocketFactory.getDefault());
    }

    /** @param sockets makes connections, perhaps with TLS */
    Browser(URI url, SocketFactory sockets) {
        this.url = url;
        this.sockets = sockets;
    }

    /**
     * An answer as it came.
     *
     * @param agent the field with the browser's name for itself; empty when it gave none
     */
    record Answer(int status, String head, String body, String agent) {

        /** The fields with which the same browser shows the session that this answer began. */
        String cookie() {
            Matcher matcher = COOKIE.matcher(head);
            if (!matcher.find()) {
                throw new AssertionError("no session began: " + head);
            }
            return "Cookie: " + matcher.group(1) + (agent.isEmpty() ? "" : "\r\n" + agent);
        }
    }

    /** Sends a form of one of this server's pages. */
    Answer post(String path, Map<String, String> form, String... fields) throws IOException {
        Stream<String> usual =
                Stream.of("Content-Type: application/x-www-form-urlencoded", "Accept: text/html", "Origin: " + url);
        return send(
                "POST",
                path,
                encoded(form),
                Stream.concat(usual, Stream.of(fields)).toArray(String[]::new));
    }

    static String encoded(Map<String, String> form) {
        return form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    Answer get(String path, String... fields) throws IOException {
        return send("GET", path, "", fields);
    }

    Answer send(String method, String path, String body, String... fields) throws IOException {
        StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.0\r\n");
        boolean named = false;
        String agent = "";
        for (String field : fields) {
            named |= field.startsWith("Host:");
            agent = field.startsWith("User-Agent:") ? field : agent;
            head.append(field).append("\r\n");
        }
        if (!named) {
            head.append("Host: ").append(url.getAuthority()).append("\r\n");
        }
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        if (content.length > 0) {
            head.append("Content-Length: ").append(content.length).append("\r\n");
        }
        head.append("\r\n");
        try (Socket socket = sockets.createSocket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().write(content);
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int end = answer.indexOf("\r\n\r\n");
            return new Answer(
                    Integer.parseInt(answer.substring(9, 12)),
                    answer.substring(0, end),
                    answer.substring(end + 4),
                    agent);
        }
    }
}
