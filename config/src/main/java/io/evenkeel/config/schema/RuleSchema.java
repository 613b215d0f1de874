// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema;

import io.evenkeel.config.listener.RouteCacheSettings;
import io.evenkeel.config.schema.ValueType.Listing;
import io.evenkeel.config.schema.ValueType.NamedValues;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.schema.ValueType.Word;
import java.util.ArrayList;
import java.util.List;

/** The keys of rules for what passes a listener or one of its routes. */
final class RuleSchema {

    private static final NamedValues FIELDS = new NamedValues(ScalarTypes.FIELD_VALUE, ScalarTypes.SETTABLE_FIELD, 0);

    private static final String SEGMENT = "[!$&'()*+,./0-9:;=?@A-Z_a-z~%#-]";
    private static final String REST = "(" + SEGMENT + "|\\{path\\}|\\{query\\})*";

    /** The address that clients are sent to; its host is what a client says only with {@code {host}}. */
    private static final Word<String> REDIRECT_TO = ScalarTypes.text(
            "`https`, URL or path",
            "https, a URL such as https://new.example.org{path}{query}, or a path such as /new{path}",
            "https|https?://([A-Za-z0-9.-]|\\{host\\})+(:[0-9]{1,5})?((\\{path\\}|\\{query\\}|[/?])" + REST + ")?"
                    + "|/(\\{query\\}|[A-Za-z0-9._~!$&'()*+,=:@%-]" + REST + "|\\?" + REST + ")?");

    private static final Word<Integer> STATUS = new Word<>(
            "one of `301`, `302`, `303`, `307`, `308`",
            "one of 301, 302, 303, 307, 308",
            List.of(new Form.Whole(301, 303), new Form.Whole(307, 308)),
            Integer::valueOf);

    private static final Section REDIRECT = Section.of(
                    "rule.redirect",
                    Key.required(
                            "to",
                            REDIRECT_TO,
                            "`https` for the same host, path and query by https; or a URL or path, in which `{host}` stands for the host without its port, `{path}` for the path, and `{query}` for the query with its `?`."),
                    Key.of(
                            "status",
                            STATUS,
                            "307",
                            "307 and 308 keep method and body; 301 and 308 are permanent, and browsers remember them."),
                    Key.optional(
                            "hosts",
                            new Listing(ScalarTypes.HOST, 1, true),
                            "The hosts that `{host}`, or `https`, may keep; others get 421. The route's `host` when absent; without that, `https` keeps every host, and `{host}` needs this list."),
                    Key.optional(
                            "port",
                            ScalarTypes.whole(1, 65535),
                            "With `to: https`, the port of the URL, where it is not 443."))
            .withShorthand("to");

    /** Plain, so that it means the same before and after decoding. */
    private static final Word<String> PREFIX = ScalarTypes.text(
            "path prefix",
            "a path such as /app: it begins with / and does not end in one, and has no empty segment, dots alone or %",
            "(/(?!\\.{1,2}(/|$))[A-Za-z0-9._~!$&'()*+,=:@-]+)+");

    private static final Section CANARY = Section.of(
            "route.canary",
            Key.required("cluster", ScalarTypes.NAME, "The cluster that gets them."),
            Key.of(
                    "share",
                    ScalarTypes.SHARE,
                    "0%",
                    "The share of the clients that go there; a client stays where it is while its address and the share stay."),
            Key.optional(
                    "header",
                    ScalarTypes.LINE,
                    "Requests with this field go there: `X-Canary`, or with one value, `X-Canary: 1`."),
            Key.optional(
                    "cookie",
                    ScalarTypes.LINE,
                    "Requests with this cookie go there: `canary`, or with one value, `canary=1`."));

    private static final Section MIRROR = Section.of(
            "route.mirror",
            Key.required("cluster", ScalarTypes.NAME, "The cluster that gets the copies."),
            Key.of("share", ScalarTypes.SHARE, "100%", "The share of the requests that are copied."),
            Key.of(
                    "body",
                    ScalarTypes.size(0, 1024 * 1024),
                    "64kB",
                    "The longest body that is copied; requests with a longer one are not."),
            Key.of(
                    "in-flight",
                    ScalarTypes.whole(1, 10_000),
                    "64",
                    "The most copies under way at a time in an event loop; further requests are not copied."));

