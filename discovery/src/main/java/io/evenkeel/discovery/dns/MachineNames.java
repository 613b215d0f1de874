// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.dns;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.discovery.NameLookup;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Names as this machine finds them: by its hosts file and name servers with the time to live, and where these do not
 * know a name, by Java, which also asks what else the machine is told to ask. Threads: the loop of DNS, and one for
 * Java's lookups, which wait.
 */
public final class MachineNames implements NameLookup {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration MOST = Duration.ofMinutes(5);

    private final Resolver resolver;
    private final JavaNames byJava = new JavaNames(InetAddress::getAllByName);

    /** Asks the name servers of this machine. */
    public MachineNames() {
        this(List.of());
    }

    /** Asks other name servers. */
    public MachineNames(List<HostPort> servers) {
        this.resolver = new Resolver(servers, TIMEOUT);
    }

    @Override
    public CompletableFuture<Found> ask(String host) {
        return new NameAddresses(resolver)
                .ask(host)
                .thenApply(page -> page.addresses().isEmpty()
                        ? null
                        : new Found(page.addresses(), MOST.compareTo(page.goodFor()) < 0 ? MOST : page.goodFor()))
                .exceptionally(failure -> null)
                .thenCompose(found -> found != null ? CompletableFuture.completedFuture(found) : byJava.ask(host));
    }

    @Override
    public void close() {
        resolver.close();
        byJava.close();
    }
}
