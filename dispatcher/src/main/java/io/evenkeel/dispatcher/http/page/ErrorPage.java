// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.page;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.text.DateLine;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The dispatcher's own answers: small, in HTML or JSON as the client accepts, with a reason and a request id that the
 * log has too.
 */
public final class ErrorPage {

    private static final byte[] REDIRECT = Octets.ascii("HTTP/1.1 307 Temporary Redirect\r\nLocation: ");
    private static final byte[] REDIRECT_END = Octets.ascii("\r\nCache-Control: no-store\r\nContent-Length: 0\r\n");
    private static final byte[] CHALLENGE = Octets.ascii("HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n"
            + "Cache-Control: no-store\r\nContent-Length: ");
    private static final byte[] CLOSE = Octets.ascii("Connection: close\r\n");

    private ErrorPage() {}

    /**
     * A whole answer.
     *
     * @param accept the client's Accept field; null when absent or unknown
     * @param toHead true to leave out the body
     * @param close true to say that the connection is closed
     * @param requestId token characters only
     * @param retryAfterS seconds after which the client may come again; 0 to say nothing
     * @param page HTML for people, in which {@code {{retry-after}}}, {@code {{reason}}} and {@code {{request-id}}} are
     *     filled in; null for our own
     */
    public static byte[] render(
            Refusal refusal,
            @Nullable String accept,
            String requestId,
            boolean toHead,
            boolean close,
            DateLine date,
            int retryAfterS,
            @Nullable String page) {
        boolean json = accept != null && prefersJson(accept);
        String people = page == null ? html(refusal, requestId) : filled(page, refusal, requestId, retryAfterS);
        String body = json ? json(refusal, requestId) : people;
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        StringBuilder head = new StringBuilder(256)
                .append("HTTP/1.1 ")
                .append(refusal.status())
                .append(' ')
                .append(phrase(refusal.status()))
                .append("\r\n")
                .append("Content-Type: ")
                .append(json ? "application/json" : "text/html; charset=utf-8")
                .append("\r\n")
                .append("Content-Length: ")
                .append(content.length)
                .append("\r\n")
                .append("Cache-Control: no-store\r\n")
                .append("X-Request-Id: ")
                .append(requestId)
                .append("\r\n");
        if (refusal.status() == 405) {
            head.append("Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n");
        }
        if (retryAfterS > 0) {
            head.append("Retry-After: ").append(retryAfterS).append("\r\n");
        }
        if (close) {
            head.append("Connection: close\r\n");
        }
        byte[] dateLine = date.line();
        byte[] start = head.toString().getBytes(StandardCharsets.US_ASCII);
        int length = start.length + dateLine.length + 2 + (toHead ? 0 : content.length);
        byte[] whole = new byte[length];
        System.arraycopy(start, 0, whole, 0, start.length);
        System.arraycopy(dateLine, 0, whole, start.length, dateLine.length);
        whole[start.length + dateLine.length] = '\r';
        whole[start.length + dateLine.length + 1] = '\n';
        if (!toHead) {
            System.arraycopy(content, 0, whole, length - content.length, content.length);
        }
        return whole;
    }

