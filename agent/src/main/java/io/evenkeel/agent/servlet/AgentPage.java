// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.servlet;

import io.evenkeel.agent.settings.AgentOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The newest sample at the application's own address: JSON, {@code .html} behind the path a table for people,
 * {@code /orca} the load report.
 *
 * <p>With a token, a reader must send it. Without one, only readers on this machine get an answer, and none that a
 * proxy speaks for: else every visitor behind a load balancer on the same machine could read it.
 *
 * @param <Q> the namespace's request
 * @param <S> the namespace's response
 */
public final class AgentPage<Q, S> {

    private static final String TEXT = "text/plain;charset=utf-8";
    private static final String SCHEME = "Bearer ";

    private final ServletCalls<Q, S> calls;
    private final String path;
    private final byte[] token;
    private final boolean standalone;
    private volatile @Nullable Function<String, @Nullable String> source;

    AgentPage(ServletCalls<Q, S> calls, AgentOptions settings, boolean standalone) {
        this.calls = calls;
        this.path = settings.path();
        this.token = settings.token().getBytes(StandardCharsets.UTF_8);
        this.standalone = standalone;
    }

    /** Sets the source of pages, by their form; null: none. */
    void show(@Nullable Function<String, @Nullable String> from) {
        source = from;
    }

    /** Answers a request for the page. */
    public void answer(Q request, S response) throws IOException {
        boolean get = calls.method(request).equals("GET");
        if (!get && !calls.method(request).equals("HEAD")) {
            calls.field(response, "Allow", "GET, HEAD");
            calls.answer(response, 405, TEXT, octets("GET or HEAD only\n"), true);
            return;
        }
        String form = form(request);
        if (form.isEmpty()) {
            calls.answer(response, 404, TEXT, octets("Not found; the sample is at the root\n"), get);
            return;
        }
        if (!allowed(request)) {
            refuse(response, get);
            return;
        }
        Function<String, @Nullable String> from = source;
        String text = from == null ? null : from.apply(form);
        calls.field(response, "Cache-Control", "no-store");
        if (text == null) {
            calls.answer(response, 503, TEXT, octets("No sample yet\n"), get);
            return;
        }
        calls.field(response, "X-Content-Type-Options", "nosniff");
        if (form.equals("html")) {
            calls.field(response, "Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
        }
        calls.answer(response, 200, contentType(form), octets(text), get);
    }

    private void refuse(S response, boolean get) throws IOException {
        if (token.length == 0) {
            String remedy = "Set evenkeel.agent.token to read the agent from other machines or through a proxy\n";
            calls.answer(response, 403, TEXT, octets(remedy), get);
        } else {
            calls.field(response, "WWW-Authenticate", "Bearer realm=\"evenkeel-agent\"");
            calls.answer(response, 401, TEXT, octets("The agent's token is needed\n"), get);
        }
    }

    private boolean allowed(Q request) {
        if (token.length == 0) {
            return isLoopback(calls.address(request))
                    && calls.field(request, "X-Forwarded-For") == null
                    && calls.field(request, "Forwarded") == null
                    && calls.field(request, "Via") == null;
        }
        String sent = calls.field(request, "Authorization");
        return sent != null
                && sent.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                && MessageDigest.isEqual(
                        token, octets(sent.substring(SCHEME.length()).trim()));
    }

    /** The form that a path asks for; empty when there is nothing. */
    private String form(Q request) {
        String wanted = calls.path(request);
        int parameters = wanted.indexOf(';');
        if (parameters >= 0) {
            wanted = wanted.substring(0, parameters);
        }
        if (standalone && (wanted.isEmpty() || wanted.equals("/"))) {
            String accepted = calls.field(request, "Accept");
            return accepted != null && accepted.contains("text/html") ? "html" : "json";
        }
        if (wanted.equals(path + ".html") || (standalone && wanted.equals("/index.html"))) {
            return "html";
        }
        if (wanted.equals(path + "/orca") || (standalone && wanted.equals("/orca"))) {
            return "orca";
        }
        return standalone && !wanted.equals(path) ? "" : "json";
    }

    private static String contentType(String form) {
        switch (form) {
            case "html":
                return "text/html;charset=utf-8";
            case "json":
                return "application/json";
            default:
                return TEXT;
        }
    }

    private static boolean isLoopback(@Nullable String address) {
        return address != null
                && (address.startsWith("127.") || address.equals("::1") || address.equals("0:0:0:0:0:0:0:1"));
    }

    private static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
