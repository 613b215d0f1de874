// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.httpd;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftRoute;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import io.evenkeel.translate.source.MalformedFileException;
import io.evenkeel.translate.source.SourceText;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** httpd's configuration as a draft of ours. */
public final class HttpdTranslation {

    private static final Pattern ROUTE_COOKIE = Pattern.compile("(?s)([^=\\s]+)=.*BALANCER_WORKER_ROUTE.*");

    private final Draft draft;
    private @Nullable HttpdWorkers workers;

    public HttpdTranslation(Draft draft) {
        this.draft = draft;
    }

    /** The cookie that a Header directive sets to the route of the server; null when it is none such. */
    static @Nullable String routeCookie(HttpdDirective header) {
        int name = header.arguments().indexOf("Set-Cookie");
        Matcher cookie = ROUTE_COOKIE.matcher(header.argument(name + 1));
        return header.name().equals("header") && name >= 0 && cookie.matches() ? cookie.group(1) : null;
    }

    /** Translates a file with those that it includes; what is left over is told to the draft. */
    public void translate(SourceText text) throws MalformedFileException {
        HttpdReader reader = new HttpdReader(draft, text.file());
        List<HttpdDirective> top = reader.read(text);
        List<String> cookies = HttpdReader.all(top)
                .flatMap(each -> Optional.ofNullable(routeCookie(each)).stream())
                .toList();
        HttpdManagement management = new HttpdManagement(draft, top);
        HttpdClusters clusters = new HttpdClusters(draft, cookies, management);
        HttpdReader.all(top).forEach(clusters::know);
        workers(top, reader.root());
        HttpdListeners listeners = new HttpdListeners(
                draft, top.stream().filter(each -> each.name().equals("listen")).toList(), ports(top));
        boolean routed = false;
        for (HttpdDirective section : top) {
            if (section.name().equals("<virtualhost")) {
                HttpdHost host = new HttpdHost(section.understood(), section.inside(), top);
                List<DraftRoute> routes = routes(host, section.inside(), clusters, true);
                routed |= !routes.isEmpty();
                if (routes.isEmpty() && !management.isReceiver(section)) {
                    routes = management.routes();
                }
                if (!routes.isEmpty()) {
                    listeners.host(host, routes);
                } else if (!management.isReceiver(section)) {
                    draft.missing(
                            section.at(),
                            section.shown(),
                            "nothing in it passes requests to a server, so there is no listener or route for it",
                            "see the other lines of this list");
                }
            }
        }
        HttpdHost main = new HttpdHost(null, top, List.of());
        // virtual hosts inherit what the main server says, which is told then
        boolean alone = top.stream().noneMatch(each -> each.name().equals("<virtualhost"));
        List<DraftRoute> routes = new ArrayList<>(routes(main, top, clusters, alone));
        if (routes.isEmpty() && !routed) {
            routes.addAll(management.routes());
        }
        if (!routes.isEmpty()) {
            listeners.host(main, routes);
        }
        listeners.add();
        clusters.tellUnused();
        log(top);
        top.forEach(this::rest);
    }

    /** The ports of all virtual hosts. */
    private static Set<Integer> ports(List<HttpdDirective> top) {
        return top.stream()
                .filter(each -> each.name().equals("<virtualhost"))
                .flatMap(each -> each.arguments().stream())
                .map(each -> each.substring(each.lastIndexOf(':') + 1))
                .filter(each -> each.matches("[0-9]{1,5}"))
                .map(Integer::valueOf)
                .collect(Collectors.toSet());
    }

    private void workers(List<HttpdDirective> top, Path root) {
        for (HttpdDirective each : top) {
            if (each.name().equals("jkworkersfile")) {
                HttpdWorkers found = new HttpdWorkers(draft);
                each.understood();
                try {
                    found.read(SourceText.read(root.resolve(each.argument(0))));
                    workers = found;
                } catch (MalformedFileException | InvalidPathException e) {
                    draft.missing(
                            each.at(),
                            each.shown(),
                            "the list of workers cannot be read: " + e.getMessage(),
                            "copy it here");
                }
            }
        }
    }

