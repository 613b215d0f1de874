// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.config.yaml.Layout;
import java.util.ArrayList;
import java.util.List;

/**
 * A route as the file has it.
 *
 * @param number its place in the list, from 1
 * @param host as it is written; empty when it is not
 * @param path as it is written; empty when it is not
 */
public record RouteRow(int number, String host, String path, String cluster, Layout layout) {

    /** The routes of a listener in the order of the file, which is the order in which they are tried. */
    static List<RouteRow> of(Layout listener) {
        List<RouteRow> rows = new ArrayList<>();
        for (Layout route : listener.find(List.of("routes")).map(Layout::items).orElse(List.of())) {
            rows.add(new RouteRow(
                    rows.size() + 1,
                    ClusterReferences.word(route, "host"),
                    ClusterReferences.word(route, "path"),
                    ClusterReferences.word(route, "cluster"),
                    route));
        }
        return rows;
    }

    /** The requests that it matches, in words. */
    public String matches() {
        return host.isEmpty() && path.isEmpty() ? "everything else" : host + path;
    }

    /** The mark by which a form recognises it when the list has changed meanwhile. */
    String mark() {
        return host + "|" + path + "|" + cluster;
    }
}
