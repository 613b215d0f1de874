// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftAccess;
import io.evenkeel.translate.draft.DraftRoute;
import io.evenkeel.translate.draft.DraftSection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lines that refuse clients by their networks, for all requests or for hosts and paths. A line that a rule could not
 * say without letting in more than HAProxy did is left.
 *
 * @param left lines that are not translated for one of the listeners at least
 */
record HaproxyAccess(Draft draft, HaproxySection section, Set<HaproxyLine> left) {

    /** Earlier rules after which a later one means something else. */
    private static final Pattern BEFORE = Pattern.compile(
            "allow|set-src|set-src-port|normalize-uri|(set|replace)-(path|pathq|uri)|((set|add|replace|del)-header|replace-value) host");

    /** The host of a request, compared as a whole. */
    private static final Pattern HOST = Pattern.compile("(req\\.)?f?hdr\\(host(,-?1)?\\)");

    private static final int MOST_ROUTES = 1_000;

    /** One alternative of a line: who is refused, and for which requests. */
    private record Refusal(DraftAccess access, List<HaproxyMatch> matches) {}

    HaproxyAccess(Draft draft, HaproxySection section) {
        this(draft, section, new HashSet<>());
    }

    /**
     * Adds the rules to a listener and its routes; returns the routes, with those that the rules need.
     *
     * @param believes whether the listener believes fields that name another address than that of the connection
     */
    List<DraftRoute> of(DraftSection listener, List<DraftRoute> routes, boolean tls, boolean believes) {
        List<DraftRoute> all = routes;
        boolean changed = believes
                || section.peek("tcp-request").stream()
                        .anyMatch(line -> line.words().stream().anyMatch(word -> word.startsWith("set-src")));
        for (HaproxyLine line : section.peek("http-request")) {
            String verb = line.word(1);
            String field =
                    verb.matches(".*-header|replace-value") ? " " + line.word(2).toLowerCase(Locale.ROOT) : "";
            changed |= BEFORE.matcher(verb + field).matches();
            if (!verb.equals("deny")) {
                continue;
            }
            List<Refusal> refusals = changed ? null : refusals(line, tls);
            List<DraftRoute> with = refusals == null ? null : applied(line, refusals, listener, all);
            if (with == null) {
                left.add(line);
            } else {
                all = with;
                status(line);
            }
        }
        return all;
    }

    /** Marks the lines that are translated for all listeners. */
    void done() {
        section.peek("http-request", "deny").stream()
                .filter(line -> !left.contains(line))
                .forEach(section::understood);
    }

    private void status(HaproxyLine line) {
        String status = line.word(3);
        if (HaproxyTerm.condition(line) == 4 && !status.equals("403")) {
            draft.differs(line.at(), line.shown(), "the client gets 403, not " + status, "");
        }
    }

    private @Nullable List<Refusal> refusals(HaproxyLine line, boolean tls) {
        int condition = HaproxyTerm.condition(line);
        boolean plain = condition == 2 || (condition == 4 && line.word(2).matches("deny_status|status"));
        List<List<HaproxyTerm>> alternatives = plain ? HaproxyTerm.alternatives(line) : null;
        if (alternatives == null) {
            return null;
        }
        List<Refusal> refusals = new ArrayList<>();
        for (List<HaproxyTerm> terms : alternatives) {
            Refusal refusal = refusal(line, terms, tls);
            if (refusal == null) {
                return null;
            }
            refusals.add(refusal);
        }
        return refusals;
    }

    private @Nullable Refusal refusal(HaproxyLine line, List<HaproxyTerm> terms, boolean tls) {
        List<HaproxyTerm> rest = new ArrayList<>();
        DraftAccess access = DraftAccess.NOBODY;
        for (HaproxyTerm term : terms) {
            List<String> networks = networks(term);
            boolean second = !access.equals(DraftAccess.NOBODY);
            if (networks == null) {
                rest.add(term);
            } else if (second) {
                return null;
            } else {
                access = new DraftAccess(networks, term.not());
            }
        }
        if (!rest.stream().allMatch(this::isSaid)) {
            return null;
        }
        HaproxyConditions.Matches matches =
                new HaproxyConditions(section, new Draft(), tls).matches(HaproxyTerm.line(line, rest), 0);
        boolean exact = matches.isWhole() && matches.any().stream().noneMatch(HaproxyMatch::alone);
        return exact ? new Refusal(access, matches.any()) : null;
    }

    /** The networks of a criterion about the client's address; null for any other. */
    private @Nullable List<String> networks(HaproxyTerm term) {
        List<String> networks = new ArrayList<>();
        List<List<String>> criteria = term.criteria(section);
        for (List<String> words : criteria) {
            if (words.size() < 2 || !words.get(0).equals("src")) {
                return null;
            }
            List<String> values = words.subList(1, words.size());
            if (!values.stream().allMatch(DraftAccess::isNetwork)) {
                return null;
            }
            networks.addAll(values);
        }
        return criteria.isEmpty() ? null : networks;
    }

    /**
     * False for a criterion that a route does not say, or says of fewer requests, so that others would pass: a path in
     * any case of letters, or without a slash at its end; a host by a part of its name, or by that of TLS.
     */
    private boolean isSaid(HaproxyTerm term) {
        for (List<String> words : term.criteria(section)) {
            String fetch = words.isEmpty() ? "" : words.get(0);
            List<String> values = words.subList(Math.min(1, words.size()), words.size());
            boolean path = fetch.matches("(path|url)(_beg|_dir)?")
                    && !term.not()
                    && values.stream().allMatch(each -> each.startsWith("/") && each.endsWith("/"));
            boolean host = HOST.matcher(fetch.toLowerCase(Locale.ROOT)).matches() && !values.contains("-m");
            if (!path && !host && !fetch.matches("ssl_fc|always_true|always_false")) {
                return false;
            }
        }
        return true;
    }

    /** The routes with the rules of a line; null when rules that are there would become others. */
    private static @Nullable List<DraftRoute> applied(
            HaproxyLine line, List<Refusal> refusals, DraftSection listener, List<DraftRoute> routes) {
        boolean some = refusals.stream().anyMatch(each -> each.access().others()) && refusals.size() > 1;
        if (some) {
            return null;
        }
        List<DraftRoute> all = routes;
        for (Refusal refusal : refusals) {
            DraftAccess access = refusal.access();
            if (refusal.matches().contains(HaproxyMatch.ALL)) {
                if (!access.fits(listener)) {
                    return null;
                }
                access.write(listener, line.at());
                continue;
            }
            for (HaproxyMatch match : refusal.matches()) {
                all = all == null ? null : refused(line, access, match, all);
            }
            if (all == null) {
                return null;
            }
        }
        return all;
    }

    /** The routes, with one before each for those of its requests that are refused. */
    private static @Nullable List<DraftRoute> refused(
            HaproxyLine line, DraftAccess access, HaproxyMatch match, List<DraftRoute> routes) {
        List<DraftRoute> all = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (DraftRoute route : routes) {
            HaproxyMatch both = new HaproxyMatch(route.host(), route.path()).within(match);
            if (both != null && known.add(both.host() + " " + both.path())) {
                if (!access.fits(route.rules())) {
                    return null;
                }
                DraftRoute refused = route.narrowed(both.host(), both.path());
                access.write(refused.rules(), line.at());
                all.add(refused);
            }
            if (known.add(route.host() + " " + route.path())) {
                all.add(route);
            }
        }
        return all.size() > MOST_ROUTES ? null : all;
    }
}
