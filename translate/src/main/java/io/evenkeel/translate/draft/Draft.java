// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.draft;

import io.evenkeel.translate.draft.Leftover.Kind;
import io.evenkeel.translate.source.EnvironmentReference;
import io.evenkeel.translate.source.SourceLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A configuration that is put together, and what is left over. One thread. */
public final class Draft {

    private static final int LONGEST_SETTING = 100;
    private static final int LONGEST_SENTENCE = 400;

    /** Fields whose values are secrets. */
    private static final Pattern AUTHORIZATION = Pattern.compile("(?i)authorization|x-api-key");

    private final DraftSection root = DraftSection.root();
    private final Set<Leftover> leftovers = new LinkedHashSet<>();

    public Draft() {
        root.literal("version", "1");
        root.sections("listeners");
        root.section("clusters");
    }

    /** The sections of the whole file. */
    public DraftSection root() {
        return root;
    }

    public List<DraftSection> listeners() {
        return root.sections("listeners");
    }

    DraftSection clusters() {
        return root.section("clusters");
    }

    /** A new listener; its name gets a number when another has it. */
    public DraftSection listener(String name, SourceLine from) {
        DraftSection listener = root.item("listeners", false, from);
        listener.text("name", root.names().of(name), from);
        return listener;
    }

    /** A new cluster; its name gets a number when another has it. */
    public String addCluster(String name, SourceLine from) {
        String free = clusters().names().of(name);
        clusters().section(free, from);
        return free;
    }

    /** A cluster that {@link #addCluster} named. */
    public DraftSection cluster(String name) {
        return clusters().section(name);
    }

    /** Adds a node, which is written on one line. */
    public static DraftSection node(DraftSection cluster, String name, String address, SourceLine from) {
        DraftSection node = cluster.item("nodes", true, from);
        node.text("name", cluster.names().of(name));
        node.text("address", address);
        return node;
    }

    /** Says where the requests of a listener go: to one cluster, or by rules, of which the first that fits counts. */
    public static void route(DraftSection listener, List<DraftRoute> routes) {
        List<DraftRoute> used = new ArrayList<>();
        for (DraftRoute route : routes) {
            boolean again = used.stream().anyMatch(other -> covers(other, route));
            if (!again) {
                used.add(route);
            }
        }
        if (used.size() == 1 && isOfListener(used.get(0))) {
            DraftRoute all = used.get(0);
            if (all.cluster() != null) {
                listener.text("cluster", all.cluster(), all.from());
            }
            listener.take(all.rules());
            return;
        }
        for (DraftRoute each : used) {
            DraftSection route = listener.item("routes", true, each.from());
            if (each.host() != null) {
                route.text("host", each.host());
            }
            if (each.path() != null) {
                route.text("path", each.path());
            }
            if (each.cluster() != null) {
                route.text("cluster", each.cluster());
            }
            route.take(each.rules());
        }
    }

    /** True for a route of all requests whose rules mean the same as those of a listener. */
    private static boolean isOfListener(DraftRoute route) {
        return route.host() == null
                && route.path() == null
                && Set.of("redirect").containsAll(route.rules().entries().keySet());
    }

    private static boolean covers(DraftRoute first, DraftRoute then) {
        boolean all = first.host() == null && first.path() == null;
        return all
                || (Objects.equals(lower(first.host()), lower(then.host()))
                        && Objects.equals(first.path(), then.path()));
    }

    private static @Nullable String lower(@Nullable String host) {
        return host == null ? null : host.toLowerCase(Locale.ROOT);
    }

    /** A setting without a counterpart. */
    public void missing(SourceLine at, String setting, String lost, String advice) {
        add(Kind.MISSING, at, setting, lost, advice);
    }

    /** A setting that was taken over and acts differently. */
    public void differs(SourceLine at, String setting, String how, String advice) {
        add(Kind.DIFFERENT, at, setting, how, advice);
    }

    /** A setting that is not needed. */
    public void needless(SourceLine at, String setting, String why) {
        add(Kind.NEEDLESS, at, setting, why, "");
    }

    /**
     * A setting that no other part has understood.
     *
     * @param name shown to the reader
     * @param meaning null when it is not known
     */
    public void leftOver(SourceLine at, String setting, String name, @Nullable Meaning meaning) {
        if (meaning == null) {
            missing(at, setting, "'" + name + "' has no counterpart", "");
        } else if (meaning.advice() == null) {
            needless(at, setting, meaning.effect());
        } else {
            missing(at, setting, meaning.effect(), meaning.advice());
        }
    }

    private void add(Kind kind, SourceLine at, String setting, String effect, String advice) {
        leftovers.add(new Leftover(kind, at, shown(setting), sentence(effect), sentence(advice)));
    }

    /** True for the name of a field whose values are secrets. */
    static boolean isSecret(String field) {
        return AUTHORIZATION.matcher(field).find();
    }

    private static String sentence(String words) {
        return cut(SourceLine.visible(words), LONGEST_SENTENCE);
    }

    /** The words on one line, cut when they are many or secret; a reference shows as the variable's name. */
    private static String shown(String setting) {
        String line = SourceLine.visible(EnvironmentReference.written(setting).replace("$$", "$"))
                .strip();
        Matcher secret = AUTHORIZATION.matcher(line);
        return cut(secret.find() ? line.substring(0, secret.end()) + " ..." : line, LONGEST_SETTING);
    }

    private static String cut(String line, int most) {
        return line.length() <= most ? line : line.substring(0, most) + " ...";
    }

    /** All leftovers: what is missing, what is different, what is not needed; each by file and line. */
    public List<Leftover> leftovers() {
        return leftovers.stream()
                .sorted(Comparator.comparing(Leftover::kind)
                        .thenComparing(each -> each.at().file().toString())
                        .thenComparing(each -> each.at().number()))
                .toList();
    }

    /** The names of all clusters that a listener or one of its routes names. */
    Set<String> wanted() {
        Set<String> wanted = new TreeSet<>();
        for (DraftSection listener : listeners()) {
            String one = listener.find("cluster");
            if (one != null) {
                wanted.add(one);
            }
            if (listener.has("routes")) {
                listener.sections("routes").stream()
                        .filter(each -> each.has("cluster"))
                        .forEach(each -> wanted.add(String.valueOf(each.find("cluster"))));
            }
        }
        return wanted;
    }
}
