// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.rule;

import io.evenkeel.config.file.overload.OverloadPage;
import io.evenkeel.config.listener.PathRule;
import io.evenkeel.config.listener.RedirectSettings;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.yaml.FileGate;
import io.evenkeel.config.yaml.Problems;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the rules of listeners and routes. */
public final class RuleCheck {

    private static final List<String> PROTECTION = List.of("deny", "allow", "basic-auth", "jwt");
    private static final List<String> HTTP_ONLY = List.of("redirect", "error-pages", "basic-auth", "jwt");

    private final Problems problems;
    private final FileGate gate;
    private final FieldCheck fields;
    private final LoginCheck logins;

    /** @param gate says which files may be read, and where relative paths begin */
    public RuleCheck(Problems problems, FileGate gate) {
        this.problems = problems;
        this.gate = gate;
        this.fields = new FieldCheck(problems);
        this.logins = new LoginCheck(problems, gate);
    }

    /** Checks a listener and its routes. */
    public void check(ParsedSection listener, boolean tcp) {
        ParsedSection tls = listener.block("tls");
        ParsedSection clients = tls == null ? null : tls.block("clients");
        String subject = clients == null ? null : clients.find("header", String.class);
        fields.check(listener.block("headers"), subject);
        if (tcp) {
            for (String key : HTTP_ONLY) {
                if (listener.gives(key)) {
                    problems.error(
                            listener.keyPlace(key),
                            "a tcp listener knows no HTTP, so '" + key + "' cannot work there",
                            "remove it, or use protocol: http");
                }
            }
            return;
        }
        common(listener, null, "listeners");
        if (tls != null && redirectsToHttps(listener)) {
            problems.warning(
                    listener.keyPlace("redirect"),
                    "no client of this listener is redirected, because all of them come by https",
                    "put it into the listener without tls");
        }
        for (ParsedSection route : listener.blocks("routes")) {
            fields.check(route.block("headers"), subject);
            common(route, route.find("host", String.class), "routes");
            target(route);
            prefix(route);
            doubtful(listener, route);
            new CanaryCheck(problems).check(route);
        }
    }

    /** True when those who came by https already are not redirected. */
    public static boolean redirectsToHttps(ParsedSection block) {
        ParsedSection redirect = block.block("redirect");
        return redirect != null && RedirectSettings.HTTPS.equals(redirect.find("to", String.class));
    }

    private void common(ParsedSection block, @Nullable String host, String parent) {
        ParsedSection redirect = block.block("redirect");
        if (redirect != null) {
            redirect(redirect, host);
        }
        logins.check(block, parent);
        ParsedSection pages = block.block("error-pages");
        if (pages != null) {
            for (String status : pages.items().keySet()) {
                page(pages, status, List.of(parent, "error-pages", status));
            }
        }
    }

    private void redirect(ParsedSection redirect, @Nullable String host) {
        String to = redirect.find("to", String.class);
        if (to == null) {
            return;
        }
        boolean https = to.equals(RedirectSettings.HTTPS);
        if (to.contains("{host}") && host == null && !redirect.gives("hosts")) {
            problems.error(
                    redirect.placeOf("to"),
                    "'{host}' is what a client says, so it could send others anywhere",
                    "say which hosts there are: hosts: [shop.example.org]");
        }
        if (redirect.gives("port") && !https) {
            problems.error(
                    redirect.keyPlace("port"), "'port' belongs to 'to: https'", "write the port into the URL of 'to'");
        }
        if (redirect.gives("hosts") && !https && !to.contains("{host}")) {
            problems.warning(
                    redirect.keyPlace("hosts"), "'hosts' does nothing, because 'to' does not keep the host", null);
        }
    }

    private void page(ParsedSection pages, String status, List<String> keys) {
        String path = String.valueOf(pages.find(status, String.class));
        String why = gate.obstacle(keys, path, path);
        if (why != null) {
            problems.error(
                    pages.placeOf(status),
                    "'" + status + "' may not be changed to this from the console: " + why,
                    FileGate.REMEDY);
            return;
        }
        try {
            OverloadPage.read(path, gate);
        } catch (IOException e) {
            problems.error(
                    pages.placeOf(status), "page " + path + ": " + e.getMessage(), OverloadPage.remedy(path, e, gate));
        }
    }

    /** Wants a cluster or a redirect. */
    private void target(ParsedSection route) {
        boolean redirects = route.gives("redirect");
        if (!route.gives("cluster") && !redirects) {
            problems.error(route.place(), "'cluster' is missing from this route", "add cluster: NAME, or a 'redirect'");
        }
        if (redirects && !redirectsToHttps(route)) {
            for (String key : List.of("cluster", "canary", "mirror", "cache")) {
                if (route.gives(key)) {
                    problems.error(
                            route.keyPlace(key),
                            "no request of this route goes to a cluster, because 'redirect' answers them",
                            "remove '" + key + "', or 'redirect'");
                }
            }
        }
    }

    private void prefix(ParsedSection route) {
        String strip = route.find("strip-prefix", String.class);
        if (strip == null) {
            return;
        }
        String path = route.find("path", String.class);
        if (path == null || !(path + "/").startsWith(strip + "/")) {
            problems.error(
                    route.placeOf("strip-prefix"),
                    "the paths of this route do not begin with '" + strip + "'",
                    path == null ? "add path: " + strip : "'strip-prefix' must be '" + path + "' or its beginning");
        }
    }

    /** Warns of a rule that protects a path where servers may read another one. */
    private void doubtful(ParsedSection listener, ParsedSection route) {
        if (!route.gives("path") || listener.find("paths", PathRule.class) != PathRule.RAW) {
            return;
        }
        for (String key : PROTECTION) {
            if (route.gives(key)) {
                problems.warning(
                        route.keyPlace(key),
                        "other spellings of this path can pass, because of paths: raw",
                        "use paths: strict");
            }
        }
    }
}
