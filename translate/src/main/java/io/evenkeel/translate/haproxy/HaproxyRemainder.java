// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lines that nothing has understood, each with what it meant. */
final class HaproxyRemainder {

    /**
     * The meaning of lines that begin with some words.
     *
     * @param start the words, separated by blanks
     * @param advice the remedy; null for a line that is not needed
     */
    private record Meaning(
            String start, String effect, @Nullable String advice) {}

    private static final String SENT = "the dispatcher sends this field by itself";
    private static final String OWN = "Evenkeel chooses this by itself";
    private static final String UNIT = "the unit or the container says it (user, folder, limits)";
    private static final String DENY = "requests that this refuses are passed on";
    private static final String SAME_PATH = "paths are passed on unchanged";
    private static final String REFUSE = "'deny' and 'allow' of a listener or of a route refuse networks"
            + " (docs/guides/rules.md#who-may-come-in); anything else is refused in the application";
    private static final String ASK =
            "basic-auth of a listener or of a route asks; its users are those of 'htpasswd -B' (docs/guides/rules.md)";
    private static final String PREFIX = "strip-prefix and add-prefix of a route change constant prefixes"
            + " (docs/guides/rules.md#paths); anything else belongs to the application";
    private static final String REDIRECT = "clients are not redirected";
    private static final String OF_LISTENERS =
            "headers.%s.set of a listener sets it, for all clusters that the listener leads to";
    private static final String PAGE =
            "error-pages of a listener names a file of your own, which has the HTML alone and no head before it";
    private static final String PAGE_503 = PAGE + "; overload.page of a cluster is one for 503";
    private static final String CODES = "Evenkeel's own page with the reason is sent";

