// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The health checks of a section. */
final class HaproxyChecks {

    private static final List<String> PROTOCOLS = List.of(
            "tcp-check",
            "mysql-check",
            "pgsql-check",
            "redis-check",
            "smtpchk",
            "ldap-check",
            "ssl-hello-chk",
            "external-check",
            "spop-check");
    private static final Pattern HOST = Pattern.compile("(?i)host:\\s*([^\\s\\\\]+)");

    private final HaproxySection section;
    private final Draft draft;

    HaproxyChecks(HaproxySection section, Draft draft) {
        this.section = section;
        this.draft = draft;
    }

    /** @param checked a server that is checked; null when none is */
    void health(DraftSection cluster, @Nullable HaproxyLine checked) {
        HaproxyLine http = section.option("httpchk");
        List<HaproxyLine> sends = section.all("http-check", "send");
        List<HaproxyLine> expects = section.all("http-check", "expect");
        HaproxyLine timeout = section.last("timeout", "check");
        HaproxyLine other = null;
        for (String protocol : PROTOCOLS) {
            HaproxyLine line = section.option(protocol);
            other = line == null ? other : line;
        }
        if (checked == null) {
            cluster.remove("health");
            HaproxyLine idle = http == null ? other : http;
            if (idle != null && !cluster.sections("nodes").isEmpty()) {
                draft.needless(idle.at(), idle.shown(), "no server of the section has 'check', so nothing was checked");
            }
            return;
        }
        DraftSection health = cluster.section("health", checked.at());
        if (http == null) {
            health.literal("tcp", "true", other == null ? checked.at() : other.at());
            if (other != null
                    && (!other.word(1).equals("tcp-check")
                            || !section.all("tcp-check").isEmpty())) {
                draft.differs(
                        other.at(),
                        other.shown(),
                        "the check only makes a connection; it says and expects nothing",
                        "give the server a page for an HTTP check, or trust 'ejection'");
            }
        } else {
            http(health, http, sends);
            expects.forEach(line -> expect(health, line));
        }
        HaproxyTimes.set(health, "timeout", timeout, 2, draft);
    }

    private void http(DraftSection health, HaproxyLine line, List<HaproxyLine> sends) {
        String method = line.words().size() > 3 ? line.word(2) : "OPTIONS";
        String path = line.words().size() > 3 ? line.word(3) : line.word(2).isEmpty() ? "/" : line.word(2);
        HaproxyLine from = line;
        Matcher named = HOST.matcher(String.join(" ", line.from(4)));
        String host = named.find() ? named.group(1) : "";
        // "GET /" without a version has three words and "/" has two; a lone method has no slash
        if (line.words().size() == 3 && !path.startsWith("/")) {
            method = path;
            path = "/";
        }
        for (HaproxyLine send : sends) {
            method = send.after("meth").isEmpty() ? method : send.after("meth");
            path = send.after("uri").isEmpty() ? path : send.after("uri");
            from = send.after("uri").isEmpty() ? from : send;
            for (int i = 0; i < send.words().size(); i++) {
                if (send.word(i).equals("hdr")
                        && send.word(i + 1).toLowerCase(Locale.ROOT).equals("host")) {
                    host = send.word(i + 2);
                }
            }
            if (send.words().contains("body")) {
                draft.missing(send.at(), send.shown(), "a check has no body", "let a page answer GET");
            }
        }
        String encoded = path.replace(" ", "%20").replace("#", "%23");
        health.text("path", Words.isPath(encoded) ? encoded : "/", from.at());
        if (!Words.isPath(encoded)) {
            draft.differs(from.at(), from.shown(), "'" + path + "' cannot be asked for; the check asks for /", "");
        }
        if (!host.isEmpty()) {
            health.text("host", host, from.at());
        }
        if (!method.equals("GET")) {
            draft.differs(
                    from.at(),
                    from.shown(),
                    "checks are made with GET, not with " + method,
                    "make sure that the page answers GET without much work");
        }
    }

    private void expect(DraftSection health, HaproxyLine line) {
        String words = String.join(" ", line.from(2));
        Matcher status =
                Pattern.compile("status ([1-5][0-9]{2}(?:-[1-5][0-9]{2})?)").matcher(words);
        Matcher family = Pattern.compile("rstatus \\^?[(\\[]?2([|]?3)?[)\\]]?([.]{2}|[.]\\*|\\[0-9]\\[0-9])?[$]?")
                .matcher(words);
        if (line.words().contains("!")) {
            draft.missing(
                    line.at(),
                    line.shown(),
                    "a check knows what passes, not what fails: 200 to 399 unless another line says it",
                    "set health.status to the range that passes");
        } else if (status.find()) {
            health.text("status", status.group(1), line.at());
            if (words.contains(",")) {
                draft.differs(line.at(), line.shown(), "a check knows one range; the first of these is written", "");
            }
        } else if (family.matches()) {
            health.text("status", family.group(1) == null ? "200-299" : "200-399", line.at());
        } else {
            draft.missing(
                    line.at(),
                    line.shown(),
                    "a check looks at the status only",
                    "let the page answer 503 when it is not well");
        }
    }
}
