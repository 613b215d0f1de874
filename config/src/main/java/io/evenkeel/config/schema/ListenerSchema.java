// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema;

import io.evenkeel.config.listener.ConnectionLimits;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.listener.OriginField;
import io.evenkeel.config.listener.PathRule;
import io.evenkeel.config.listener.RateSettings;
import io.evenkeel.config.schema.ValueType.Listing;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.schema.ValueType.Word;
import io.evenkeel.config.tls.ClientCertificates;
import io.evenkeel.config.tls.TlsVersion;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The keys of a listener. */
final class ListenerSchema {

    private static final int MB = 1024 * 1024;
    private static final int MOST_CONNECTIONS = 10_000_000;

    private static final Section ROUTE = RuleSchema.route(Section.of(
            "route",
            Key.optional(
                    "host",
                    ScalarTypes.HOST,
                    "Exact host, or `*.example.org` for every name below it; all hosts when absent."),
            Key.optional(
                    "path",
                    ScalarTypes.PATH,
                    "Path prefix that ends at a segment border: `/shop` matches `/shop`, `/shop/cart` and other spellings of them such as `//shop`, `/%73hop` and `/x/../shop`; all paths when absent."),
            Key.optional(
                    "cluster",
                    ScalarTypes.NAME,
                    "The cluster that serves matching requests; required unless `redirect` answers them.")));

    private static final Section TIMEOUTS = Section.of(
            "listener.timeouts",
            Key.of(
                    "head",
                    ScalarTypes.DURATION,
                    "10s",
                    "The longest silence of a client on a new connection or inside a request head; a whole head may take twice this."),
            Key.of(
                    "body",
                    ScalarTypes.DURATION,
                    "30s",
                    "The longest silence of a client that still has to send the rest of a body, or that does not read the answer."),
            Key.of(
                    "idle",
                    ScalarTypes.DURATION,
                    "30s",
                    "The longest idle time of a kept-alive connection between two requests."));

    private static final Section RATE_BY = Section.of(
                    "listener.limits.rate.by",
                    Key.of(
                            "client",
                            ScalarTypes.choice(List.of("address")),
                            "address",
                            "What tells clients apart when neither field nor cookie does: the IPv4 address, or the /64 of IPv6."),
                    Key.optional(
                            "header",
                            ScalarTypes.RATE_FIELD,
                            "The field whose value tells clients apart, such as `X-Api-Key`; requests without it count by `cookie`, or by address. The value is not checked: a client that invents another value counts as another client."),
                    Key.optional(
                            "cookie",
                            ScalarTypes.RATE_COOKIE,
                            "The cookie whose value tells clients apart; requests without it count by address. Beside `header`, for requests without that."))
            .withShorthand("client");

    private static final Section RATE = Section.of(
                    "listener.limits.rate",
                    Key.required(
                            "requests",
                            ScalarTypes.whole(1, 1_000_000),
                            "Requests of one client in the time `per`, on average."),
                    Key.of("per", ScalarTypes.DURATION, "1s", "The time in which a client may send so many."),
                    Key.of(
                            "burst",
                            ScalarTypes.whole(1, 1_000_000).or("auto", RateSettings.AUTO),
                            "auto",
                            "Requests at once of a client that was quiet; `auto`: as many as `requests`."),
                    Key.of(
                            "by",
                            RATE_BY,
                            "What tells clients apart: `address`, `{header: NAME}` or `{cookie: NAME}`. Behind a proxy of a `trusted` network whose `X-Forwarded-For` is believed, the address in that field."),
                    Key.of(
                            "clients",
                            ScalarTypes.whole(64, 1 << 20),
                            "65536",
                            "The number of clients that are remembered; each takes 16 bytes from the start on. When more come, those that are farthest from their limit are forgotten."))
            .withOff();

