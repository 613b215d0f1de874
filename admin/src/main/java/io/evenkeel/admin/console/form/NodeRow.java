// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.config.yaml.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A node as the file has it.
 *
 * @param index in the list of the file
 * @param name as it is known everywhere
 * @param weight as it is written; empty when it is not
 */
public record NodeRow(int index, String name, String address, String weight, Layout layout) {

    /** The nodes of a cluster in the order of the file. */
    static List<NodeRow> of(Layout file, String cluster) {
        List<NodeRow> rows = new ArrayList<>();
        for (Layout node : file.find(List.of("clusters", cluster, "nodes"))
                .map(Layout::items)
                .orElse(List.of())) {
            boolean brief = node.kind() == Layout.Kind.SCALAR;
            String address = brief ? node.text() : ClusterReferences.word(node, "address");
            String name = ClusterReferences.word(node, "name");
            rows.add(new NodeRow(
                    rows.size(),
                    name.isEmpty() ? address : name,
                    address,
                    ClusterReferences.word(node, "weight"),
                    node));
        }
        return rows;
    }

    static Optional<NodeRow> find(Layout file, String cluster, String name) {
        return of(file, cluster).stream().filter(row -> row.name().equals(name)).findFirst();
    }
}
