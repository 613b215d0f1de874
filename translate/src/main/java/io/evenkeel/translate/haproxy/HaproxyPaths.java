// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftRoute;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lines that take a constant prefix from paths, or put one before them.
 *
 * @param backends sections with servers, by the names of their clusters
 * @param done lines that are translated
 * @param left lines that are not, for one route or listener at least
 */
record HaproxyPaths(Draft draft, Map<String, HaproxySection> backends, Set<HaproxyLine> done, Set<HaproxyLine> left) {

    private static final Pattern VERB = Pattern.compile("(set|replace)-(path|pathq|uri)");
    private static final String PREFIX = "((?:/[A-Za-z0-9_-]+)+)";
    private static final String ADDED = "((?:/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)";

    /** The manual's {@code replace-path /foo/(.*) /\1}, and what it says of a slash that may be missing. */
    private static final Pattern REPLACED = Pattern.compile(
            "\\^?" + PREFIX + "(?:/\\(\\.\\*\\)|(\\(/\\)\\?)\\(\\.\\*\\)|/\\?\\(\\.\\*\\)) " + ADDED + "/\\\\([12])");

    private static final Pattern ALL_REPLACED = Pattern.compile("\\^?\\(\\.\\*\\) " + ADDED + "\\\\1");
    private static final Pattern CUT =
            Pattern.compile("%\\[path,regsub\\(\"?\\^" + PREFIX + "/\\??,\"?" + ADDED + "/\"?\\)]");
    private static final Pattern PUT = Pattern.compile(ADDED + "%\\[path]");

    /** A change of paths: a beginning is taken away, and another put before them; each may be empty. */
    private record Change(String strip, String add) {}

    HaproxyPaths(Draft draft, Map<String, HaproxySection> backends) {
        this(draft, backends, new HashSet<>(), new HashSet<>());
    }

    /** The routes of a listener, with prefixes. */
    List<DraftRoute> of(HaproxySection front, List<DraftRoute> routes) {
        List<HaproxyLine> own = lines(front);
        // HAProxy changes the path before it looks for a backend, so routes by path would see another one
        boolean byPath = routes.stream().anyMatch(each -> each.path() != null);
        HaproxyLine first = own.size() == 1 && !byPath ? own.get(0) : null;
        Change change = first == null ? null : change(front, first);
        if (change == null) {
            left.addAll(own);
        }
        List<DraftRoute> all = new ArrayList<>();
        for (DraftRoute route : routes) {
            HaproxySection back = route.cluster() == null ? null : backends.get(route.cluster());
            List<HaproxyLine> behind = back == null || back == front ? List.of() : lines(back);
            HaproxyLine line = own.isEmpty() && behind.size() == 1 ? behind.get(0) : first;
            Change wanted = own.isEmpty() && behind.size() == 1 && back != null ? change(back, behind.get(0)) : change;
            if (route.cluster() == null || line == null || wanted == null) {
                left.addAll(behind);
                all.add(route);
            } else {
                left.addAll(own.isEmpty() ? List.of() : behind);
                all.addAll(changed(route, line, wanted));
            }
        }
        return all;
    }

    /** Marks the lines that are translated wherever they count. */
    void tell(List<HaproxySection> sections) {
        for (HaproxySection section : sections) {
            for (HaproxyLine line : lines(section)) {
                if (done.contains(line) && !left.contains(line)) {
                    section.understood(line);
                }
            }
        }
    }

    private static List<HaproxyLine> lines(HaproxySection section) {
        return section.peek("http-request").stream()
                .filter(each -> VERB.matcher(each.word(1)).matches())
                .toList();
    }

    private static @Nullable Change change(HaproxySection section, HaproxyLine line) {
        int condition = HaproxyTerm.condition(line);
        String words = String.join(" ", line.words().subList(2, Math.max(2, condition)));
        Change change = null;
        if (line.word(1).equals("replace-path")) {
            Matcher some = REPLACED.matcher(words);
            Matcher all = ALL_REPLACED.matcher(words);
            boolean rest = some.matches() && some.group(4).equals(some.group(2) == null ? "1" : "2");
            change = rest
                    ? new Change(some.group(1), some.group(3))
                    : all.matches() ? new Change("", all.group(1)) : null;
        } else if (line.word(1).equals("set-path")) {
            Matcher cut = CUT.matcher(words);
            Matcher put = PUT.matcher(words);
            change = cut.matches()
                    ? new Change(cut.group(1), cut.group(2))
                    : put.matches() ? new Change("", put.group(1)) : null;
        }
        if (change == null || (change.strip() + change.add()).isEmpty()) {
            return null;
        }
        return condition == line.words().size() || isOf(section, line, change.strip()) ? change : null;
    }

    /** True for a condition that names the paths that are changed anyway. */
    private static boolean isOf(HaproxySection section, HaproxyLine line, String strip) {
        List<List<HaproxyTerm>> terms = HaproxyTerm.alternatives(line);
        if (terms == null || terms.size() != 1 || terms.get(0).size() != 1 || strip.isEmpty()) {
            return false;
        }
        HaproxyTerm term = terms.get(0).get(0);
        List<List<String>> criteria = term.criteria(section);
        List<String> words = criteria.size() == 1 ? criteria.get(0) : List.of();
        return !term.not()
                && words.size() == 2
                && words.get(0).matches("(path|url)_(beg|dir)")
                && Words.withoutEndSlashes(words.get(1)).equals(strip);
    }

    private List<DraftRoute> changed(DraftRoute route, HaproxyLine line, Change change) {
        String strip = change.strip();
        String path = route.path() == null ? "" : route.path();
        done.add(line);
        if (strip.isEmpty()) {
            return List.of(with(route.narrowed(route.host(), route.path()), line, change));
        }
        draft.differs(
                line.at(),
                line.shown(),
                "only what stands at the begin of a path and ends at a segment border is cut off; " + strip
                        + " alone arrives as " + change.add() + "/",
                "");
        if ((path + "/").startsWith(strip + "/")) {
            return List.of(with(route.narrowed(route.host(), route.path()), line, change));
        } else if ((strip + "/").startsWith(path + "/")) {
            return List.of(with(route.narrowed(route.host(), strip), line, change), route);
        }
        return List.of(route);
    }

    private static DraftRoute with(DraftRoute route, HaproxyLine line, Change change) {
        DraftSection rules = route.rules();
        if (!change.strip().isEmpty()) {
            rules.text("strip-prefix", change.strip(), line.at());
        }
        if (!change.add().isEmpty()) {
            rules.text("add-prefix", change.add(), line.at());
        }
        return route;
    }
}
