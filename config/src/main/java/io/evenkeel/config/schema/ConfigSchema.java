// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema;

import io.evenkeel.config.BrokerSettings;
import io.evenkeel.config.EngineSettings;
import io.evenkeel.config.LogSettings;
import io.evenkeel.config.SyslogFacility;
import io.evenkeel.config.SyslogForm;
import io.evenkeel.config.SyslogSettings;
import io.evenkeel.config.schema.ValueType.Listing;
import io.evenkeel.config.schema.ValueType.NamedValues;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.tls.AcmeSettings;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * All keys of a configuration file. Defaults here and in the records of the settings are the same; a test checks that.
 */
public final class ConfigSchema {

    private static final Section ACCESS_ROTATE = rotate("log.access.rotate");

    private static final Section ROTATE = rotate("log.rotate");

    private static Section rotate(String name) {
        return Section.of(
                        name,
                        Key.of(
                                "size",
                                ScalarTypes.size(4096, 1L << 40).or("unlimited", Long.MAX_VALUE),
                                "100MB",
                                "The size at which a file is full and a new one begins."),
                        Key.of(
                                "every",
                                ScalarTypes.DURATION.or("never", Duration.ZERO),
                                "never",
                                "The time after which a new file begins, in whole periods since 1970-01-01 00:00 of local time: `1h` at every full hour, `1d` at midnight, `7d` in the night to each Thursday."),
                        Key.of("keep", ScalarTypes.whole(1, 1000), "7", "Old files that stay: `NAME.1` is the newest."),
                        Key.of(
                                "compress",
                                ScalarTypes.TRUTH,
                                "true",
                                "Old files are compressed, `NAME.2.gz`; the newest is not, since somebody may still read it."))
                .withOff();
    }

    private static final Section ACCESS_SYSLOG = syslog("log.access.syslog");

    private static final Section SYSLOG = syslog("log.syslog");

    private static Section syslog(String name) {
        return Section.of(
                        name,
                        Key.required(
                                "address",
                                ScalarTypes.SYSLOG_ADDRESS,
                                "Where the receiver listens: `udp://host:port`, `tcp://host:port` (octet counting, RFC 6587) or `unix:/dev/log`."),
                        Key.of(
                                "facility",
                                ScalarTypes.choice(SyslogFacility.class),
                                "daemon",
                                "The part of a system that the messages are from, by which receivers sort."),
                        Key.of(
                                "app-name",
                                ScalarTypes.APP_NAME,
                                SyslogSettings.APP_NAME,
                                "The name of the program in each message."),
                        Key.of(
                                "format",
                                ScalarTypes.choice(SyslogForm.class),
                                "auto",
                                "The header of a message: `rfc5424`, or `local` (`<PRI>Nov 21 04:05:06 name[pid]:`), which journald and rsyslog expect on `/dev/log`; `auto` is `local` on a Unix socket, `rfc5424` elsewhere."),
                        Key.optional(
                                "max-message",
                                ScalarTypes.size(480, 65_000),
                                "The size of a message, header included; a longer one is cut. 2 kB over UDP and 8 kB elsewhere when absent, which receivers usually take."))
                .withShorthand("address");
    }

    private static final Section ACCESS = Section.of(
                    "log.access",
                    Key.of("format", ScalarTypes.choice(LogSettings.Format.class), "combined", "The format of a line."),
                    Key.optional(
                            "file",
                            ScalarTypes.TEXT,
                            "Path of the file, from the folder of this one; `-` is standard output, where lines also go when there is neither `file` nor `syslog`."),
                    Key.optional(
                            "rotate",
                            ACCESS_ROTATE,
                            "When a new file begins; when absent or `off`, on SIGUSR1 only, for logrotate."),
                    Key.optional(
                            "syslog",
                            ACCESS_SYSLOG,
                            "The receiver of syslog that lines go to; to `file`, too, when it is given."))
            .withShorthand("format")
            .withOff();

    private static final Section LOG = Section.of(
            "log",
            Key.of(
                    "level",
                    ScalarTypes.choice(LogSettings.Level.class),
                    "info",
                    "The lowest level of events that are written."),
            Key.optional(
                    "file",
                    ScalarTypes.TEXT,
                    "Path of the event log, from the folder of this file; `-` is standard error, where events also go when there is neither `file` nor `syslog`."),
            Key.of("rotate", ROTATE, "When a new file begins; with `off`, on SIGUSR1 only, for logrotate."),
            Key.optional(
                    "syslog", SYSLOG, "The receiver of syslog that events go to; to `file`, too, when it is given."),
            Key.optional(
                    "access", ACCESS, "The access log, a line for each request; none when it is absent or `off`."));

