// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery;

import io.evenkeel.config.cluster.discover.DiscoverSettings;
import io.evenkeel.config.cluster.discover.SourceSettings;
import io.evenkeel.config.cluster.discover.SourceSettings.Consul;
import io.evenkeel.config.cluster.discover.SourceSettings.Dns;
import io.evenkeel.config.cluster.discover.SourceSettings.Kubernetes;
import io.evenkeel.config.cluster.discover.SourceSettings.NodeFile;
import io.evenkeel.config.cluster.discover.SourceSettings.Srv;
import io.evenkeel.discovery.consul.ConsulSource;
import io.evenkeel.discovery.dns.DnsSource;
import io.evenkeel.discovery.dns.MachineNames;
import io.evenkeel.discovery.dns.SrvSource;
import io.evenkeel.discovery.kubernetes.KubernetesSource;
import io.evenkeel.dispatcher.discovery.NameLookup;
import io.evenkeel.dispatcher.discovery.NodeSource;
import io.evenkeel.dispatcher.discovery.NodeSourceProvider;

/** Opens sources of every kind. Threads: any. */
public final class SourceProvider implements NodeSourceProvider {

    @Override
    public NodeSource open(DiscoverSettings settings) {
        SourceSettings source = settings.source();
        if (source instanceof NodeFile file) {
            return new PlacedSource(new FileSource(file.path(), settings), settings.maxNodes(), this::names);
        }
        if (source instanceof Dns dns) {
            return new DnsSource(dns, settings);
        }
        if (source instanceof Srv srv) {
            return new SrvSource(srv, settings);
        }
        if (source instanceof Consul consul) {
            return new PlacedSource(new ConsulSource(consul, settings), settings.maxNodes(), this::names);
        }
        return new KubernetesSource((Kubernetes) source, settings);
    }

    @Override
    public NameLookup names() {
        return new MachineNames();
    }
}