    /** The first that fits counts. */
    private static final List<Meaning> MEANINGS = List.of(
            new Meaning("http-request deny", DENY, REFUSE),
            new Meaning("http-request reject", DENY, REFUSE),
            new Meaning("http-request tarpit", DENY, "limits.connections-per-address of the listener holds some back"),
            new Meaning("http-request auth", "nobody is asked for a password", ASK),
            new Meaning("http-request redirect", REDIRECT, Words.REDIRECT),
            new Meaning("redirect", REDIRECT, Words.REDIRECT),
            new Meaning("http-request return", "the answer is not given here", "let the application answer"),
            new Meaning(
                    "http-request track-sc",
                    "requests are not counted for each client",
                    "limits.rate of a listener limits the requests of a client"),
            new Meaning("http-request set-path", SAME_PATH, PREFIX),
            new Meaning("http-request replace-path", SAME_PATH, PREFIX),
            new Meaning("http-request replace-uri", SAME_PATH, PREFIX),
            new Meaning("http-request set-uri", SAME_PATH, PREFIX),
            new Meaning("http-request replace-", "fields are passed on unchanged", "change them in the application"),
            new Meaning(
                    "http-request set-src",
                    "the client's address is that of the connection",
                    "name the proxy in front in 'trusted'"),
            new Meaning("http-request set-header X-Forwarded-For", SENT, null),
            new Meaning("http-request set-header X-Forwarded-Host", SENT, null),
            new Meaning("http-request set-header X-Forwarded-Port", SENT, null),
            new Meaning("http-request set-header X-Forwarded-Proto", SENT, null),
            new Meaning("http-request set-header", "the field is not set", OF_LISTENERS.formatted("request")),
            new Meaning("http-request add-header", "the field is not set", OF_LISTENERS.formatted("request")),
            new Meaning("http-request", "this rule for requests is not applied", "do it in the application"),
            new Meaning(
                    "http-response set-header Strict-Transport-Security",
                    "browsers are not told to come by https only",
                    OF_LISTENERS.formatted("response")),
            new Meaning(
                    "http-response set-header", "the field is not set in answers", OF_LISTENERS.formatted("response")),
            new Meaning(
                    "http-response add-header",
                    "the field is not added to answers",
                    OF_LISTENERS.formatted("response")),
            new Meaning("http-response", "this rule for answers is not applied", "do it in the application"),
            new Meaning("http-after-response", "this rule for answers is not applied", "do it in the application"),
            new Meaning(
                    "tcp-request connection track-sc",
                    "connections are not counted for each client",
                    "limits.connections-per-address of the listener limits them"),
            new Meaning("tcp-request", "this rule for connections is not applied", "do it in a firewall"),
            new Meaning("tcp-response", "this rule for connections is not applied", ""),
            new Meaning(
                    "stick-table",
                    "nothing is counted or remembered for each client by this table",
                    "affinity of a cluster and limits.rate of a listener are settings of their own"),
            new Meaning("use-server", "no request is tied to a server by a rule", "make a cluster for it, and a route"),
            new Meaning("errorfile 503", CODES, PAGE_503),
            new Meaning("errorloc 503", CODES, PAGE_503),
            new Meaning("errorloc302 503", CODES, PAGE_503),
            new Meaning("errorloc303 503", CODES, PAGE_503),
            new Meaning("errorfile", CODES, PAGE),
            new Meaning("errorloc", CODES, "let a CDN or the application show pages of your own"),
            new Meaning("http-error", CODES, PAGE),
            new Meaning(
                    "log-format",
                    "lines have the form of log.access.format: haproxy, json or combined",
                    "json has all figures"),
            new Meaning("error-log-format", "lines have the form of log.access.format", "json has all figures"),
            new Meaning("log-format-sd", "lines have the form of log.access.format", "json has all figures"),
            new Meaning("log-tag", "lines have no tag", "the unit's SyslogIdentifier gives one"),
            new Meaning("capture", "the field is not in the access log", "json has the usual fields"),
            new Meaning("declare capture", "the field is not in the access log", "json has the usual fields"),
            new Meaning("unique-id-format", "each request gets an identifier of Evenkeel's own form", ""),
            new Meaning(
                    "compression", "answers are not compressed", "let the server do it (Tomcat: compression=\"on\")"),
            new Meaning("filter", "the filter is not applied", ""),
            new Meaning("stats auth", "the console has accounts of its own", "evenkeel user add"),
            new Meaning(
                    "stats",
                    "the console and the admin API take the place of the page and the socket (section 'admin')",
                    null),
            new Meaning(
                    "monitor-uri", "the listener has no page for this", "ask /livez or /readyz of the admin server"),
            new Meaning("monitor", "the listener has no page for this", "ask /livez or /readyz of the admin server"),
            new Meaning("acl", "the condition is used by no route", null),
            new Meaning("option http-server-close", "connections to nodes are kept, which pool.idle limits", null),
            new Meaning("option forceclose", "connections are kept, which pool.idle limits", null),
            new Meaning("option httpclose", "connections are kept, which pool.idle limits", null),
            new Meaning(
                    "option originalto",
                    "the address that the client called is not sent",
                    "X-Forwarded-Host names the host"),
            new Meaning("option persist", "a session leaves a node that is down, unless affinity is strict", ""),
            new Meaning("option http-use-htx", OWN, null),
            new Meaning("option", OWN, null),
            new Meaning("no option", OWN, null),
            new Meaning("no log", "log.access is one for all listeners", null),
            new Meaning("timeout", "this timeout has no counterpart; others limit the same time", null),
            new Meaning("ignore-persist", "affinity holds for all requests", ""),
            new Meaning("force-persist", "affinity holds for all requests", ""),
            new Meaning("fullconn", OWN, null),
            new Meaning("http-reuse", OWN, null),
            new Meaning("hash-type", OWN, null),
            new Meaning("hash-balance-factor", OWN, null),
            new Meaning("rate-limit", "new connections are not limited by time", "limits.connections limits open ones"),
            new Meaning("load-server-state-from-file", "states of nodes are kept beside the file by themselves", null),
            new Meaning("email-alert", "no mail is sent", "let Prometheus and Alertmanager do it"),
            new Meaning("disabled", "the section would be in force here", "remove its listener or cluster"),
            new Meaning("description", "it is a comment", null),
            new Meaning("guid", "it is a name", null),
            new Meaning("id", "it is a name", null),
            new Meaning("enabled", "every section is", null),
            new Meaning("retry-on", OWN, null),
            new Meaning(
                    "source",
                    "connections to nodes begin at an address that the system chooses",
                    "set the route of the machine"),
            new Meaning("dispatch", "the address does not become a node", "write a cluster with one node"),
            new Meaning("transparent", "connections are not taken transparently", ""));

