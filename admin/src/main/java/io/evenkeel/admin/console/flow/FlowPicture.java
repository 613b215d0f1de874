// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.flow;

import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.view.FigureTexts;
import io.evenkeel.admin.console.view.ListenerRates;
import io.evenkeel.admin.console.view.LiveTexts;
import io.evenkeel.admin.console.view.NodeFigures;
import io.evenkeel.admin.console.view.Snapshot;
import io.evenkeel.admin.console.view.Snapshot.ClusterFigures;
import io.evenkeel.dispatcher.control.DispatcherView.ListenerView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The way of work at one moment: places in four columns, and what goes from one to the next.
 *
 * <p>{@value #MOST_CLUSTERS} clusters have places of their own, and {@value #MOST_NODES} nodes of all clusters
 * together: the lost before those of which many requests fail, and both before those that got the most tasks. The rest
 * of a cluster is one place.
 */
public record FlowPicture(List<FlowPlace> places, List<FlowLink> links) {

    private static final int MOST_CLUSTERS = 12;
    private static final int MOST_NODES = 24;
    private static final int LEAST_OF_A_CLUSTER = 2;

    public FlowPicture {
        places = List.copyOf(places);
        links = List.copyOf(links);
    }

    /** The picture of a reading. */
    public static FlowPicture of(Snapshot now) {
        List<FlowPlace> places = new ArrayList<>();
        List<FlowLink> links = new ArrayList<>();
        List<ClusterFigures> shown = shown(now.clusters());
        List<FlowPlace> clusters = new ArrayList<>();
        shown.forEach(cluster -> clusters.add(place(cluster)));
        List<FlowPlace> nodes = new ArrayList<>();
        int each = Math.max(LEAST_OF_A_CLUSTER, MOST_NODES / Math.max(1, shown.size()));
        for (int i = 0; i < shown.size(); i++) {
            addNodes(shown.get(i), clusters.get(i), each, nodes, links);
        }
        addListeners(now, shown, clusters, places, links);
        places.addAll(clusters);
        places.addAll(nodes);
        return new FlowPicture(places, links);
    }

    /** The clusters with a place, in the order of the configuration. */
    private static List<ClusterFigures> shown(List<ClusterFigures> all) {
        Set<ClusterFigures> chosen = new HashSet<>(all.stream()
                .sorted(Comparator.comparing(
                                (ClusterFigures each) -> FlowTrouble.of(each).level() != Trouble.BAD)
                        .thenComparingDouble(each -> -known(each.rates().perSecond())))
                .limit(MOST_CLUSTERS)
                .toList());
        return all.stream().filter(chosen::contains).toList();
    }

    private static void addNodes(
            ClusterFigures cluster, FlowPlace from, int most, List<FlowPlace> places, List<FlowLink> links) {
        List<NodeFigures> all = cluster.nodes();
        Set<NodeFigures> chosen = new HashSet<>(all.stream()
                .sorted(Comparator.comparing((NodeFigures node) -> !FlowTrouble.isLost(node))
                        .thenComparing(node -> FlowTrouble.of(node).level() != Trouble.BAD)
                        .thenComparingLong(node -> -node.view().counts().started()))
                .limit(all.size() <= most + 1 ? most + 1L : most)
                .toList());
        double rate = 0;
        int inFlight = 0;
        List<NodeFigures> others = new ArrayList<>();
        for (NodeFigures node : all) {
            if (!chosen.contains(node)) {
                others.add(node);
                rate += known(node.rates().perSecond());
                inFlight += node.view().counts().inFlight();
                continue;
            }
            FlowPlace place = new FlowPlace(
                    LiveTexts.key(node),
                    3,
                    node.view().name(),
                    node.rates().perSecond(),
                    node.view().counts().inFlight(),
                    Double.NaN,
                    FlowTrouble.of(node),
                    Links.node(node));
            places.add(place);
            links.add(new FlowLink(from, place, place.perSecond()));
        }
        if (!others.isEmpty()) {
            FlowPlace place = new FlowPlace(
                    from.key() + "/rest",
                    3,
                    others.size() + " other nodes",
                    rate,
                    inFlight,
                    Double.NaN,
                    FlowTrouble.ofOthers(others),
                    from.address());
            places.add(place);
            links.add(new FlowLink(from, place, rate));
        }
    }

    private static FlowPlace place(ClusterFigures cluster) {
        String name = cluster.view().name();
        return new FlowPlace(
                "cluster/" + name,
                2,
                name,
                cluster.rates().perSecond(),
                cluster.inFlight(),
                cluster.view().counts().waiting(),
                FlowTrouble.of(cluster),
                Links.cluster(name));
    }

    private static void addListeners(
            Snapshot now,
            List<ClusterFigures> shown,
            List<FlowPlace> clusters,
            List<FlowPlace> places,
            List<FlowLink> links) {
        List<ListenerView> listeners = now.dispatcher().listeners();
        double[] came = new double[listeners.size()];
        double[] ended = shown.stream()
                .mapToDouble(cluster -> known(cluster.rates().perSecond()))
                .toArray();
        boolean[][] leads = new boolean[came.length][ended.length];
        for (int i = 0; i < came.length; i++) {
            ListenerView listener = listeners.get(i);
            came[i] = known(rate(listener, now.listener(listener.name())));
            List<String> targets = now.targets().getOrDefault(listener.name(), List.of());
            for (int j = 0; j < ended.length; j++) {
                leads[i][j] = targets.contains(shown.get(j).view().name());
            }
        }
        double[][] parts = ListenerShares.divide(came, ended, leads);
        double sum = 0;
        for (double rate : came) {
            sum += rate;
        }
        FlowPlace clients = new FlowPlace(
                "clients", 0, "Clients", sum, Double.NaN, Double.NaN, FlowTrouble.NONE, "/console/dispatcher");
        places.add(clients);
        List<FlowLink> onwards = new ArrayList<>();
        for (int i = 0; i < came.length; i++) {
            String name = listeners.get(i).name();
            ListenerRates rates = now.listener(name);
            FlowPlace place = new FlowPlace(
                    "listener/" + name,
                    1,
                    name,
                    rate(listeners.get(i), rates),
                    Double.NaN,
                    Double.NaN,
                    FlowTrouble.ofListener(rates.refused()),
                    "/console/dispatcher");
            places.add(place);
            links.add(new FlowLink(clients, place, place.perSecond()));
            for (int j = 0; j < ended.length; j++) {
                if (leads[i][j]) {
                    onwards.add(new FlowLink(
                            place, clusters.get(j), Double.isNaN(place.perSecond()) ? Double.NaN : parts[i][j]));
                }
            }
        }
        links.addAll(onwards);
    }

    private static double rate(ListenerView listener, ListenerRates rates) {
        return listener.protocol().equals("http") ? rates.requests() : rates.accepted();
    }

    private static double known(double rate) {
        return Double.isFinite(rate) ? rate : 0;
    }

    /** True when no work can reach a cluster, for want of clusters or listeners. */
    public boolean isEmpty() {
        return links.stream().allMatch(link -> link.from().column() == 0);
    }

    /** The links from left to right, as the rows of a table. */
    public List<FlowLink> rows() {
        return links.stream()
                .sorted(Comparator.comparingInt((FlowLink link) -> link.from().column()))
                .toList();
    }

    /** Changes when the table would have other rows. */
    public String version() {
        return LiveTexts.version(links.stream().map(FlowLink::key).toList());
    }

    /** All texts of picture and table, by key. */
    public Map<String, String> cells() {
        Map<String, String> cells = new LinkedHashMap<>();
        cells.put("all/flow", json());
        cells.put("all/flowrows", version());
        cells.put("all/flowthere", isEmpty() ? "nothing" : "flow");
        for (FlowLink link : links) {
            String key = link.key();
            cells.put(key + "/rate", FigureTexts.number(link.perSecond()));
            cells.put(key + "/inflight", FigureTexts.number(link.to().inFlight()));
            cells.put(key + "/waiting", FigureTexts.number(link.to().waiting()));
            cells.put(key + "/trouble", link.to().trouble().words());
        }
        return cells;
    }

    /** Everything that the picture is drawn from; absent figures are null. */
    String json() {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        ArrayNode all = json.putArray("places");
        for (FlowPlace place : places) {
            ObjectNode each = all.addObject()
                    .put("key", place.key())
                    .put("column", place.column())
                    .put("name", place.name())
                    .put("trouble", place.trouble().level().name().toLowerCase(Locale.ROOT))
                    .put("words", place.trouble().words())
                    .put("address", place.address());
            put(each, "rate", place.perSecond());
            put(each, "inFlight", place.inFlight());
            put(each, "waiting", place.waiting());
        }
        ArrayNode ways = json.putArray("links");
        for (FlowLink link : links) {
            put(
                    ways.addObject()
                            .put("from", link.from().key())
                            .put("to", link.to().key()),
                    "rate",
                    link.perSecond());
        }
        return json.toString();
    }

    private static void put(ObjectNode json, String name, double figure) {
        if (Double.isFinite(figure)) {
            json.put(name, Math.round(figure * 10) / 10.0);
        } else {
            json.putNull(name);
        }
    }
}
