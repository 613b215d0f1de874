// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.visit;

import io.evenkeel.load.UserRequests;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A request that is ready to be sent; does not change. */
public final class Call {

    private final String what;
    private final byte[] message;
    private final boolean wantsBody;
    private final boolean isHead;
    private final boolean keeps;

    private Call(String what, byte[] message, boolean wantsBody, boolean isHead, boolean keeps) {
        this.what = what;
        this.message = message;
        this.wantsBody = wantsBody;
        this.isHead = isHead;
        this.keeps = keeps;
    }

    /**
     * Writes a request.
     *
     * @param fields header lines without their ends; one named Host, User-Agent or Content-Type takes the place of ours
     * @param cookies as the field's value; empty for none
     */
    static Call of(
            URI root,
            String method,
            String target,
            List<String> fields,
            String cookies,
            String body,
            boolean wantsBody,
            boolean keeps) {
        byte[] octets = body.getBytes(StandardCharsets.UTF_8);
        StringBuilder head =
                new StringBuilder(method).append(' ').append(target).append(" HTTP/1.1\r\n");
        if (isMissing(fields, "host")) {
            head.append("Host: ").append(root.getHost());
            head.append(root.getPort() < 0 ? "" : ":" + UserRequests.port(root)).append("\r\n");
        }
        if (isMissing(fields, "user-agent")) {
            head.append("User-Agent: evenkeel-load\r\n");
        }
        fields.forEach(field -> head.append(field).append("\r\n"));
        if (!cookies.isEmpty()) {
            head.append("Cookie: ").append(cookies).append("\r\n");
        }
        if (octets.length > 0 || method.equals("POST") || method.equals("PUT")) {
            if (isMissing(fields, "content-type")) {
                head.append("Content-Type: application/x-www-form-urlencoded\r\n");
            }
            head.append("Content-Length: ").append(octets.length).append("\r\n");
        }
        if (!keeps) {
            head.append("Connection: close\r\n");
        }
        byte[] first = head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
        byte[] message = new byte[first.length + octets.length];
        System.arraycopy(first, 0, message, 0, first.length);
        System.arraycopy(octets, 0, message, first.length, octets.length);
        return new Call(method + " " + target, message, wantsBody, method.equals("HEAD"), keeps);
    }

    private static boolean isMissing(List<String> fields, String name) {
        return fields.stream().noneMatch(field -> field.regionMatches(true, 0, name + ":", 0, name.length() + 1));
    }

    /** The target of a URL: path and query. */
    static String target(URI url) {
        String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
    }

    /** Method and target, for people. */
    public String what() {
        return what;
    }

    /** All of the message; it must not be changed. */
    public byte[] message() {
        return message;
    }

    /** True when the answer's body is looked at. */
    public boolean wantsBody() {
        return wantsBody;
    }

    /** True when the answer has no body because the request is a HEAD. */
    public boolean isHead() {
        return isHead;
    }

    /** True when the connection is used again. */
    public boolean keeps() {
        return keeps;
    }
}