    /**
     * The answer to a request that this gateway may not pass on and answers as the last server: OPTIONS with
     * Max-Forwards 0.
     */
    public static byte[] options(boolean close, DateLine date) {
        String head = "HTTP/1.1 200 OK\r\nAllow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\nContent-Length: 0\r\n"
                + (close ? "Connection: close\r\n" : "")
                + new String(date.line(), StandardCharsets.US_ASCII)
                + "\r\n";
        return head.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * The answer to a challenge of a certificate authority (RFC 8555 §8.3).
     *
     * @param toHead true to leave out the body
     */
    public static byte[] challenge(byte[] answer, boolean toHead, boolean close, DateLine date) {
        HeadBuffer out = new HeadBuffer(256 + answer.length);
        out.add(CHALLENGE);
        out.add(Octets.ascii(Integer.toString(answer.length)));
        out.endLine();
        if (close) {
            out.add(CLOSE);
        }
        out.add(date.line());
        out.endLine();
        if (!toHead) {
            out.add(answer);
        }
        return Arrays.copyOf(out.octets(), out.length());
    }

    /**
     * The answer that sends a client to another server with the same method and body, for this request only: 307
     * without content.
     *
     * @param origin scheme and authority of the other server; nothing that the client sent becomes part of them,
     *     because what follows begins with a slash
     * @param request a head as it would go to a node, whose target is path and query as the client sent them
     */
    public static byte[] redirect(String origin, HeadBuffer request, boolean close, DateLine date) {
        byte[] octets = request.octets();
        int from = 0;
        while (octets[from] != ' ') {
            from++;
        }
        int to = ++from;
        while (octets[to] != ' ') {
            to++;
        }
        if (octets[from] != '/') {
            throw new IllegalArgumentException("the target of a request to a node begins with a slash");
        }
        HeadBuffer out = new HeadBuffer(256 + to - from);
        out.add(REDIRECT);
        out.add(Octets.ascii(origin));
        out.add(octets, from, to);
        out.add(REDIRECT_END);
        if (close) {
            out.add(CLOSE);
        }
        out.add(date.line());
        out.endLine();
        return Arrays.copyOf(out.octets(), out.length());
    }

    /**
     * The answer that sends a client to another address, by a rule.
     *
     * @param location a URI, or a path, that cannot end a line
     */
    public static byte[] moved(int status, HeadBuffer location, boolean close, DateLine date) {
        HeadBuffer out = new HeadBuffer(256 + location.length());
        out.add(Octets.ascii("HTTP/1.1 " + status + " " + phrase(status) + "\r\nLocation: "));
        out.add(location.octets(), 0, location.length());
        out.add(Octets.ascii("\r\nContent-Length: 0\r\n"));
        if (close) {
            out.add(CLOSE);
        }
        out.add(date.line());
        out.endLine();
        return Arrays.copyOf(out.octets(), out.length());
    }

    /** JSON when it is named and HTML is not named before it. */
    private static boolean prefersJson(String accept) {
        int json = accept.indexOf("json");
        int html = accept.indexOf("text/html");
        return json >= 0 && (html < 0 || json < html);
    }

    private static String json(Refusal refusal, String requestId) {
        return "{\"status\":" + refusal.status() + ",\"reason\":\"" + refusal.reason() + "\",\"message\":\""
                + refusal.sentence() + "\",\"requestId\":\"" + requestId + "\"}\n";
    }

    private static String html(Refusal refusal, String requestId) {
        String title = refusal.status() + " " + phrase(refusal.status());
        return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + title
                + "</title></head>\n<body><h1>" + title
                + "</h1>\n<p>" + refusal.sentence() + "</p>\n<p><small>Reason: " + refusal.reason()
                + " &middot; request id: "
                + requestId + "</small></p>\n</body></html>\n";
    }

    private static String filled(String page, Refusal refusal, String requestId, int retryAfterS) {
        return page.replace("{{retry-after}}", Integer.toString(retryAfterS))
                .replace("{{reason}}", refusal.reason())
                .replace("{{request-id}}", requestId);
    }

    private static String phrase(int status) {
        return switch (status) {
            case 400 -> "Bad Request";
            case 301 -> "Moved Permanently";
            case 302 -> "Found";
            case 303 -> "See Other";
            case 307 -> "Temporary Redirect";
            case 308 -> "Permanent Redirect";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 408 -> "Request Timeout";
            case 413 -> "Content Too Large";
            case 414 -> "URI Too Long";
            case 417 -> "Expectation Failed";
            case 421 -> "Misdirected Request";
            case 429 -> "Too Many Requests";
            case 431 -> "Request Header Fields Too Large";
            case 500 -> "Internal Server Error";
            case 501 -> "Not Implemented";
            case 502 -> "Bad Gateway";
            case 503 -> "Service Unavailable";
            case 504 -> "Gateway Timeout";
            case 505 -> "HTTP Version Not Supported";
            case 508 -> "Loop Detected";
            default -> "Error";
        };
    }
}
