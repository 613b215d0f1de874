// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.draft;

import io.evenkeel.translate.source.SourceLine;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The last step of a translation: what our grammar forbids is taken out and told, the admin server is added, and the
 * file is written with the leftovers at its end.
 */
public final class Finish {

    private static final String ADMIN_HOST = "127.0.0.1";
    private static final int ADMIN_PORT = 8111;

    private final Draft draft;
    private final Path first;
    private final SourceLine whole;

    /** @param first the file that the translation began with */
    public Finish(Draft draft, Path first) {
        this.draft = draft;
        this.first = first;
        this.whole = new SourceLine(first, 0);
    }

    /**
     * The file.
     *
     * @param product the name of the other product
     */
    public String text(String product) {
        emptyClusters();
        listeners();
        overlaps();
        cookies();
        tidy();
        if (draft.clusters().isEmpty() && !draft.listeners().isEmpty()) {
            draft.missing(
                    whole,
                    "clusters",
                    "a configuration has a cluster at least, and there is no server in this file",
                    "add the cluster of another file");
        }
        admin();
        StringBuilder out = new StringBuilder();
        out.append("# Translated by 'evenkeel import' from ").append(product).append("'s ");
        out.append(DraftWriter.comment(String.valueOf(first.getFileName()))).append(".\n");
        out.append(
                "# The comment behind a setting names the line that it comes from. The end of this file lists what is\n");
        out.append(
                "# not in it. The policies are those that choose as before: remove a 'policy' line to use 'headroom',\n");
        out.append("# which learns how fast each node is and reads what agents report.\n");
        out.append(new DraftWriter(first).write(draft.root()));
        leftovers(out);
        return out.toString();
    }

