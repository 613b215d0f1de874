// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The conditions of a section, as hosts and paths. Conditions about anything else cannot be expressed. */
final class HaproxyConditions {

    private static final int MOST_ALTERNATIVES = 1_000;
    private static final Pattern CRITERION = Pattern.compile("([a-zA-Z0-9_.]+)(?:\\(([^)]*)\\))?((?:,.*)?)");
    private static final Set<String> SAME_VALUE = Set.of(
            "",
            ",lower",
            ",host_only",
            ",lower,host_only",
            ",host_only,lower",
            ",field(1,:)",
            ",field(1,:),lower",
            ",lower,field(1,:)");
    private static final Set<String> SNI = Set.of("ssl_fc_sni", "req.ssl_sni", "req_ssl_sni");

    private final HaproxySection section;
    private final Draft draft;
    private final boolean tls;

    /** @param tls whether the connections come by TLS */
    HaproxyConditions(HaproxySection section, Draft draft, boolean tls) {
        this.section = section;
        this.draft = draft;
        this.tls = tls;
    }

    /**
     * The requests for which a line holds.
     *
     * @param any the alternatives that hosts and paths can say
     * @param isWhole false when there are others
     */
    record Matches(List<HaproxyMatch> any, boolean isWhole) {}

    /**
     * The requests for which a line holds.
     *
     * @param from the place of {@code if} or {@code unless}; a line that ends before holds for all
     */
    Matches matches(HaproxyLine line, int from) {
        if (from >= line.words().size()) {
            return new Matches(List.of(HaproxyMatch.ALL), true);
        }
        if (!line.word(from).equals("if")) {
            return new Matches(List.of(), false);
        }
        List<HaproxyMatch> any = new ArrayList<>();
        boolean isWhole = true;
        int end = from;
        while (end < line.words().size()) {
            int start = end + 1;
            end = endOfAlternative(line, start);
            List<HaproxyMatch> all = alternative(line, start, end);
            if (all == null || any.size() + all.size() > MOST_ALTERNATIVES) {
                isWhole = false;
            } else {
                any.addAll(all);
            }
        }
        return new Matches(any, isWhole);
    }

    /** The place of the next {@code or} outside of braces, or the end of the line. */
    private static int endOfAlternative(HaproxyLine line, int from) {
        boolean braces = false;
        for (int i = from; i < line.words().size(); i++) {
            String word = line.word(i);
            if (!braces && (word.equals("or") || word.equals("||"))) {
                return i;
            }
            braces = braces ? !word.equals("}") : word.equals("{") || word.equals("!{");
        }
        return line.words().size();
    }

    /** The requests for which all terms hold; null when hosts and paths cannot say it. */
    private @Nullable List<HaproxyMatch> alternative(HaproxyLine line, int from, int to) {
        List<HaproxyMatch> all = List.of(HaproxyMatch.ALL);
        int i = from;
        while (i < to) {
            String word = line.word(i++);
            boolean not = word.startsWith("!");
            String name = not ? word.substring(1) : word;
            if (not && name.isEmpty()) {
                name = line.word(i++);
            }
            List<HaproxyMatch> term;
            if (name.equals("{")) {
                int close = i;
                while (close < line.words().size() && !line.word(close).equals("}")) {
                    close++;
                }
                term = criterion(new HaproxyLine(line.at(), line.words().subList(i, close)));
                i = close + 1;
            } else {
                term = named(name);
            }
            all = term == null ? null : both(all, not ? opposite(term) : term);
            if (all == null || all.size() > MOST_ALTERNATIVES) {
                return null;
            }
        }
        return all;
    }

    private static @Nullable List<HaproxyMatch> opposite(List<HaproxyMatch> matches) {
        if (matches.isEmpty()) {
            return List.of(HaproxyMatch.ALL);
        }
        return matches.contains(HaproxyMatch.ALL) ? List.of() : null;
    }

    private static @Nullable List<HaproxyMatch> both(List<HaproxyMatch> some, @Nullable List<HaproxyMatch> others) {
        if (others == null || (long) some.size() * others.size() > MOST_ALTERNATIVES) {
            return null;
        }
        List<HaproxyMatch> found = new ArrayList<>();
        for (HaproxyMatch a : some) {
            for (HaproxyMatch b : others) {
                HaproxyMatch match = a.and(b);
                if (match != null) {
                    found.add(match);
                }
            }
        }
        return found;
    }

