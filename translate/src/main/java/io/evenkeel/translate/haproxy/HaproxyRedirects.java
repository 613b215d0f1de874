// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftRedirect;
import io.evenkeel.translate.draft.DraftRoute;
import io.evenkeel.translate.draft.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The redirects of a section that listens, to constant addresses and for hosts and paths, as routes.
 *
 * @param left lines that are not translated for one of the listeners at least
 */
record HaproxyRedirects(Draft draft, HaproxySection section, Set<HaproxyLine> left) {

    HaproxyRedirects(Draft draft, HaproxySection section) {
        this(draft, section, new HashSet<>());
    }

    /** Lines in the order in which HAProxy looks at them. */
    private List<HaproxyLine> lines() {
        List<HaproxyLine> lines = new ArrayList<>(section.peek("http-request", "redirect"));
        lines.addAll(section.peek("redirect"));
        return lines;
    }

    /**
     * The routes of a listener that redirect, which come before all others.
     *
     * @param tls whether its clients come by https
     * @param port that it listens on
     */
    List<DraftRoute> routes(boolean tls, String port) {
        List<DraftRoute> routes = new ArrayList<>();
        for (HaproxyLine line : lines()) {
            DraftRedirect redirect = redirect(line);
            List<HaproxyMatch> matches = redirect == null ? null : matches(line, tls);
            boolean again = redirect != null && tls && redirect.to().equals(DraftRedirect.HTTPS);
            if (redirect == null || matches == null || (again && !matches.isEmpty())) {
                left.add(line);
                continue;
            }
            for (HaproxyMatch match : matches) {
                DraftRoute route = new DraftRoute(match.host(), match.path(), null, line.at());
                redirect.write(route.rules(), line.at());
                routes.add(route);
            }
            if (!matches.isEmpty() && redirect.to().equals(DraftRedirect.HTTPS) && !port.equals("80")) {
                draft.differs(
                        line.at(),
                        line.shown(),
                        "the URL has no port; HAProxy keeps the one that the client called",
                        "redirect: {port: N} names the port of https, where it is not 443");
            }
        }
        return routes;
    }

    /** Marks the lines that are translated for all listeners. */
    void done() {
        lines().stream().filter(line -> !left.contains(line)).forEach(section::understood);
    }

    /** The requests for which a line holds; null when hosts and paths cannot say it exactly enough. */
    private @Nullable List<HaproxyMatch> matches(HaproxyLine line, boolean tls) {
        List<List<HaproxyTerm>> alternatives = HaproxyTerm.alternatives(line);
        if (alternatives == null || !isExact(alternatives, tls, line)) {
            return null;
        }
        List<HaproxyMatch> all = new ArrayList<>();
        for (List<HaproxyTerm> terms : alternatives) {
            all.addAll(new HaproxyConditions(section, draft, tls)
                    .matches(HaproxyTerm.line(line, terms), 0)
                    .any());
        }
        return all;
    }

    /** Looks first, without telling anything: what is below a path that is meant alone must not be redirected. */
    private boolean isExact(List<List<HaproxyTerm>> alternatives, boolean tls, HaproxyLine line) {
        HaproxyConditions conditions = new HaproxyConditions(section, new Draft(), tls);
        for (List<HaproxyTerm> terms : alternatives) {
            HaproxyConditions.Matches matches = conditions.matches(HaproxyTerm.line(line, terms), 0);
            if (!matches.isWhole() || matches.any().stream().anyMatch(HaproxyMatch::alone)) {
                return false;
            }
        }
        return true;
    }

    /** The address to which a line sends clients; null when a configuration cannot say it. */
    private static @Nullable DraftRedirect redirect(HaproxyLine line) {
        int kind = line.begins("redirect") ? 1 : 2;
        String value = line.word(kind + 1);
        int status = 302;
        boolean query = true;
        int end = HaproxyTerm.condition(line);
        for (int i = kind + 2; i < end; i++) {
            Integer code = line.word(i).equals("code") ? Words.whole(line.word(++i), 301, 308) : null;
            if (code != null) {
                status = code;
            } else if (line.word(i).equals("drop-query")) {
                query = false;
            } else {
                return null;
            }
        }
        String to = switch (line.word(kind)) {
            case "scheme" -> value.equals("https") && query ? DraftRedirect.HTTPS : "";
            case "location" -> value.equals("https") ? "" : value;
            case "prefix" -> value.endsWith("/") ? "" : value + (query ? DraftRedirect.REST : "{path}");
            default -> "";
        };
        DraftRedirect redirect = new DraftRedirect(to, status);
        return redirect.isPossible() && value.indexOf('{') < 0 ? redirect : null;
    }
}
