// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.overload;

import io.evenkeel.config.cluster.AffinitySettings.Mode;
import io.evenkeel.config.cluster.QueueClass;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.yaml.FileGate;
import io.evenkeel.config.yaml.Problems;
import io.evenkeel.config.yaml.TextPlace;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks the rules of clusters for overload, and that their pages can be read. */
public final class OverloadCheck {

    /** More would make each place that becomes free cost too much. */
    private static final int MOST_CLASSES = 16;

    private static final double WHOLE = 1 + 1e-9;
    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
    private static final Pattern HEADER = Pattern.compile(TOKEN + "(: *[^ ].*)?");
    private static final Pattern COOKIE = Pattern.compile(TOKEN + "(=[^;, ]*)?");

    private final Problems problems;
    private final FileGate gate;

    /** @param gate says which files may be read, and where relative paths begin */
    public OverloadCheck(Problems problems, FileGate gate) {
        this.problems = problems;
        this.gate = gate;
    }

    /**
     * Checks a cluster.
     *
     * @param name of the cluster
     * @param tcpListener name of a TCP listener that the cluster serves; null when there is none
     */
    public void check(String name, ParsedSection cluster, @Nullable String tcpListener) {
        ParsedSection overload = cluster.block("overload");
        if (overload == null) {
            return;
        }
        admission(cluster, overload);
        if (Boolean.TRUE.equals(overload.find("wait-for-workers", Boolean.class)) && cluster.block("agent") == null) {
            problems.error(
                    overload.placeOf("wait-for-workers"),
                    "without agents nothing tells how many workers a node has",
                    "add agent: {} to the cluster, or write learn-concurrency: true instead");
        }
        List<ParsedSection> classes = overload.blocks("classes");
        if (tcpListener != null && !classes.isEmpty()) {
            problems.error(
                    overload.keyPlace("classes"),
                    "'classes' tells HTTP requests apart, and listener '" + tcpListener + "' is tcp",
                    "remove 'classes', or use an http listener");
        }
        classes(overload, classes);
        page(name, overload);
    }

    private void admission(ParsedSection cluster, ParsedSection overload) {
        ParsedSection affinity = cluster.block("affinity");
        Mode mode = affinity == null ? Mode.NONE : affinity.find("mode", Mode.class);
        if (!Boolean.TRUE.equals(overload.find("admit-sessions", Boolean.class))) {
            return;
        }
        if (mode == Mode.NONE) {
            problems.error(
                    overload.placeOf("admit-sessions"),
                    "without an affinity nothing tells a new session from a running one, so none can be admitted",
                    "add an affinity to the cluster, such as affinity: cookie");
        } else if (!refuses(cluster, overload)) {
            problems.warning(
                    overload.placeOf("admit-sessions"),
                    "no session will be refused: no agent tells what the nodes can do, and requests never wait here,"
                            + " since no node has a limit",
                    "add agent: {} to the cluster, or give its nodes max-in-flight, or write learn-concurrency: true");
        }
    }

    /** False when nothing would tell that the nodes of the cluster are busy. */
    private static boolean refuses(ParsedSection cluster, ParsedSection overload) {
        List<ParsedSection> nodes = cluster.blocks("nodes");
        return nodes.isEmpty()
                || cluster.block("agent") != null
                || Boolean.TRUE.equals(overload.find("learn-concurrency", Boolean.class))
                || nodes.stream().anyMatch(node -> node.gives("max-in-flight") || node.gives("max-connections"));
    }

    private void classes(ParsedSection overload, List<ParsedSection> classes) {
        if (classes.size() > MOST_CLASSES) {
            problems.error(
                    overload.keyPlace("classes"),
                    "there are too many classes",
                    "a cluster has at most " + MOST_CLASSES);
        }
        Map<String, TextPlace> names = new HashMap<>();
        double shares = 0;
        for (ParsedSection each : classes) {
            Double share = each.find("share", Double.class);
            shares += share == null ? 0 : share;
            form(each, "header", HEADER, "write a field name, or with a value, 'X-Plan: gold'");
            form(each, "cookie", COOKIE, "write a cookie's name, or with a value, 'member=1'");
            String name = each.find("name", String.class);
            if (name == null) {
                continue;
            }
            TextPlace first = names.putIfAbsent(name, each.placeOf("name"));
            if (name.equals(QueueClass.OTHER)) {
                problems.error(
                        each.placeOf("name"),
                        "'other' means the requests that no class fits",
                        "give the class another name");
            } else if (first != null) {
                problems.error(
                        each.placeOf("name"),
                        "two classes of this cluster are named '" + name + "'",
                        "the first is on line " + first.line());
            }
        }
        if (shares > WHOLE) {
            problems.error(
                    overload.keyPlace("classes"),
                    "the shares of the classes are %d %% together".formatted(Math.round(100 * shares)),
                    "give away 100 % at most");
        }
    }

    private void form(ParsedSection block, String key, Pattern form, String remedy) {
        String text = block.find(key, String.class);
        if (text != null && !form.matcher(text).matches()) {
            problems.error(block.placeOf(key), "'" + text + "' is no " + key, remedy);
        }
    }

    private void page(String cluster, ParsedSection overload) {
        String path = overload.find("page", String.class);
        if (path == null) {
            return;
        }
        String why = gate.obstacle(List.of("clusters", cluster, "overload", "page"), path, path);
        if (why != null) {
            problems.error(
                    overload.placeOf("page"),
                    "'page' may not be changed to this from the console: " + why,
                    FileGate.REMEDY);
            return;
        }
        try {
            OverloadPage.read(path, gate);
        } catch (IOException e) {
            problems.error(
                    overload.placeOf("page"),
                    "page " + path + ": " + e.getMessage(),
                    OverloadPage.remedy(path, e, gate));
        }
    }
}