    private static final Section HISTORY = Section.of(
                    "admin.history",
                    Key.optional(
                            "path",
                            ScalarTypes.TEXT,
                            "The folder of its files, from that of this one; `NAME.history` in the folder of state when it is absent."),
                    Key.of(
                            "size",
                            ScalarTypes.size(32 << 20, 1L << 40),
                            "1GB",
                            "The size that all files may have together. A node takes 43 MB in a year, a cluster 11 MB and the dispatcher 20 MB; they grow as the figures come. A new node without room takes the room of the node that has been gone the longest, or is left out."))
            .withShorthand("path")
            .withOff();

    private static final Section TLS = Section.of(
                    "admin.tls",
                    Key.required(
                            "certificate",
                            ScalarTypes.TEXT,
                            "PEM file of the server's certificate, followed by those of its issuers. A relative path begins in the folder of this file."),
                    Key.required(
                            "key",
                            ScalarTypes.TEXT,
                            "PEM file of its private key, RSA or EC: PKCS#8, PKCS#1 or SEC1; it may be the same file."),
                    Key.optional("key-password", ScalarTypes.TEXT, "Opens an encrypted key (PKCS#8).")
                            .asSecret(),
                    Key.of(
                            "hsts",
                            ScalarTypes.DURATION_OR_ZERO,
                            "0",
                            "How long browsers must use HTTPS only, **for every port of the host name**; 0 sends nothing to them."))
            .withOff();

    private static final Section BROKER = Section.of(
            "admin.broker",
            Key.of(
                    "quantum",
                    ScalarTypes.DURATION,
                    "60s",
                    "The time for which a client may use the node that it was told, unless it asks for another time."),
            Key.of("max-quantum", ScalarTypes.DURATION, "10m", "The longest time for which a client may use its node."),
            Key.of(
                    "access",
                    ScalarTypes.choice(BrokerSettings.Access.class),
                    "auto",
                    "Who may ask: with `auto` everybody on a loopback address, and elsewhere those with a token; with `token` only those; with `open` everybody."),
            Key.of(
                    "rate",
                    ScalarTypes.numberAbove(0, 1_000_000).or("unlimited", Double.POSITIVE_INFINITY),
                    "20",
                    "Questions that one client may ask in a second; further ones are answered with 429. A client is a token or an account, or, without one, an IPv4 address or a /64 of IPv6."),
            Key.of("burst", ScalarTypes.whole(1, 1_000_000), "100", "Questions that one client may ask at once."));

    private static final Section ADMIN = Section.of(
                    "admin",
                    Key.of(
                            "address",
                            ScalarTypes.ADDRESS,
                            "127.0.0.1:8111",
                            "Where console, API, metrics and health pages listen."),
                    Key.optional(
                                    "token",
                                    ScalarTypes.TEXT,
                                    "Bearer token that changes need; when absent, one is generated at start and stored in the folder of state (`state-dir`). A change takes effect at the next start.")
                            .asSecret(),
                    Key.optional(
                            "tls",
                            TLS,
                            "HTTPS, which the console needs on other addresses than loopback; plain HTTP when absent or `off`."),
                    Key.of(
                            "history",
                            HISTORY,
                            "Where the figures of the last year are kept for graphs; `off` keeps none. A change takes effect at the next start."),
                    Key.of("broker", BROKER, "The terms of `GET /api/v1/select`, which tells clients a node."))
            .withShorthand("address")
            .withOff();

    private static final Section PROTECT = Section.of(
            "engine.protect",
            Key.of(
                    "memory",
                    ScalarTypes.LIMIT,
                    "90%",
                    "Share of the heap after a collection, or of the buffers outside the heap; `100%` for no limit."),
            Key.of(
                    "descriptors",
                    ScalarTypes.LIMIT,
                    "90%",
                    "Share of the files and sockets that the process may have open (`ulimit -n`); `100%` for no limit."),
            Key.of(
                    "loop-lag",
                    ScalarTypes.DURATION_OR_ZERO,
                    "500ms",
                    "The time for which an event loop is behind its work, which is for that loop alone; requests get 503 at four times as much. 0 for no limit."));

    private static final Section ENGINE = Section.of(
            "engine",
            Key.of(
                    "transport",
                    ScalarTypes.choice(
                            List.of("auto", "epoll", "io_uring", "nio"),
                            text -> EngineSettings.Transport.valueOf(text.toUpperCase(Locale.ROOT))),
                    "auto",
                    "The kernel interface that moves the bytes; `auto` is epoll where there is one, else NIO."),
            Key.of("loops", ScalarTypes.whole(0, 1024), "0", "Event loops, each a thread; 0 for one per core."),
            Key.of("drain", ScalarTypes.DURATION_OR_ZERO, "30s", "The longest time a stop waits for running tasks."),
            Key.of(
                    "notice",
                    ScalarTypes.DURATION_OR_ZERO,
                    "0",
                    "Time between a signal to stop and the end of listening: `/readyz` says 503 and everybody is still served, until balancers in front have noticed."),
            Key.of(
                    "protect",
                    PROTECT,
                    "What keeps the process alive: at a limit it accepts no connection, and others wait in the kernel's queue; well above it, requests on open connections get 503."));

