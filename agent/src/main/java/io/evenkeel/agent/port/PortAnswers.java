// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.port;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** The choice of the answer to each request. For the agent server's thread. */
final class PortAnswers {

    private static final String JSON = "application/json";
    private static final String HTML = "text/html; charset=utf-8";
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String BEARER = "Bearer ";

    private final String path;
    private final byte[] token;
    private final OwnNames names;
    private final AgentPages pages;

    /**
     * @param path the path of the sample
     * @param token the token that a reader must send; empty: none
     * @param names the host names under which it answers without a token
     */
    PortAnswers(String path, String token, OwnNames names, AgentPages pages) {
        this.path = path;
        this.names = names;
        this.token = token.getBytes(StandardCharsets.UTF_8);
        this.pages = pages;
    }

    /** The answer to a request, ready to be sent. */
    ByteBuffer to(Request request) {
        if (!mayRead(request)) {
            return answer(
                    request,
                    "401 Unauthorized",
                    "WWW-Authenticate: Bearer realm=\"evenkeel-agent\"\r\n",
                    TEXT,
                    "The agent needs its token: Authorization: Bearer TOKEN\n");
        }
        String host = request.host();
        if (token.length == 0 && host != null && !names.has(host)) {
            return answer(
                    request,
                    "403 Forbidden",
                    "",
                    TEXT,
                    "Without a token the agent answers to localhost, to numeric addresses and to the names in its settings."
                            + " Set evenkeel.agent.address to the host:port of this node's server, or evenkeel.agent.token.\n");
        }
        String asked = withoutContext(request.path());
        if (asked.equals(path)) {
            return page(request, "json", JSON);
        }
        if (asked.equals(path + ".html")) {
            return page(request, "html", HTML);
        }
        if (asked.equals(path + "/orca")) {
            return page(request, "orca", TEXT);
        }
        if (asked.equals(path + "/drain") || asked.equals(path + "/ready")) {
            return drain(request, asked.endsWith("/drain"));
        }
        return answer(request, "404 Not Found", "", TEXT, "The sample is at " + path + "\n");
    }

    /**
     * The path without that of the application before it: a reader that knows the node's {@code /shop/evenkeel-agent}
     * can ask here for the same.
     */
    private String withoutContext(String asked) {
        int at = asked.lastIndexOf(path);
        return at > 0 ? asked.substring(at) : asked;
    }

    /** The answer to octets that are not a valid request; the connection ends with it. */
    static ByteBuffer refusal(String status, String why) {
        byte[] body = why.getBytes(StandardCharsets.UTF_8);
        return message(head(status, "", TEXT, body.length, false), body);
    }

    private ByteBuffer page(Request request, String form, String type) {
        if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
            return answer(request, "405 Method Not Allowed", "Allow: GET, HEAD\r\n", TEXT, "GET it.\n");
        }
        String page = pages.page(form);
        return page == null
                ? answer(request, "503 Service Unavailable", "", TEXT, "No sample yet\n")
                : answer(request, "200 OK", "", type, page);
    }

    private ByteBuffer drain(Request request, boolean draining) {
        if (token.length == 0) {
            return answer(request, "403 Forbidden", "", TEXT, "Set evenkeel.agent.token to drain a node from here.\n");
        }
        if (!request.method().equals("POST")) {
            return answer(request, "405 Method Not Allowed", "Allow: POST\r\n", TEXT, "POST it.\n");
        }
        pages.draining(draining);
        return answer(request, "200 OK", "", TEXT, draining ? "drains\n" : "ready\n");
    }

    private boolean mayRead(Request request) {
        String given = request.authorization();
        if (token.length == 0) {
            return true;
        }
        return given.regionMatches(true, 0, BEARER, 0, BEARER.length())
                && MessageDigest.isEqual(
                        token, given.substring(BEARER.length()).trim().getBytes(StandardCharsets.ISO_8859_1));
    }

    private static ByteBuffer answer(Request request, String status, String fields, String type, String text) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        String head = head(status, fields, type, body.length, request.keepsAlive());
        return message(head, request.method().equals("HEAD") ? new byte[0] : body);
    }

    private static String head(String status, String fields, String type, int length, boolean keepsAlive) {
        return "HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\nContent-Length: " + length
                + "\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n" + fields
                + (keepsAlive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n");
    }

    private static ByteBuffer message(String head, byte[] body) {
        byte[] start = head.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer message = ByteBuffer.allocate(start.length + body.length);
        message.put(start).put(body).flip();
        return message;
    }
}
