// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.discover;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ParsedSection.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns the error-free tree of a node into its record. */
public final class NodeBinder {

    private NodeBinder() {}

    /** The node of a cluster, or of a file of nodes. */
    public static NodeSettings node(ParsedSection block) {
        return new NodeSettings(
                block.value("name", String.class),
                block.value("address", HostPort.class),
                block.value("weight", Double.class),
                block.value("max-in-flight", Integer.class),
                block.value("max-connections", Integer.class),
                block.value("route", String.class),
                block.find("public", String.class),
                words(block.item("serves")),
                null,
                block.value("backup", Integer.class));
    }

    private static List<String> words(@Nullable Item list) {
        return list == null ? List.of() : list.items().stream().map(Item::text).toList();
    }
}