    private static final Section CACHE = Section.of(
                    "cache",
                    Key.of(
                            "memory",
                            ScalarTypes.size(1 << 20, 1L << 40),
                            "64MB",
                            "The memory outside the heap for stored answers, each of which takes at least 4 kB of it. A change takes effect at the next start."))
            .withShorthand("memory");

    private static final Section EXTERNAL_ACCOUNT = Section.of(
            "acme.external-account",
            Key.required("id", ScalarTypes.TEXT, "The identifier that the authority's web site gave."),
            Key.required("hmac-key", ScalarTypes.TEXT, "The key that it gave (HMAC, in Base64 for URLs).")
                    .asSecret());

    private static final Section ACME = Section.of(
                    "acme",
                    Key.of(
                            "directory",
                            ScalarTypes.TEXT,
                            AcmeSettings.LETS_ENCRYPT,
                            "The address at which the authority's ACME begins."),
                    Key.optional(
                            "email",
                            ScalarTypes.TEXT,
                            "The address for mail of the authority; not every authority sends any."),
                    Key.of(
                            "accept-terms",
                            ScalarTypes.TRUTH,
                            "false",
                            "That you accept the authority's terms of service; without it no certificate is issued."),
                    Key.of(
                            "challenge",
                            ScalarTypes.choice(AcmeSettings.Proof.class),
                            "auto",
                            "How Evenkeel proves that the names are yours: `http-01`, by a page on port 80; `tls-alpn-01`, by a certificate on port 443; `auto`, by what the listeners can do."),
                    Key.optional(
                            "profile",
                            ScalarTypes.TEXT,
                            "The kind of certificate to ask for, such as `shortlived`; the authority's default when absent."),
                    Key.optional(
                            "external-account",
                            EXTERNAL_ACCOUNT,
                            "An account at the authority's web site; most authorities need none."),
                    Key.optional(
                            "state",
                            ScalarTypes.TEXT,
                            "The folder of keys and certificates; `.evenkeel/NAME.acme` beside this file when absent."),
                    Key.optional(
                            "ca",
                            ScalarTypes.TEXT,
                            "PEM file of the authorities that confirm the directory's own certificate, for an authority inside your company; those that Java trusts when absent."))
            .withOff();

    /** The whole file. */
    public static final Section FILE = Section.of(
            "file",
            Key.of("version", ScalarTypes.whole(1, 1), "1", "The version of this format."),
            Key.required("listeners", new Listing(ListenerSchema.LISTENER, 1), "The addresses where clients connect."),
            Key.required("clusters", new NamedValues(ClusterSchema.CLUSTER), "The services, by a name of your choice."),
            Key.optional(
                    "state-dir",
                    ScalarTypes.TEXT,
                    "The folder of what the dispatcher keeps: accounts, tokens, earlier texts, history, keys, certificates by ACME; `.evenkeel` beside this file when absent. A change takes effect at the next start."),
            Key.optional(
                            "cluster-key",
                            ScalarTypes.TEXT,
                            "Signs the cookies of affinity: the same on all dispatchers of a service. When absent, one is generated at the first start, or by the reload that takes the key away, and stored in the folder of state (`state-dir`) as soon as that has room. A file, as in `${file:cluster.key}`, is used whatever its mode is; give it 600, because who can read it can forge cookies and, with `join`, drain nodes.")
                    .asSecret(),
            Key.optional(
                            "old-cluster-key",
                            ScalarTypes.TEXT,
                            "The key before, so that what it signed is accepted while `cluster-key` is replaced.")
                    .asSecret(),
            Key.optional(
                    "acme",
                    ACME,
                    "The authority that issues the certificates that listeners want by `acme`; none when it is absent or `off`."),
            Key.optional("admin", ADMIN, "The admin server; none when it is absent or `off`."),
            Key.optional(
                    "alerts",
                    AlertSchema.ALERTS,
                    "Rules about figures and states, and who is told; `true` for the built-in rules, none when it is absent or `off`. They need the admin server."),
            Key.optional(
                    "telemetry",
                    TelemetrySchema.TELEMETRY,
                    "Traces and figures for a receiver of OpenTelemetry; none when it is absent or `off`."),
            Key.of("cache", CACHE, "The memory of the routes that have a `cache`, which they share."),
            Key.optional(
                    "join",
                    DiscoverSchema.JOIN,
                    "Dispatchers that share one view of the nodes; none when it is absent or `off`. It needs `cluster-key`; a change takes effect at the next start."),
            Key.of("log", LOG, "What is written about events and requests."),
            Key.of("engine", ENGINE, "The network engine; a change takes effect at the next start."));

    private ConfigSchema() {}
}