    /** The routes of a host, in the order of its lines: the first that fits counts in httpd, too. */
    private List<DraftRoute> routes(
            HttpdHost host, List<HttpdDirective> directives, HttpdClusters clusters, boolean ruled) {
        List<DraftRoute> found = new ArrayList<>();
        HttpdRedirects redirects = new HttpdRedirects(draft, ruled ? directives : List.of());
        DraftRoute toHttps = ruled ? HttpdRedirects.toHttps(host, draft) : null;
        if (toHttps != null) {
            found.add(toHttps);
        }
        for (HttpdDirective each : directives) {
            switch (each.name()) {
                case "proxypass" -> {
                    if (each.argument(1).equals("!") && redirects.excepted(each.argument(0), found)) {
                        each.understood();
                    } else {
                        route(each, each.argument(0), each.argument(1), each.parameters(2), host, clusters, found);
                    }
                }
                case "<location" -> {
                    for (HttpdDirective inner : each.inside()) {
                        if (inner.name().equals("proxypass")) {
                            each.understood();
                            route(
                                    inner,
                                    each.argument(0),
                                    inner.argument(0),
                                    inner.parameters(1),
                                    host,
                                    clusters,
                                    found);
                        }
                    }
                }
                case "jkmount" -> mount(each, clusters, found);
                default -> {}
            }
        }
        redirects.add(found);
        return ruled ? HttpdAccess.of(host, found) : found;
    }

    private void route(
            HttpdDirective pass,
            String path,
            String target,
            Map<String, String> parameters,
            HttpdHost host,
            HttpdClusters clusters,
            List<DraftRoute> into) {
        pass.understood();
        if (target.equals("!")) {
            draft.missing(
                    pass.at(),
                    pass.shown(),
                    "Evenkeel serves nothing itself: requests below " + path + " go where another route sends them",
                    "let a server answer them, and write a route to it");
            return;
        }
        String prefix = Words.withoutEndSlashes(path);
        if (!path.startsWith("/") || !Words.isPath(path) || path.matches(".*[;?#%\\\\].*")) {
            draft.missing(pass.at(), pass.shown(), "a route cannot have this path", "write a route by hand");
            return;
        }
        DraftSection rules = DraftSection.rules();
        String cluster = clusters.cluster(pass, path, target, parameters, host, rules);
        if (cluster != null) {
            into.add(new DraftRoute(null, prefix.isEmpty() ? null : prefix, cluster, pass.at(), rules));
            if (!host.isOn("proxypreservehost")) {
                draft.differs(
                        pass.at(),
                        "ProxyPreserveHost (not set)",
                        "the server gets the client's Host; httpd sent the name in ProxyPass",
                        "");
            }
        }
    }

    private void mount(HttpdDirective mount, HttpdClusters clusters, List<DraftRoute> into) {
        HttpdWorkers known = workers;
        mount.understood();
        String path = mount.argument(0).replaceFirst("\\|?/\\*$", "");
        String cluster = known == null ? null : clusters.ofWorker(mount, mount.argument(1), known);
        if (cluster == null || path.contains("*") || (!path.isEmpty() && !Words.isPath(path))) {
            draft.missing(
                    mount.at(),
                    mount.shown(),
                    cluster == null ? "the worker is not known" : "routes know prefixes of paths and no patterns",
                    "write a route by hand");
            return;
        }
        into.add(new DraftRoute(null, path.isEmpty() ? null : path, cluster, mount.at()));
    }

    private void log(List<HttpdDirective> top) {
        HttpdReader.all(top)
                .filter(each -> each.name().equals("customlog"))
                .findFirst()
                .ifPresent(line -> {
                    DraftSection log = draft.root()
                            .section("log")
                            .section("access", line.understood().at());
                    log.literal("format", "combined", line.at());
                    draft.differs(
                            line.at(),
                            line.shown(),
                            "the access log goes to standard output, in the format 'combined'",
                            "log.access.file names a file; the format json has all figures");
                });
    }

    /** Tells what nothing has understood, inside of sections that have been, too. */
    private void rest(HttpdDirective directive) {
        if (!directive.isUnderstood()) {
            new HttpdRemainder(draft).tell(directive);
        } else {
            directive.inside().forEach(this::rest);
        }
    }
}