    /** The rules of an acl; several of one name hold when any of them does. */
    private @Nullable List<HaproxyMatch> named(String name) {
        if (name.equals("TRUE") || name.equals("FALSE")) {
            return name.equals("TRUE") ? List.of(HaproxyMatch.ALL) : List.of();
        }
        List<HaproxyLine> lines = section.all("acl", name);
        List<HaproxyMatch> any = new ArrayList<>();
        for (HaproxyLine line : lines) {
            List<HaproxyMatch> some = criterion(new HaproxyLine(line.at(), line.from(2)));
            if (some == null) {
                return null;
            }
            any.addAll(some);
        }
        return lines.isEmpty() ? null : any;
    }

    private @Nullable List<HaproxyMatch> criterion(HaproxyLine line) {
        Matcher parts = CRITERION.matcher(line.word(0));
        if (!parts.matches()) {
            return null;
        }
        String fetch = parts.group(1);
        if (fetch.equals("always_true") || fetch.equals("always_false")) {
            return fetch.equals("always_true") ? List.of(HaproxyMatch.ALL) : List.of();
        } else if (fetch.equals("ssl_fc")) {
            return tls ? List.of(HaproxyMatch.ALL) : List.of();
        }
        int i = 1;
        String method = "";
        while (line.word(i).startsWith("-") && line.word(i).length() == 2) {
            String flag = line.word(i++);
            if (flag.equals("-m")) {
                method = line.word(i++);
            } else if (flag.equals("--")) {
                break;
            } else if (!flag.equals("-i")) {
                return null;
            }
        }
        List<String> values = line.from(i);
        if (values.isEmpty() || !SAME_VALUE.contains(parts.group(3))) {
            return null;
        }
        return values(line, fetch, parts.group(2), method, values);
    }

    private @Nullable List<HaproxyMatch> values(
            HaproxyLine line, String fetch, @Nullable String argument, String method, List<String> values) {
        Matcher suffixed =
                Pattern.compile("(.*)_(beg|end|dom|dir|reg|sub|str|len)").matcher(fetch);
        boolean hasSuffix = suffixed.matches();
        String kind = hasSuffix ? suffixed.group(1) : fetch;
        String how = hasSuffix ? suffixed.group(2) : method.isEmpty() ? "str" : method;
        boolean host = argument != null
                && argument.toLowerCase(Locale.ROOT).matches("host(,-?1)?")
                && Set.of("hdr", "req.hdr", "req.fhdr").contains(kind);
        List<HaproxyMatch> found = new ArrayList<>();
        for (String value : values) {
            List<HaproxyMatch> some = null;
            if (host || SNI.contains(kind)) {
                some = hosts(value, how);
            } else if (argument == null && Set.of("path", "url", "pathq").contains(kind)) {
                some = paths(line, value, how);
            }
            if (some == null) {
                return null;
            }
            found.addAll(some);
        }
        return found;
    }

    private static @Nullable List<HaproxyMatch> hosts(String value, String how) {
        String host = value.toLowerCase(Locale.ROOT).replaceFirst(":[0-9]+$", "");
        boolean dotted = host.startsWith(".");
        String bare = dotted ? host.substring(1) : host;
        if (!Words.isHost(bare) || bare.startsWith("*")) {
            return null;
        }
        HaproxyMatch itself = new HaproxyMatch(bare, null);
        HaproxyMatch below = new HaproxyMatch("*." + bare, null);
        return switch (how) {
            case "str" -> dotted ? null : List.of(itself);
            case "end" -> dotted ? List.of(below) : List.of(itself, below);
            case "dom" -> List.of(itself, below);
            default -> null;
        };
    }

    private @Nullable List<HaproxyMatch> paths(HaproxyLine line, String value, String how) {
        boolean known = how.equals("beg") || how.equals("str");
        if (!known || !value.startsWith("/") || !Words.isPath(value) || value.matches(".*[;?#%].*")) {
            return null;
        }
        String path = Words.withoutEndSlashes(value);
        if (how.equals("str")) {
            draft.differs(
                    line.at(),
                    line.shown(),
                    "a route matches " + (path.isEmpty() ? "/" : path)
                            + " and everything below it, not this path alone",
                    "let the application answer the rest, or move the path to a cluster of its own");
        } else if (!value.endsWith("/")) {
            draft.differs(
                    line.at(),
                    line.shown(),
                    "a route ends at a segment border: " + path + " does not match " + path + "x",
                    "add a route for each other path that you meant");
        }
        return List.of(new HaproxyMatch(null, path.isEmpty() ? null : path, how.equals("str")));
    }
}
