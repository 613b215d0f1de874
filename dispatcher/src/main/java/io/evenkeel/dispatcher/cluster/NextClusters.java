// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.cluster;

import io.evenkeel.dispatcher.engine.tls.TlsClientContext;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.MadePolicy;
import io.evenkeel.dispatcher.node.name.NodeNames;
import java.util.Map;

/**
 * The clusters that settings ask for, made and not in force yet.
 *
 * @param clusters by name
 * @param policies those that clusters in force change to, by the cluster's name
 * @param contexts of TLS with nodes, by the cluster's name
 * @param names of nodes that join
 */
public record NextClusters(
        Map<String, Cluster> clusters,
        Map<String, MadePolicy> policies,
        Map<String, TlsClientContext> contexts,
        NodeNames names) {}