    private static final Section LIMITS = Section.of(
            "listener.limits",
            Key.of(
                    "head",
                    ScalarTypes.size(256, 16 * MB),
                    "64kB",
                    "Maximum size of the request line and fields together; also limits trailers and the head of an answer."),
            Key.of("target", ScalarTypes.size(16, 16 * MB), "16kB", "Maximum length of the request target."),
            Key.of("fields", ScalarTypes.whole(1, 10_000), "200", "Maximum number of field lines."),
            Key.of(
                    "body",
                    ScalarTypes.size(0, Long.MAX_VALUE).or("unlimited", Long.MAX_VALUE),
                    "unlimited",
                    "A request body."),
            Key.of(
                    "streams",
                    ScalarTypes.whole(1, 10_000),
                    "100",
                    "Maximum number of requests that one connection of HTTP/2 may have under way; further ones are refused, and clients send them again."),
            Key.of(
                    "connections",
                    ScalarTypes.whole(1, MOST_CONNECTIONS).or("auto", ConnectionLimits.AUTO),
                    "auto",
                    "Maximum number of client connections; further ones wait in the kernel's queue until one ends. `auto`: half of the "
                            + "descriptors the process may open (`ulimit -n`), and what half of its heap holds at 3 kB each, whichever is less."),
            Key.of(
                    "connections-per-address",
                    ScalarTypes.whole(1, MOST_CONNECTIONS).or("auto", ConnectionLimits.AUTO),
                    "auto",
                    "Maximum number of client connections from one IPv4 address or one /64 of IPv6; further ones are closed at once. `trusted` networks may have "
                            + "any number. `auto`: three quarters of `connections`."),
            Key.optional(
                    "rate",
                    RATE,
                    "The requests that one client may send; further ones are answered with 429 and a `Retry-After`. No limit when it is absent or `off`."));

    private static final Section FORWARDED = Section.of(
            "listener.forwarded",
            Key.of("x-forwarded", ScalarTypes.TRUTH, "true", "Send `X-Forwarded-For`, `-Proto`, `-Host` and `-Port`."),
            Key.of("rfc7239", ScalarTypes.TRUTH, "true", "Send `Forwarded` as RFC 7239 defines it."),
            Key.of("via", ScalarTypes.TRUTH, "true", "Send `Via`, which RFC 9110 asks of a gateway."));

    private static final Word<Set<OriginField>> ORIGIN_FIELD = ScalarTypes.choice(
            List.of(
                    "x-forwarded",
                    "x-forwarded-for",
                    "x-forwarded-proto",
                    "x-forwarded-host",
                    "x-forwarded-port",
                    "x-real-ip",
                    "forwarded"),
            ListenerSchema::origin);

    private static final Word<TlsVersion> VERSION = new Word<>(
            "`1.2` or `1.3`",
            "a version of TLS, 1.2 or 1.3; older ones are broken",
            List.of(
                    new Form.OneOf(List.of("1.2", "1.3")),
                    new Form.Real(1.2, false, 1.2),
                    new Form.Real(1.3, false, 1.3)),
            text -> Double.parseDouble(text) > 1.25 ? TlsVersion.TLS_1_3 : TlsVersion.TLS_1_2);

    private static final Section CERTIFICATE = Section.of(
            "listener.tls.certificates",
            Key.optional(
                    "certificate",
                    ScalarTypes.TEXT,
                    "PEM file of the certificate, followed by those of its issuers. A relative path begins in the folder of this file."),
            Key.optional(
                    "key",
                    ScalarTypes.TEXT,
                    "PEM file of its private key, EC or RSA: PKCS#8, PKCS#1 or SEC1; it may be the same file."),
            Key.optional(
                    "acme",
                    new Listing(ScalarTypes.HOST, 1, true),
                    "Instead of files: the host names of a certificate that the dispatcher gets and renews by itself, from the authority of the section `acme`."),
            Key.optional("key-password", ScalarTypes.TEXT, "Opens an encrypted key (PKCS#8).")
                    .asSecret(),
            Key.optional(
                    "ocsp", ScalarTypes.TEXT, "File of an OCSP answer (DER) that is stapled; nothing is fetched."));

    private static final Section CLIENTS = Section.of(
            "listener.tls.clients",
            Key.of(
                    "verify",
                    ScalarTypes.choice(ClientCertificates.Verify.class),
                    "none",
                    "Whether clients are asked for a certificate: `none`; `optional`, and one that is shown must be good; `required`."),
            Key.optional("ca", ScalarTypes.TEXT, "PEM file of the authorities that issue certificates of clients."),
            Key.optional("crl", ScalarTypes.TEXT, "PEM file of lists of revoked certificates."),
            Key.optional(
                    "header",
                    ScalarTypes.FIELD_NAME,
                    "The field that tells the node the subject of the client's certificate; what clients send under this name is removed."));