    private static final Section CACHE = Section.of(
                    "route.cache",
                    Key.of(
                            "max-object",
                            ScalarTypes.size(1024, 64 << 20),
                            "1MB",
                            "The longest body that is stored; longer ones pass as if there were no cache."),
                    Key.of(
                            "heuristic",
                            ScalarTypes.SHARE,
                            "0%",
                            "How long an answer that says nothing of its freshness is fresh, as a share of the time since its `Last-Modified`, one day at most; with 0% it is not stored. 10% is usual for files that nobody personalizes."),
                    Key.of(
                            "stale-if-error",
                            ScalarTypes.DURATION_OR_ZERO,
                            "0",
                            "The time for which an answer that is no longer fresh is used in place of an error of the nodes, where it has no `stale-if-error` of its own and does not forbid it."),
                    Key.of(
                            "wait",
                            ScalarTypes.DURATION_OR_ZERO,
                            "5s",
                            "The longest time for which a request waits for the same answer that another request is fetching; then it goes to a node itself. 0 for no waiting."),
                    Key.of(
                            "cookies",
                            ScalarTypes.choice(RouteCacheSettings.CookieUse.class),
                            "explicit",
                            "The answers to requests with cookies that are stored: `explicit`, those with `public` or `s-maxage`; `ignored`, as if there were no cookie."),
                    Key.of(
                            "status",
                            ScalarTypes.TRUTH,
                            "true",
                            "Clients are told by `Cache-Status` (RFC 9211) what the cache did."),
                    Key.of(
                            "encode",
                            ScalarTypes.TRUTH,
                            "false",
                            "Stored answers that the cache has packed are sent as they are, in `zstd`, to clients whose `Accept-Encoding` takes that; `no-transform` forbids it."))
            .withShorthand("status")
            .withOff();

    private static final Word<String> PAGE_STATUS =
            ScalarTypes.text("status", "a status such as 503, or 4xx or 5xx", "[45][0-9][0-9]|4xx|5xx");

    private static final Section BASIC = Section.of(
                    "rule.basic-auth",
                    Key.required(
                            "users",
                            ScalarTypes.TEXT,
                            "File with a line `name:hash` for each user; hashes are those of `htpasswd -B` (bcrypt, a cost of 14 at most) or Argon2 (19456 KiB and 16 passes at most). A relative path begins in the folder of this file."),
                    Key.of("realm", ScalarTypes.LINE, "restricted", "The name that browsers show."))
            .withShorthand("users");

    private static final Section JWT = Section.of(
            "rule.jwt",
            Key.required(
                    "keys",
                    ScalarTypes.TEXT,
                    "File with the public keys of the issuer: a JSON Web Key Set, or PEM. A relative path begins in the folder of this file."),
            Key.optional(
                    "algorithms",
                    new Listing(
                            ScalarTypes.choice(List.of(
                                    "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512")),
                            1,
                            true),
                    "The algorithms that are accepted; RS256 and ES256 when absent. Tokens without a signature are never accepted."),
            Key.optional("issuer", ScalarTypes.LINE, "The `iss` that a token must have."),
            Key.optional("audience", ScalarTypes.LINE, "One of those that a token must be for (`aud`)."),
            Key.of(
                    "skew",
                    ScalarTypes.DURATION_OR_ZERO,
                    "60s",
                    "How far the issuer's clock may be away, for `exp` and `nbf`."),
            Key.optional(
                    "claims",
                    new NamedValues(ScalarTypes.LINE, ScalarTypes.SETTABLE_FIELD, 0),
                    "Fields that tell nodes claims of the token, such as `X-User: sub`; what clients send under these names is removed."));

    private static final Section REQUEST_HEADERS = Section.of(
            "listener.headers.request",
            Key.optional(
                            "set",
                            FIELDS,
                            "Fields that each request gets, by name; they replace those that the client sent.")
                    .asSecret(),
            Key.optional("add", FIELDS, "Fields that each request gets beside those that the client sent.")
                    .asSecret(),
            Key.optional(
                    "remove",
                    new Listing(ScalarTypes.FIELD_NAME, 0),
                    "Fields that no client may send to a node, such as `X-Forwarded-User`; an underscore counts as a dash."));

