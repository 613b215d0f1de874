// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.httpd;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftRoute;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The addresses on which httpd listens, each a listener with routes by the names of its hosts. */
final class HttpdListeners {

    /** A host with its routes for all names. */
    private record Site(HttpdHost host, List<DraftRoute> routes, HttpdDirective at) {}

    private final Draft draft;
    private final HttpdFields fields;
    private final Set<Integer> taken;
    private final Map<Integer, String> listens = new LinkedHashMap<>();
    private final Map<Integer, HttpdDirective> lines = new LinkedHashMap<>();
    private final Map<String, List<Site>> byAddress = new LinkedHashMap<>();

    /**
     * Reads the addresses.
     *
     * @param taken ports that have virtual hosts, so that the main server has them not
     */
    HttpdListeners(Draft draft, List<HttpdDirective> listen, Set<Integer> taken) {
        this.draft = draft;
        this.taken = taken;
        this.fields = new HttpdFields(draft);
        for (HttpdDirective each : listen) {
            String text = each.understood().argument(0);
            int colon = text.lastIndexOf(':');
            Integer port = Words.whole(text.substring(colon + 1), 1, 65_535);
            String address =
                    port == null ? null : Words.address(colon < 0 ? "0.0.0.0" : text.substring(0, colon), port);
            if (port == null || address == null) {
                draft.missing(each.at(), each.shown(), "this is not an address to listen on", "add a listener");
            } else {
                listens.put(port, address);
                lines.put(port, each);
            }
        }
    }

    /** Notes a host that has routes. */
    void host(HttpdHost host, List<DraftRoute> routes) {
        HttpdDirective section = host.section();
        if (section == null) {
            listens.forEach((port, address) -> {
                if (!taken.contains(port)) {
                    add(address, host, routes, lines.get(port));
                }
            });
            return;
        }
        for (String text : section.arguments()) {
            int colon = text.endsWith("]") ? -1 : text.lastIndexOf(':');
            Integer port = colon < 0 ? null : Words.whole(text.substring(colon + 1), 1, 65_535);
            String name = colon < 0 ? text : text.substring(0, colon);
            for (Integer each : port == null ? List.copyOf(listens.keySet()) : List.of(port)) {
                String known = listens.get(each);
                boolean any = name.equals("*") || name.equals("_default_");
                String own = Words.address(any ? "0.0.0.0" : name, each);
                boolean literal = name.matches("[0-9.]+|\\[.*\\]");
                String address = known != null && !literal ? known : own;
                if (address != null) {
                    add(address, host, routes, section);
                }
            }
        }
    }

    private void add(String address, HttpdHost host, List<DraftRoute> routes, @Nullable HttpdDirective at) {
        if (at != null) {
            byAddress.computeIfAbsent(address, any -> new ArrayList<>()).add(new Site(host, routes, at));
        }
    }

    /** Adds the listeners of all hosts. */
    void add() {
        byAddress.forEach((address, sites) -> {
            Site first = sites.get(0);
            List<String> names = names(first.host());
            String port = address.substring(address.lastIndexOf(':') + 1);
            DraftSection listener = draft.listener(
                    names.isEmpty() ? "http-" + port : names.get(0) + "-" + port,
                    first.at().at());
            HttpdDirective listen = lines.get(Integer.valueOf(port));
            listener.text("address", address, listen == null ? first.at().at() : listen.at());
            List<DraftRoute> exact = new ArrayList<>();
            List<DraftRoute> wild = new ArrayList<>();
            for (Site site : sites) {
                for (String host : site.equals(first) ? List.<String>of() : names(site.host())) {
                    site.routes().forEach(each -> (host.startsWith("*") ? wild : exact).add(each.of(host)));
                }
                settings(site, listener);
            }
            exact.addAll(wild);
            exact.addAll(first.routes());
            Draft.route(listener, exact);
        });
    }

    /** The names of a host that a route can have. */
    private List<String> names(HttpdHost host) {
        List<String> found = new ArrayList<>();
        for (HttpdDirective each : host.own()) {
            if (!each.name().equals("servername") && !each.name().equals("serveralias")) {
                continue;
            }
            each.understood();
            for (String name : each.arguments()) {
                String bare = name.replaceFirst("^https?://", "").replaceFirst(":[0-9]+$", "");
                if (Words.isHost(bare) && (host.section() != null || each.name().equals("serveralias"))) {
                    found.add(bare);
                } else if (host.section() != null) {
                    draft.missing(each.at(), each.shown(), "routes know names and *.NAME, no other patterns", "");
                }
            }
        }
        return found;
    }

    private void settings(Site site, DraftSection listener) {
        HttpdHost host = site.host();
        if (host.isOn("sslengine")) {
            fields.security(host, site.at(), listener);
        }
        HttpdDirective idle = host.last("keepalivetimeout");
        String time = idle == null ? null : Words.duration(HttpdNodes.ms(idle.argument(0)));
        if (idle != null && time != null) {
            listener.section("timeouts").literal("idle", time, idle.at());
        }
        HttpdDirective body = host.last("limitrequestbody");
        if (body != null && body.argument(0).matches("[0-9]{1,15}")) {
            long bytes = Long.parseLong(body.argument(0));
            listener.section("limits").literal("body", bytes == 0 ? "unlimited" : Words.size(bytes), body.at());
        }
        HttpdDirective count = host.last("limitrequestfields");
        Integer most = count == null ? null : Words.whole(count.argument(0), 1, 10_000);
        if (count != null && most != null) {
            listener.section("limits").literal("fields", most.toString(), count.at());
        }
        fields.of(host, listener);
    }
}
