// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.httpd;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftRedirect;
import io.evenkeel.translate.draft.DraftRoute;
import io.evenkeel.translate.draft.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Directives of a host that send clients elsewhere: {@code Redirect}, and the RewriteRule that sends all to https. */
final class HttpdRedirects {

    private static final Pattern PREFIX = Pattern.compile("(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*");
    private static final Pattern FLAG = Pattern.compile("(?i)R(=[0-9]{3})?|L|END|NE");
    private static final Set<String> ALL =
            Set.of("^", ".*", "^.*", "^.*$", "(.*)", "^(.*)", "^(.*)$", "^/?(.*)", "^/?(.*)$");
    private static final Pattern SAME = Pattern.compile("(?i)https://%\\{(HTTP_HOST|SERVER_NAME)}%\\{REQUEST_URI}");
    private static final Pattern SAME_BY_PART = Pattern.compile("(?i)https://%\\{(HTTP_HOST|SERVER_NAME)}/\\$1");

    /** A Redirect with its route, which is null where a route cannot say it. */
    private record Line(
            HttpdDirective at, String path, @Nullable DraftRoute route) {}

    private final Draft draft;
    private final List<Line> lines = new ArrayList<>();

    HttpdRedirects(Draft draft, List<HttpdDirective> directives) {
        this.draft = draft;
        for (HttpdDirective each : directives) {
            Line line = each.name().matches("redirect(permanent|temp)?") ? line(each) : null;
            if (line != null) {
                lines.add(line);
            }
        }
    }

    private static @Nullable Line line(HttpdDirective at) {
        boolean named = at.name().equals("redirect");
        int first = named && !at.argument(0).startsWith("/") ? 1 : 0;
        Integer status = named
                ? status(first == 0 ? "temp" : at.argument(0).toLowerCase(Locale.ROOT))
                : Integer.valueOf(at.name().endsWith("temp") ? 302 : 301);
        String path = at.argument(first);
        String url = at.argument(first + 1);
        String bare = Words.withoutEndSlashes(path);
        boolean plain = path.startsWith("/")
                && PREFIX.matcher(bare).matches()
                && path.length() - bare.length() <= 1
                && url.indexOf('{') < 0
                && !url.matches(".*[%$?#].*|.*//")
                && path.endsWith("/") == url.endsWith("/");
        if (status == null || !plain || at.arguments().size() != first + 2) {
            return null;
        }
        String to = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        DraftRedirect redirect = new DraftRedirect(to + DraftRedirect.REST, status);
        if (!redirect.isPossible()) {
            return null;
        }
        DraftRoute route = new DraftRoute(null, bare.isEmpty() ? null : bare, null, at.at());
        redirect.write(route.rules(), at.at());
        if (!bare.isEmpty()) {
            route.rules().text("strip-prefix", bare, at.at());
        }
        return new Line(at, bare, route);
    }

    private static @Nullable Integer status(String word) {
        return switch (word) {
            case "permanent" -> 301;
            case "temp" -> 302;
            case "seeother" -> 303;
            default -> Words.whole(word, 301, 308);
        };
    }

    /**
     * Adds the redirect of a path that is taken out of a ProxyPass.
     *
     * @return false when there is none
     */
    boolean excepted(String path, List<DraftRoute> into) {
        for (Line each : lines) {
            DraftRoute route = each.route();
            if (route != null
                    && each.path().equals(Words.withoutEndSlashes(path))
                    && !each.at().isUnderstood()) {
                each.at().understood();
                into.add(route);
                return true;
            }
        }
        return false;
    }

    /** Adds the redirects of paths that no ProxyPass has: httpd looks at ProxyPass before. */
    void add(List<DraftRoute> routes) {
        for (Line each : lines) {
            DraftRoute route = each.route();
            if (route == null || each.at().isUnderstood()) {
                continue;
            }
            each.at().understood();
            boolean covered = routes.stream()
                    .anyMatch(other -> other.cluster() != null
                            && (each.path() + "/").startsWith((other.path() == null ? "" : other.path()) + "/"));
            if (covered) {
                draft.missing(
                        each.at().at(),
                        each.at().shown(),
                        "a ProxyPass has these requests, and goes before it",
                        "if clients are to be redirected, take the path out with ProxyPass "
                                + (each.path().isEmpty() ? "/" : each.path()) + " !");
            } else {
                routes.add(route);
            }
        }
    }

    /** The route of the one RewriteRule of a host that sends everybody to https; null when there is none. */
    static @Nullable DraftRoute toHttps(HttpdHost host, Draft draft) {
        List<HttpdDirective> rules = of(host, "rewriterule");
        List<HttpdDirective> conditions = of(host, "rewritecond");
        boolean tls = host.isOn("sslengine");
        if (rules.size() != 1 || tls || !host.isOn("rewriteengine") || host.isOn("usecanonicalname")) {
            return null;
        }
        HttpdDirective rule = rules.get(0);
        String flags = rule.argument(2).replaceAll("^\\[|]$", "");
        Integer status = null;
        for (String flag : flags.split(",", -1)) {
            if (!FLAG.matcher(flag).matches()) {
                return null;
            } else if (flag.toUpperCase(Locale.ROOT).startsWith("R")) {
                status = flag.length() == 1 ? Integer.valueOf(302) : Words.whole(flag.substring(2), 301, 308);
            }
        }
        boolean part = rule.argument(0).matches("\\^/\\?\\(\\.\\*\\)\\$?|\\^/\\(\\.\\*\\)\\$?");
        Matcher same = SAME.matcher(rule.argument(1));
        Matcher byPart = SAME_BY_PART.matcher(rule.argument(1));
        boolean all =
                (ALL.contains(rule.argument(0)) && same.matches()) || (part && (same.matches() || byPart.matches()));
        boolean always = conditions.stream().allMatch(HttpdRedirects::holdsInClearText);
        if (!all || !always || status == null || !new DraftRedirect(DraftRedirect.HTTPS, status).isPossible()) {
            return null;
        }
        conditions.forEach(HttpdDirective::understood);
        DraftRoute route = new DraftRoute(null, null, null, rule.understood().at());
        new DraftRedirect(DraftRedirect.HTTPS, status).write(route.rules(), rule.at());
        HttpdDirective section = host.section();
        boolean port80 = section != null && section.arguments().stream().allMatch(each -> each.endsWith(":80"));
        if (!port80 && rule.argument(1).toUpperCase(Locale.ROOT).contains("HTTP_HOST")) {
            draft.differs(
                    rule.at(),
                    rule.shown(),
                    "the URL has no port; httpd keeps the one that the client called",
                    "redirect: {port: N} names the port of https, where it is not 443");
        }
        return route;
    }

    private static boolean holdsInClearText(HttpdDirective condition) {
        String test = condition.argument(1).toLowerCase(Locale.ROOT);
        return condition.arguments().size() == 2
                && condition.argument(0).equalsIgnoreCase("%{HTTPS}")
                && test.matches("off|=off|\\^off\\$|!on|!=on|!\\^on\\$");
    }

    private static List<HttpdDirective> of(HttpdHost host, String name) {
        return host.own().stream().filter(each -> each.name().equals(name)).toList();
    }
}