    private static final Section RESPONSE_HEADERS = Section.of(
            "listener.headers.response",
            Key.optional(
                    "set",
                    FIELDS,
                    "Fields that each answer of a node gets, by name; they replace those that the node sent."),
            Key.optional("add", FIELDS, "Fields that each answer of a node gets beside those that the node sent."),
            Key.optional(
                    "remove",
                    new Listing(ScalarTypes.FIELD_NAME, 0),
                    "Fields that are not sent to clients, such as `Server`."),
            Key.of(
                    "always",
                    ScalarTypes.TRUTH,
                    "false",
                    "Answers of Evenkeel itself, such as 503, get the fields of `set` and `add`, too."));

    static final Section HEADERS = Section.of(
            "listener.headers",
            Key.of("request", REQUEST_HEADERS, "Requests on their way to a node."),
            Key.of("response", RESPONSE_HEADERS, "Answers of nodes on their way to a client."));

    private RuleSchema() {}

    /**
     * The keys of listeners and routes alike.
     *
     * @param deny the meaning of {@code deny}
     * @param allow the meaning of {@code allow}
     */
    private static List<Key> common(String deny, String allow) {
        return List.of(
                Key.optional(
                        "redirect", REDIRECT, "Requests are not passed on; their clients are sent to another address."),
                Key.optional("deny", new Listing(ScalarTypes.NETWORK, 1, true), deny),
                Key.optional("allow", new Listing(ScalarTypes.NETWORK, 1, true), allow),
                Key.optional(
                        "error-pages",
                        new NamedValues(ScalarTypes.TEXT, PAGE_STATUS, 0),
                        "HTML files of up to 256 kB that clients see with answers of Evenkeel itself, by status or class: `503`, `4xx` or `5xx`; `{{reason}}`, `{{request-id}}` and `{{retry-after}}` in them are filled in. For 503 the page of exactly `503` is taken first, then `overload.page` of the cluster, then that of `5xx`. A relative path begins in the folder of this file."),
                Key.optional("basic-auth", BASIC, "Users that may come in with a password; others get 401."),
                Key.optional("jwt", JWT, "Tokens (`Authorization: Bearer`) that clients must show; others get 401."));
    }

    /** The section of a listener with its rules. */
    static Section listener(Section plain) {
        return with(
                plain,
                common(
                        "Networks whose clients get 403; on a tcp listener their connections are closed. The client is the one that `trusted` proxies name.",
                        "The only networks whose clients may come in, less those of `deny`; all when absent. On a listener of `mcmp`, the networks from which servers may register; this machine alone when absent."));
    }

    /** The section of a route with its rules. */
    static Section route(Section plain) {
        List<Key> keys = new ArrayList<>();
        keys.add(Key.of("headers", HEADERS, "Fields that are set in messages of the route, or removed from them."));
        keys.addAll(common(
                "Networks whose clients get 403. The client is the one that `trusted` proxies name.",
                "The only networks whose clients may come in, less those of `deny`; all when absent."));
        keys.add(Key.optional(
                "strip-prefix",
                PREFIX,
                "The beginning of paths that nodes do not see: the route's `path`, or a part of it from its begin."));
        keys.add(Key.optional(
                "add-prefix", PREFIX, "The beginning that paths get on their way to nodes, behind `strip-prefix`."));
        keys.add(Key.optional("canary", CANARY, "Requests that go to another cluster, by share, field or cookie."));
        keys.add(Key.optional(
                "mirror", MIRROR, "Requests of which another cluster gets a copy; its answers are thrown away."));
        keys.add(
                Key.optional(
                        "cache",
                        CACHE,
                        "Answers of the route are stored and used again, by the rules of RFC 9111; `true` for the defaults, none when absent or `off`. They share the memory of the section `cache`."));
        return with(plain, keys);
    }

    private static Section with(Section plain, List<Key> more) {
        List<Key> keys = new ArrayList<>(plain.keys());
        keys.addAll(more);
        return Section.of(plain.name(), keys.toArray(Key[]::new));
    }
}
