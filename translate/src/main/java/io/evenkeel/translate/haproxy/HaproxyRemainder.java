// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.Meaning;
import io.evenkeel.translate.draft.Words;
import java.util.List;

/** The lines that nothing has understood, each with what it meant. */
final class HaproxyRemainder {

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
            Meaning.ofStart("http-request deny", DENY, REFUSE),
            Meaning.ofStart("http-request reject", DENY, REFUSE),
            Meaning.ofStart(
                    "http-request tarpit", DENY, "limits.connections-per-address of the listener holds some back"),
            Meaning.ofStart("http-request auth", "nobody is asked for a password", ASK),
            Meaning.ofStart("http-request redirect", REDIRECT, Words.REDIRECT),
            Meaning.ofStart("redirect", REDIRECT, Words.REDIRECT),
            Meaning.ofStart("http-request return", "the answer is not given here", "let the application answer"),
            Meaning.ofStart(
                    "http-request track-sc",
                    "requests are not counted for each client",
                    "limits.rate of a listener limits the requests of a client"),
            Meaning.ofStart("http-request set-path", SAME_PATH, PREFIX),
            Meaning.ofStart("http-request replace-path", SAME_PATH, PREFIX),
            Meaning.ofStart("http-request replace-uri", SAME_PATH, PREFIX),
            Meaning.ofStart("http-request set-uri", SAME_PATH, PREFIX),
            Meaning.ofStart(
                    "http-request replace-", "fields are passed on unchanged", "change them in the application"),
            Meaning.ofStart(
                    "http-request set-src",
                    "the client's address is that of the connection",
                    "name the proxy in front in 'trusted'"),
            Meaning.ofStart("http-request set-header X-Forwarded-For", SENT, null),
            Meaning.ofStart("http-request set-header X-Forwarded-Host", SENT, null),
            Meaning.ofStart("http-request set-header X-Forwarded-Port", SENT, null),
            Meaning.ofStart("http-request set-header X-Forwarded-Proto", SENT, null),
            Meaning.ofStart("http-request set-header", "the field is not set", OF_LISTENERS.formatted("request")),
            Meaning.ofStart("http-request add-header", "the field is not set", OF_LISTENERS.formatted("request")),
            Meaning.ofStart("http-request", "this rule for requests is not applied", "do it in the application"),
            Meaning.ofStart(
                    "http-response set-header Strict-Transport-Security",
                    "browsers are not told to come by https only",
                    OF_LISTENERS.formatted("response")),
            Meaning.ofStart(
                    "http-response set-header", "the field is not set in answers", OF_LISTENERS.formatted("response")),
            Meaning.ofStart(
                    "http-response add-header",
                    "the field is not added to answers",
                    OF_LISTENERS.formatted("response")),
            Meaning.ofStart("http-response", "this rule for answers is not applied", "do it in the application"),
            Meaning.ofStart("http-after-response", "this rule for answers is not applied", "do it in the application"),
            Meaning.ofStart(
                    "tcp-request connection track-sc",
                    "connections are not counted for each client",
                    "limits.connections-per-address of the listener limits them"),
            Meaning.ofStart("tcp-request", "this rule for connections is not applied", "do it in a firewall"),
            Meaning.ofStart("tcp-response", "this rule for connections is not applied", ""),
            Meaning.ofStart(
                    "stick-table",
                    "nothing is counted or remembered for each client by this table",
                    "affinity of a cluster and limits.rate of a listener are settings of their own"),
            Meaning.ofStart(
                    "use-server", "no request is tied to a server by a rule", "make a cluster for it, and a route"),
            Meaning.ofStart("errorfile 503", CODES, PAGE_503),
            Meaning.ofStart("errorloc 503", CODES, PAGE_503),
            Meaning.ofStart("errorloc302 503", CODES, PAGE_503),
            Meaning.ofStart("errorloc303 503", CODES, PAGE_503),
            Meaning.ofStart("errorfile", CODES, PAGE),
            Meaning.ofStart("errorloc", CODES, "let a CDN or the application show pages of your own"),
            Meaning.ofStart("http-error", CODES, PAGE),
            Meaning.ofStart(
                    "log-format",
                    "lines have the form of log.access.format: haproxy, json or combined",
                    "json has all figures"),
            Meaning.ofStart("error-log-format", "lines have the form of log.access.format", "json has all figures"),
            Meaning.ofStart("log-format-sd", "lines have the form of log.access.format", "json has all figures"),
            Meaning.ofStart("log-tag", "lines have no tag", "the unit's SyslogIdentifier gives one"),
            Meaning.ofStart("capture", "the field is not in the access log", "json has the usual fields"),
            Meaning.ofStart("declare capture", "the field is not in the access log", "json has the usual fields"),
            Meaning.ofStart("unique-id-format", "each request gets an identifier of Evenkeel's own form", ""),
            Meaning.ofStart(
                    "compression", "answers are not compressed", "let the server do it (Tomcat: compression=\"on\")"),
            Meaning.ofStart("filter", "the filter is not applied", ""),
            Meaning.ofStart("stats auth", "the console has accounts of its own", "evenkeel user add"),
            Meaning.ofStart(
                    "stats",
                    "the console and the admin API take the place of the page and the socket (section 'admin')",
                    null),
            Meaning.ofStart(
                    "monitor-uri", "the listener has no page for this", "ask /livez or /readyz of the admin server"),
            Meaning.ofStart(
                    "monitor", "the listener has no page for this", "ask /livez or /readyz of the admin server"),
            Meaning.ofStart("acl", "the condition is used by no route", null),
            Meaning.ofStart("option http-server-close", "connections to nodes are kept, which pool.idle limits", null),
            Meaning.ofStart("option forceclose", "connections are kept, which pool.idle limits", null),
            Meaning.ofStart("option httpclose", "connections are kept, which pool.idle limits", null),
            Meaning.ofStart(
                    "option originalto",
                    "the address that the client called is not sent",
                    "X-Forwarded-Host names the host"),
            Meaning.ofStart("option persist", "a session leaves a node that is down, unless affinity is strict", ""),
            Meaning.ofStart("option http-use-htx", OWN, null),
            Meaning.ofStart("option", OWN, null),
            Meaning.ofStart("no option", OWN, null),
            Meaning.ofStart("no log", "log.access is one for all listeners", null),
            Meaning.ofStart("timeout", "this timeout has no counterpart; others limit the same time", null),
            Meaning.ofStart("ignore-persist", "affinity holds for all requests", ""),
            Meaning.ofStart("force-persist", "affinity holds for all requests", ""),
            Meaning.ofStart("fullconn", OWN, null),
            Meaning.ofStart("http-reuse", OWN, null),
            Meaning.ofStart("hash-type", OWN, null),
            Meaning.ofStart("hash-balance-factor", OWN, null),
            Meaning.ofStart(
                    "rate-limit", "new connections are not limited by time", "limits.connections limits open ones"),
            Meaning.ofStart(
                    "load-server-state-from-file", "states of nodes are kept beside the file by themselves", null),
            Meaning.ofStart("email-alert", "no mail is sent", "let Prometheus and Alertmanager do it"),
            Meaning.ofStart("disabled", "the section would be in force here", "remove its listener or cluster"),
            Meaning.ofStart("description", "it is a comment", null),
            Meaning.ofStart("guid", "it is a name", null),
            Meaning.ofStart("id", "it is a name", null),
            Meaning.ofStart("enabled", "every section is", null),
            Meaning.ofStart("retry-on", OWN, null),
            Meaning.ofStart(
                    "source",
                    "connections to nodes begin at an address that the system chooses",
                    "set the route of the machine"),
            Meaning.ofStart("dispatch", "the address does not become a node", "write a cluster with one node"),
            Meaning.ofStart("transparent", "connections are not taken transparently", ""));

    private static final List<Meaning> OF_GLOBAL = List.of(
            Meaning.ofStart(
                    "stats", "the console and the admin API take the place of the socket (section 'admin')", null),
            Meaning.ofStart("lua-load", "no Lua is run", "write a policy in Java (docs/guides/write-a-policy.md)"),
            Meaning.ofStart(
                    "ssl-default-bind-options", "TLS 1.2 and 1.3 are spoken; see tls.versions of listeners", null),
            Meaning.ofStart(
                    "ssl-default", "suites and curves are chosen by Evenkeel: ephemeral AEAD suites only", null),
            Meaning.ofStart("tune.", OWN, null),
            Meaning.ofStart("nbthread", "engine.loops; one for each processor by itself", null),
            Meaning.ofStart("nbproc", "engine.loops; one for each processor by itself", null),
            Meaning.ofStart("daemon", UNIT, null),
            Meaning.ofStart("master-worker", UNIT, null),
            Meaning.ofStart("user", UNIT, null),
            Meaning.ofStart("group", UNIT, null),
            Meaning.ofStart("uid", UNIT, null),
            Meaning.ofStart("gid", UNIT, null),
            Meaning.ofStart("chroot", UNIT, null),
            Meaning.ofStart("pidfile", UNIT, null),
            Meaning.ofStart("ulimit-n", UNIT, null),
            Meaning.ofStart("setenv", "the variable is not set", "set it in the unit that starts Evenkeel"),
            Meaning.ofStart("presetenv", "the variable is not set", "set it in the unit that starts Evenkeel"),
            Meaning.ofStart("", "a setting of HAProxy's own process", null));

    private final Draft draft;

    HaproxyRemainder(Draft draft) {
        this.draft = draft;
    }

    /** Tells all lines of a section that nothing has understood. */
    void tell(HaproxySection section) {
        switch (section.type()) {
            case "global" -> section.unread().forEach(line -> tell(line, OF_GLOBAL));
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
        tell(line, MEANINGS);
    }

    private void tell(HaproxyLine line, List<Meaning> meanings) {
        String words = String.join(" ", line.words());
        draft.leftOver(line.at(), line.shown(), line.word(0), Meaning.find(meanings, words));
    }
}
