// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.nginx;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftRoute;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The places of a server as routes, and what they do to fields. */
final class NginxRoutes {

    private static final List<String> PASSES = List.of("proxy_pass", "grpc_pass");

    private final Draft draft;
    private final NginxClusters clusters;
    private final NginxFields fields;
    private final NginxRates rates;

    NginxRoutes(Draft draft, NginxClusters clusters, NginxRates rates) {
        this.rates = rates;
        this.draft = draft;
        this.fields = new NginxFields(draft);
        this.clusters = clusters;
    }

    /** The routes of a server for all hosts, the longest path first. */
    List<DraftRoute> routes(NginxScope server, DraftSection listener) {
        List<DraftRoute> found = new ArrayList<>();
        collect(server, listener, found);
        found.sort(Comparator.comparing(
                each -> -(each.path() == null ? 0 : each.path().length())));
        return found;
    }

    private void collect(NginxScope scope, DraftSection listener, List<DraftRoute> into) {
        for (NginxDirective each : scope.block().inside("location")) {
            each.understood();
            NginxScope place = scope.inner(each);
            NginxDirective named = named(scope, each);
            if (named != null) {
                place = scope.inner(named.understood());
            } else if (isWanted(scope, each)) {
                continue;
            }
            NginxDirective pass = pass(named == null ? each : named);
            if (pass == null) {
                boolean nested = each.inside("location").stream().findAny().isPresent();
                if (!nested) {
                    withoutServers(each);
                }
            } else {
                String prefix = prefix(each);
                if (prefix != null) {
                    String cluster = clusters.cluster(pass, place, prefix);
                    if (cluster != null) {
                        String path = Words.withoutEndSlashes(prefix);
                        into.add(new DraftRoute(null, path.isEmpty() ? null : path, cluster, each.at()));
                        fields.of(place, listener);
                        rates.of(place, listener);
                    }
                } else {
                    each.inside().forEach(NginxDirective::understood);
                }
            }
            collect(scope.inner(each), listener, into);
        }
    }

    /** The named place, with servers, that the requests of another place fall back to; null when there is none. */
    private @Nullable NginxDirective named(NginxScope scope, NginxDirective location) {
        for (NginxDirective files : location.inside("try_files")) {
            String last = files.argument(files.arguments().size());
            for (NginxDirective each : scope.block().inside("location")) {
                if (last.startsWith("@") && each.argument(1).equals(last) && pass(each) != null) {
                    files.understood();
                    draft.differs(
                            files.at(),
                            files.shown(),
                            "Evenkeel serves no files: all these requests go to the servers of " + last,
                            "let the application, or nginx on another port as a node, serve the files");
                    return each;
                }
            }
        }
        return null;
    }

    /** True for a named place that another place falls back to. */
    private static boolean isWanted(NginxScope scope, NginxDirective location) {
        return location.argument(1).startsWith("@")
                && pass(location) != null
                && scope.block().inside("location").stream()
                        .flatMap(each -> each.inside("try_files").stream())
                        .anyMatch(each -> each.argument(each.arguments().size()).equals(location.argument(1)));
    }

    static @Nullable NginxDirective pass(NginxDirective location) {
        return location.inside().stream()
                .filter(each -> PASSES.contains(each.name()))
                .findFirst()
                .orElse(null);
    }

    /** The prefix that a place matches; null when it is not a prefix. */
    private @Nullable String prefix(NginxDirective location) {
        String modifier = location.arguments().size() > 1 ? location.argument(1) : "";
        String text = location.argument(modifier.isEmpty() ? 1 : 2);
        if (modifier.startsWith("~") && text.matches("\\^/[A-Za-z0-9/_-]*(/|\\(/\\|\\$\\))?")) {
            text = text.substring(1).replaceFirst("\\(/\\|\\$\\)$", "");
        } else if (modifier.startsWith("~") || text.startsWith("@")) {
            draft.missing(
                    location.at(),
                    location.shown(),
                    modifier.startsWith("~")
                            ? "routes know prefixes of paths and no patterns; these requests go where another route sends them"
                            : "a named place is reached by no request",
                    modifier.startsWith("~") ? "write a route for each prefix" : "");
            return null;
        }
        if (!Words.isPath(text) || text.matches(".*[;?#%\\\\].*")) {
            draft.missing(location.at(), location.shown(), "a route cannot have this path", "write a route by hand");
            return null;
        }
        if (modifier.equals("=")) {
            draft.differs(
                    location.at(),
                    location.shown(),
                    "a route matches " + text + " and everything below it, not this path alone",
                    "");
        } else if (!text.endsWith("/")) {
            draft.differs(
                    location.at(),
                    location.shown(),
                    "a route ends at a segment border: " + text + " does not match " + text + "x",
                    "");
        }
        return text;
    }

    private void withoutServers(NginxDirective location) {
        location.inside().forEach(NginxDirective::understood);
        NginxRemainder.Lost lost = NginxRemainder.insteadOfServers(location);
        draft.missing(location.at(), location.shown(), lost.effect(), lost.advice());
    }
}
