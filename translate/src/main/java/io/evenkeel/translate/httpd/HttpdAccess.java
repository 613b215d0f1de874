// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.httpd;

import io.evenkeel.translate.draft.DraftAccess;
import io.evenkeel.translate.draft.DraftRoute;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** {@code Require} of places, as the networks that may use routes. Of several places the last that fits counts. */
final class HttpdAccess {

    private static final int MOST_ROUTES = 1_000;

    /** The networks of a place. */
    private static final class Networks {
        private final List<HttpdDirective> allowed = new ArrayList<>();
        private final List<HttpdDirective> refused = new ArrayList<>();
        private final Set<HttpdDirective> lines = new LinkedHashSet<>();
        private boolean everybody;
        private boolean known = true;
    }

    private HttpdAccess() {}

    /** Puts the networks of all places of a host into its routes; those that a route cannot say are left. */
    static List<DraftRoute> of(HttpdHost host, List<DraftRoute> routes) {
        boolean told = host.own().stream().anyMatch(HttpdAccess::tellsAddress)
                || host.main().stream().anyMatch(HttpdAccess::tellsAddress);
        List<DraftRoute> all = routes;
        if (told || routes.isEmpty()) {
            return all;
        }
        boolean first = true;
        for (HttpdDirective place : host.own()) {
            String path = place.argument(0);
            boolean plain = place.name().equals("<location")
                    && place.arguments().size() == 1
                    && path.startsWith("/")
                    && Words.isPath(path)
                    && !path.matches(".*([;?#%\\\\*\\[]|//).*");
            Networks networks = plain ? networks(place) : null;
            if (networks == null || networks.lines.isEmpty() || !networks.known || all.size() > MOST_ROUTES) {
                continue;
            }
            // "/a/" would take "/a" with it, which an earlier place may protect.
            if (!first && path.endsWith("/") && path.length() > 1) {
                continue;
            }
            first = false;
            List<DraftRoute> with = new ArrayList<>();
            if (put(networks, Words.withoutEndSlashes(path), all, with)) {
                place.understood();
                networks.lines.forEach(HttpdDirective::understood);
            }
            all = with;
        }
        return all;
    }

    /** True for a directive after which a client's address may be another than that of its connection. */
    private static boolean tellsAddress(HttpdDirective directive) {
        return directive.name().startsWith("remoteip") || directive.name().equals("authmerging");
    }

    private static Networks networks(HttpdDirective place) {
        Networks found = new Networks();
        for (HttpdDirective each : place.inside()) {
            switch (each.name()) {
                case "require" -> require(each, found, true);
                case "<requireany" -> group(each, found, true);
                case "<requireall" -> group(each, found, false);
                case "order", "allow", "deny", "satisfy", "authmerging", "<requirenone", "<limit", "<limitexcept" ->
                    found.known = false;
                default -> {}
            }
        }
        // several groups, or a group beside other lines, are joined by "any"
        long groups = place.inside().stream()
                .filter(each -> each.name().startsWith("<require"))
                .count();
        long alone = place.inside().stream()
                .filter(each -> each.name().equals("require"))
                .count();
        found.known &= groups == 0 || (groups == 1 && alone == 0);
        return found;
    }

    private static void group(HttpdDirective group, Networks found, boolean any) {
        found.lines.add(group);
        for (HttpdDirective each : group.inside()) {
            if (each.name().equals("require")) {
                require(each, found, any);
            } else {
                found.known = false;
            }
        }
        // all of several lists of allowed networks would be their intersection
        found.known &= any || found.allowed.size() <= 1;
        found.everybody &= any || found.allowed.isEmpty();
    }

    private static void require(HttpdDirective line, Networks found, boolean any) {
        found.lines.add(line);
        List<String> words = line.arguments().stream()
                .map(each -> each.toLowerCase(Locale.ROOT))
                .toList();
        if (words.equals(List.of("all", "granted"))) {
            found.everybody = true;
        } else if (words.size() > 2
                && words.get(0).equals("not")
                && words.get(1).equals("ip")
                && !any) {
            found.refused.add(line);
            found.known &=
                    words.stream().skip(2).allMatch(each -> !network(each).isEmpty());
        } else if (words.size() > 1 && words.get(0).equals("ip")) {
            found.allowed.add(line);
            found.known &=
                    words.stream().skip(1).allMatch(each -> !network(each).isEmpty());
        } else if (!words.equals(List.of("all", "denied")) || !any) {
            found.known = false;
        }
    }

    /** A network in full; httpd takes {@code 10.1} for 10.1.0.0/16. Empty when it is none. */
    private static String network(String text) {
        if (text.matches("[0-9]{1,3}([.][0-9]{1,3}){0,2}[.]?")) {
            String bare = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
            int parts = bare.split("[.]", -1).length;
            String full = bare + ".0".repeat(4 - parts) + "/" + 8 * parts;
            return DraftAccess.isNetwork(full) ? full : "";
        }
        return DraftAccess.isNetwork(text) ? text : "";
    }

    /** Puts the networks into the routes of a path; false when no route has it. */
    private static boolean put(Networks networks, String path, List<DraftRoute> routes, List<DraftRoute> into) {
        boolean any = false;
        Set<String> known = new HashSet<>();
        for (DraftRoute route : routes) {
            String own = route.path() == null ? "" : route.path();
            boolean inside = (own + "/").startsWith(path + "/");
            boolean around = (path + "/").startsWith(own + "/");
            if (inside || around) {
                String both = inside ? own : path;
                if (known.add(both)) {
                    DraftRoute with = route.narrowed(null, both.isEmpty() ? null : both);
                    write(networks, with.rules());
                    into.add(with);
                }
                any = true;
            }
            if (known.add(own)) {
                into.add(route);
            }
        }
        return any;
    }

    private static void write(Networks networks, DraftSection rules) {
        rules.remove("allow");
        rules.remove("deny");
        for (HttpdDirective each : networks.refused) {
            new DraftAccess(nets(each, 2), false).write(rules, each.at());
        }
        if (networks.everybody) {
            return;
        }
        for (HttpdDirective each : networks.allowed) {
            new DraftAccess(nets(each, 1), true).write(rules, each.at());
        }
        if (networks.allowed.isEmpty()) {
            HttpdDirective line = networks.lines.iterator().next();
            rules.remove("deny");
            DraftAccess.NOBODY.write(rules, line.at());
        }
    }

    private static List<String> nets(HttpdDirective line, int from) {
        return line.arguments().stream()
                .skip(from)
                .map(each -> network(each.toLowerCase(Locale.ROOT)))
                .toList();
    }
}
