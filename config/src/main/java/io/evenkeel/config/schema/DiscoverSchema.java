// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema;

import io.evenkeel.config.schema.ValueType.Listing;
import io.evenkeel.config.schema.ValueType.Section;

/** The keys that say where a cluster's nodes are found, those of a file of nodes, and where other dispatchers are. */
public final class DiscoverSchema {

    private static final int MAX = Integer.MAX_VALUE;

    private static final Section KUBERNETES = Section.of(
            "kubernetes",
            Key.required("service", ScalarTypes.NAME, "The service whose EndpointSlices are watched."),
            Key.optional(
                    "namespace",
                    ScalarTypes.NAME,
                    "Its namespace; when absent, that of the dispatcher's pod, or of the kubeconfig."),
            Key.optional(
                    "port", ScalarTypes.NAME, "Name or number of the port; not needed when the service has only one."),
            Key.optional(
                    "zone",
                    ScalarTypes.NAME,
                    "The dispatcher's zone: pods that are hinted at it are preferred, as kube-proxy does; all are used when absent."),
            Key.optional(
                    "kubeconfig",
                    ScalarTypes.TEXT,
                    "A kubeconfig; when absent, the service account of the pod. A relative path begins in the folder of this file."));

    private static final Section CONSUL = Section.of(
            "consul",
            Key.required("service", ScalarTypes.LINE, "The service whose healthy instances are asked for."),
            Key.of("address", ScalarTypes.WEB_ADDRESS, "http://127.0.0.1:8500", "The HTTP API of a Consul agent."),
            Key.optional("token", ScalarTypes.TEXT, "A token that may read the service and its nodes.")
                    .asSecret(),
            Key.optional("tag", ScalarTypes.LINE, "A tag that instances must have."),
            Key.optional("datacenter", ScalarTypes.LINE, "The datacenter; when absent, that of the agent."));

    static final Section DISCOVER = Section.of(
            "discover",
            Key.optional("dns", ScalarTypes.HOST, "A name whose addresses (A and AAAA) are the nodes; needs `port`."),
            Key.optional("port", ScalarTypes.whole(1, 65535), "For `dns`: the port of every node."),
            Key.optional(
                    "srv",
                    ScalarTypes.HOST,
                    "A name such as `_http._tcp.shop.local` whose SRV records are the nodes, with port and weight."),
            Key.optional(
                    "servers",
                    new Listing(ScalarTypes.ADDRESS, 1, true),
                    "For `dns` and `srv`: the name servers; when absent, those of `/etc/resolv.conf`."),
            Key.optional(
                    "file",
                    ScalarTypes.TEXT,
                    "A YAML file with a list `nodes`, which is read again when it changes. A relative path begins in the folder of this file."),
            Key.optional("kubernetes", KUBERNETES, "The ready pods of a service of Kubernetes are the nodes."),
            Key.optional("consul", CONSUL, "The healthy instances of a service of Consul are the nodes."),
            Key.optional(
                    "interval",
                    ScalarTypes.DURATION,
                    "For `dns` and `srv` the longest time until the next question, however long answers are good, 30s when absent; for `file` the time between two looks, 1s when absent."),
            Key.of("timeout", ScalarTypes.DURATION, "5s", "The longest wait for one answer."),
            Key.of(
                    "drain",
                    ScalarTypes.DURATION_OR_ZERO,
                    "1m",
                    "A node that is not found any more drains: it is removed when it has neither tasks nor sessions, and after this time at the latest."),
            Key.of(
                    "max-nodes",
                    ScalarTypes.whole(1, 10_000),
                    "256",
                    "The most nodes that are taken; of more, the first by name."),
            Key.of(
                    "max-in-flight",
                    ScalarTypes.whole(1, MAX).or("unlimited", MAX),
                    "unlimited",
                    "Maximum number of tasks in flight on each node that is found."),
            Key.of(
                    "max-connections",
                    ScalarTypes.whole(1, MAX).or("unlimited", MAX),
                    "unlimited",
                    "Maximum number of open connections to each node that is found."));

    static final Section JOIN = Section.of(
                    "join",
                    Key.required(
                            "address",
                            ScalarTypes.ADDRESS,
                            "Where this dispatcher listens for the others, and under which they know it: an address of this machine in a network of your own, such as `10.0.0.1:7800`."),
                    Key.required(
                            "members",
                            new Listing(ScalarTypes.ADDRESS, 1, true),
                            "The addresses of all dispatchers that are joined, the same everywhere; or one name with a port, which stands for all addresses that it has in DNS, such as that of a headless service of Kubernetes."),
                    Key.of(
                            "watch",
                            ScalarTypes.TRUTH,
                            "true",
                            "Whether a change of this file is put in force at once; with `false` it waits for `evenkeel reload --all`: all dispatchers reload, or none when one refuses its file. A fault that shows only afterwards, such as a port in use, leaves that one dispatcher with its old configuration: mend it and run `evenkeel reload` there. Dispatchers that drain are not asked; they read their files at the next start."))
            .withOff();

    /** A file of nodes. */
    public static final Section FILE = Section.of(
            "the file of nodes",
            Key.required("nodes", new Listing(ClusterSchema.NODE, 0), "The app servers, as in a cluster."));

    private DiscoverSchema() {}
}
