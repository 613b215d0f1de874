// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api.cache;

import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.config.address.Network;
import io.evenkeel.dispatcher.control.CacheExplanation;
import io.evenkeel.dispatcher.control.CacheQuestion;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.javalin.http.Context;
import java.net.InetAddress;
import java.util.List;

/** Questions what the cache would do with a request, as the queries of addresses have them. */
public final class CacheAsked {

    private static final String HINT =
            "Ask as in /api/v1/cache/explain?url=https://shop.example.org/a&field=Accept-Encoding:%20gzip&client=192.0.2.7.";
    private static final int MOST_FIELDS = 50;

    private final Control control;

    public CacheAsked(Control control) {
        this.control = control;
    }

    /**
     * The question of a query: {@code url}, and where they are given {@code method}, {@code listener}, {@code client}
     * and several {@code field}, each of which may have several lines.
     */
    public static CacheQuestion question(Context context) {
        List<String> fields = context.queryParams("field").stream()
                .flatMap(String::lines)
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        if (fields.size() > MOST_FIELDS) {
            throw new ApiRefusal(400, "there are more than " + MOST_FIELDS + " header lines", HINT);
        }
        String method = given(context, "method");
        return new CacheQuestion(
                method.isEmpty() ? "GET" : method,
                given(context, "url"),
                fields,
                given(context, "listener"),
                client(given(context, "client")));
    }

    private static String given(Context context, String name) {
        String value = context.queryParam(name);
        return value == null ? "" : value.strip();
    }

    private static InetAddress client(String text) {
        if (text.isEmpty()) {
            return InetAddress.getLoopbackAddress();
        }
        try {
            Network network = Network.parse(text);
            if (network.prefixLength() == 8 * network.address().getAddress().length) {
                return network.address();
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        throw new ApiRefusal(400, "'" + text + "' is not an address", HINT);
    }

    /** Answers; refuses what is no request. */
    public CacheExplanation explanation(CacheQuestion question) {
        try {
            return control.explain(question);
        } catch (IllegalArgumentException e) {
            throw new ApiRefusal(400, String.valueOf(e.getMessage()), HINT);
        } catch (UnknownNameException e) {
            throw new ApiRefusal(404, String.valueOf(e.getMessage()), "Name one with listener=.");
        }
    }
}