    private static final Section TLS = Section.of(
                    "listener.tls",
                    Key.required(
                            "certificates",
                            new Listing(CERTIFICATE, 1),
                            "A client gets the certificate for the name that it asks for, EC before RSA if it knows EC. The first certificate is for all other names."),
                    Key.optional(
                            "versions",
                            new Listing(VERSION, 1, true),
                            "The versions of TLS that are spoken; 1.2 and 1.3 when absent."),
                    Key.of(
                            "strict-sni",
                            ScalarTypes.TRUTH,
                            "false",
                            "Refuse clients that ask for a name of no certificate, or for none."),
                    Key.optional(
                            "ration-handshakes",
                            ScalarTypes.SHARE,
                            "The part of the processors, such as `80%`, of which full handshakes get what all other work of the dispatcher leaves, and one a second in any case; the others are refused. Handshakes that continue a session pass. None is refused when absent."),
                    Key.of("clients", CLIENTS, "Certificates of clients."))
            .withOff();

    static final Section LISTENER = RuleSchema.listener(
            Section.of(
                    "listener",
                    Key.same("name", ScalarTypes.NAME, "address", "Unique; shown in metrics and logs."),
                    Key.required(
                            "address",
                            ScalarTypes.ADDRESS,
                            "Where to listen; port 0 takes any free port, which is printed at start."),
                    Key.of(
                            "protocol",
                            ScalarTypes.choice(ListenerSettings.Protocol.class),
                            "http",
                            "The protocol of its connections. With `mcmp` it serves no clients: Tomcats and WildFlys whose mod_cluster names this address as their proxy register themselves and their applications in its `cluster`."),
                    Key.of(
                            "mode",
                            ScalarTypes.choice(ListenerSettings.Mode.class),
                            "proxy",
                            "`proxy` passes requests on. `redirect` answers with 307 and the address of the chosen node, which its key `public` names; the client sends its request there."),
                    Key.optional(
                            "cluster", ScalarTypes.NAME, "The cluster that serves everything; instead of `routes`."),
                    Key.optional(
                            "routes",
                            new Listing(ROUTE, 1),
                            "Which requests go to which cluster; tried in order, the first match wins. A route chooses a cluster; it does not protect a server. The server itself must refuse what nobody may reach."),
                    Key.of(
                            "http2",
                            ScalarTypes.TRUTH,
                            "true",
                            "Clients may speak HTTP/2: those that know it beforehand on clear text, and those that choose it over TLS."),
                    Key.optional("tls", TLS, "TLS with clients; plain connections when it is absent or `off`."),
                    Key.of(
                            "match-hosts",
                            ScalarTypes.TRUTH,
                            "false",
                            "On a listener of `mcmp`: a request is for an application only when it names a host or alias of the application's virtual host; otherwise its path alone counts."),
                    Key.of("timeouts", TIMEOUTS, "Timeouts for clients; they limit idle times, not totals."),
                    Key.of("limits", LIMITS, "Limits for requests and connections."),
                    Key.optional(
                            "trusted",
                            new Listing(ScalarTypes.NETWORK, 0),
                            "Networks whose PROXY headers and `trusted-fields` are believed; none when absent."),
                    Key.optional(
                            "trusted-fields",
                            new Listing(ORIGIN_FIELD, 0),
                            "Fields about a request's origin that are believed of trusted networks, because the proxy there sets or removes each of them; `x-forwarded` when absent, which stands for `-for`, `-proto`, `-host` and `-port`."),
                    Key.of(
                            "accept-proxy",
                            ScalarTypes.TRUTH,
                            "false",
                            "Connections from trusted networks begin with a PROXY protocol header, version 1 or 2."),
                    Key.of(
                            "forwarded",
                            FORWARDED,
                            "Fields added to requests; what untrusted clients send under these names is always removed."),
                    Key.of("headers", RuleSchema.HEADERS, "Fields that are set in messages, or removed from them."),
                    Key.optional(
                            "paths",
                            ScalarTypes.choice(PathRule.class),
                            "What happens to a path that servers understand differently (encoded slash, backslash, NUL, `..` above the root, a `%` that encodes nothing): `strict` refuses it with 400, `raw` passes it on; when absent, strict where a route has a path, else raw.")));

    private static Set<OriginField> origin(String word) {
        return word.equals("x-forwarded")
                ? OriginField.X_FORWARDED
                : Set.of(OriginField.valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_')));
    }

    private ListenerSchema() {}
}
