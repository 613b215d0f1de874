// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.nginx;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftAccess;
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
    private final NginxAccess access;
    private final NginxRules rules;
    private final NginxPages pages = new NginxPages();

    /** A place that lets nobody in and passes nothing on. */
    private record Closed(NginxDirective place, String path) {}

    /** The things that the places of one server have in common. */
    private record Site(DraftSection listener, List<String> names, boolean told, boolean plain, List<Closed> closed) {}

    NginxRoutes(Draft draft, NginxClusters clusters, NginxRates rates, NginxAccess access) {
        this.access = access;
        this.rules = new NginxRules(draft);
        this.rates = rates;
        this.draft = draft;
        this.fields = new NginxFields(draft);
        this.clusters = clusters;
    }

    /** Adds the pages of a server that has its address for itself. */
    void pages(NginxScope server, DraftSection listener) {
        pages.of(server, listener);
    }

    /**
     * The routes of a server for all hosts, the longest path first.
     *
     * @param told whether clients' addresses may come from fields or PROXY headers
     */
    List<DraftRoute> routes(NginxScope server, DraftSection listener, List<String> names, boolean told) {
        DraftSection redirect = rules.redirect(server.block(), names);
        if (redirect != null) {
            server.block().inside("location").forEach(this::unreached);
            return List.of(new DraftRoute(
                    null, null, null, server.block().inside("return").get(0).at(), redirect));
        }
        List<DraftRoute> found = new ArrayList<>();
        Site site = new Site(listener, names, told, isPlain(server.block()), new ArrayList<>());
        collect(server, site, found);
        found.sort(Comparator.comparing(
                each -> -(each.path() == null ? 0 : each.path().length())));
        site.closed().forEach(each -> close(each, found));
        return found;
    }

    /**
     * True where the longest prefix has a request, as here. A pattern goes before prefixes, a place of one path before
     * both, and a place that falls back to a named one has the rules of both: routes could let in more.
     */
    private boolean isPlain(NginxDirective block) {
        return block.inside("location").stream()
                .filter(each -> !pages.places().contains(each) && !NginxAccess.isClosed(each))
                .allMatch(each -> isPrefix(each) && isPlain(each));
    }

    private static boolean isPrefix(NginxDirective location) {
        return location.arguments().size() == 1
                ? location.argument(1).startsWith("/")
                : location.argument(1).equals("^~");
    }

    private void unreached(NginxDirective location) {
        location.understood().inside().forEach(NginxDirective::understood);
        draft.needless(location.at(), location.shown(), "the 'return' of its server answers before");
    }

    /** Adds a route that refuses everybody, before the one that would have the requests. */
    private void close(Closed closed, List<DraftRoute> routes) {
        for (int i = 0; i < routes.size(); i++) {
            DraftRoute each = routes.get(i);
            String path = each.path() == null ? "" : each.path();
            if (path.equals(closed.path())) {
                break;
            } else if ((closed.path() + "/").startsWith(path + "/")) {
                DraftRoute refused = new DraftRoute(
                        null, closed.path(), each.cluster(), closed.place().at());
                DraftAccess.NOBODY.write(refused.rules(), closed.place().at());
                if (each.cluster() == null) {
                    break;
                }
                routes.add(i, refused);
                closed.place().inside().forEach(NginxDirective::understood);
                return;
            }
        }
        withoutServers(closed.place());
    }

    private void collect(NginxScope scope, Site site, List<DraftRoute> into) {
        for (NginxDirective each : scope.block().inside("location")) {
            if (pages.places().contains(each)) {
                continue;
            }
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
                    withoutServers(each, site, into);
                }
            } else {
                String prefix = prefix(each);
                if (prefix != null) {
                    DraftSection own = DraftSection.rules();
                    String cluster = clusters.cluster(pass, place, prefix, own);
                    if (cluster != null) {
                        String path = Words.withoutEndSlashes(prefix);
                        if (site.plain()) {
                            access.of(place, own, site.told());
                        }
                        refusesLess(each, prefix, own);
                        into.add(new DraftRoute(null, path.isEmpty() ? null : path, cluster, each.at(), own));
                        fields.of(place, site.listener());
                        rates.of(place, site.listener());
                    }
                } else {
                    each.inside().forEach(NginxDirective::understood);
                }
            }
            collect(scope.inner(each), site, into);
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

    /** Tells the paths that nginx counts to a protected place, and a route does not. */
    private void refusesLess(NginxDirective location, String prefix, DraftSection own) {
        boolean protects = own.has("allow") || own.has("deny") || own.has("basic-auth");
        if (protects && !prefix.endsWith("/") && !location.argument(1).equals("=")) {
            draft.missing(
                    location.at(),
                    location.shown(),
                    "its clients are refused at " + prefix + " and below it; " + prefix
                            + "x goes where another route sends it",
                    "write a route with the same rules for each other path that you meant");
        }
    }

    /** A place that redirects or refuses everybody becomes a route; others are told. */
    private void withoutServers(NginxDirective location, Site site, List<DraftRoute> into) {
        String text = location.argument(location.arguments().size());
        boolean plain = location.arguments().size() == 1 || location.argument(1).equals("^~");
        boolean path = plain && text.startsWith("/") && Words.isPath(text) && !text.matches(".*[;?#%\\\\].*");
        DraftSection redirect = path ? rules.redirect(location, site.names()) : null;
        String prefix = redirect == null ? null : prefix(location);
        if (redirect != null && prefix != null) {
            String bare = Words.withoutEndSlashes(prefix);
            into.add(new DraftRoute(null, bare.isEmpty() ? null : bare, null, location.at(), redirect));
        } else if (path && text.length() > 1 && text.endsWith("/") && NginxAccess.isClosed(location)) {
            site.closed().add(new Closed(location, Words.withoutEndSlashes(text)));
        } else {
            withoutServers(location);
        }
    }

    private void withoutServers(NginxDirective location) {
        location.inside().forEach(NginxDirective::understood);
        NginxRemainder.Lost lost = NginxRemainder.insteadOfServers(location);
        draft.missing(location.at(), location.shown(), lost.effect(), lost.advice());
    }
}
