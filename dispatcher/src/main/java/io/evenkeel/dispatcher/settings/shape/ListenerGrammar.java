// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.settings.shape;

import io.evenkeel.dispatcher.settings.listener.ListenerSettings;
import io.evenkeel.dispatcher.settings.shape.Shape.Listing;
import io.evenkeel.dispatcher.settings.shape.Shape.Section;

/** The keys of a listener. */
final class ListenerGrammar {

    private static final int MB = 1024 * 1024;

    private static final Section ROUTE = Section.of(
            "route",
            Key.optional(
                    "host",
                    Words.HOST,
                    "Exact host, or `*.example.org` for every name below it; all hosts when absent."),
            Key.optional(
                    "path",
                    Words.PATH,
                    "Path prefix that ends at a segment border: `/shop` matches `/shop` and `/shop/cart`; all paths when absent."),
            Key.required("cluster", Words.NAME, "The cluster that serves what matches."));

    private static final Section TIMEOUTS = Section.of(
            "listener.timeouts",
            Key.of(
                    "head",
                    Words.DURATION,
                    "10s",
                    "Silence of a client on a new connection or inside a request head; a whole head may take twice this."),
            Key.of(
                    "body",
                    Words.DURATION,
                    "30s",
                    "Silence of a client that owes the rest of a body, or takes no more of the answer."),
            Key.of("idle", Words.DURATION, "30s", "A kept-alive connection between two requests."));

    private static final Section LIMITS = Section.of(
            "listener.limits",
            Key.of(
                    "head",
                    Words.size(256, 16 * MB),
                    "64kB",
                    "Request line and fields together; also bounds trailers and the head of an answer."),
            Key.of("target", Words.size(16, 16 * MB), "16kB", "The request target."),
            Key.of("fields", Words.whole(1, 10_000), "200", "The number of field lines."),
            Key.of(
                    "body",
                    Words.size(0, Long.MAX_VALUE).or("unlimited", Long.MAX_VALUE),
                    "unlimited",
                    "A request body."));

    private static final Section FORWARDED = Section.of(
            "listener.forwarded",
            Key.of("x-forwarded", Words.TRUTH, "true", "Send `X-Forwarded-For`, `-Proto`, `-Host` and `-Port`."),
            Key.of("rfc7239", Words.TRUTH, "true", "Send `Forwarded` as RFC 7239 defines it."),
            Key.of("via", Words.TRUTH, "true", "Send `Via`, which RFC 9110 asks of a gateway."));

    static final Section LISTENER = Section.of(
            "listener",
            Key.same("name", Words.NAME, "address", "Unique; shown in metrics and logs."),
            Key.required(
                    "address",
                    Words.ADDRESS,
                    "Where to listen; port 0 takes any free port, which is printed at start."),
            Key.of("protocol", Words.choice(ListenerSettings.Protocol.class), "http", "What is spoken there."),
            Key.optional("cluster", Words.NAME, "The cluster that serves everything; instead of `routes`."),
            Key.optional(
                    "routes",
                    new Listing(ROUTE, 1),
                    "Which requests go to which cluster; tried in order, the first match wins."),
            Key.of("timeouts", TIMEOUTS, "Patience with clients; idle times, not totals."),
            Key.of("limits", LIMITS, "The most a request may be."),
            Key.optional(
                    "trusted",
                    new Listing(Words.NETWORK, 0),
                    "Networks whose `X-Forwarded-*` fields and PROXY headers are believed; none when absent."),
            Key.of(
                    "accept-proxy",
                    Words.TRUTH,
                    "false",
                    "Connections from trusted networks begin with a PROXY protocol header, version 1 or 2."),
            Key.of(
                    "forwarded",
                    FORWARDED,
                    "Fields added to requests; what untrusted clients send under these names is always removed."));

    private ListenerGrammar() {}
}