    private static final List<Meaning> OF_GLOBAL = List.of(
            new Meaning("stats", "the console and the admin API take the place of the socket (section 'admin')", null),
            new Meaning("lua-load", "no Lua is run", "write a policy in Java (docs/guides/write-a-policy.md)"),
            new Meaning("ssl-default-bind-options", "TLS 1.2 and 1.3 are spoken; see tls.versions of listeners", null),
            new Meaning("ssl-default", "suites and curves are chosen by Evenkeel: ephemeral AEAD suites only", null),
            new Meaning("tune.", OWN, null),
            new Meaning("nbthread", "engine.loops; one for each processor by itself", null),
            new Meaning("nbproc", "engine.loops; one for each processor by itself", null),
            new Meaning("daemon", UNIT, null),
            new Meaning("master-worker", UNIT, null),
            new Meaning("user", UNIT, null),
            new Meaning("group", UNIT, null),
            new Meaning("uid", UNIT, null),
            new Meaning("gid", UNIT, null),
            new Meaning("chroot", UNIT, null),
            new Meaning("pidfile", UNIT, null),
            new Meaning("ulimit-n", UNIT, null),
            new Meaning("setenv", "the variable is not set", "set it in the unit that starts Evenkeel"),
            new Meaning("presetenv", "the variable is not set", "set it in the unit that starts Evenkeel"));

    private final Draft draft;

    HaproxyRemainder(Draft draft) {
        this.draft = draft;
    }

    /** Tells all lines of a section that nothing has understood. */
    void tell(HaproxySection section) {
        switch (section.type()) {
            case "global" -> section.unread().forEach(line -> tell(line, OF_GLOBAL, true));
            case "defaults", "frontend", "backend", "listen" -> section.unread().forEach(this::tell);
            case "resolvers" ->
                draft.differs(
                        section.at(),
                        "resolvers " + section.name(),
                        "names are looked up again at the servers of /etc/resolv.conf, whenever their answers are over",
                        "discover: {dns: NAME, port: PORT, servers: [...]} asks other servers");
            case "userlist" ->
                draft.missing(section.at(), "userlist " + section.name(), "nobody is asked for a password", ASK);
            case "peers" ->
                draft.missing(
                        section.at(),
                        "peers " + section.name(),
                        "dispatchers do not share their tables yet",
                        "affinity: cookie needs none; 'join' shares learned sessions (docs/guides/several-dispatchers.md)");
            case "cache" ->
                draft.missing(
                        section.at(),
                        "cache " + section.name(),
                        "answers are not cached",
                        "cache: true at a route stores them (docs/guides/cache.md)");
            case "program" ->
                draft.missing(
                        section.at(), "program " + section.name(), "the program is not started", "write a unit for it");
            default ->
                draft.missing(
                        section.at(),
                        (section.type() + " " + section.name()).strip(),
                        "sections of this kind have no counterpart",
                        "");
        }
    }

    /** Tells a line of a proxy section. */
    void tell(HaproxyLine line) {
        tell(line, MEANINGS, false);
    }

    private void tell(HaproxyLine line, List<Meaning> meanings, boolean global) {
        String words = String.join(" ", line.words());
        for (Meaning each : meanings) {
            if (words.startsWith(each.start())) {
                if (each.advice() == null) {
                    draft.needless(line.at(), line.shown(), each.effect());
                } else {
                    draft.missing(line.at(), line.shown(), each.effect(), each.advice());
                }
                return;
            }
        }
        if (global) {
            draft.needless(line.at(), line.shown(), "a setting of HAProxy's own process");
        } else {
            draft.missing(line.at(), line.shown(), "'" + line.word(0) + "' has no counterpart", "");
        }
    }
}
