// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.kubernetes;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.discover.SourceSettings.Kubernetes;
import io.evenkeel.discovery.dns.AddressText;
import io.evenkeel.dispatcher.discovery.SourceAnswer;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointPort;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads the EndpointSlices of one service: ready endpoints, each named after its pod. A pod that terminates is not
 * ready, so its node drains. With a zone, endpoints are chosen by their hints as kube-proxy does: those hinted at the
 * zone, if every endpoint has hints and one of them is for it; otherwise all.
 */
final class ReadyPods {

    private ReadyPods() {}

    private record Ready(NodeSettings node, Set<String> zones) {}

    /** @throws IllegalStateException when the port is not clear, with a sentence for the user */
    static SourceAnswer of(List<EndpointSlice> slices, Kubernetes settings) {
        List<EndpointSlice> sorted = new ArrayList<>(slices);
        // IPv4 before IPv6: a pod that has both is one node
        sorted.sort(Comparator.comparing((EndpointSlice each) -> String.valueOf(each.getAddressType()))
                .thenComparing(each -> String.valueOf(each.getMetadata().getName())));
        List<Ready> all = new ArrayList<>();
        for (EndpointSlice slice : sorted) {
            Integer port = port(slice, settings);
            if (port != null && slice.getEndpoints() != null) {
                for (Endpoint each : slice.getEndpoints()) {
                    add(all, each, port);
                }
            }
        }
        String zone = settings.zone();
        boolean hinted = zone != null
                && all.stream().noneMatch(each -> each.zones().isEmpty())
                && all.stream().anyMatch(each -> each.zones().contains(zone));
        List<NodeSettings> nodes = all.stream()
                .filter(each -> !hinted || each.zones().contains(zone))
                .map(Ready::node)
                .toList();
        String remark = hinted && nodes.size() < all.size()
                ? nodes.size() + " of " + all.size() + " pods are for zone " + zone
                : "";
        return new SourceAnswer(nodes, Duration.ZERO, remark);
    }

    /** True for an endpoint that has an address and takes requests. */
    static boolean isReady(Endpoint endpoint) {
        List<String> addresses = endpoint.getAddresses();
        boolean ready = endpoint.getConditions() == null
                || !Boolean.FALSE.equals(endpoint.getConditions().getReady());
        return ready && addresses != null && !addresses.isEmpty() && AddressText.isAddress(addresses.get(0));
    }

    private static void add(List<Ready> all, Endpoint endpoint, int port) {
        if (!isReady(endpoint)) {
            return;
        }
        String host = endpoint.getAddresses().get(0);
        HostPort address = new HostPort(host, port);
        ObjectReference pod = endpoint.getTargetRef();
        String name = pod == null || pod.getName() == null ? address.toString() : pod.getName();
        Set<String> zones = new TreeSet<>();
        if (endpoint.getHints() != null && endpoint.getHints().getForZones() != null) {
            endpoint.getHints().getForZones().forEach(each -> zones.add(String.valueOf(each.getName())));
        }
        all.add(new Ready(new NodeSettings(name, address, 1, Integer.MAX_VALUE, Integer.MAX_VALUE), zones));
    }

    private static @Nullable Integer port(EndpointSlice slice, Kubernetes settings) {
        List<EndpointPort> ports = slice.getPorts() == null
                ? List.of()
                : slice.getPorts().stream()
                        .filter(each -> each.getPort() != null
                                && (each.getProtocol() == null
                                        || each.getProtocol().equals("TCP")))
                        .toList();
        String wanted = settings.port();
        if (wanted == null && ports.size() > 1) {
            throw new IllegalStateException("service " + settings.service() + " has the ports "
                    + ports.stream().map(ReadyPods::words).toList() + "; say which with 'port'");
        }
        return ports.stream()
                .filter(each -> wanted == null
                        || wanted.equals(each.getName())
                        || wanted.equals(each.getPort().toString()))
                .map(EndpointPort::getPort)
                .findFirst()
                .orElse(null);
    }

    private static String words(EndpointPort port) {
        String name = port.getName();
        return name == null || name.isEmpty() ? port.getPort().toString() : name;
    }
}
