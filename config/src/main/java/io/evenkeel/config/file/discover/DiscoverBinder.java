// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.discover;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.discover.DiscoverSettings;
import io.evenkeel.config.cluster.discover.SourceSettings;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ParsedSection.Item;
import io.evenkeel.config.yaml.FileGate;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns the error-free section {@code discover} of a cluster into its record. */
public final class DiscoverBinder {

    private DiscoverBinder() {}

    public static @Nullable DiscoverSettings discover(@Nullable ParsedSection block, FileGate gate) {
        return block == null
                ? null
                : new DiscoverSettings(
                        source(block, gate),
                        block.find("interval", Duration.class),
                        block.value("timeout", Duration.class),
                        block.value("drain", Duration.class),
                        block.value("max-nodes", Integer.class),
                        block.value("max-in-flight", Integer.class),
                        block.value("max-connections", Integer.class));
    }

    private static SourceSettings source(ParsedSection block, FileGate gate) {
        String name = block.find("dns", String.class);
        if (name != null) {
            return new SourceSettings.Dns(name, block.value("port", Integer.class), servers(block));
        }
        String service = block.find("srv", String.class);
        if (service != null) {
            return new SourceSettings.Srv(service, servers(block));
        }
        String file = block.find("file", String.class);
        if (file != null) {
            return new SourceSettings.NodeFile(gate.place(file));
        }
        ParsedSection consul = block.block("consul");
        return consul != null ? consul(consul) : kubernetes(block.section("kubernetes"), gate);
    }

    private static List<HostPort> servers(ParsedSection block) {
        Item list = block.item("servers");
        return list == null
                ? List.of()
                : list.items().stream().map(item -> (HostPort) item.value()).toList();
    }

    private static SourceSettings consul(ParsedSection block) {
        return new SourceSettings.Consul(
                block.value("service", String.class),
                block.value("address", String.class),
                block.find("token", String.class),
                block.find("tag", String.class),
                block.find("datacenter", String.class));
    }

    private static SourceSettings kubernetes(ParsedSection block, FileGate gate) {
        String kubeconfig = block.find("kubeconfig", String.class);
        return new SourceSettings.Kubernetes(
                block.find("namespace", String.class),
                block.value("service", String.class),
                block.find("port", String.class),
                block.find("zone", String.class),
                kubeconfig == null ? null : gate.place(kubeconfig));
    }
}
