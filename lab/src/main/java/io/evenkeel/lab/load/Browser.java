// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.load;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A visitor's browser: cookies, forms and counting. Every request ends up in the meter exactly once. For one thread. */
final class Browser implements AutoCloseable {

    /** What is wrong with an answer; null when it is the one that was hoped for. */
    interface Check {
        @Nullable
        FailureKind fault(Answer answer);
    }

    private final URI root;
    private final Link link;
    private final LoadMeter meter;
    private final Map<String, String> cookies = new TreeMap<>();

    Browser(LoadPlan plan, LoadMeter meter) {
        this.root = plan.target();
        this.link = new Link(root.getHost(), root.getPort(), plan.timeout());
        this.meter = meter;
    }

    /** Gets a page; null when there is none or it is not the one that was hoped for. */
    @Nullable
    Answer get(String target, Check check) {
        return send("GET " + path(target), "", check);
    }

    /** Sends a form; null as for {@link #get}. */
    @Nullable
    Answer post(String target, Map<String, String> form, Check check) {
        String body = form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return send("POST " + path(target), body, check);
    }

    private @Nullable Answer send(String line, String body, Check check) {
        StringBuilder request = new StringBuilder(line).append(" HTTP/1.1\r\nHost: ");
        request.append(root.getHost()).append(':').append(root.getPort());
        request.append("\r\nUser-Agent: evenkeel-load\r\nAccept: text/html\r\n");
        if (!cookies.isEmpty()) {
            request.append("Cookie: ");
            request.append(cookies.entrySet().stream()
                    .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                    .collect(Collectors.joining("; ")));
            request.append("\r\n");
        }
        if (line.startsWith("POST")) {
            request.append("Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ");
            request.append(body.length()).append("\r\n");
        }
        request.append("\r\n").append(body);
        long startNs = System.nanoTime();
        try {
            Answer answer = link.exchange(request.toString());
            keepCookies(answer);
            FailureKind fault = answer.status() >= 500 ? FailureKind.ofStatus(answer.status()) : check.fault(answer);
            meter.count(answer.field("X-Node"), System.nanoTime() - startNs, fault);
            return fault == null ? answer : null;
        } catch (RequestFailedException e) {
            meter.count(null, System.nanoTime() - startNs, e.kind());
            return null;
        }
    }

    private String path(String target) {
        return root.getPath() + "/" + target;
    }

    private void keepCookies(Answer answer) {
        for (String line : answer.all("Set-Cookie")) {
            String pair = line.split(";", 2)[0];
            int equals = pair.indexOf('=');
            if (equals > 0 && line.contains("Max-Age=0")) {
                cookies.remove(pair.substring(0, equals));
            } else if (equals > 0) {
                cookies.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
    }

    void forgetCookies() {
        cookies.clear();
    }

    @Override
    public void close() {
        link.close();
    }
}