    private void emptyClusters() {
        Iterator<Map.Entry<String, DraftSection.DraftValue>> all =
                draft.clusters().entries().entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<String, DraftSection.DraftValue> each = all.next();
            DraftSection cluster = (DraftSection) each.getValue().value();
            if (cluster.sections("nodes").isEmpty()) {
                all.remove();
                draft.missing(
                        line(each.getValue()),
                        each.getKey(),
                        "it has no server that Evenkeel can use, so there is no cluster for it",
                        "add a cluster with nodes, and a route to it");
            }
        }
    }

    /** Takes out routes to clusters that are not there, and listeners without any. */
    private void listeners() {
        Set<String> clusters = draft.clusters().entries().keySet();
        for (Iterator<DraftSection> all = draft.listeners().iterator(); all.hasNext(); ) {
            DraftSection listener = all.next();
            String one = listener.find("cluster");
            if (one != null && !clusters.contains(one)) {
                listener.remove("cluster");
            }
            if (listener.has("routes")) {
                listener.sections("routes").removeIf(route -> leadsNowhere(route, clusters));
                if (listener.sections("routes").isEmpty()) {
                    listener.remove("routes");
                }
            }
            if (!listener.has("cluster") && !listener.has("routes") && !listener.has("redirect")) {
                all.remove();
                draft.missing(
                        line(listener),
                        listener.find("name") + " on " + listener.find("address"),
                        "nothing behind it is a cluster, so there is no listener for it",
                        "see the other lines of this list");
            }
        }
    }

    /** True for a route to a cluster that is not there; rules that are lost with it are told. */
    private boolean leadsNowhere(DraftSection route, Set<String> clusters) {
        String cluster = route.find("cluster");
        if (cluster == null ? route.has("redirect") : clusters.contains(cluster)) {
            return false;
        }
        SourceLine origin = route.origin();
        List<String> rules =
                Stream.of("deny", "allow", "basic-auth").filter(route::has).toList();
        if (!rules.isEmpty()) {
            draft.missing(
                    origin == null ? whole : origin,
                    "the route " + (route.find("path") == null ? "of all paths" : route.find("path")),
                    "it leads to no cluster and is left out, and its rules with it (" + String.join(", ", rules) + ")",
                    "add the route with its rules, or its requests go where the next one sends them");
        }
        return true;
    }

    /** Takes out listeners on addresses that another one has. */
    private void overlaps() {
        Map<String, String> taken = new LinkedHashMap<>();
        for (Iterator<DraftSection> all = draft.listeners().iterator(); all.hasNext(); ) {
            DraftSection listener = all.next();
            String address = String.valueOf(listener.find("address"));
            String name = String.valueOf(listener.find("name"));
            String other = taken.keySet().stream()
                    .filter(each -> overlap(each, address))
                    .findFirst()
                    .orElse(null);
            if (other == null) {
                taken.put(address, name);
                continue;
            }
            all.remove();
            draft.missing(
                    line(listener),
                    name + " on " + address,
                    "listener '" + taken.get(other) + "' is on " + other + ", which covers this address",
                    "give one of them another address");
        }
    }

    private static boolean overlap(String a, String b) {
        String hostA = a.substring(0, a.lastIndexOf(':'));
        String hostB = b.substring(0, b.lastIndexOf(':'));
        boolean samePort = a.substring(a.lastIndexOf(':')).equals(b.substring(b.lastIndexOf(':')));
        return samePort && (hostA.equalsIgnoreCase(hostB) || isWildcard(hostA) || isWildcard(hostB));
    }

    private static boolean isWildcard(String host) {
        return host.isEmpty() || host.equals("0.0.0.0") || host.equals("[::]");
    }

    /** Gives each cluster that sets a cookie a name of its own for it. */
    private void cookies() {
        Map<String, Integer> used = new HashMap<>();
        draft.clusters().entries().forEach((name, entry) -> {
            DraftSection cluster = (DraftSection) entry.value();
            if (!cluster.has("affinity")) {
                return;
            }
            DraftSection affinity = cluster.section("affinity");
            if (!"cookie".equals(affinity.find("mode"))) {
                return;
            }
            String cookie = affinity.find("name") == null ? "EVENKEEL" : String.valueOf(affinity.find("name"));
            int number = used.merge(cookie, 1, Integer::sum);
            if (number > 1) {
                SourceLine from = line(affinity.entries().get("mode"));
                affinity.text("name", cookie + "_" + number, from);
                draft.differs(
                        from,
                        "cookie " + cookie,
                        "cluster '" + name + "' calls its cookie " + cookie + "_" + number
                                + ", because clusters of one listener would overwrite each other's",
                        "");
            }
        });
    }

    /** Removes lists that stayed empty, and warns of clusters that nobody uses. */
    private void tidy() {
        Set<String> unused = new TreeSet<>(draft.clusters().entries().keySet());
        unused.removeAll(draft.wanted());
        for (String name : unused) {
            DraftSection.DraftValue entry = draft.clusters().entries().get(name);
            draft.missing(
                    entry == null ? whole : line(entry),
                    name,
                    "no listener uses the cluster '" + name + "': no rule that could be translated leads to it",
                    "add a route to it, or remove it");
        }
    }

    /** Adds the admin server, which the commands and the console need, on a port that no listener has. */
    private void admin() {
        int port = ADMIN_PORT;
        while (isTaken(ADMIN_HOST + ":" + port)) {
            port++;
        }
        draft.root().text("admin", ADMIN_HOST + ":" + port);
    }

    private boolean isTaken(String address) {
        return draft.listeners().stream().anyMatch(each -> overlap(String.valueOf(each.find("address")), address));
    }

    private void leftovers(StringBuilder out) {
        List<Leftover> all = draft.leftovers();
        for (Leftover.Kind kind : Leftover.Kind.values()) {
            List<Leftover> some =
                    all.stream().filter(each -> each.kind() == kind).toList();
            if (some.isEmpty()) {
                continue;
            }
            out.append("\n# ")
                    .append(kind.title())
                    .append(" (")
                    .append(some.size())
                    .append("):\n");
            for (Leftover each : some) {
                out.append("#   ")
                        .append(DraftWriter.comment(each.at().beside(first)))
                        .append(": ");
                out.append(DraftWriter.comment(each.setting())).append('\n');
                out.append("#       ")
                        .append(DraftWriter.comment(each.effect()))
                        .append('\n');
                if (!each.advice().isEmpty()) {
                    out.append("#       -> ")
                            .append(DraftWriter.comment(each.advice()))
                            .append('\n');
                }
            }
        }
    }

    private SourceLine line(DraftSection listener) {
        DraftSection.DraftValue name = listener.entries().get("name");
        return name == null ? whole : line(name);
    }

    private SourceLine line(DraftSection.@Nullable DraftValue entry) {
        return entry == null || entry.from().isEmpty()
                ? whole
                : entry.from().iterator().next();
    }
}
