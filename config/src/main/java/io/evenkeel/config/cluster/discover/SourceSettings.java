// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.cluster.discover;

import io.evenkeel.config.address.HostPort;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One place that knows the nodes of a cluster. */
public sealed interface SourceSettings {

    /** The words for people, such as {@code dns shop.svc.local}; without secrets. */
    String words();

    /**
     * The addresses of a name (A and AAAA).
     *
     * @param servers name servers; empty for those of the machine
     */
    record Dns(String name, int port, List<HostPort> servers) implements SourceSettings {

        public Dns {
            servers = List.copyOf(servers);
        }

        @Override
        public String words() {
            return "dns " + name;
        }
    }

    /**
     * The servers of a service (SRV), each with its port and weight.
     *
     * @param servers name servers; empty for those of the machine
     */
    record Srv(String name, List<HostPort> servers) implements SourceSettings {

        public Srv {
            servers = List.copyOf(servers);
        }

        @Override
        public String words() {
            return "srv " + name;
        }
    }

    /** A file with a list of nodes. */
    record NodeFile(Path path) implements SourceSettings {

        @Override
        public String words() {
            return "file " + path;
        }
    }

    /**
     * The EndpointSlices of a service of Kubernetes.
     *
     * @param namespace null for that of the pod, or of the kubeconfig
     * @param port name or number; null when the service has only one
     * @param zone the zone whose endpoints are preferred, as their hints say; null for no preference
     * @param kubeconfig null for the service account of the pod, or the usual file
     */
    record Kubernetes(
            @Nullable String namespace,
            String service,
            @Nullable String port,
            @Nullable String zone,
            @Nullable Path kubeconfig)
            implements SourceSettings {

        @Override
        public String words() {
            return "kubernetes " + (namespace == null ? "" : namespace + "/") + service;
        }
    }

    /**
     * The healthy instances of a service of Consul.
     *
     * @param address of an agent, as a web address
     * @param token null for none
     * @param tag that instances must have; null for any
     * @param datacenter null for that of the agent
     */
    record Consul(
            String service,
            String address,
            @Nullable String token,
            @Nullable String tag,
            @Nullable String datacenter) implements SourceSettings {

        @Override
        public String words() {
            return "consul " + service;
        }

        /** The same without the token. */
        @Override
        public String toString() {
            return words() + " at " + address;
        }
    }
}
