// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.consul;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.NodeSettings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the answer of Consul's {@code /v1/health/service}. Any thread. */
final class ConsulInstances {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9:._-]{1,253}");
    private static final double LEAST_WEIGHT = 0.1;
    private static final double MOST_WEIGHT = 1_000_000;

    private ConsulInstances() {}

    /** The instances that have a usable address; of one without an address of its own, that of its node counts. */
    static List<NodeSettings> read(byte[] body) {
        JsonNode all;
        try {
            all = JSON.readTree(body);
        } catch (JacksonException e) {
            throw new CompletionException(new IllegalArgumentException("its answer is not JSON", e));
        }
        if (!all.isArray()) {
            throw new CompletionException(new IllegalArgumentException("its answer is not a list of instances"));
        }
        List<NodeSettings> nodes = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (JsonNode each : all) {
            JsonNode service = each.path("Service");
            String own = service.path("Address").asString("");
            String host = own.isEmpty() ? each.path("Node").path("Address").asString("") : own;
            int port = service.path("Port").asInt(0);
            if (port < 1 || port > 65535 || !HOST.matcher(host).matches()) {
                continue;
            }
            HostPort address = new HostPort(host, port);
            String id = service.path("ID").asString("").replaceAll("[^A-Za-z0-9._:-]", "-");
            // an identifier is unique on its node only
            String name = id.isEmpty() || !names.add(id) ? address.toString() : id;
            double weight = service.path("Weights").path("Passing").asDouble(1);
            nodes.add(new NodeSettings(
                    name,
                    address,
                    Math.min(MOST_WEIGHT, Math.max(LEAST_WEIGHT, weight)),
                    Integer.MAX_VALUE,
                    Integer.MAX_VALUE));
        }
        return nodes;
    }
}
